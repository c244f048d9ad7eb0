import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../testing/render-screen.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const acting = {
  id: '0199f000-0000-7000-8000-000000000071',
  endsAt: '2026-11-29T10:00:00.000Z',
  adminName: 'Ana',
};

test('what is refused while acting as a member says so before anybody tries', async () => {
  const nothing = () => undefined;
  await renderScreen(
    <ConfirmDialog
      opened
      refusedWhileActing
      title="Delete the business?"
      confirm="Delete"
      busy={false}
      error={null}
      onConfirm={nothing}
      onClose={nothing}
    >
      <p>It cannot be brought back.</p>
    </ConfirmDialog>,
    { answers: {}, acting },
  );
  await expect.element(page.getByText(/^You are acting as a member/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Delete' })).toBeDisabled();
});

test.each([
  ['words', `Hand ${'North Pier and Market '.repeat(4).slice(0, 80)} over to Bob Lund?`],
  ['one long word', `Leave ${'Harbor'.repeat(14).slice(0, 80)}?`],
])('a long name is readable in a narrow window: %s', async (_kind, title) => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  const nothing = () => undefined;
  await renderScreen(
    <ConfirmDialog
      opened
      title={title}
      confirm="Leave"
      busy={false}
      error={null}
      onConfirm={nothing}
      onClose={nothing}
    >
      <p>{title} Access ends.</p>
    </ConfirmDialog>,
    { answers: {} },
  );
  const heading = page.getByRole('heading', { name: title });
  await expect.element(heading).toBeVisible();
  const { lineHeight, fontSize } = getComputedStyle(heading.element());
  expect(Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)).toBeGreaterThanOrEqual(1.3);
  expect(heading.element().scrollWidth).toBeLessThanOrEqual(heading.element().clientWidth);
  const text = page.getByText(/Access ends\.$/).element();
  expect(text.scrollWidth).toBeLessThanOrEqual(text.clientWidth);
  const close = page.getByRole('button', { name: 'Close' }).element().getBoundingClientRect();
  expect(heading.element().getBoundingClientRect().right).toBeLessThanOrEqual(close.left);
});
