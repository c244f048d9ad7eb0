import type { Code } from '@kindling/contract/codes';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface RemoveCodeProps {
  code: Pick<Code, 'id' | 'name' | 'kind'>;
  opened: boolean;
  onClose: () => void;
  onRemoved?: () => void;
}

/** Asks before a code is deleted, and says what people see who scan the printed one. */
export function RemoveCode({ code, opened, onClose, onRemoved }: RemoveCodeProps) {
  const { t } = useText();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.codes.remove({ id: code.id }),
    onSuccess: async () => {
      onClose();
      onRemoved?.();
      await queries.invalidateQueries({ queryKey: query.codes.list.key() });
    },
  });
  return (
    <ConfirmDialog
      refusedWhileActing
      opened={opened}
      title={t('codes:remove.title', { name: code.name })}
      confirm={t('codes:remove.confirm')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t(code.kind === 'qr' ? 'codes:remove.qrText' : 'codes:remove.nfcText')}</Text>
    </ConfirmDialog>
  );
}
