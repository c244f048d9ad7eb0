/** Signing out: what is waited for, and in which order. */
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { makeSession } from '../../testing/session.ts';
import { type Session, signOut, useAuth, useSession } from './session.tsx';

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

/** A page that asks about unsaved changes. */
function Unsaved({ onAsk }: { onAsk: () => void }) {
  useEffect(() => {
    addEventListener('beforeunload', onAsk);
    return () => removeEventListener('beforeunload', onAsk);
  }, [onAsk]);
  return <p>Unsaved</p>;
}

function Screens({ onAsk, onSession }: { onAsk: () => void; onSession: (session: Session) => void }) {
  const session = useSession();
  useEffect(() => onSession(session), [session, onSession]);
  return useAuth().isInitialized ? <Unsaved onAsk={onAsk} /> : <p>Loading</p>;
}

async function renderUnsaved(onAsk: () => void): Promise<Session> {
  const onSession = vi.fn<(session: Session) => void>();
  await renderScreen(<Screens onAsk={onAsk} onSession={onSession} />, {
    answers: { 'POST /profile/sign-out': { ok: true } },
  });
  await expect.element(page.getByText('Unsaved')).toBeVisible();
  const [session] = onSession.mock.calls[0] ?? [];
  if (session === undefined) throw new Error('Nothing was rendered');
  return session;
}

const tryToLeave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('removes the screens, with what they ask about unsaved changes, before it leaves', async () => {
  const onAsk = vi.fn();
  const session = await renderUnsaved(onAsk);
  tryToLeave();
  expect(onAsk).toHaveBeenCalledOnce();
  const logout = vi.fn(async () => {
    tryToLeave();
  });
  const leaving = { ...session, identity: { ...session.identity, logout } };
  await signOut(leaving);
  expect(logout).toHaveBeenCalledOnce();
  expect(leaving.isSigningOut).toBe(true);
  expect(onAsk).toHaveBeenCalledOnce();
  await expect.element(page.getByText('Loading')).toBeVisible();
});

test('says why when it fails at the sign-in service', async () => {
  const session = await renderUnsaved(() => undefined);
  await expect(signOut(session)).rejects.toMatchObject({ code: 'unexpected' });
  expect(session.store.get()).toMatchObject({
    isInitialized: true,
    isAuthenticated: false,
    failedToSignOut: true,
  });
  expect(session.store.get().failure).not.toBeNull();
  expect(session.isSigningOut).toBe(false);
});
