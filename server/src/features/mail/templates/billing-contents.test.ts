/** What the mails about plan and payment say; `compose.test.ts` renders all of them in every language. */
import { languages } from '@kindling/contract/constants';
import { privacyPath, processingPath, termsPath } from '@kindling/contract/site';
import { siteAddress } from '@kindling/contract/site-address';
import { mailTexts } from '@kindling/locales/mail.ts';
import { describe, expect, test } from 'vitest';
import { sampleInstallation, sampleRequests } from '../../../testing/mail-samples.ts';
import type { MailRequest } from '../requests.ts';
import { composeMail } from './compose.tsx';
import type { RequestOf } from './writing.ts';

const { publicUrl, brand } = sampleInstallation;

function sampleOf<K extends MailRequest['kind']>(kind: K, locale: (typeof languages)[number] = 'en') {
  const found = sampleRequests(locale).find(({ request }) => request.kind === kind);
  if (found === undefined) throw new Error(`There is no sample of ${kind}.`);
  return found.request as RequestOf<K>;
}

const compose = (request: MailRequest) => {
  const mail = composeMail(sampleInstallation, request);
  return { ...mail, text: mail.text.replaceAll(/[\u00a0\u202f]/g, ' ') };
};

describe('the days until an end', () => {
  test.each([
    ['en', 7, 'ends in 7 days'],
    ['en', 1, 'ends in 1 day'],
    ['de', 1, 'endet in 1 Tag'],
    ['sr', 7, 'ističe za 7 dana'],
    ['sr', 3, 'ističe za 3 dana'],
    ['sr', 1, 'ističe za 1 dan'],
  ] as const)('of a trial in %s: %i', (locale, days, words) => {
    const { subject, text } = compose({ ...sampleOf('trial-ending', locale), days });
    expect(subject.endsWith(words)).toBe(true);
    expect(text).toContain(words);
  });

  test.each([
    ['en', 30, 'will be deleted in 30 days'],
    ['fr', 1, 'sera supprimé dans 1 jour'],
    ['sr', 30, 'biće obrisan za 30 dana'],
    ['sr', 1, 'biće obrisan za 1 dan'],
  ] as const)('of an account in %s: %i', (locale, days, words) => {
    const { subject } = compose({ ...sampleOf('account-deletion-warning', locale), days });
    expect(subject.endsWith(words)).toBe(true);
  });

  test.each(languages)('no sentence of %s has two full stops', (locale) => {
    for (const { name, request } of sampleRequests(locale))
      expect.soft(compose(request).text, name).not.toMatch(/(?<!\.)\.\.(?!\.)/);
  });
});

describe.each(languages)('the confirmation of an order in %s', (locale) => {
  const request = sampleOf('order-confirmed', locale);

  test('has the whole right of withdrawal, and the form with the address of the operator', () => {
    const { text } = compose(request);
    const { withdrawal } = mailTexts[locale];
    for (const title of [withdrawal.title, withdrawal.effectsTitle, withdrawal.formTitle])
      expect(text).toContain(`\n\n${title}\n\n`);
    expect(text.match(/^> /gm)).toHaveLength(withdrawal.form.length);
    expect(text).toMatch(
      /^> – .*Example Reviews Ltd, 1 Example Street, Dublin 2, support@kindling\.example/m,
    );
    expect(text.split(brand.supportEmail).length).toBeGreaterThanOrEqual(4);
  });

  test('leads to the texts that apply, in its language', () => {
    const { text } = compose(request);
    for (const path of [termsPath, privacyPath, processingPath])
      expect(text).toContain(`\n${publicUrl}${siteAddress(path, locale)}\n`);
  });
});

test('without an address the confirmation names the operator alone', () => {
  const { text } = compose({ ...sampleOf('order-confirmed'), operator: { name: 'Example', address: null } });
  expect(text).toContain('Contract partner: Example\n');
  expect(text).toContain('– To Example, support@kindling.example:');
});

test.each([
  [{ amount: 1500, currency: 'USD' }, 'Amount: $15.00'],
  [{ amount: 1500, currency: 'JPY' }, 'Amount: ¥1,500'],
])('amounts are printed in units of their currency: %j', (total, words) => {
  expect(compose({ ...sampleOf('payment-received'), total }).text).toContain(words);
});

test('only the last failed payment tells what ends', () => {
  const more = compose(sampleOf('payment-failed')).text;
  const last = compose({ ...sampleOf('payment-failed'), nextAttemptOn: null }).text;
  expect(more).toContain('Next attempt: December 1, 2026');
  expect(more).not.toContain('Stops:');
  expect(last).toContain('Stops:');
  expect(last).not.toContain('Next attempt');
});

test.each([
  ['unionpay', 'Card: UnionPay'],
  ['elo', 'Card: elo'],
  ['constructor', 'Card: constructor'],
])('a refused brand is named: %s', (word, row) => {
  expect(compose({ ...sampleOf('card-refused-brand'), brand: word }).text).toContain(row);
});

test('a word that could become a link is not printed', () => {
  const mail = compose({ ...sampleOf('card-refused-brand'), brand: 'www.evil.example' });
  expect(mail.text + mail.html).not.toContain('evil');
});

test('a disputed payment is told to support alone', () => {
  const mail = compose(sampleOf('payment-disputed'));
  expect(mail).toMatchObject({ to: brand.supportEmail, replyTo: brand.supportEmail, unsubscribe: null });
  expect(mail.text).toContain(`Account: ${sampleOf('payment-disputed').accountId}`);
});

test('a message of a customer who is answered first says so in its subject', () => {
  const subjects = [true, false].map(
    (priority) => compose({ ...sampleOf('help-message'), priority }).subject,
  );
  expect(subjects).toEqual(['[Priority] Help request (7K3F-Q2MD)', 'Help request (7K3F-Q2MD)']);
});
