import type { Language } from '@kindling/contract/constants';
import { signInChanges } from '@kindling/identity';
import type { MailSample } from './team-mail-samples.ts';

/** Mails about how somebody signs in and about their address, each variant once. */
export function signInMailSamples(
  person: { to: string; locale: Language; name: string },
  link: string,
): MailSample[] {
  const newEmail = 'marie.dubois@example.org';
  return [
    ...signInChanges.map((change) => ({
      name: `sign-in-changed (${change})`,
      request: {
        kind: 'sign-in-changed' as const,
        ...person,
        link: 'https://id.kindling.example/account/security',
        change,
        passkeyName: change.startsWith('passkey') ? 'Firefox, Windows' : null,
        codesLeft: change === 'recovery-code-used' ? 9 : null,
      },
    })),
    { name: 'agree-address-change', request: { kind: 'agree-address-change', ...person, link, newEmail } },
    { name: 'confirm-new-address', request: { kind: 'confirm-new-address', ...person, name: null, link } },
    {
      name: 'address-changed',
      request: { kind: 'address-changed', ...person, link: 'https://kindling.example/', newEmail },
    },
    {
      name: 'address-taken',
      request: {
        kind: 'address-taken',
        ...person,
        name: null,
        link: 'https://kindling.example/auth/sign-in',
      },
    },
  ];
}
