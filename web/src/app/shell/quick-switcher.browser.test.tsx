/** Where the keys go when the quick switcher is closed before it has stood still. */
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
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

/** Presses Escape as soon as the field is in the page, before anything else has its turn. */
function escapeAtOnce(): Promise<void> {
  return new Promise((resolve) => {
    const watcher = new MutationObserver(() => {
      if (document.querySelector('[role="combobox"]') === null) return;
      watcher.disconnect();
      // Another turn would let the library focus the field; a microtask lets it hear the key.
      queueMicrotask(() => {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
        resolve();
      });
    });
    watcher.observe(document.body, { childList: true, subtree: true });
  });
}

test('the focus goes back to where it came from when Escape comes before the field has it', async () => {
  await renderScreen(<Page />, { answers: {} });
  const escaped = escapeAtOnce();
  await userEvent.tab();
  await expect.element(opener).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await escaped;
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('the focus goes back after a second opening within the fade of the first', async () => {
  await renderScreen(<Page />, { answers: {} });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}{Enter}');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});
