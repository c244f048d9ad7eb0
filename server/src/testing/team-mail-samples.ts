/** For tests and the preview only: a sample request of each mail about the members of an account. */
import type { Language } from '@kindling/contract/constants';
import type { MailRequest } from '../features/mail/requests.ts';

export interface MailSample {
  name: string;
  request: MailRequest;
}

const accountName = 'Boulangerie Dubois';

/** Each variant once. */
export function teamMailSamples(person: {
  to: string;
  locale: Language;
  name: string;
  accountId: string;
}): MailSample[] {
  return [
    {
      name: 'team-invitation',
      request: {
        kind: 'team-invitation',
        ...person,
        name: null,
        accountName,
        inviterName: 'Louise Dubois',
        role: 'responder',
        locations: { names: ['Rue Haute', 'Place du Jeu de Balle', 'Sablon'], count: 5 },
        link: 'https://kindling.example/invitation#Vb1xq0cK6mZr8tWn3JpLd5sHf9gQe2UaVb1xq0cK6mZ',
        expiresOn: '2026-12-04',
      },
    },
    ...(['accepted', 'declined'] as const).map((answer) => ({
      name: `invitation-answered (${answer})`,
      request: {
        kind: 'invitation-answered' as const,
        ...person,
        accountName,
        answer,
        memberName: answer === 'accepted' ? 'Louise Dubois' : null,
        address: 'louise@bakery.example',
        role: 'responder' as const,
      },
    })),
    {
      name: 'ownership-offered',
      request: {
        kind: 'ownership-offered',
        ...person,
        accountName,
        ownerName: 'Louise Dubois',
        expiresOn: '2026-12-04',
      },
    },
    ...(['owner', 'manager'] as const).map((becomes) => ({
      name: `ownership-handed-over (${becomes})`,
      request: {
        kind: 'ownership-handed-over' as const,
        ...person,
        accountName,
        becomes,
      },
    })),
    ...(['added', 'gone'] as const).map((change) => ({
      name: `owners-changed (${change})`,
      request: {
        kind: 'owners-changed' as const,
        ...person,
        accountName,
        memberName: 'Louise Dubois',
        change,
      },
    })),
    ...(['role-changed', 'left'] as const).map((cause) => ({
      name: `no-longer-owner (${cause})`,
      request: {
        kind: 'no-longer-owner' as const,
        ...person,
        accountName,
        cause,
      },
    })),
    ...[null, 2, 0].map((locationCount) => ({
      name: `access-changed (${locationCount ?? 'all'} locations)`,
      request: {
        kind: 'access-changed' as const,
        ...person,
        accountName,
        changedBy: 'Louise Dubois',
        role: 'manager' as const,
        locationCount,
        locationNames: locationCount === 2 ? ['Rue Haute', 'Sablon'] : [],
        changedOn: '2026-11-27',
      },
    })),
    {
      name: 'member-left',
      request: {
        kind: 'member-left',
        ...person,
        accountName,
        memberName: 'Louise Dubois',
        address: 'louise@bakery.example',
        role: 'manager',
      },
    },
    {
      name: 'member-removed',
      request: { kind: 'member-removed', ...person, accountName },
    },
  ];
}
