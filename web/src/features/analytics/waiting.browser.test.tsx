import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeDashboard } from '../../testing/dashboard.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount } from '../../testing/session.ts';
import { Waiting } from './waiting.tsx';

test.each([
  ['responder', 'Reply now'],
  ['viewer', 'Show them'],
] as const)('a %s finds the way to the reviews without a reply as “%s”', async (role, words) => {
  await renderScreen(<Waiting dashboard={makeDashboard()} to="/reviews" />, {
    account: { ...ownAccount, role },
    answers: {},
  });
  await expect.element(page.getByRole('link', { name: words })).toBeVisible();
});
