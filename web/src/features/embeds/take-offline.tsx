import type { Embed } from '@kindling/contract/embeds';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';

interface TakeOfflineProps {
  embed: Pick<Embed, 'id' | 'name' | 'kind' | 'publishedAt' | 'changed'>;
  opened: boolean;
  onClose: () => void;
  /** Awaited first: a save that is answered later would report the embed as still published. */
  beforeUnpublish?: () => Promise<void>;
  onDone?: (embed: Embed) => void;
}

/** Asks, then unpublishes a widget or badge. The draft and the embed code stay. */
export function TakeOffline({ embed, opened, onClose, beforeUnpublish, onDone }: TakeOfflineProps) {
  const { t } = useText();
  const queries = useQueryClient();
  const takeOffline = useMutation({
    mutationFn: async () => {
      // A draft that fails to save (the editor shows that) must not prevent unpublishing.
      await beforeUnpublish?.().catch(() => undefined);
      return client.embeds.unpublish({ id: embed.id });
    },
    onSuccess: async (answer) => {
      onClose();
      onDone?.(answer.embed);
      toast({ tone: 'good', message: t('widgets:offline.done') });
      await queries.invalidateQueries({ queryKey: query.embeds.list.key() });
      await queries.invalidateQueries({ queryKey: query.analytics.key() });
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={t('widgets:offline.title', { name: embed.name })}
      confirm={t('widgets:offline.take')}
      busy={takeOffline.isPending}
      error={takeOffline.error}
      onConfirm={() => takeOffline.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('widgets:offline.text')}</Text>
      {embed.changed ? (
        <Text size="sm" mt="sm">
          {t('widgets:offline.changed')}
        </Text>
      ) : null}
    </ConfirmDialog>
  );
}
