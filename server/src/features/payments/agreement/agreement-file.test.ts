/** The contract on paper: the texts of the public page, the parties, and whatever somebody typed. */
import { languages } from '@kindling/contract/constants';
import { legalTexts } from '@kindling/locales/legal.ts';
import { expect, test } from 'vitest';
import { type Installation, placeholderValues } from '../../../http/site/placeholders.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import type { AgreementRequest } from './agreement-content.ts';
import { makeAgreementFile } from './agreement-file.ts';

const installation: Installation = {
  brand: { name: 'Kindling', tagline: '', supportEmail: 'help@example.com', primaryColor: '#3B82EC' },
  publicUrl: 'https://kindling.example',
  operator: {
    name: 'Example Operator GmbH',
    address: 'Musterstraße 12, 10115 Berlin',
    country: 'DE',
    email: 'office@example.com',
    phone: null,
    representative: null,
    register: null,
    vatId: null,
  },
  prices: { monthly: 15, yearly: 144, currency: 'USD' },
  subprocessors: [{ name: 'Hosting Example, Inc.', purpose: 'servers', country: 'US' }],
  payments: {},
  helpDesk: null,
  assistant: null,
};

function makeRequest(
  changes: Partial<AgreementRequest> = {},
  settings: Partial<Installation> = {},
): AgreementRequest {
  const language = changes.language ?? 'en';
  return {
    language,
    placeholders: placeholderValues({ ...installation, ...settings }, language, 2026),
    version: '2026-11-29',
    account: { id: '0199f000-0000-7000-8000-000000000001', name: 'Salt Quay', timeZone: 'Europe/Oslo' },
    recipient: {
      name: 'Salt Quay Bakery AS',
      email: 'books@saltquay.example',
      address: {
        line1: 'Harbor 1',
        line2: '',
        postalCode: '5003',
        city: 'Bergen',
        state: '',
        country: 'NO',
      },
      vatNumber: 'NO123456789MVA',
    },
    accepted: {
      version: '2026-11-29',
      at: new Date('2026-11-30T23:30:00Z'),
      by: { name: 'Ada Berg', email: 'ada@saltquay.example' },
    },
    ...changes,
  };
}

const file = async (request: AgreementRequest) => readPdf(await makeAgreementFile(request));
/** What a reader sees, with one space wherever a line or a run of letters ends. */
const textOf = ({ pages }: Awaited<ReturnType<typeof file>>) =>
  pages
    .flatMap(({ texts }) => texts.map(({ text }) => text))
    .join(' ')
    .replace(/\s+/g, ' ');

test('names both parties, the version, and who accepted it by the clock of the account', async () => {
  const text = textOf(await file(makeRequest()));
  for (const part of [
    'Last changed: November 29, 2026',
    'Salt Quay Bakery AS',
    '5003 Bergen',
    'Norway',
    'VAT number: NO123456789MVA',
    'Account: Salt Quay',
    'Example Operator GmbH',
    'Musterstraße 12, 10115 Berlin',
    'Germany',
    'Hosting Example, Inc.',
    'United States',
    'https://kindling.example/privacy-policy',
  ])
    expect(text).toContain(part);
  expect(text).toMatch(
    /Accepted electronically by Ada Berg \(ada@saltquay\.example\) on December 1, 2026 at 12:30 AM \(Europe\/Oslo\)/,
  );
  expect(text).not.toMatch(/\[\[|\{\{|undefined/);
});

test.each(languages)('has every chapter of the public page, on numbered pages, in %s', async (language) => {
  const { pages, fonts } = await file(makeRequest({ language }));
  // A word with letters of two font files is drawn in pieces.
  const tight = (some: string) => some.replace(/\s/g, '');
  const text = tight(textOf({ pages, fonts }));
  for (const { title } of Object.values(legalTexts[language].processing.parts))
    expect(text).toContain(tight(title));
  expect(text).not.toMatch(/\[\[|\{\{|\ufffd/);
  expect(fonts.every(({ embedded }) => embedded)).toBe(true);
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries())
    expect(page.texts.at(-1)?.text).toMatch(new RegExp(`${index + 1}\\D+${pages.length}$`));
});

test('says that nobody accepted it, or another version, or somebody who has left', async () => {
  const texts = async (accepted: AgreementRequest['accepted']) =>
    textOf(await file(makeRequest({ accepted })));
  expect(await texts(null)).toContain('Not accepted yet. An owner of the account');
  const at = new Date('2026-11-01T10:00:00Z');
  expect(await texts({ version: '2026-10-01', at, by: null })).toContain('The version of October 1, 2026');
  expect(await texts({ version: '2026-11-29', at, by: null })).toContain('by somebody who has left');
});

test('lists what others are used for where the operator names no companies', async () => {
  const text = textOf(await file(makeRequest({}, { subprocessors: [], assistant: {} })));
  expect(text).toContain('The operator of this installation has not published a list.');
  expect(text).toContain('payment of the plan (Stripe)');
  expect(text).toContain('language model:');
  expect(text).not.toContain('help desk:');
});

test('fits on its pages, whatever somebody typed, and leaves out what it cannot draw', async () => {
  const long = 'x'.repeat(400);
  const { pages } = await file(
    makeRequest(
      {
        account: { id: 'account-id', name: 'مطعم الميناء', timeZone: 'UTC' },
        recipient: {
          name: `Пекара ${long}`,
          email: `${long}@example.com`,
          address: { line1: long, line2: '🥐', postalCode: long, city: long, state: long, country: '??' },
          vatNumber: long,
        },
      },
      {
        operator: { ...installation.operator, name: long, address: long, country: long },
        subprocessors: Array.from({ length: 30 }, () => ({ name: long, purpose: long, country: 'US' })),
      },
    ),
  );
  const texts = pages.flatMap((page) => page.texts);
  expect(texts.some(({ text }) => text.includes('account-id'))).toBe(true);
  for (const { text, corners } of texts)
    for (const [x, y] of corners) {
      expect(x, text).toBeGreaterThan(50);
      expect(x, text).toBeLessThan(595 - 50);
      expect(y, text).toBeGreaterThan(30);
      expect(y, text).toBeLessThan(842 - 20);
    }
});
