import { type Action, lowestRole, mayTake } from '@kindling/contract/rights';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../lib/api/client.ts';
import { useAuth } from '../lib/auth/session.tsx';
import { formatList } from '../lib/i18n/formats.ts';
import { useText } from '../lib/i18n/text.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';

// locale-keys: app.role.*
// locale-keys: app.notForRole.for.*

/** Explains a page that the person's role may not use, and names who may. */
export function NotForRole({ action }: { action: Action }) {
  const { t, i18n } = useText();
  const account = useAuth().additionalUserDetails?.account ?? null;
  const team = useQuery(query.team.get.queryOptions({ input: {} }));
  if (account === null) return null;
  const lowest = lowestRole(action);
  // A right that every role has is refused for the limit to some locations only.
  const limited = lowest === 'viewer' || mayTake({ ...account, locationIds: null }, action);
  const owners = (team.data?.team.members ?? [])
    .filter(({ role }) => role === 'owner')
    .map(({ displayName, email }) => displayName || email);
  const reason = limited ? t('notForRole.limited') : t(`notForRole.for.${lowest}`);
  const names = formatList(owners, i18n.language, 'disjunction');
  return (
    <Page title={t('notForRole.title')}>
      <Panel>
        <EmptyState
          icon={<IconLock size={22} />}
          title={reason}
          text={[
            limited ? null : t('notForRole.yours', { role: t(`role.${account.role}`) }),
            names === '' ? t('notForRole.askOwner') : t('notForRole.ask', { names }),
          ]
            .filter((sentence) => sentence !== null)
            .join(' ')}
          action={<LinkButton to="/dashboard">{t('errors:page.toDashboard')}</LinkButton>}
        />
      </Panel>
    </Page>
  );
}
