import type { Member } from '@kindling/contract/team';
import { Text } from '@mantine/core';
import { client } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ProvedConfirmDialog } from '../../../ui/proved-confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { EndingInvitations } from './ending-invitations.tsx';
import { memberName, useTeamMutation } from './use-team.ts';

interface RemoveDialogProps {
  member: Member;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks before a member is removed. Mounted only while it is open. */
export function RemoveDialog({ member, onRemoved, onClose }: RemoveDialogProps) {
  const { t } = useText();
  const name = memberName(member);
  const remove = useTeamMutation(() => client.team.removeMember({ id: member.userId }));
  const onConfirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast({ tone: 'good', message: t('profile:team.removed', { name }) });
        onRemoved();
      },
    });
  return (
    <ProvedConfirmDialog
      opened
      title={t('profile:team.removeTitle', { name })}
      confirm={t('profile:team.remove')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text size="sm">{t('profile:team.removeText')}</Text>
      <EndingInvitations member={member} access={null} />
    </ProvedConfirmDialog>
  );
}
