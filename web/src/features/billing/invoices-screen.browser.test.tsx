/** The list of invoices: its states, and how one is opened. */
import type { Invoice } from '@kindling/contract/billing';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as tabs from '../../lib/open-tab.ts';
import { makeInvoice, withPlans } from '../../testing/billing.ts';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { InvoicesScreen } from './invoices-screen.tsx';

vi.mock(import('../../lib/open-tab.ts'), { spy: true });
const openTab = vi.mocked(tabs.openTab);
const tab = { goTo: vi.fn<(address: string) => void>(), close: vi.fn<() => void>() };
beforeEach(() => {
  tab.goTo.mockReset();
  tab.close.mockReset();
  openTab.mockReset().mockReturnValue(tab);
});

const addresses = { page: 'https://pay.example/i/1', pdf: 'https://pay.example/i/1.pdf' };
const first = makeInvoice(1);

function show(items: Invoice[], answers: ApiAnswers = {}) {
  return renderScreen(<InvoicesScreen />, {
    ...withPlans,
    path: '/invoices',
    answers: {
      'GET /billing/invoices': { items, nextCursor: null },
      [`POST /billing/invoices/${first.id}/addresses`]: addresses,
      ...answers,
    },
  });
}

test('every status is a word, and what was paid back is an amount', async () => {
  const rows = [
    [makeInvoice(8, { total: { amount: -1500, currency: 'USD' } }), 'Credited'],
    [makeInvoice(7, { status: 'open' }), 'Open'],
    [makeInvoice(6), 'Paid'],
    [makeInvoice(5, { refunded: 500 }), 'Refunded in part', '$5.00 refunded'],
    [makeInvoice(4, { refunded: 1500 }), 'Refunded', '$15.00 refunded'],
    // The rest was paid by credit.
    [makeInvoice(9, { paid: 600, refunded: 600 }), 'Refunded', '$6.00 refunded'],
    [makeInvoice(3, { disputed: true }), 'Disputed'],
    [makeInvoice(2, { status: 'void' }), 'Void'],
    [makeInvoice(1, { status: 'uncollectible' }), 'Not paid'],
  ] as const;
  await show(rows.map(([invoice]) => invoice));
  for (const [{ number }, ...words] of rows) {
    const row = page.getByRole('row', { name: new RegExp(number) });
    for (const text of ['Nov 26, 2026', '$15.00', ...words])
      await expect.element(row).toMatchTextContent(text);
  }
});

test.each([
  ['View invoice KND-0001', addresses.page],
  ['PDF of invoice KND-0001', addresses.pdf],
])('%s opens in a tab that the click has opened', async (name, address) => {
  const gate = Promise.withResolvers<void>();
  await show([first], {
    [`POST /billing/invoices/${first.id}/addresses`]: async () => {
      await gate.promise;
      return addresses;
    },
  });
  await page.getByRole('button', { name }).click();
  expect(openTab).toHaveBeenCalledTimes(1);
  expect(tab.goTo).not.toHaveBeenCalled();
  gate.resolve();
  await expect.poll(() => tab.goTo.mock.calls).toEqual([[address]]);
});

test('a tab that the browser blocks becomes a link', async () => {
  openTab.mockReturnValue(null);
  await show([first]);
  await page.getByRole('button', { name: 'View invoice KND-0001' }).click();
  const link = page.getByRole('link', { name: 'Open invoice KND-0001' });
  await expect.element(link).toHaveAttribute('href', addresses.page);
  await expect.element(link).toHaveAttribute('target', '_blank');
});

test('an invoice that cannot be opened closes its tab and says so', async () => {
  await show([first], {
    [`POST /billing/invoices/${first.id}/addresses`]: () => makeProblem(503, 'payment-unavailable'),
  });
  await page.getByRole('button', { name: 'PDF of invoice KND-0001' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/payment provider is not responding/);
  expect(tab.close).toHaveBeenCalledTimes(1);
});

test('older ones are loaded by the cursor, also after a failure', async () => {
  let works = false;
  await show([], {
    'GET /billing/invoices': ({ searchParams }) => {
      if (searchParams.get('cursor') !== 'c1') return { items: [makeInvoice(2)], nextCursor: 'c1' };
      return works ? { items: [first], nextCursor: null } : makeProblem(409, 'conflict');
    },
  });
  const more = page.getByRole('button', { name: 'Load more' });
  await more.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /KND-0002/ })).toBeVisible();
  works = true;
  await more.click();
  await expect.element(page.getByRole('row', { name: /KND-0001/ })).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
});

test('an empty list says when the first one comes', async () => {
  await show([]);
  await expect.element(page.getByText('The first one comes with your first payment.')).toBeVisible();
});

test('a provider that does not answer is told, and can be asked again', async () => {
  let works = false;
  await show([], {
    'GET /billing/invoices': () =>
      works ? { items: [first], nextCursor: null } : makeProblem(503, 'payment-unavailable'),
  });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  works = true;
  await again.click();
  await expect.element(page.getByRole('row', { name: /KND-0001/ })).toBeVisible();
});

test('on a phone each is a card: number and amount in one line, and nothing is wider than the window', async () => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  await show([makeInvoice(1, { refunded: 500 })]);
  await expect.element(page.getByText('KND-0001')).toBeVisible();
  const box = (text: string | RegExp) => page.getByText(text).first().element().getBoundingClientRect();
  expect(Math.abs(box('KND-0001').top - box(/^\$15.00/).top)).toBeLessThan(4);
  expect(box('Nov 26, 2026').top).toBeGreaterThan(box('KND-0001').bottom);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
