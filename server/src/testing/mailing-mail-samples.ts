/** For tests and the preview only: sample mailings of an administrator. */
import type { Language } from '@kindling/contract/constants';
import type { MailSample } from './team-mail-samples.ts';

const markdown = `Hi {{first_name|there}},

on **Sunday**, from 2 to 3 o’clock, nothing can be changed. Widgets and pages *stay up*.

## What is new

1. Reports as PDF
2. Tags, with \`rules\`

- One list
- Another one, with [a link](https://example.com/news)

> What you published stays as it is.

---

[Read more](https://example.com/news?id=1&lang=en)`;

export function mailingMailSamples(person: { to: string; locale: Language; name: string }): MailSample[] {
  const mailing = {
    kind: 'mailing' as const,
    ...person,
    subject: 'Maintenance on Sunday',
    markdown,
    values: { first_name: person.name },
  };
  const unsubscribe = 'https://kindling.example/m/token';
  return [
    { name: 'mailing (service)', request: { ...mailing, mailingKind: 'service', unsubscribe: null } },
    { name: 'mailing (news)', request: { ...mailing, mailingKind: 'news', unsubscribe } },
  ];
}
