/** For component tests only: a team. */
import type { Member, OpenInvitation, Team } from '@kindling/contract/team';

export function makeMember(more: Partial<Member> = {}): Member {
  return {
    userId: '0199f000-0000-7000-8000-000000000001',
    firstName: 'Ada',
    lastName: 'Berg',
    displayName: 'Ada Berg',
    email: 'ada@example.com',
    picture: null,
    role: 'owner',
    locationCount: null,
    firstLocationIds: [],
    joinedAt: '2026-10-01T10:00:00.000Z',
    you: true,
    ...more,
  };
}

export const bob = makeMember({
  userId: '0199f000-0000-7000-8000-000000000002',
  firstName: 'Bob',
  lastName: 'Lund',
  displayName: 'Bob Lund',
  email: 'bob@example.com',
  role: 'manager',
  you: false,
});

export function makeInvitation(more: Partial<OpenInvitation> = {}): OpenInvitation {
  return {
    id: '0199f000-0000-7000-8000-000000000031',
    email: 'cleo@example.com',
    role: 'viewer',
    locationCount: null,
    firstLocationIds: [],
    inviterId: makeMember().userId,
    invitedBy: 'Ada Berg',
    sentAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 3 * 86_400_000 - 3_600_000).toISOString(),
    expired: false,
    ...more,
  };
}

export function makeTeam(more: Partial<Team> = {}): Team {
  return { members: [makeMember(), bob], invitations: [], ownershipOffer: null, ...more };
}
