import type { Connection } from '@kindling/contract/connections';
import { Checkbox, Radio, Stack } from '@mantine/core';
import { matchQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { formatDay, formatList, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import css from './connections.module.css';

// locale-keys: common.source.*

/** Days; must match how long the server keeps the content after a delayed disconnect. */
const contentRetentionDays = 7;

interface DisconnectDialogProps {
  connection: Connection;
  opened: boolean;
  onClose: () => void;
}

/** Lists what will be deleted, what shows it, and when, before the owner confirms. */
export function DisconnectDialog({ connection, opened, onClose }: DisconnectDialogProps) {
  const { t } = useText();
  const queries = useQueryClient();
  const platform = t(`common:source.${connection.platform}`);
  // A disconnected account can only be deleted now; content that was read with an API key must not be kept.
  const canDeleteLater = connection.status !== 'disconnected' && connection.access === 'oauth';
  const [content, setContent] = useState<'now' | 'later'>('later');
  const [confirmed, setConfirmed] = useState(false);
  const chosen = canDeleteLater ? content : 'now';
  const disconnect = useMutation({
    mutationFn: () => client.connections.disconnect({ id: connection.id, content: chosen }),
    onSuccess: async () => {
      onClose();
      toast({ tone: 'good', message: t('connections:disconnected', { platform }) });
      // The history on the screen may belong to the deleted connection, so it is not refetched.
      const ended = { queryKey: query.sync.history.key() };
      await queries.invalidateQueries({ predicate: (one) => !matchQuery(ended, one) });
    },
  });
  const close = () => {
    setConfirmed(false);
    disconnect.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={
        connection.status === 'disconnected'
          ? t('connections:deleteTitle', { platform })
          : t('connections:disconnectTitle', { platform })
      }
      confirm={
        connection.status === 'disconnected' ? t('connections:deleteNow') : t('connections:disconnect')
      }
      busy={disconnect.isPending}
      error={disconnect.error}
      disabled={chosen === 'now' && !confirmed}
      onConfirm={() => disconnect.mutate()}
      onClose={close}
    >
      <Stack gap="md">
        <Consequences connection={connection} platform={platform} />
        {canDeleteLater ? <DeletionTimeChoice content={content} onChange={setContent} /> : null}
        {chosen === 'now' ? (
          <Checkbox
            label={t('connections:disconnectSure')}
            checked={confirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        ) : null}
      </Stack>
    </ConfirmDialog>
  );
}

function Consequences({ connection, platform }: { connection: Connection; platform: string }) {
  const { t, i18n } = useText();
  const count = connection.listings.reduce((sum, listing) => sum + listing.storedCount, 0);
  const shownIn = usePublishedEmbedNames(connection);
  return (
    <ul className={css.consequences}>
      {connection.status === 'disconnected' ? null : (
        <li>{t('connections:consequence.stops', { platform, name: connection.displayName })}</li>
      )}
      <li>
        {t('connections:consequence.reviews', { count, value: formatNumber(count, i18n.language), platform })}
      </li>
      {shownIn.length === 0 ? null : (
        <li>
          {t('connections:consequence.widgets', {
            count: shownIn.length,
            names: formatList(shownIn, i18n.language),
          })}
        </li>
      )}
      <li>{t('connections:consequence.stays', { platform })}</li>
    </ul>
  );
}

function DeletionTimeChoice({
  content,
  onChange,
}: {
  content: 'now' | 'later';
  onChange: (content: 'now' | 'later') => void;
}) {
  const { t, i18n } = useText();
  const day = formatDay(
    new Date(Date.now() + contentRetentionDays * 86_400_000).toISOString(),
    i18n.language,
  );
  return (
    <Radio.Group
      label={t('connections:when.label')}
      value={content}
      onChange={(value) => onChange(value === 'now' ? 'now' : 'later')}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="later"
          label={t('connections:when.later', { day })}
          description={t('connections:when.laterText')}
        />
        <Radio value="now" label={t('connections:when.now')} description={t('connections:when.nowText')} />
      </Stack>
    </Radio.Group>
  );
}

/** Names of the published widgets and badges that use reviews of this connection. */
function usePublishedEmbedNames({ platform, listings }: Connection): string[] {
  const widgets = useQuery(query.embeds.list.queryOptions({ input: { kind: 'widget' } }));
  const badges = useQuery(query.embeds.list.queryOptions({ input: { kind: 'badge' } }));
  const locations = new Set(listings.map((listing) => listing.locationId));
  return [...(widgets.data?.embeds ?? []), ...(badges.data?.embeds ?? [])]
    .filter(
      ({ publishedAt, settings: { sources, locationIds } }) =>
        publishedAt !== null &&
        (sources.length === 0 || sources.includes(platform)) &&
        (locationIds.length === 0 || locationIds.some((id) => locations.has(id))),
    )
    .map(({ name }) => name);
}
