import type { Team } from '@kindling/contract/team';
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { useAuth } from '../../../lib/auth/session.tsx';
import { useText } from '../../../lib/i18n/text.ts';
import { ProvedConfirmDialog } from '../../../ui/proved-confirm-dialog.tsx';
import profile from '../profile.module.css';
import { EndingInvitations } from './ending-invitations.tsx';
import { useReadOutdated } from './use-team.ts';

/** Ends the person's own membership. The last owner sees why they cannot. */
export function LeaveTeam({ team }: { team: Team }) {
  const { t } = useText();
  const account = useAuth().additionalUserDetails?.accountName ?? '';
  const [confirming, setConfirming] = useState(false);
  const leave = useMutation({
    mutationFn: () => client.team.leave(),
    onError: useReadOutdated(),
    // The app starts again, with another account of the person or none.
    onSuccess: () => location.assign('/dashboard'),
  });
  const owners = team.members.filter(({ role }) => role === 'owner');
  const isLastOwner = owners.length === 1 && owners.some(({ you }) => you);
  return (
    <div className={profile.row}>
      <p className={profile.hint}>
        {isLastOwner
          ? t(team.members.length === 1 ? 'profile:team.onlyMember' : 'profile:team.lastOwner')
          : t('profile:team.leaveHint')}
      </p>
      <Button
        variant="default"
        className={profile.danger}
        disabled={isLastOwner}
        onClick={() => setConfirming(true)}
      >
        {t('profile:team.leave')}
      </Button>
      <ProvedConfirmDialog
        opened={confirming}
        title={t('profile:team.leaveTitle', { account })}
        confirm={t('profile:team.leaveConfirm')}
        busy={leave.isPending || leave.isSuccess}
        error={leave.error}
        onConfirm={() => leave.mutate()}
        onClose={() => setConfirming(false)}
      >
        <Text size="sm">{t('profile:team.leaveText')}</Text>
        <EndingInvitations member={team.members.find(({ you }) => you)} access={null} />
      </ProvedConfirmDialog>
    </div>
  );
}
