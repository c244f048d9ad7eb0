/** What the screen says after the payment provider has sent somebody back. */
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { makeBilling, makePaying, someRecipient, withPlans } from '../../testing/billing.ts';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { BillingScreen } from './billing-screen.tsx';

vi.mock(import('./confirmation-pauses.ts'), () => ({ confirmationPauses: [0.01, 0.02] }));

function Screen() {
  const { pathname, search } = useLocation();
  return (
    <>
      <output>{pathname + search}</output>
      <BillingScreen />
    </>
  );
}

/** The server holds what it answered last: a reading after an answer finds it. */
function show(query: string, answers: ApiAnswers) {
  let held: Record<string, unknown> = { billing: makeBilling() };
  const remembering = Object.entries(answers).map(([call, answer]): [string, ApiAnswers[string]] => [
    call,
    async (url, request) => {
      const given = typeof answer === 'function' ? await answer(url, request) : answer;
      if (typeof given === 'object' && 'billing' in given && !(given instanceof Response)) held = given;
      return given;
    },
  ]);
  return renderScreen(<Screen />, {
    ...withPlans,
    path: `/billing?${query}`,
    answers: {
      'GET /billing': () => held,
      'GET /billing/recipient': { recipient: someRecipient },
      ...Object.fromEntries(remembering),
    },
  });
}
const address = page.getByRole('status').and(page.getByText(/^\/billing/));
const refreshes = (calls: readonly string[]) =>
  calls.filter((call) => call === 'POST /billing/refresh').length;

test('a payment is confirmed with what was bought, and the address says nothing any more', async () => {
  const { calls } = await show('checkout=done&tab=1', { 'POST /billing/refresh': { billing: makePaying() } });
  await expect.element(page.getByText('Thank you. Your plan has started.')).toBeVisible();
  await expect
    .element(page.getByText(/You bought the monthly plan for \$15.00. It renews on Dec 26, 2026/))
    .toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Monthly plan' })).toBeVisible();
  await expect.element(address).toMatchTextContent('/billing?tab=1');
  expect(refreshes(calls)).toBe(1);
});

test('the thanks end when the plan changes, and do not come back', async () => {
  await show('checkout=done', {
    'POST /billing/refresh': { billing: makePaying() },
    'POST /billing/cancel': {
      billing: makePaying({ state: 'canceled', endsAt: '2026-12-26T10:00:00.000Z' }),
    },
    'POST /billing/resume': { billing: makePaying() },
  });
  const thanks = page.getByText('Thank you. Your plan has started.');
  await expect.element(thanks).toBeVisible();
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect.element(thanks).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Resume plan' }).click();
  await expect.element(page.getByRole('button', { name: 'Cancel plan' })).toBeVisible();
  await expect.element(thanks).not.toBeInTheDocument();
});

test('the thanks can be closed', async () => {
  await show('checkout=done', { 'POST /billing/refresh': { billing: makePaying() } });
  // A toast of the test before may have such a button, too.
  const thanks = page.getByRole('status').filter({ hasText: 'Thank you. Your plan has started.' });
  await thanks.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('Thank you. Your plan has started.')).not.toBeInTheDocument();
});

test('a payment that is not known yet is asked for again, also after a failure', async () => {
  const answers = [
    { billing: makeBilling() },
    makeProblem(503, 'payment-unavailable'),
    { billing: makePaying() },
  ];
  const gate = Promise.withResolvers<void>();
  const { calls } = await show('checkout=done', {
    'POST /billing/refresh': async () => {
      await gate.promise;
      return answers.shift() ?? 500;
    },
  });
  await expect.element(page.getByText('Your payment is being confirmed')).toBeVisible();
  gate.resolve();
  await expect.element(page.getByText('Thank you. Your plan has started.')).toBeVisible();
  expect(refreshes(calls)).toBe(3);
});

test('after the last question it says that the confirmation goes on, and asks when somebody wants to', async () => {
  let paid = false;
  const { calls } = await show('checkout=done', {
    'POST /billing/refresh': () => ({ billing: paid ? makePaying() : makeBilling() }),
  });
  await expect.element(page.getByText(/your plan starts as soon as the payment is confirmed/)).toBeVisible();
  expect(refreshes(calls)).toBe(3);
  paid = true;
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect.element(page.getByText('Thank you. Your plan has started.')).toBeVisible();
});

test('a provider that never answers is named', async () => {
  await show('checkout=done', { 'POST /billing/refresh': () => makeProblem(503, 'payment-unavailable') });
  await expect.element(page.getByRole('alert')).toMatchTextContent(/payment provider is not responding/);
  await expect.element(page.getByRole('button', { name: 'Check again' })).toBeVisible();
});

test('somebody who left the payment was charged nothing', async () => {
  const { calls } = await show('checkout=canceled', {});
  await expect.element(page.getByText('Nothing was charged')).toBeVisible();
  await expect.element(address).toMatchTextContent(/^\/billing$/);
  expect(refreshes(calls)).toBe(0);
});

test('another card is read and named', async () => {
  await show('returned=card', {
    'GET /billing': { billing: makePaying() },
    'POST /billing/refresh': {
      billing: makePaying({ card: { brand: 'amex', last4: '0005', expires: '2030-01' } }),
    },
  });
  await expect
    .element(page.getByText('The card for your plan is American Express ending in 0005.'))
    .toBeVisible();
  await expect.element(address).toMatchTextContent(/^\/billing$/);
});

test('a visit without a return asks the provider for nothing', async () => {
  const { calls } = await show('', {});
  await expect.element(page.getByRole('heading', { name: 'Your plan' })).toBeVisible();
  expect(refreshes(calls)).toBe(0);
});
