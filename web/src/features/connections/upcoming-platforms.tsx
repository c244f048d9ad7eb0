import { comingPlatforms } from '@kindling/contract/platforms';
import { Button } from '@mantine/core';
import { IconBell, IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './connections.module.css';

// locale-keys: common.source.*

/** Platforms that cannot be connected yet, with a "tell me" button that can be taken back. */
export function UpcomingPlatforms() {
  const platformRequests = useQuery(query.connections.platformRequests.queryOptions({ input: {} }));
  return (
    <div className={css.coming}>
      {comingPlatforms.map((platform) => (
        <UpcomingPlatformCard
          key={platform}
          platform={platform}
          requested={platformRequests.data?.platforms.includes(platform)}
        />
      ))}
    </div>
  );
}

/** @param requested undefined while it is loading */
function UpcomingPlatformCard({
  platform,
  requested,
}: {
  platform: (typeof comingPlatforms)[number];
  requested: boolean | undefined;
}) {
  const { t } = useText();
  const queries = useQueryClient();
  const name = t(`common:source.${platform}`);
  const toggleRequest = useMutation({
    mutationFn: () => client.connections.requestPlatform({ platform, wanted: requested !== true }),
    onSuccess: (answer) =>
      queries.setQueryData(query.connections.platformRequests.queryKey({ input: {} }), answer),
  });
  return (
    <Panel title={name} aside={<Tag tone="calm">{t('connections:coming')}</Tag>}>
      <div className={css.inside}>
        <p className={css.muted}>{t('connections:comingText', { platform: name })}</p>
        {requested === true ? (
          <p className={css.recorded} role="status">
            <IconCheck size={16} aria-hidden />{' '}
            {t('connections:platformRequest.recorded', { platform: name })}
          </p>
        ) : null}
        {toggleRequest.error === null ? null : (
          <Notice tone="bad" alert>
            <ErrorText error={toggleRequest.error} />
          </Notice>
        )}
        <Button
          className={css.start}
          size="xs"
          variant={requested === true ? 'subtle' : 'default'}
          leftSection={requested === true ? null : <IconBell size={14} />}
          disabled={requested === undefined}
          loading={toggleRequest.isPending}
          aria-label={
            requested === true
              ? t('connections:platformRequest.takeBackOf', { platform: name })
              : t('connections:platformRequest.tellMeOf', { platform: name })
          }
          onClick={() => toggleRequest.mutate()}
        >
          {requested === true
            ? t('connections:platformRequest.takeBack')
            : t('connections:platformRequest.tellMe')}
        </Button>
      </div>
    </Panel>
  );
}
