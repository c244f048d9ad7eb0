/**
 * The start-up sequence without browser and library, so that tests can check its order: callback, token,
 * registration, savelogin, session check, fresh token, user record. Any failure ends the local session: in doubt
 * nobody is signed in.
 */
import type { SavedLogin, SignInBlock, User } from '@kindling/contract/users';
import { accountParameter, parseAccountId } from '../api/current-account.ts';
import { type ApiError, toApiError } from '../api/problem.ts';
import type { AuthAction, IdentityProfile } from './state.ts';

export interface IdentityPort {
  /** Exchanges the code in the address; says whether the sign-in began as a sign-up. */
  handleCallback(): Promise<{ registered: boolean }>;
  checkSession(): Promise<void>;
  isAuthenticated(): Promise<boolean>;
  profile(): Promise<IdentityProfile | null>;
  /** Whether the ID token says that this person has just registered. */
  claimsRegistered(): Promise<boolean>;
  token(options: { fresh: boolean }): Promise<string>;
  /** Clears the session in this browser; the sign-in service keeps its own. */
  logoutLocally(): Promise<void>;
  /** Also ends the session at the sign-in service; leaves the page. */
  logout(): Promise<void>;
}

interface Credentials {
  useremail: string;
  userToken: string;
}

export interface UsersPort {
  addUser(profile: IdentityProfile): Promise<void>;
  saveLogin(credentials: Credentials): Promise<SavedLogin>;
  getUserByEmail(credentials: Credentials): Promise<User>;
}

export interface StartUpPorts {
  /** Path, query and fragment of the address at load. */
  path: string;
  search: string;
  hash: string;
  /** Path and fragment that a finished sign-in shows. */
  target: string;
  identity: IdentityPort;
  users: UsersPort;
  dispatch(action: AuthAction): void;
  /** Called when there is a token: calls carry it from now on. */
  enableApi(): void;
  disableApi(): void;
  /** Sets the account that calls concern from now on; null for a person who belongs to none. */
  setAccount(id: string | null): void;
  /** Sets the acting session that calls name from now on; null for a person who acts as nobody. */
  setActing(id: string | null): void;
  /** Replaces the address without a load. */
  replaceAddress(path: string): void;
  /**
   * True once the browser leaves this page: later failures are aborted requests and say nothing about the session.
   */
  isLeavingPage(): boolean;
  /** Called with a failure that does not end the start-up. */
  warn(error: ApiError): void;
}

/** Parameters that a provider adds to the address. Without a `state` they belong to no sign-in of ours. */
const callbackParameters = ['code', 'error', 'error_description', 'iss'];

function isCallback(params: URLSearchParams): boolean {
  return params.has('state') && (params.has('code') || params.has('error'));
}

/**
 * The address without the choice of an account, and without the parameters of a sign-in that did not begin here; null
 * when it has neither.
 */
function cleanAddress({ path, search, hash }: StartUpPorts): string | null {
  const params = new URLSearchParams(search);
  const before = params.size;
  params.delete(accountParameter);
  if (!params.has('state') && (params.has('code') || params.has('error')))
    for (const name of callbackParameters) params.delete(name);
  if (params.size === before) return null;
  return `${path}${params.size === 0 ? '' : `?${params}`}${hash}`;
}

/** `login_required` and similar errors mean that nobody is signed in, which is no failure. */
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

/** Loads the user record. Registers a person without one: the flag of their sign-up was lost. */
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

/** Handles the callback. A false `status` means that the server refuses this person. */
async function finishCallback(ports: StartUpPorts, flagged: boolean): Promise<SavedLogin> {
  const { identity, users } = ports;
  // Also after a failure: a code in the address would be exchanged again at each reload, and is visible to others.
  const { registered } = await identity.handleCallback().finally(() => ports.replaceAddress(ports.target));
  const [profile, userToken] = await Promise.all([identity.profile(), identity.token({ fresh: false })]);
  if (profile === null) return { status: true };
  ports.enableApi();
  if (flagged || registered || (await identity.claimsRegistered())) await register(ports, profile);
  return users.saveLogin({ useremail: profile.email, userToken });
}

/** Why the server refuses a person who is still signed in here; null when it says nothing about a block. */
async function findBlock({ identity, users }: StartUpPorts, error: unknown): Promise<SignInBlock | null> {
  if (toApiError(error).code !== 'forbidden') return null;
  const [profile, userToken] = await Promise.all([identity.profile(), identity.token({ fresh: false })]);
  if (profile === null) return null;
  return (await users.saveLogin({ useremail: profile.email, userToken })).block ?? null;
}

/** The sign-in stays in this browser, so that the page about the block is there again after a reload. */
function showBlock({ disableApi, dispatch }: StartUpPorts, block: SignInBlock): void {
  disableApi();
  dispatch({ type: 'INITIALIZE', isAuthenticated: false, user: null, block });
}

/** Runs the sequence once; never rejects. */
export async function startUp(ports: StartUpPorts): Promise<void> {
  const { identity, dispatch } = ports;
  const params = new URLSearchParams(ports.search);
  const chosen = parseAccountId(params.get(accountParameter));
  if (chosen !== null) ports.setAccount(chosen);
  const clean = cleanAddress(ports);
  if (clean !== null) ports.replaceAddress(clean);
  try {
    const { status, block } = isCallback(params)
      ? await finishCallback(ports, params.get('registered') === 'true')
      : { status: true };
    if (block !== undefined) {
      showBlock(ports, block);
      return;
    }
    if (!status) {
      ports.disableApi();
      // Leaves the page, which waits until then.
      await identity.logout();
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
    const details = await loadDetails(ports, user);
    // The server falls back to another account when the person does not belong to the chosen one.
    ports.setAccount(details.account?.id ?? null);
    ports.setActing(details.acting?.id ?? null);
    dispatch({ type: 'SET_ADDITIONAL_USER_DETAILS', details });
  } catch (error) {
    if (ports.isLeavingPage()) return;
    const block = await findBlock(ports, error).catch(() => null);
    if (block !== null) {
      showBlock(ports, block);
      return;
    }
    ports.disableApi();
    await identity.logoutLocally().catch(() => undefined);
    const failure = isSignedOutError(error) ? {} : { failure: toApiError(error) };
    dispatch({ type: 'INITIALIZE', isAuthenticated: false, user: null, ...failure });
  }
}
