import type { Connection } from '@kindling/contract/connections';
import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast.ts';
import css from './connections.module.css';
import { ListingRow } from './listing-row.tsx';
import { useCanConnect } from './mode-note.tsx';
import { newerRun } from './newer-run.ts';
import { reasonText } from './reason.ts';
import type { RunsByListing } from './sync-progress.ts';
import { useConnect } from './use-connect.ts';

// locale-keys: connections.status.*
// locale-keys: connections.statusText.*
// locale-keys: common.source.*

const tones = {
  active: 'good',
  needs_reauthorisation: 'warn',
  not_approved: 'warn',
  withdrawn: 'calm',
  revoked: 'bad',
  disconnected: 'calm',
} as const satisfies Record<Connection['status'], Tone>;

/** One authorised account at a platform with what is read through it. */
export function ConnectionCard({ connection, runs }: { connection: Connection; runs: RunsByListing }) {
  const { t } = useText();
  const connect = useConnect();
  const canConnect = useCanConnect(connection.platform);
  const active = connection.status === 'active';
  return (
    <div className={css.connection}>
      <div className={css.connectionHead}>
        <strong data-foreign>{connection.displayName}</strong>
        <Tag tone={tones[connection.status]}>{t(`connections:status.${connection.status}`)}</Tag>
        <span className={css.spacer} />
        {active ? (
          <LinkButton
            size="xs"
            variant="default"
            to={`/connections/${connection.platform}?connection=${connection.id}&choose=1`}
          >
            {t('connections:chooseMore')}
          </LinkButton>
        ) : null}
        <Disconnect connection={connection} />
      </div>
      {active ? null : (
        <Notice
          tone="warn"
          alert
          action={
            canConnect && connection.status !== 'withdrawn' ? (
              <Button
                size="xs"
                loading={connect.isPending}
                onClick={() => connect.mutate(connection.platform)}
              >
                {t('connections:reconnect')}
              </Button>
            ) : null
          }
        >
          {connection.reason === null
            ? t(`connections:statusText.${connection.status}`)
            : reasonText(t, connection.reason)}{' '}
          {connect.error === null ? null : <ErrorText error={connect.error} />}
        </Notice>
      )}
      {connection.listings.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('connections:noListings')}
        </Text>
      ) : (
        <ul className={css.listings}>
          {connection.listings.map((listing) => (
            <ListingRow
              key={listing.id}
              listing={listing}
              run={newerRun(listing.lastRun, runs.get(listing.id) ?? null)}
              canSync={active}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Disconnect({ connection }: { connection: Connection }) {
  const { t } = useText();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const platform = t(`common:source.${connection.platform}`);
  const disconnect = useMutation({
    mutationFn: () => client.connections.disconnect({ id: connection.id }),
    onSuccess: async () => {
      setAsking(false);
      toast({ tone: 'good', message: t('connections:disconnected', { platform }) });
      await queries.invalidateQueries();
    },
  });
  return (
    <>
      <Button size="xs" variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t('connections:disconnect')}
      </Button>
      <Confirm
        opened={asking}
        title={t('connections:disconnectTitle', { platform })}
        confirm={t('connections:disconnect')}
        busy={disconnect.isPending}
        error={disconnect.error}
        onConfirm={() => disconnect.mutate()}
        onClose={() => setAsking(false)}
      >
        <Text size="sm">{t('connections:disconnectText', { platform, name: connection.displayName })}</Text>
      </Confirm>
    </>
  );
}
