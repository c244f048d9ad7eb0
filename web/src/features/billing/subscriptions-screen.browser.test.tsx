/** The plan with its price, for accounts that have it, had it, or never paid. */
import type { Billing } from '@kindling/contract/billing';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeBilling, makePaying, somePreview, somePrices, withPlans } from '../../testing/billing.ts';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { SubscriptionsScreen } from './subscriptions-screen.tsx';

const show = (billing: Billing, answers: ApiAnswers = {}, language = 'en', path = '/subscriptions') =>
  renderScreen(<SubscriptionsScreen />, {
    ...withPlans,
    language,
    path,
    answers: { 'GET /billing': { billing }, ...answers },
  });
const yearly = page.getByRole('radio', { name: /^Yearly/ });

test('somebody on trial chooses by keyboard how to pay, and goes on to the order', async () => {
  await show(makeBilling());
  const order = page.getByRole('link', { name: 'Choose monthly' });
  await expect.element(order).toHaveAttribute('href', '/subscriptions/order?interval=month');
  await expect.element(page.getByText(/per month/)).toBeVisible();
  await expect.element(page.getByText(/per year/)).not.toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByRole('radio', { name: 'Monthly' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(yearly).toBeChecked();
  await expect.element(page.getByText(/per month/)).not.toBeVisible();
  await expect.element(page.getByText('$144', { exact: true })).toBeVisible();
  await expect.element(page.getByText('That is $12 a month, twelve months less 20%.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Choose yearly' }))
    .toHaveAttribute('href', '/subscriptions/order?interval=year');
});

test('the receipt says how long the own trial goes on', async () => {
  await show(makeBilling());
  await expect.element(page.getByText('12 days left in your trial')).toBeVisible();
  await expect.element(page.getByText('until Dec 8, 2026')).toBeVisible();
  await expect.element(page.getByText('First 14 days')).not.toBeInTheDocument();
});

test('the receipt has no line about a trial that is over', async () => {
  await show(makeBilling({ state: 'ended', endsAt: '2026-11-10T10:00:00.000Z' }));
  await expect.element(page.getByRole('link', { name: 'Choose monthly' })).toBeVisible();
  await expect.element(page.getByText(/trial|14 days/)).not.toBeInTheDocument();
});

test.each([
  ['the address', '/subscriptions?interval=year', null],
  ['the visit before the sign-up', '/subscriptions', 'year'],
])('the interval of %s is chosen', async (_from, path, stored) => {
  onTestFinished(() => localStorage.clear());
  if (stored !== null) localStorage.setItem('interval', stored);
  await show(makeBilling(), {}, 'en', path);
  await expect.element(yearly).toBeChecked();
  await expect
    .element(page.getByRole('link', { name: 'Choose yearly' }))
    .toHaveAttribute('href', '/subscriptions/order?interval=year');
});

test('an interval that does not exist is not chosen', async () => {
  await show(makeBilling(), {}, 'en', '/subscriptions?interval=//evil.example');
  await expect.element(page.getByRole('radio', { name: 'Monthly' })).toBeChecked();
});

test.each([
  [9000, '50% off', 'That is $7.50 a month, twelve months less 50%.'],
  [18_000, null, 'That is $15 a month.'],
])('a year for %i cents saves %s', async (year, saving, text) => {
  await show(makeBilling({ prices: { ...somePrices, year } }));
  await page.getByText(/^Yearly/).click();
  await expect.element(page.getByText(text)).toBeVisible();
  const off = page.getByText(/ off$/);
  if (saving === null) await expect.element(off).not.toBeInTheDocument();
  else await expect.element(page.getByText(saving, { exact: true })).toBeVisible();
});

test('prices have the style of the language, and yen have no decimals', async () => {
  await show(makeBilling(), {}, 'de');
  await expect.element(page.getByText('15 $', { exact: true })).toBeVisible();
  await show(makeBilling({ prices: { currency: 'JPY', month: 2000, year: 19_200, simulated: false } }));
  await expect.element(page.getByText('¥2,000', { exact: true })).toBeVisible();
});

test('a paying account sees its own plan and price, and can change to the other interval', async () => {
  await show(makePaying({}, { interval: 'year', price: { amount: 12_000, currency: 'USD' } }), {
    'POST /billing/change/preview': { preview: { ...somePreview, interval: 'month' } },
  });
  await expect.element(yearly).toBeChecked();
  await expect.element(page.getByText('Your plan', { exact: true })).toBeVisible();
  await expect.element(page.getByText('$120', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/New orders pay \$144 per year/)).toBeVisible();
  await expect.element(page.getByText('First 14 days')).not.toBeInTheDocument();
  await page.getByText('Monthly', { exact: true }).click();
  await page.getByRole('button', { name: 'Change to monthly' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Change to monthly' })).toBeVisible();
});

test.each<[string, Billing, RegExp]>([
  ['canceled', makePaying({ state: 'canceled' }), /Resume it before you change it/],
  ['in another currency', makePaying({}, { mayChange: false }), /cannot change to this/],
])('a plan that is %s does not change to the other interval', async (_why, billing, text) => {
  await show(billing);
  await page.getByText(/^Yearly/).click();
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Change to/ })).not.toBeInTheDocument();
});

test('a plan from the operator says so, and sells nothing', async () => {
  await show(makeBilling({ state: 'free', endsAt: null }));
  await expect.element(page.getByText(/There is nothing to pay/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Choose/ })).not.toBeInTheDocument();
  await expect.element(page.getByText('Export of everything')).toBeVisible();
});

test('a plan that does not load can be asked for again', async () => {
  let works = false;
  await show(makeBilling(), {
    'GET /billing': () => (works ? { billing: makeBilling() } : makeProblem(403, 'forbidden')),
  });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  works = true;
  await again.click();
  await expect.element(page.getByRole('link', { name: 'Choose monthly' })).toBeVisible();
});

test('on a phone the price stands between the choice and what the plan includes', async () => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  await show(makeBilling());
  const order = page.getByRole('link', { name: 'Choose monthly' });
  await expect.element(order).toBeVisible();
  const top = (element: Element) => element.getBoundingClientRect().top;
  expect(top(page.getByText(/^Yearly/).element())).toBeLessThan(top(order.element()));
  expect(top(order.element())).toBeLessThan(top(page.getByText('Export of everything').element()));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
