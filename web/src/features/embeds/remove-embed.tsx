import type { Embed } from '@kindling/contract/embeds';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface RemoveEmbedProps {
  embed: Pick<Embed, 'id' | 'name' | 'kind' | 'publishedAt' | 'changed'>;
  opened: boolean;
  onClose: () => void;
  onRemoved?: () => void;
}

export function RemoveEmbed({ embed, opened, onClose, onRemoved }: RemoveEmbedProps) {
  const { t } = useText();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.embeds.remove({ id: embed.id }),
    onSuccess: async () => {
      onClose();
      onRemoved?.();
      await queries.invalidateQueries({ queryKey: query.embeds.list.key() });
      await queries.invalidateQueries({ queryKey: query.analytics.key() });
    },
  });
  return (
    <ConfirmDialog
      refusedWhileActing
      opened={opened}
      title={t('widgets:removeTitle', { name: embed.name })}
      confirm={t('widgets:remove')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        {embed.publishedAt === null ? t('widgets:removeDraftText') : t('widgets:removeText')}
      </Text>
    </ConfirmDialog>
  );
}
