/** The sign-in state for components, and the actions on it. */
import type { AppConfig } from '@kindling/contract/app';
import type { Language } from '@kindling/contract/constants';
import type { User } from '@kindling/contract/users';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { setTokenSource } from '../api/access.ts';
import { setCurrentActing } from '../api/acting.ts';
import { client } from '../api/client.ts';
import { setCurrentAccount } from '../api/current-account.ts';
import { type ApiError, toApiError } from '../api/problem.ts';
import { resetHelpDesk } from '../help-desk.ts';
import { pendingInvitationPath } from '../pending-invitation.ts';
import { type Identity, openIdentity } from './identity.ts';
import { startUp } from './start-up.ts';
import { type AuthState, type AuthStore, createAuthStore } from './state.ts';

/** The page of the tour: the app on recorded answers, without a session. */
export interface Tour {
  /** Address of the tour in the language of the page, without a slash at the end; the screens have their paths below it. */
  address: string;
  /** Address of the same screen in another language. */
  addressIn(language: Language): string;
}

export interface Session {
  store: AuthStore;
  config: AppConfig;
  identity: Identity;
  /** Failures of the start-up that did not stop it. */
  warnings: ApiError[];
  /** The page is being left; what its start-up still finds out changes nothing. */
  isSigningOut: boolean;
  /** Only on the page of the tour. */
  tour?: Tour;
}

const users = {
  addUser: async (profile: Parameters<typeof client.users.add>[0]) => {
    await client.users.add({
      zoneinfo: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...profile,
    });
  },
  saveLogin: async (credentials: { useremail: string; userToken: string }) =>
    (await client.users.saveLogin(credentials)).data,
  getUserByEmail: async (credentials: { useremail: string; userToken: string }) =>
    (await client.users.getByEmail(credentials)).user,
};

/** Opens the identity library and starts the start-up sequence. Rejects only without configuration. */
export async function startSession(languages: string): Promise<Session> {
  const config = await client.app.config({});
  const identity = await openIdentity(config.auth, languages);
  const session: Session = { store: createAuthStore(), config, identity, warnings: [], isSigningOut: false };
  let leaving = false;
  addEventListener('pagehide', () => {
    leaving = true;
  });
  // The browser restored the page from its back/forward cache with the start-up aborted: start again.
  addEventListener('pageshow', () => {
    if (leaving && !session.store.get().isInitialized) location.reload();
    leaving = false;
  });
  void startUp({
    path: location.pathname,
    search: location.search,
    hash: location.hash,
    target: pendingInvitationPath() ?? '/dashboard',
    identity,
    users,
    dispatch: session.store.dispatch,
    enableApi: () => setTokenSource(identity),
    disableApi: () => setTokenSource(null),
    setAccount: setCurrentAccount,
    setActing: setCurrentActing,
    replaceAddress: (path) => history.replaceState(null, '', path),
    isLeavingPage: () => leaving || session.isSigningOut,
    warn: (error) => {
      session.warnings.push(error);
      reportError(error);
    },
  });
  return session;
}

/** Reads the user record of the signed-in person again. Rejects with an `ApiError`. */
export async function readUser(session: Session): Promise<User> {
  try {
    return await readUserOnce(session);
  } catch (error) {
    // The token was renewed meanwhile, which may also have changed the address: both are read again.
    if (toApiError(error).code !== 'identity-mismatch') throw error;
    return readUserOnce(session);
  }
}

async function readUserOnce({ store, identity }: Session): Promise<User> {
  const userToken = await identity.token({ fresh: false });
  const useremail = (await identity.profile())?.email ?? store.get().user?.email ?? '';
  return users.getUserByEmail({ useremail, userToken });
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it.');
  return session;
}

export function useConfig(): AppConfig {
  return useSession().config;
}

/** The tour that this page is; null in the app. */
export function useTour(): Tour | null {
  return useSession().tour ?? null;
}

/** Whether this installation has plans; without them everything is included, and there is nothing to pay. */
export function useHasPlans(): boolean {
  return useConfig().plans !== null;
}

export function useAuth(): AuthState {
  const { store } = useSession();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Milliseconds to wait for our server at sign-out. */
const signOutTimeoutMs = 3_000;

/**
 * Ends the session at our server, so that it refuses the tokens at once, and at the sign-in service, then shows the
 * start page. The sign-in service ends it too, so a server that does not answer does not block the sign-out.
 */
export async function signOut(session: Session): Promise<void> {
  const { store, identity } = session;
  try {
    resetHelpDesk();
    await client.profile.signOut({}, { context: { timeout: signOutTimeoutMs } }).catch(() => undefined);
    await closeScreens(session);
    await identity.logout();
  } catch (error) {
    const failure = toApiError(error);
    session.isSigningOut = false;
    store.dispatch({
      type: 'INITIALIZE',
      isAuthenticated: false,
      user: null,
      failure,
      failedToSignOut: true,
    });
    throw failure;
  }
}

/** Clears the session of this page after all sessions were ended, and shows the start page. */
export async function clearSession(session: Session): Promise<void> {
  await closeScreens(session);
  await session.identity.logoutLocally().catch(() => undefined);
  location.assign('/');
}

/** Removes the screens before the page is left, or one with unsaved changes could hold a person back whose session has ended. */
async function closeScreens(session: Session): Promise<void> {
  session.isSigningOut = true;
  setTokenSource(null);
  session.store.dispatch({ type: 'SIGN_OUT' });
  // The screens are gone in the next task.
  await new Promise((resolve) => setTimeout(resolve));
}

/**
 * Signs in again in the popup. Resolves with false when another person signed in: the page shows somebody else's
 * data, so the caller must reload it. With `prove` the sign-in service always asks for the password.
 */
export async function signInAgain(
  { store, identity }: Session,
  { prove = false }: { prove?: boolean } = {},
): Promise<boolean> {
  const before = store.get().user;
  await identity.signInAgain({ prove, email: before?.email ?? null });
  const user = await identity.profile();
  if (user === null || before === null || user.sub !== before.sub) return false;
  setTokenSource(identity);
  store.dispatch({ type: 'SIGN_IN', user });
  return true;
}

/** Shows to somebody who has just signed in again that the operator has blocked them, where that is so. @returns whether it is */
export async function showBlockOf({ store, identity }: Session): Promise<boolean> {
  const userToken = await identity.token({ fresh: false });
  const useremail = (await identity.profile())?.email ?? '';
  const block = await users.saveLogin({ useremail, userToken }).then(
    (saved) => saved.block,
    // The calls that follow say what is wrong.
    () => undefined,
  );
  if (block === undefined) return false;
  setTokenSource(null);
  store.dispatch({ type: 'INITIALIZE', isAuthenticated: false, user: null, block });
  return true;
}
