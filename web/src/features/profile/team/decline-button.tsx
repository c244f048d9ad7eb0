import type { OwnInvitation } from '@kindling/contract/team';
import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';

/** Declines an invitation, which is gone then from the list and from its link. */
function useDecline() {
  const { t } = useText();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.team.declineInvitation({ id }),
    onSuccess: () => {
      toast({ tone: 'good', message: t('profile:invitation.declined') });
      void cache.invalidateQueries({ queryKey: query.team.listOwnInvitations.key() });
      void cache.invalidateQueries({ queryKey: query.team.lookUpInvitation.key() });
    },
  });
}

interface DeclineButtonProps {
  invitation: Pick<OwnInvitation, 'id' | 'accountName'>;
  /** The button may be gone when this is called. */
  onDeclined: (() => void) | undefined;
  size?: 'xs' | 'sm';
}

/** Declines an invitation after a confirmation. */
export function DeclineButton({ invitation, onDeclined, size = 'sm' }: DeclineButtonProps) {
  const { t } = useText();
  const [confirming, setConfirming] = useState(false);
  const decline = useDecline();
  // Without a name the text of the button says enough.
  const account = invitation.accountName ?? undefined;
  const onConfirm = () =>
    decline.mutate(invitation.id, onDeclined === undefined ? {} : { onSuccess: onDeclined });
  return (
    <>
      <Button
        size={size}
        variant="default"
        aria-label={account && t('profile:invitation.declineAccount', { account })}
        onClick={() => setConfirming(true)}
      >
        {t('profile:invitation.decline')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={
          account === undefined
            ? t('profile:invitation.declineTitleUnnamed')
            : t('profile:invitation.declineTitle', { account })
        }
        confirm={t('profile:invitation.decline')}
        busy={decline.isPending || decline.isSuccess}
        error={decline.error}
        onConfirm={onConfirm}
        onClose={() => setConfirming(false)}
      >
        <Text size="sm">{t('profile:invitation.declineText')}</Text>
      </ConfirmDialog>
    </>
  );
}
