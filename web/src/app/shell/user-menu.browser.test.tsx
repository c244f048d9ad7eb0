/** The accounts in the user menu. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as currentAccount from '../../lib/api/current-account.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount } from '../../testing/session.ts';
import { UserMenu } from './user-menu.tsx';

vi.mock(import('../../lib/api/current-account.ts'), { spy: true });

const other = {
  id: '0199f000-0000-7000-8000-00000000000b',
  name: 'Salt Quay',
  role: 'viewer',
  locationIds: null,
} as const;
const menu = <UserMenu onDisplay={() => undefined} />;

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

test('a person with one account sees no choice', async () => {
  await renderScreen(menu, { answers: {} });
  await page.getByRole('button', { name: 'Account menu of Ada Berg', exact: true }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect.element(page.getByRole('menuitemradio')).not.toBeInTheDocument();
});
