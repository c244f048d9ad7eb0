/** The last page before the payment: what it says, and what happens to the order. */
import type { Billing } from '@kindling/contract/billing';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as leaving from '../../lib/leave-to.ts';
import { makeBilling, makePaying, somePrices, withPlans } from '../../testing/billing.ts';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { OrderScreen } from './order-screen.tsx';

vi.mock(import('../../lib/leave-to.ts'), { spy: true });
const leaveTo = vi.mocked(leaving.leaveTo);
beforeEach(() => {
  leaveTo.mockReset().mockReturnValue();
});

const button = page.getByRole('button', { name: 'Order with obligation to pay' });

function show(
  answers: ApiAnswers = {},
  { interval = 'year', language = 'en', billing = makeBilling() } = {},
) {
  return renderScreen(<OrderScreen />, {
    ...withPlans,
    language,
    path: `/subscriptions/order?interval=${interval}`,
    answers: { 'GET /billing': { billing }, ...answers },
  });
}

test('says what is ordered, for how much, for how long, and under which terms', async () => {
  await show();
  await expect.element(page.getByText('One year from the day of payment')).toBeVisible();
  const total = page
    .getByText(/^Total to pay today/)
    .element()
    .closest('div');
  expect(total?.textContent).toContain('Tax included');
  expect(total?.textContent).toContain('$144.00');
  for (const text of [
    'The plan renews every year at $144.00. You can cancel at any time.',
    /Your trial ends at that moment/,
    /In two clicks, under Billing/,
    /Within 14 days of your order you can withdraw/,
    /promotion code/,
    'Visa',
    'Mastercard',
    'American Express',
  ])
    await expect.element(page.getByText(text)).toBeVisible();
  for (const [name, href] of [
    ['Terms', '/terms-and-conditions'],
    ['Privacy policy', '/privacy-policy'],
  ] as const) {
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', href);
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('target', '_blank');
  }
});

test.each([
  ['de', 'Zahlungspflichtig bestellen'],
  ['fr', 'Commande avec obligation de paiement'],
  ['es', 'Pedido con obligación de pago'],
  ['nl', 'Bestelling met betalingsverplichting'],
  ['sr', 'Porudžbina sa obavezom plaćanja'],
])('the button has the words of the law in %s', async (language, name) => {
  await show({}, { language });
  await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible();
});

test.each([
  ['fr', 390],
  ['fr', 360],
  ['nl', 360],
  ['sr', 360],
])('on a phone the button shows all of its words in %s at %i pixels', async (language, width) => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(width, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  await show({}, { language });
  const label = page.getByRole('button').getByText(/paiement|betaling|plaćanja/);
  await expect.element(label).toBeVisible();
  const words = label.element();
  for (const element of [words, words.closest('button')]) {
    expect(element?.scrollWidth).toBeLessThanOrEqual(element?.clientWidth ?? 0);
    expect(element?.scrollHeight).toBeLessThanOrEqual(element?.clientHeight ?? 0);
  }
});

test('a double click sends one order, with the price that is shown, and leads to the payment', async () => {
  const sent: unknown[] = [];
  const gate = Promise.withResolvers<void>();
  await show(
    {
      'POST /billing/orders': async (_url, request) => {
        sent.push(await request.json());
        await gate.promise;
        return { payAt: 'https://pay.example/cs_1' };
      },
    },
    { interval: 'month' },
  );
  await button.dblClick();
  await expect.element(button).toBeDisabled();
  gate.resolve();
  await expect.poll(() => leaveTo.mock.calls).toEqual([['https://pay.example/cs_1']]);
  // The browser has not left yet.
  await expect.element(button).toBeDisabled();
  expect(sent).toEqual([{ interval: 'month', amount: 1500, currency: 'USD' }]);
});

test('the way back from the payment makes the button work again', async () => {
  await show({ 'POST /billing/orders': { payAt: 'https://pay.example/cs_1' } });
  await button.click();
  await expect.poll(() => leaveTo.mock.calls).toHaveLength(1);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(button).toBeEnabled();
});

test('a new price is shown, and is ordered only after another press', async () => {
  let year = 14_400;
  const sent: unknown[] = [];
  await show({
    'GET /billing': () => ({ billing: makeBilling({ prices: { ...somePrices, year } }) }),
    'POST /billing/orders': async (_url, request) => {
      const body = (await request.json()) as { amount: number };
      sent.push(body.amount);
      if (body.amount === 16_800) return { payAt: 'https://pay.example/cs_2' };
      year = 16_800;
      return makeProblem(409, 'price-changed');
    },
  });
  await button.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The price has changed/);
  await expect.element(page.getByText('$168.00').first()).toBeVisible();
  await expect.element(page.getByText('$144.00')).not.toBeInTheDocument();
  expect(leaveTo).not.toHaveBeenCalled();
  await button.click();
  await expect.poll(() => leaveTo.mock.calls).toHaveLength(1);
  expect(sent).toEqual([14_400, 16_800]);
});

test.each([
  [503, 'payment-unavailable', /payment provider is not responding/],
  [429, 'rate-limited', /Too many attempts.*in 20 seconds/],
] as const)(
  'a refusal (%i %s) is told, and the order can be repeated by keyboard',
  async (status, code, text) => {
    let works = false;
    await show({
      'POST /billing/orders': () =>
        works
          ? { payAt: 'https://pay.example/cs_3' }
          : makeProblem(status, code, status === 429 ? 20 : undefined),
    });
    await button.click();
    await expect.element(page.getByRole('alert')).toMatchTextContent(text);
    works = true;
    const element = button.element();
    if (!(element instanceof HTMLElement)) throw new Error('No button');
    element.focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => leaveTo.mock.calls).toHaveLength(1);
  },
);

test('a plan that somebody has ordered meanwhile leads to billing', async () => {
  let billing: Billing = makeBilling();
  await show({
    'GET /billing': () => ({ billing }),
    'POST /billing/orders': () => makeProblem(409, 'has-plan'),
  });
  await button.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/already has a paid plan/);
  await expect.element(page.getByRole('link', { name: 'Go to billing' })).toHaveAttribute('href', '/billing');
  billing = makePaying();
  await button.click();
  await expect.element(page.getByText('You already have a plan')).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});

test('there is nothing to order for an account that has a plan, or a free one', async () => {
  await show({}, { billing: makePaying() });
  await expect.element(page.getByText('You already have a plan')).toBeVisible();
  await show({}, { billing: makeBilling({ state: 'free', endsAt: null }) });
  await expect.element(page.getByText('Your plan is free')).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});

test('a simulator is named', async () => {
  await renderScreen(<OrderScreen />, {
    ...withPlans,
    plans: { ...somePrices, simulated: true },
    answers: { 'GET /billing': { billing: makeBilling() } },
  });
  await expect.element(page.getByText(/No money moves/)).toBeVisible();
});
