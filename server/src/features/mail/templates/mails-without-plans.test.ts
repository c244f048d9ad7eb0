/** The mails of an installation where nobody pays. */
import { languages } from '@kindling/contract/constants';
import { expect, test } from 'vitest';
import { billingMailSamples } from '../../../testing/billing-mail-samples.ts';
import { sampleInstallation, sampleRequests } from '../../../testing/mail-samples.ts';
import { payingWords } from '../../../testing/paying-words.ts';
import { composeMail } from './compose.tsx';

test.each(languages)('without plans, no mail in %s speaks of a trial, a plan or payment', (language) => {
  const accountId = '01930000-0000-7000-8000-000000000001';
  const person = { to: 'marie@bakery.example', locale: language, name: 'Marie', accountId };
  const onlyWithPlans = new Set<string>([
    ...billingMailSamples(person).map(({ request }) => request.kind),
    // The operator changes plans where there are any.
    'plan-changed',
  ]);
  const samples = sampleRequests(language).filter(({ request }) => !onlyWithPlans.has(request.kind));
  const dependent = new Set<string>();
  expect(samples.map(({ name }) => name)).toContain('welcome');
  for (const { name, request } of samples) {
    // Its subject is a trial of another kind, and it goes to the operator.
    if (request.kind === 'admin-test') continue;
    const wordsWith = (plans: boolean) => {
      const { subject, text, html } = composeMail({ ...sampleInstallation, plansEnabled: plans }, request);
      return payingWords(`${subject}\n${text}\n${html.replace(/<[^>]+>/g, '\n')}`, language);
    };
    expect.soft(wordsWith(false), name).toEqual([]);
    if (wordsWith(true).length > 0) dependent.add(request.kind);
  }
  expect([...dependent].sort()).toEqual(['owners-changed', 'ownership-offered']);
});
