import type { Connection } from '@kindling/contract/connections';
import { actionNeededStatuses } from '@kindling/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import css from './dashboard.module.css';

// locale-keys: common.source.*

/** Connections that cannot sync until somebody acts, for those who may. Empty while loading and when there are none. */
export function ConnectionAlerts() {
  const enabled = useMayDo('connections.manage');
  const list = useQuery(query.connections.list.queryOptions({ input: {}, enabled }));
  const troubled = list.data?.connections.filter(({ status }) => actionNeededStatuses.includes(status)) ?? [];
  if (!enabled || troubled.length === 0) return null;
  return (
    <div className={css.troubled}>
      {troubled.map((connection) => (
        <ConnectionAlert key={connection.id} connection={connection} />
      ))}
    </div>
  );
}

function ConnectionAlert({ connection }: { connection: Connection }) {
  const { t } = useText();
  const platform = t(`common:source.${connection.platform}`);
  const name = connection.displayName;
  return (
    <Notice
      tone="warn"
      title={t('dashboard:trouble.title', { platform })}
      action={
        <LinkButton
          size="xs"
          variant="default"
          to={`/connections/${connection.platform}?connection=${connection.id}`}
          aria-label={t('dashboard:trouble.openOf', { platform, name })}
        >
          {t('dashboard:trouble.open')}
        </LinkButton>
      }
    >
      {connection.status === 'not_approved'
        ? t('dashboard:trouble.notApproved', { platform, name })
        : t('dashboard:trouble.consent', { platform, name })}
    </Notice>
  );
}
