/**
 * The start-up sequence of specification.md section 4, free of browser and library so that its order can be
 * tested: callback, token, registration, savelogin, session check, recompute, fresh token, user record.
 * Any failure ends the local session; whoever is unsure is not signed in.
 */
import type { User } from '@kindling/contract/users';
import { type ApiError, toApiError } from '../api/problem.ts';
import type { AuthAction, IdentityProfile } from './state.ts';

export interface IdentityPort {
  /** Exchanges the code of the address; tells whether sign-in was begun as a sign-up. */
  handleCallback(): Promise<{ registered: boolean }>;
  checkSession(): Promise<void>;
  isAuthenticated(): Promise<boolean>;
  profile(): Promise<IdentityProfile | null>;
  /** The ID token's own word that this person has just registered. */
  claimsRegistered(): Promise<boolean>;
  token(options: { fresh: boolean }): Promise<string>;
  /** Forgets the session here, and leaves the identity service's own as it is. */
  logoutLocally(): Promise<void>;
  /** Ends the session at the identity service too; leaves the page. */
  logout(): Promise<void>;
}

interface Credentials {
  useremail: string;
  userToken: string;
}

export interface UsersPort {
  addUser(profile: IdentityProfile): Promise<void>;
  saveLogin(credentials: Credentials): Promise<{ status: boolean }>;
  getUserByEmail(credentials: Credentials): Promise<User>;
}

export interface StartUpPorts {
  /** Path and query of the address at load. */
  path: string;
  search: string;
  identity: IdentityPort;
  users: UsersPort;
  dispatch(action: AuthAction): void;
  /** Called once a token is at hand: from here on calls carry it. */
  enableApi(): void;
  disableApi(): void;
  /** Replaces the address without loading. */
  replaceAddress(path: string): void;
  /** True once this page is being left: what fails from then on was cut off and says nothing about the session. */
  isLeavingPage(): boolean;
  /** Called with a failure that does not end the start-up. */
  warn(error: ApiError): void;
}

const callbackTarget = '/dashboard';

/** What a provider adds to the address; without its `state` nothing of it can be ours. */
const callbackParameters = ['code', 'error', 'error_description', 'iss'];

function isCallback(params: URLSearchParams): boolean {
  return params.has('state') && (params.has('code') || params.has('error'));
}

/** The address without the rest of a sign-in that was not begun here; null where there is none. */
function withoutForeignCallback({ path, search }: Pick<StartUpPorts, 'path' | 'search'>): string | null {
  const params = new URLSearchParams(search);
  if (params.has('state') || !(params.has('code') || params.has('error'))) return null;
  for (const name of callbackParameters) params.delete(name);
  return params.size === 0 ? path : `${path}?${params}`;
}

/** `login_required` and its kin say that nobody is signed in, which is no failure. */
export function isSignedOutError(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'error' in error ? error.error : null;
  return (
    code === 'login_required' ||
    code === 'consent_required' ||
    code === 'interaction_required' ||
    code === 'account_selection_required'
  );
}

async function register(ports: StartUpPorts, profile: IdentityProfile): Promise<void> {
  try {
    await ports.users.addUser(profile);
  } catch (error) {
    ports.warn(toApiError(error));
  }
}

/** Loads the user record; a sign-up whose flag got lost on the way is registered here. */
async function loadDetails(ports: StartUpPorts, profile: IdentityProfile): Promise<User> {
  const credentials = { useremail: profile.email, userToken: await ports.identity.token({ fresh: true }) };
  try {
    return await ports.users.getUserByEmail(credentials);
  } catch (error) {
    if (toApiError(error).code !== 'not-found') throw error;
    await ports.users.addUser(profile);
    return ports.users.getUserByEmail(credentials);
  }
}

/** What a finished callback is followed by; false when the server refuses this person. */
async function finishCallback(ports: StartUpPorts, flagged: boolean): Promise<boolean> {
  const { identity, users } = ports;
  // Whether it went well or not: a code in the address is tried again at each reload, and shown to whoever looks.
  const { registered } = await identity.handleCallback().finally(() => ports.replaceAddress(callbackTarget));
  const [profile, userToken] = await Promise.all([identity.profile(), identity.token({ fresh: false })]);
  if (profile === null) return true;
  ports.enableApi();
  if (flagged || registered || (await identity.claimsRegistered())) await register(ports, profile);
  const { status } = await users.saveLogin({ useremail: profile.email, userToken });
  return status;
}

/** Runs the sequence once; never rejects. */
export async function startUp(ports: StartUpPorts): Promise<void> {
  const { identity, dispatch } = ports;
  const params = new URLSearchParams(ports.search);
  const clean = withoutForeignCallback(ports);
  if (clean !== null) ports.replaceAddress(clean);
  try {
    if (isCallback(params) && !(await finishCallback(ports, params.get('registered') === 'true'))) {
      ports.disableApi();
      await identity.logout();
      dispatch({ type: 'INITIALIZE', isAuthenticated: false, user: null });
      return;
    }
    await identity.checkSession();
    const user = (await identity.isAuthenticated()) ? await identity.profile() : null;
    if (user === null) {
      ports.disableApi();
      dispatch({ type: 'INITIALIZE', isAuthenticated: false, user: null });
      return;
    }
    ports.enableApi();
    dispatch({ type: 'INITIALIZE', isAuthenticated: true, user });
    dispatch({ type: 'SET_ADDITIONAL_USER_DETAILS', details: await loadDetails(ports, user) });
  } catch (error) {
    if (ports.isLeavingPage()) return;
    ports.disableApi();
    await identity.logoutLocally().catch(() => undefined);
    const failure = isSignedOutError(error) ? {} : { failure: toApiError(error) };
    dispatch({ type: 'INITIALIZE', isAuthenticated: false, user: null, ...failure });
  }
}
