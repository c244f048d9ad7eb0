/** For tests and the preview only: a sample request of each mail to visitors and customers, and about their private messages. */
import type { Language } from '@kindling/contract/constants';
import type { MailSample } from './team-mail-samples.ts';

const message = `The bread was still warm, but we stood at the till for ten minutes and nobody looked up.

We will come back, just not on a Saturday.`;

/** Each variant once. */
export function feedbackMailSamples(person: {
  to: string;
  locale: Language;
  name: string;
  accountId: string;
}): MailSample[] {
  const place = { feedbackId: '01930000-0000-7000-8000-0000000000f1', locationName: 'Rue Haute' };
  return [
    {
      name: 'private-feedback (stars)',
      request: {
        kind: 'private-feedback',
        ...person,
        ...place,
        rating: 2,
        authorName: 'Jonas',
        message,
        unsubscribe: 'https://kindling.example/m/token',
      },
    },
    ...(['up', 'down', null] as const).map((rating) => ({
      name: `private-feedback (${rating === null ? 'no rating' : `thumb ${rating}`})`,
      request: {
        kind: 'private-feedback' as const,
        ...person,
        ...place,
        rating,
        authorName: null,
        message,
        unsubscribe: null,
      },
    })),
    ...[1, 37].map((count) => ({
      name: `feedback-waiting (${count})`,
      request: { kind: 'feedback-waiting' as const, ...person, count, unsubscribe: null },
    })),
    ...['Boulangerie Dubois', 'www.too-good.example'].map((businessName) => ({
      name: `feedback-answer (${businessName.startsWith('www') ? 'no name' : 'with a name'})`,
      request: {
        kind: 'feedback-answer' as const,
        ...person,
        name: 'Jonas',
        businessName,
        businessColor: businessName.startsWith('www') ? null : '#8a3b12',
        answer:
          'Dear Jonas,\n\nyou are right: on Saturdays two people at the till are not enough. From next week there are three.\n\nMarie',
        message,
        replyTo: 'marie@bakery.example',
      },
    })),
    ...(
      [
        ['Boulangerie Dubois', 'customer', false],
        ['www.too-good.example', 'agreed', true],
      ] as const
    ).map(([businessName, basis, reminder]) => ({
      name: `review-request (${reminder ? 'reminder, no name' : 'with a name'})`,
      request: {
        kind: 'review-request' as const,
        ...person,
        businessName,
        businessColor: reminder ? null : '#8a3b12',
        subject: 'How was your last visit?',
        message:
          'Dear Jonas,\n\nyou were our guest last week. Would you tell us and others how it was?\n\nMarie',
        postalAddress: 'Boulangerie Dubois\n12 Rue Haute, 1000 Bruxelles',
        basis,
        reminder,
        link: 'https://kindling.example/i/token',
        unsubscribe: 'https://kindling.example/u/token',
        replyTo: 'marie@bakery.example',
      },
    })),
  ];
}
