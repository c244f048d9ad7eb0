/** For tests and the preview only: a sample request of each mail. */
import type { Language } from '@kindling/contract/constants';
import type { MailInstallation } from '../features/mail/deps.ts';
import { connectionTroubles, mailRequestSchema } from '../features/mail/requests.ts';
import { billingMailSamples } from './billing-mail-samples.ts';
import { feedbackMailSamples } from './feedback-mail-samples.ts';
import { mailingMailSamples } from './mailing-mail-samples.ts';
import { operatorMailSamples } from './operator-mail-samples.ts';
import { reviewMailSamples } from './review-mail-samples.ts';
import { signInMailSamples } from './sign-in-mail-samples.ts';
import { type MailSample, teamMailSamples } from './team-mail-samples.ts';

export const sampleInstallation: MailInstallation = {
  brand: { name: 'Kindling', supportEmail: 'support@kindling.example', primaryColor: '#3B82EC' },
  publicUrl: 'https://kindling.example',
  plansEnabled: true,
};

const accountId = '01930000-0000-7000-8000-000000000001';
const words = `Good morning,

the badge on our page shows 4.8, but Google says 4.7 since yesterday. Which one is right?

Marie`;

/** All mails in one language, each variant once. */
export function sampleRequests(locale: Language): MailSample[] {
  const person = { to: 'marie@bakery.example', locale, name: 'Marie Dubois' };
  const link = 'https://id.kindling.example/u/7Yk2/confirm?token=Vb1xq0cK6mZr8tWn3JpLd5sHf9gQe2Ua';
  const reference = '7K3F-Q2MD';
  return [
    { name: 'confirm-address', request: { kind: 'confirm-address', ...person, name: null, link } },
    { name: 'reset-password', request: { kind: 'reset-password', ...person, link } },
    {
      name: 'address-already-registered',
      request: {
        kind: 'address-already-registered',
        ...person,
        name: null,
        link: 'https://kindling.example/auth/sign-in',
        resetLink: link.replace('confirm', 'reset'),
      },
    },
    {
      name: 'password-changed',
      request: { kind: 'password-changed', ...person, link: 'https://kindling.example/auth/reset-password' },
    },
    ...signInMailSamples(person, link),
    { name: 'welcome', request: { kind: 'welcome', ...person, accountId } },
    ...[true, false].flatMap((mayConnect) =>
      connectionTroubles.map((trouble) => ({
        name: `connection-trouble (${trouble}, ${mayConnect ? 'may connect' : 'may not connect'})`,
        request: {
          kind: 'connection-trouble' as const,
          ...person,
          accountId,
          platform: trouble === 'withdrawn' ? ('facebook' as const) : ('google' as const),
          connectionName: 'Boulangerie Dubois',
          trouble,
          mayConnect,
          unsubscribe: mayConnect ? 'https://kindling.example/m/token' : null,
        },
      })),
    ),
    { name: 'admin-test', request: { kind: 'admin-test', to: person.to, locale } },
    ...[false, true].map((priority) => ({
      name: priority ? 'help-message (priority)' : 'help-message',
      request: {
        kind: 'help-message' as const,
        locale,
        name: person.name,
        email: person.to,
        accountId,
        page: '/widgets/edit-widget/42',
        message: words,
        reference,
        priority,
      },
    })),
    {
      name: 'help-received',
      request: { kind: 'help-received', ...person, accountId, message: words, reference },
    },
    {
      name: 'help-received (address not proven)',
      request: { kind: 'help-received', ...person, accountId: null, message: null, reference },
    },
    {
      name: 'archive-ready',
      request: {
        kind: 'archive-ready',
        ...person,
        accountId,
        accountName: 'Boulangerie Dubois',
        expiresOn: '2026-12-03',
      },
    },
    {
      name: 'account-deletion-scheduled',
      request: {
        kind: 'account-deletion-scheduled',
        ...person,
        accountId,
        deletedOn: '2026-12-04',
        by: 'owner',
      },
    },
    {
      name: 'account-deletion-scheduled (by the operator)',
      request: {
        kind: 'account-deletion-scheduled',
        ...person,
        accountId,
        deletedOn: '2026-12-04',
        by: 'operator',
      },
    },
    {
      name: 'account-deletion-canceled',
      request: { kind: 'account-deletion-canceled', ...person, accountId },
    },
    ...feedbackMailSamples({ ...person, accountId }),
    ...reviewMailSamples({ ...person, accountId }),
    ...teamMailSamples({ ...person, accountId }),
    ...operatorMailSamples({ ...person, accountId }),
    ...mailingMailSamples(person),
    ...billingMailSamples({ ...person, accountId }),
  ];
}

/** All kinds of mail, so that a test can check that each has a sample. */
export const mailKinds: readonly string[] = mailRequestSchema.options.map(
  (option) => option.shape.kind.value,
);
