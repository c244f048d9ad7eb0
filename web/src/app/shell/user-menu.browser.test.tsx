/** The user menu: its accounts, and how it is used with the keyboard. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as currentAccount from '../../lib/api/current-account.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount } from '../../testing/session.ts';
import { Shell } from './shell.tsx';
import { UserMenu } from './user-menu.tsx';

vi.mock(import('../../lib/api/current-account.ts'), { spy: true });

const other = {
  id: '0199f000-0000-7000-8000-00000000000b',
  name: 'Salt Quay',
  role: 'viewer',
  locationIds: null,
} as const;
const menu = <UserMenu onDisplay={() => undefined} onOwnSignIn={() => undefined} />;

test('a person with several accounts sees the current one, and opens another', async () => {
  const open = vi.mocked(currentAccount.openAccount).mockReturnValue();
  onTestFinished(() => {
    open.mockReset();
  });
  await renderScreen(menu, { accounts: [ownAccount, other], answers: {} });
  await page.getByRole('button', { name: 'Account menu of Ada Berg, in Berg' }).click();
  const current = page.getByRole('menuitemradio', { name: /^Berg\s*Owner$/ });
  await expect.element(current).toHaveAttribute('aria-checked', 'true');
  const second = page.getByRole('menuitemradio', { name: /^Salt Quay\s*Viewer$/ });
  await expect.element(second).toHaveAttribute('aria-checked', 'false');
  await second.click();
  expect(open.mock.calls).toEqual([[other.id]]);
});

test('an administrator who acts as a member goes to the activity, not to the profile', async () => {
  const acting = { id: other.id, endsAt: new Date(Date.now() + 600_000).toISOString(), adminName: 'Ana' };
  await renderScreen(menu, { acting, answers: {} });
  await page.getByRole('button', { name: 'Account menu of Ada Berg', exact: true }).click();
  const activity = page.getByRole('menuitem', { name: 'Activity' });
  await expect.element(activity).toHaveAttribute('href', '/activity');
  await expect.element(page.getByRole('menuitem', { name: 'Profile' })).not.toBeInTheDocument();
});

test('a person with one account sees no choice', async () => {
  await renderScreen(menu, { answers: {} });
  await page.getByRole('button', { name: 'Account menu of Ada Berg', exact: true }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect.element(page.getByRole('menuitemradio')).not.toBeInTheDocument();
  await expect.element(page.getByText('Berg', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Owner', { exact: true })).toBeVisible();
});

test('a person with a limited role in their only account sees where they work and how much of it', async () => {
  const account = { ...other, role: 'manager' as const, locationIds: [ownAccount.id, other.id] };
  await renderScreen(menu, { account, answers: {} });
  await page.getByRole('button', { name: 'Account menu of Ada Berg, in Salt Quay' }).click();
  await expect.element(page.getByText('Manager · 2 locations')).toBeVisible();
});

test.each([
  ['trial', 12, '12 days left in your trial'],
  ['trial', 1, '1 day left in your trial'],
  ['canceled', 12, 'Your plan ends in 12 days'],
] as const)(
  'an owner sees the days that are left, and goes to billing: %s, %i',
  async (planState, subEnds, name) => {
    await renderScreen(menu, { planState, subEnds, answers: {} });
    await page.getByRole('button', { name: 'Account menu of Ada Berg', exact: true }).click();
    await expect.element(page.getByRole('menuitem', { name })).toHaveAttribute('href', '/billing');
  },
);

test.each([
  ['a plan that renews', { planState: 'active', subEnds: null }],
  ['a plan that has ended', { planState: 'ended', subEnds: -3 }],
  [
    'a member who cannot pay',
    { planState: 'trial', subEnds: 12, account: { ...ownAccount, role: 'viewer' } },
  ],
] as const)('%s shows no days in the menu', async (_what, session) => {
  await renderScreen(menu, { ...session, answers: {} });
  await page.getByRole('button', { name: /Account menu/ }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: /days|day / })).not.toBeInTheDocument();
});

const longNames = ['Harbor'.repeat(14).slice(0, 80), 'מאפיית הרציף הישן '.repeat(5).slice(0, 80)];
const many = Array.from({ length: 30 }, (_, index) => ({
  ...other,
  id: `0199f000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
  name: longNames[index] ?? `Shop ${index}`,
}));

/** Opens the menu of a person with 31 accounts with the keyboard. @returns its button */
async function openByKeyboard(width: number, height: number): Promise<HTMLElement> {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(width, height);
  onTestFinished(() => page.viewport(before.width, before.height));
  await renderScreen(<Shell>{null}</Shell>, {
    accounts: [ownAccount, ...many],
    answers: { 'GET /connections': { connections: [] }, 'GET /reviews/figures': { unanswered: 0, total: 0 } },
  });
  const button = page.getByRole('button', { name: 'Account menu of Ada Berg, in Berg' });
  await expect.element(button).toBeVisible();
  const element = button.element();
  if (!(element instanceof HTMLElement)) throw new Error('No button');
  element.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu').getByRole('menuitemradio', { checked: true })).toHaveFocus();
  return element;
}

test('the keyboard walks through all accounts and entries, and Escape returns the focus', async () => {
  const button = await openByKeyboard(1280, 900);
  const items = [...document.querySelectorAll('[role=menuitemradio],[role=menuitem]')];
  expect(items).toHaveLength(31 + 6);
  for (const item of items) {
    expect(document.activeElement).toBe(item);
    await userEvent.keyboard('{ArrowDown}');
  }
  expect(document.activeElement).toBe(items[0]);
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('menuitem', { name: 'Sign out' })).toHaveFocus();
  await expect.element(page.getByRole('group', { name: 'Accounts' })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).toBe(button);
});

test.each([
  [390, 844],
  [844, 390],
] as const)(
  'thirty accounts with long names fit a window of %i × %i px and scroll',
  async (width, height) => {
    await openByKeyboard(width, height);
    const menu = page.getByRole('menu').element();
    const accounts = page.getByRole('group', { name: 'Accounts' }).element();
    const { left, right, bottom } = menu.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
    expect(bottom).toBeLessThanOrEqual(height);
    for (const box of [menu, accounts]) expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth);
    expect(accounts.scrollHeight).toBeGreaterThan(accounts.clientHeight);
    await userEvent.keyboard('{End}{ArrowUp}');
    await expect.element(page.getByRole('menuitem', { name: 'Language' })).toBeInViewport();
    await userEvent.keyboard('{ArrowRight}');
    const language = page.getByRole('menuitemradio', { name: 'Deutsch' });
    await expect.element(language).toBeInViewport({ ratio: 1 });
    // Positions are fractions of a pixel.
    expect(language.element().getBoundingClientRect().right).toBeLessThan(left + 1);
  },
);
