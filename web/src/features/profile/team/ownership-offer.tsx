import type { Member, Team } from '@kindling/contract/team';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { useAuth } from '../../../lib/auth/session.tsx';
import { formatDay } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { ProvedConfirmDialog } from './proved-confirm-dialog.tsx';
import { memberName, useTeam, useTeamMutation } from './use-team.ts';

function findMember(team: Team, userId: string | undefined): Member | undefined {
  return team.members.find((member) => member.userId === userId);
}

/** The offer of ownership to the signed-in person, on top of the profile. */
export function OfferToYou() {
  const { data } = useTeam();
  return data === undefined ? null : <OfferNotice team={data.team} for="recipient" />;
}

interface OfferNoticeProps {
  team: Team;
  /** `recipient`: only to the person who gets the ownership; `everybody`: also to owners, who can take it back. */
  for: 'recipient' | 'everybody';
}

/** The open offer of ownership, with what the person can do about it. */
export function OfferNotice({ team, for: audience }: OfferNoticeProps) {
  const offer = team.ownershipOffer;
  const from = findMember(team, offer?.fromUserId);
  const to = findMember(team, offer?.toUserId);
  if (offer === null || from === undefined || to === undefined) return null;
  if (to.you) return <ReceivedOffer from={from} expiresAt={offer.expiresAt} />;
  return audience === 'everybody' ? <SentOffer to={to} expiresAt={offer.expiresAt} /> : null;
}

function ReceivedOffer({ from, expiresAt }: { from: Member; expiresAt: string }) {
  const { t, i18n } = useText();
  const account = useAuth().additionalUserDetails?.accountName ?? '';
  const [confirming, setConfirming] = useState(false);
  const accept = useTeamMutation(() => client.team.acceptOwnership());
  const decline = useTeamMutation(() => client.team.withdrawOwnershipOffer());
  const name = memberName(from);
  const onAccept = () =>
    accept.mutate(undefined, {
      onSuccess: () => toast({ tone: 'good', message: t('profile:team.offer.accepted', { account }) }),
    });
  return (
    <>
      <Notice
        tone="info"
        title={t('profile:team.offer.received', { name, account })}
        action={
          <Group gap="xs">
            <Button size="xs" onClick={() => setConfirming(true)}>
              {t('profile:team.offer.accept')}
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={decline.isPending}
              onClick={() => decline.mutate(undefined)}
            >
              {t('profile:team.offer.decline')}
            </Button>
          </Group>
        }
      >
        {decline.error === null ? (
          t('profile:team.offer.until', { day: formatDay(expiresAt, i18n.language) })
        ) : (
          <ErrorText error={decline.error} />
        )}
      </Notice>
      <ProvedConfirmDialog
        opened={confirming}
        title={t('profile:team.offer.acceptTitle', { account })}
        confirm={t('profile:team.offer.accept')}
        busy={accept.isPending}
        error={accept.error}
        onConfirm={onAccept}
        onClose={() => setConfirming(false)}
      >
        <Text size="sm">{t('profile:team.offer.acceptText', { name })}</Text>
      </ProvedConfirmDialog>
    </>
  );
}

function SentOffer({ to, expiresAt }: { to: Member; expiresAt: string }) {
  const { t, i18n } = useText();
  const takeBack = useTeamMutation(() => client.team.withdrawOwnershipOffer());
  return (
    <Notice
      tone="info"
      title={t('profile:team.offer.sent', { name: memberName(to) })}
      action={
        <Button
          size="xs"
          variant="default"
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate(undefined)}
        >
          {t('profile:team.offer.takeBack')}
        </Button>
      }
    >
      {takeBack.error === null ? (
        t('profile:team.offer.until', { day: formatDay(expiresAt, i18n.language) })
      ) : (
        <ErrorText error={takeBack.error} />
      )}
    </Notice>
  );
}

/** Asks before the ownership is offered, and for a new sign-in when the last one is too old. */
export function OfferDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useText();
  const account = useAuth().additionalUserDetails?.accountName ?? '';
  const name = memberName(member);
  const offer = useTeamMutation(() => client.team.offerOwnership({ memberId: member.userId }));
  const send = () =>
    offer.mutate(undefined, {
      onSuccess: () => {
        toast({ tone: 'good', message: t('profile:team.offer.offered', { name }) });
        onClose();
      },
    });
  return (
    <ProvedConfirmDialog
      opened
      title={t('profile:team.offer.title', { name, account })}
      confirm={t('profile:team.offer.confirm')}
      busy={offer.isPending}
      error={offer.error}
      onConfirm={send}
      onClose={onClose}
    >
      <Text size="sm">{t('profile:team.offer.text', { name })}</Text>
    </ProvedConfirmDialog>
  );
}
