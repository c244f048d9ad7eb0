/** Signing out while our server does not answer. */
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { makeSession } from '../../testing/session.ts';
import { signOut } from './session.tsx';

test('waits three seconds for our server, then signs out at the sign-in service', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const silent = (_url: URL, { signal }: Request) =>
    new Promise<never>((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const { calls } = await renderScreen(<p>Settings</p>, { answers: { 'POST /profile/sign-out': silent } });
  const session = makeSession();
  const logout = vi.fn(() => Promise.resolve());
  await signOut({ ...session, identity: { ...session.identity, logout } });
  expect(calls).toHaveLength(1);
  expect(timeout.mock.calls).toEqual([[3_000]]);
  expect(logout).toHaveBeenCalledOnce();
  timeout.mockRestore();
});
