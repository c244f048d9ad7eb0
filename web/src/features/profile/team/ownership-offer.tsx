import type { Member, Team } from '@kindling/contract/team';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { useAuth, useHasPlans } from '../../../lib/auth/session.tsx';
import { formatDay } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProvedConfirmDialog } from '../../../ui/proved-confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
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
  /** The notice has gone, and with it the focused button. */
  onEnded?: () => void;
}

/** The open offer of ownership, with what the person can do about it. */
export function OfferNotice({ team, for: audience, onEnded }: OfferNoticeProps) {
  const offer = team.ownershipOffer;
  const from = findMember(team, offer?.fromUserId);
  const to = findMember(team, offer?.toUserId);
  if (offer === null || from === undefined || to === undefined) return null;
  const { expiresAt } = offer;
  if (to.you)
    return (
      <ReceivedOffer
        name={memberName(from)}
        expiresAt={expiresAt}
        limited={to.locationCount !== null}
        onEnded={onEnded}
      />
    );
  return audience === 'everybody' ? (
    <SentOffer name={memberName(to)} expiresAt={expiresAt} onEnded={onEnded} />
  ) : null;
}

interface OfferProps {
  /** The other person. */
  name: string;
  expiresAt: string;
  onEnded: (() => void) | undefined;
}

interface ReceivedOfferProps extends OfferProps {
  /** Whether the person is limited to some locations until they accept. */
  limited: boolean;
}

function ReceivedOffer({ name, expiresAt, limited, onEnded }: ReceivedOfferProps) {
  const { t, i18n } = useText();
  const account = useAuth().additionalUserDetails?.accountName ?? '';
  return (
    <Notice
      tone="info"
      // A new account has the name of the person who created it.
      title={
        name === account
          ? t('profile:team.offer.receivedUnnamed', { name })
          : t('profile:team.offer.received', { name, account })
      }
      action={
        <Group gap="xs">
          <AcceptButton name={name} account={account} limited={limited} onAccepted={onEnded} />
          <EndButton
            label={t('profile:team.offer.decline')}
            title={t('profile:team.offer.declineTitle', { account })}
            text={t('profile:team.offer.declineText', { name })}
            done={t('profile:team.offer.declined')}
            onEnded={onEnded}
          />
        </Group>
      }
    >
      {t('profile:team.offer.until', { day: formatDay(expiresAt, i18n.language) })}
    </Notice>
  );
}

function SentOffer({ name, expiresAt, onEnded }: OfferProps) {
  const { t, i18n } = useText();
  return (
    <Notice
      tone="info"
      title={t('profile:team.offer.sent', { name })}
      action={
        <EndButton
          label={t('profile:team.offer.takeBack')}
          title={t('profile:team.offer.takeBackTitle', { name })}
          text={t('profile:team.offer.takeBackText', { name })}
          done={t('profile:team.offer.takenBack', { name })}
          onEnded={onEnded}
        />
      }
    >
      {t('profile:team.offer.until', { day: formatDay(expiresAt, i18n.language) })}
    </Notice>
  );
}

interface AcceptButtonProps {
  name: string;
  account: string;
  limited: boolean;
  onAccepted: (() => void) | undefined;
}

/** Accepts the offer after a confirmation, and a new sign-in when the last one is too old. */
function AcceptButton({ name, account, limited, onAccepted }: AcceptButtonProps) {
  const { t } = useText();
  const hasPlans = useHasPlans();
  const [confirming, setConfirming] = useState(false);
  const accept = useTeamMutation(() => client.team.acceptOwnership());
  const onAccept = () =>
    accept.mutate(undefined, {
      onSuccess: () => {
        toast({ tone: 'good', message: t('profile:team.offer.accepted', { account }) });
        onAccepted?.();
      },
    });
  return (
    <>
      <Button size="xs" onClick={() => setConfirming(true)}>
        {t('profile:team.offer.accept')}
      </Button>
      <ProvedConfirmDialog
        opened={confirming}
        title={t('profile:team.offer.acceptTitle', { account })}
        confirm={t('profile:team.offer.accept')}
        destructive={false}
        busy={accept.isPending}
        error={accept.error}
        onConfirm={onAccept}
        onClose={() => setConfirming(false)}
      >
        <Text size="sm">
          {hasPlans
            ? t('profile:team.offer.acceptText', { name })
            : t('profile:team.offer.acceptTextWithoutPlans', { name })}
        </Text>
        {limited ? <Text size="sm">{t('profile:team.offer.ownLimitEnds')}</Text> : null}
      </ProvedConfirmDialog>
    </>
  );
}

interface EndButtonProps {
  label: string;
  title: string;
  text: string;
  /** What the toast says after it. */
  done: string;
  onEnded: (() => void) | undefined;
}

/** Declines the offer or takes it back, after a confirmation. */
function EndButton({ label, title, text, done, onEnded }: EndButtonProps) {
  const [confirming, setConfirming] = useState(false);
  const end = useTeamMutation(() => client.team.withdrawOwnershipOffer());
  const onEnd = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        toast({ tone: 'good', message: done });
        onEnded?.();
      },
    });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
        {label}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={title}
        confirm={label}
        busy={end.isPending}
        error={end.error}
        onConfirm={onEnd}
        onClose={() => setConfirming(false)}
      >
        <Text size="sm">{text}</Text>
      </ConfirmDialog>
    </>
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
      {member.locationCount === null ? null : (
        <Text size="sm">{t('profile:team.offer.limitEnds', { name })}</Text>
      )}
    </ProvedConfirmDialog>
  );
}
