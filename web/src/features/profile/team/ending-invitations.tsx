import { type MemberAccess, mayManageMember } from '@kindling/contract/rights';
import type { Member } from '@kindling/contract/team';
import { Text } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import { useTeam } from './use-team.ts';

interface EndingInvitationsProps {
  member: Member | undefined;
  /** What the member will have; null when they go. */
  access: MemberAccess | null;
}

/** Says how many open invitations of a member end with a change, because the member could not send them any more. */
export function EndingInvitations({ member, access }: EndingInvitationsProps) {
  const { t } = useText();
  const invitations = useTeam().data?.team.invitations ?? [];
  const sent = invitations.filter(({ inviterId }) => inviterId === member?.userId);
  const count = sent.filter(({ role }) => !mayManageMember(access, role)).length;
  if (member === undefined || count === 0) return null;
  return (
    <Text size="sm" mt="sm">
      {t(member.you ? 'profile:team.ownEndingInvitations' : 'profile:team.endingInvitations', { count })}
    </Text>
  );
}
