import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../lib/api/problem.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { ErrorText } from './states.tsx';

test.each([
  [1, 'in 1 second.'],
  [90, 'in 90 seconds.'],
  [91, 'in 2 minutes.'],
  [3_600, 'in 60 minutes.'],
  [5_401, 'in 2 hours.'],
  [86_400, 'in 24 hours.'],
])('an error that asks to wait %i seconds says %s', async (retryAfter, words) => {
  const error = new ApiError({ code: 'rate-limited', status: 429, retryAfter });
  await renderScreen(<ErrorText error={error} />, { answers: {} });
  await expect.element(page.getByText(new RegExp(`Please try again ${words}$`))).toBeVisible();
});
