/** What the shell says about the plan, to owners and to others. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { withPlans } from '../../testing/billing.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount, type SessionOptions } from '../../testing/session.ts';
import { PlanBanner } from './plan-banner.tsx';

interface Shown extends SessionOptions {
  path?: string;
  language?: string;
}
const show = (options: Shown) => renderScreen(<PlanBanner />, { ...withPlans, answers: {}, ...options });
const upgrade = page.getByRole('link', { name: 'Upgrade' });

test.each([
  [7, 'Your subscription will expire in 7 days. Please upgrade your subscription.'],
  [4, 'Your subscription will expire in 4 days. Please upgrade your subscription.'],
  [3, 'Your subscription will expire in 3 days. Please upgrade your subscription.'],
  [1, 'Your subscription will expire in 1 day. Please upgrade your subscription.'],
  [0, 'Your subscription has expired. Please upgrade your subscription to avoid account deletion.'],
  [-5, 'Your subscription has expired. Please upgrade your subscription to avoid account deletion.'],
])('with %i days left', async (subEnds, text) => {
  await show({ subEnds });
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect.element(upgrade).toHaveAttribute('href', '/billing');
});

test('the last three days look stronger', async () => {
  const tone = async (subEnds: number) => {
    await show({ subEnds });
    const text = page.getByText(new RegExp(`in ${subEnds} days`));
    await expect.element(text).toBeVisible();
    return text.element().closest('[data-tone]')?.getAttribute('data-tone');
  };
  expect([await tone(4), await tone(3)]).toEqual(['warn', 'bad']);
});

test.each([
  ['sr', 1, /ističe za 1 dan\./],
  ['sr', 3, /ističe za 3 dana\./],
  ['sr', 5, /ističe za 5 dana\./],
  ['de', 1, /in 1 Tag ab\./],
  ['fr', 2, /dans 2 jours\./],
  ['es', 1, /en 1 día\./],
  ['nl', 6, /over 6 dagen\./],
])('in %s with %i', async (language, subEnds, text) => {
  await show({ language, subEnds });
  await expect.element(page.getByText(text)).toBeVisible();
});

test('a failed payment leads to the screen on which it can be paid', async () => {
  await show({ planState: 'past_due', subEnds: null });
  await expect.element(page.getByText(/Your last payment failed/)).toBeVisible();
  await userEvent.tab();
  const update = page.getByRole('link', { name: 'Update payment' });
  await expect.element(update).toHaveFocus();
  await expect.element(update).toHaveAttribute('href', '/billing');
});

test('others see the same text without the button', async () => {
  await show({ subEnds: 2, account: { ...ownAccount, role: 'manager' } });
  await expect.element(page.getByText(/will expire in 2 days/)).toBeVisible();
  await expect.element(upgrade).not.toBeInTheDocument();
});

test.each<[string, Shown]>([
  ['more than a week is left', { subEnds: 8 }],
  ['the plan renews', { planState: 'active', subEnds: null }],
  ['the plan is free', { planState: 'free', subEnds: 3 }],
  ['the installation has no plans', { plans: null, planState: null, subEnds: null }],
  ['the account is deleted anyway', { subEnds: 2, deletionScheduledFor: '2026-12-23T10:00:00.000Z' }],
  ['the screen says it itself', { subEnds: 2, path: '/billing' }],
  ['somebody chooses the plan', { subEnds: 2, path: '/subscriptions' }],
  ['someone orders the plan', { subEnds: 2, path: '/subscriptions/order' }],
])('nothing is shown while %s', async (_reason, options) => {
  await show(options);
  await expect.element(page.getByText(/subscription/)).not.toBeInTheDocument();
});
