import { mayManageMember } from '@kindling/contract/rights';
import type { OpenInvitation } from '@kindling/contract/team';
import { Button, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { useAuth } from '../../../lib/auth/session.tsx';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { toast } from '../../../ui/toast.ts';
import { AccessText } from './access-text.tsx';
import { Refusal } from './refusal.tsx';
import css from './team.module.css';
import { useTeamMutation } from './use-team.ts';

const dayMs = 86_400_000;

/** An invitation that waits for its answer: how long its link works, sending it again, and revoking it. */
export function InvitationRow({
  invitation,
  onRevoked,
}: {
  invitation: OpenInvitation;
  onRevoked: () => void;
}) {
  const { t } = useText();
  const own = useAuth().additionalUserDetails?.account ?? null;
  const { id, email, expired, expiresAt, ...access } = invitation;
  const daysLeft = Math.max(1, Math.ceil((Date.parse(expiresAt) - Date.now()) / dayMs));
  const sendAgain = useTeamMutation(() => client.team.sendInvitationAgain({ id }));
  const revoke = useTeamMutation(() => client.team.revokeInvitation({ id }));
  const [confirming, setConfirming] = useState(false);
  const onSendAgain = () =>
    sendAgain.mutate(undefined, {
      onSuccess: () => toast({ tone: 'good', message: t('profile:team.invited', { email }) }),
    });
  const onRevoke = () =>
    revoke.mutate(undefined, {
      onSuccess: () => {
        toast({ tone: 'good', message: t('profile:team.revoked', { email }) });
        onRevoked();
      },
    });
  return (
    <li className={css.row}>
      <span className={css.mail} aria-hidden>
        <IconMail size={18} stroke={1.75} />
      </span>
      <div className={css.who}>
        <p className={css.name} data-foreign>
          {email}
        </p>
        <p className={css.muted}>
          <AccessText {...access} />
          {' · '}
          {expired ? (
            <Tag tone="warn">{t('profile:team.expired')}</Tag>
          ) : (
            t('profile:team.daysLeft', { count: daysLeft })
          )}
        </p>
        <Refusal error={sendAgain.error} retry={onSendAgain} inRow />
      </div>
      {mayManageMember(own, access.role) ? (
        <div className={css.actions}>
          <Button
            size="xs"
            variant="default"
            loading={sendAgain.isPending}
            aria-label={t('profile:team.sendAgainTo', { email })}
            onClick={onSendAgain}
          >
            {t('profile:team.sendAgain')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t('profile:team.revokeOf', { email })}
            onClick={() => setConfirming(true)}
          >
            {t('profile:team.revoke')}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        opened={confirming}
        title={t('profile:team.revokeTitle', { email })}
        confirm={t('profile:team.revoke')}
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={onRevoke}
        onClose={() => setConfirming(false)}
      >
        <Text size="sm">{t('profile:team.revokeText')}</Text>
      </ConfirmDialog>
    </li>
  );
}
