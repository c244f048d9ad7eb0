import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as texts from '../../lib/i18n/load-area.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { DeletionBanner } from './deletion-banner.tsx';

vi.mock(import('../../lib/i18n/load-area.ts'), { spy: true });

test('the notice of a scheduled deletion whose texts do not load says so, and can be tried again', async () => {
  const load = vi.mocked(texts.loadArea).mockRejectedValueOnce(new texts.MissingTextsError('profile'));
  onTestFinished(() => {
    load.mockRestore();
  });
  await renderScreen(<DeletionBanner />, { deletionScheduledFor: '2026-12-23T10:00:00.000Z', answers: {} });
  await expect.element(page.getByText(/We could not reach the server/)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(/will be deleted/).first()).toBeVisible();
});
