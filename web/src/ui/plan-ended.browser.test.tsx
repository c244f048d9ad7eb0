/** The error of an action that the plan no longer includes. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../lib/api/problem.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { ownAccount } from '../testing/session.ts';
import { ErrorText } from './states.tsx';
import { toast } from './toast.ts';

const ended = <ErrorText error={new ApiError({ code: 'plan-ended', status: 402 })} />;
const upgrade = page.getByRole('link', { name: 'Upgrade' });

test('leads an owner to billing', async () => {
  await renderScreen(ended, { answers: {} });
  await expect.element(page.getByText(/The plan of this account has ended/)).toBeVisible();
  await expect.element(upgrade).toHaveAttribute('href', '/billing');
});

test('leads there from a toast, which is outside of the router', async () => {
  await renderScreen(
    <button type="button" onClick={() => toast({ tone: 'bad', message: ended })}>
      Publish
    </button>,
    { answers: {} },
  );
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect.element(upgrade).toHaveAttribute('href', '/billing');
});

test('tells everybody else whom to ask', async () => {
  await renderScreen(ended, { account: { ...ownAccount, role: 'manager' }, answers: {} });
  await expect.element(page.getByText(/An owner can renew it/)).toBeVisible();
  await expect.element(upgrade).not.toBeInTheDocument();
});
