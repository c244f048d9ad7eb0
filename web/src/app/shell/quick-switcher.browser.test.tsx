/** What the quick switcher finds, and the focus when it closes before it has finished opening. */
import { allScreens } from '@kindling/contract/screens';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount } from '../../testing/session.ts';
import { QuickSwitcher } from './quick-switcher.tsx';
import { switcherSettings } from './switcher-settings.ts';

const opener = page.getByRole('button', { name: 'Open' });
const field = page.getByRole('combobox');

function Page() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <QuickSwitcher opened={opened} onClose={() => setOpened(false)} onDisplay={() => undefined} />
    </>
  );
}

/** Presses Escape as soon as the field is in the page. */
function escapeAtOnce(): Promise<void> {
  return new Promise((resolve) => {
    const watcher = new MutationObserver(() => {
      if (document.querySelector('[role="combobox"]') === null) return;
      watcher.disconnect();
      // A timer would let the library focus the field first; a microtask runs before that.
      queueMicrotask(() => {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
        resolve();
      });
    });
    watcher.observe(document.body, { childList: true, subtree: true });
  });
}

test('returns the focus when Escape comes before the field has it', async () => {
  await renderScreen(<Page />, { answers: {} });
  const escaped = escapeAtOnce();
  await userEvent.tab();
  await expect.element(opener).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await escaped;
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('returns the focus after a second opening during the closing animation of the first', async () => {
  await renderScreen(<Page />, { answers: {} });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}{Enter}');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test.each([
  ['owner', 'Manage the team'],
  ['viewer', 'See the team'],
] as const)('leads %s to the team', async (role, label) => {
  const opened = <QuickSwitcher opened onClose={() => undefined} onDisplay={() => undefined} />;
  await renderScreen(opened, { account: { ...ownAccount, role }, answers: {} });
  await field.fill('team');
  await expect.element(page.getByRole('option', { name: label })).toBeVisible();
});

describe('settings', () => {
  const opened = <QuickSwitcher opened onClose={() => undefined} onDisplay={() => undefined} />;

  test.each([
    ['en', 'notification', 'Alerts'],
    ['en', 'quiet hours', 'Quiet hours'],
    ['en', 'time zone', 'Language and region'],
    ['en', 'full export', 'Download everything'],
    ['en', 'monthly rep', 'Monthly report'],
    ['en', 'template', 'Reviews'],
    ['de', 'zeitzone', 'Sprache und Region'],
    ['fr', 'mot de passe', 'Connexion et sessions'],
    ['sr', 'mesecni', 'Mesečni izveštaj'],
  ])('are found by other words: %s, %s', async (language, typed, label) => {
    await renderScreen(opened, { answers: {}, language });
    await field.fill(typed);
    await expect.element(page.getByRole('option', { name: label, exact: true })).toBeVisible();
  });

  test('have addresses that exist, and only those that the role may use', async () => {
    const paths = allScreens.map(({ path }) => path as string);
    for (const { to } of switcherSettings) expect(paths).toContain(to.replace(/[?#].*/, ''));
    await renderScreen(opened, { account: { ...ownAccount, role: 'viewer' }, answers: {} });
    await field.fill('export');
    await expect.element(page.getByRole('option', { name: 'Reviews', exact: true })).toBeVisible();
    await expect.element(page.getByRole('option', { name: 'Download everything' })).not.toBeInTheDocument();
  });

  test('lead to their section', async () => {
    await renderScreen(<Where />, { answers: {} });
    await field.fill('quiet');
    await page.getByRole('option', { name: 'Quiet hours' }).click();
    await expect.element(page.getByText('/profile#alerts')).toBeInTheDocument();
  });
});

function Where() {
  const { pathname, search, hash } = useLocation();
  return (
    <>
      <QuickSwitcher opened onClose={() => undefined} onDisplay={() => undefined} />
      <p>
        {pathname}
        {search}
        {hash}
      </p>
    </>
  );
}

test('finds users for an administrator, after the pages', async () => {
  const person = {
    id: '0198a000-0000-7000-8000-000000000001',
    displayName: 'Erika Berg',
    email: 'erika@example.com',
  };
  await renderScreen(<Where />, {
    admin: true,
    answers: { 'GET /admin/users': { people: [person], nextCursor: null } },
  });
  await field.fill('er');
  const found = page.getByRole('option', { name: 'Erika Berg (erika@example.com)' });
  await expect.element(found).toBeVisible();
  await expect.element(page.getByRole('option').first()).toHaveTextContent('Error log');
  await expect.element(page.getByRole('option').last()).toHaveTextContent('Search users for “er”');
  await found.click();
  await expect.element(page.getByText(`/admin/users?user=${person.id}`)).toBeInTheDocument();
});

test('offers nobody whom earlier words have found', async () => {
  const person = {
    id: '0198a000-0000-7000-8000-000000000001',
    displayName: 'Erika Berg',
    email: 'erika@example.com',
  };
  await renderScreen(<Where />, {
    admin: true,
    answers: { 'GET /admin/users': { people: [person], nextCursor: null } },
  });
  await field.fill('berg');
  await expect.element(page.getByRole('option', { name: /Erika Berg/ })).toBeVisible();
  await field.fill('jones');
  // At once: the search begins after a pause.
  expect(page.getByRole('option', { name: /Erika Berg/ }).elements()).toEqual([]);
  await expect.element(page.getByRole('option').first()).toHaveTextContent('Search users for “jones”');
});
