import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { useConfig } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SourceName } from '../../ui/source-name.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ConnectionCard } from './connection-card.tsx';
import css from './connections.module.css';
import { ModeNote } from './mode-note.tsx';
import { coming } from './platforms/index.ts';
import { useSyncProgress } from './sync-progress.ts';

// locale-keys: connections.platform.*
// locale-keys: common.source.*

/** How often the list is asked for while the live stream is down, in milliseconds. */
const pollEvery = 5_000;

export function ConnectionsScreen() {
  const { t } = useText();
  const { platforms } = useConfig();
  const { runs, live } = useSyncProgress();
  const list = useQuery(
    query.connections.list.queryOptions({ input: {}, refetchInterval: live ? false : pollEvery }),
  );
  const connections = list.data?.connections;
  if (list.isPending)
    return (
      <Page title={t('connections:title')} lead={t('connections:lead')}>
        <div className={css.stack} role="status" aria-label={t('common:loading')}>
          {platforms.map(({ platform }) => (
            <Skeleton key={platform} height={180} radius="md" />
          ))}
        </div>
      </Page>
    );
  return (
    <Page title={t('connections:title')} lead={t('connections:lead')}>
      <div className={css.stack}>
        {list.isError && connections === undefined ? (
          <Panel>
            <ErrorState error={list.error} retry={() => void list.refetch()} />
          </Panel>
        ) : (
          platforms.map(({ platform, mode }) => {
            const own = connections?.filter(
              (connection) => connection.platform === platform && connection.status !== 'disconnected',
            );
            return (
              <Panel
                key={platform}
                title={<SourceName source={platform} />}
                aside={
                  mode === 'unconfigured' ? (
                    <Tag tone="calm">{t('connections:notSetUp')}</Tag>
                  ) : (
                    <LinkButton
                      size="xs"
                      variant={own?.length === 0 ? 'filled' : 'default'}
                      to={`/connections/${platform}`}
                    >
                      {own?.length === 0 ? t('connections:connect') : t('connections:connectAnother')}
                    </LinkButton>
                  )
                }
              >
                <div className={css.inside}>
                  <ModeNote platform={platform} />
                  {own?.map((connection) => (
                    <ConnectionCard key={connection.id} connection={connection} runs={runs} />
                  ))}
                  {own?.length === 0 ? (
                    <p className={css.muted}>{t(`connections:platform.${platform}.pitch`)}</p>
                  ) : null}
                </div>
              </Panel>
            );
          })
        )}
        <div className={css.coming}>
          {coming.map((name) => (
            <Panel
              key={name}
              title={t(`common:source.${name}`)}
              aside={<Tag tone="calm">{t('connections:coming')}</Tag>}
            >
              <p className={css.muted}>
                {t('connections:comingText', { platform: t(`common:source.${name}`) })}
              </p>
            </Panel>
          ))}
        </div>
      </div>
    </Page>
  );
}
