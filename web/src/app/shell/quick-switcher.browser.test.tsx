/** The focus when the quick switcher closes before it has finished opening. */
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount } from '../../testing/session.ts';
import { QuickSwitcher } from './quick-switcher.tsx';

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
