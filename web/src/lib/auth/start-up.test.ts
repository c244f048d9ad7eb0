import type { SignInBlock, User } from '@kindling/contract/users';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/problem.ts';
import { type StartUpPorts, startUp } from './start-up.ts';
import { type AuthState, initialAuthState, reduceAuth } from './state.ts';

const profile = { sub: 'auth0|1', email: 'ada@example.org' };
const details: User = {
  id: '0190a000-0000-7000-8000-000000000001',
  uid: 'auth0|1',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'L.',
  displayName: 'Ada L.',
  picture: null,
  accountName: 'Ada',
  role: 'Regular',
  impersonated: false,
  acting: null,
  operator: false,
  secondFactorMissing: false,
  locale: 'en',
  timeZone: 'UTC',
  sub_ends: null,
  planState: null,
  deletionScheduledFor: null,
  account: { id: '0190a000-0000-7000-8000-00000000000a', name: 'Ada', role: 'owner', locationIds: null },
  accounts: [{ id: '0190a000-0000-7000-8000-00000000000a', name: 'Ada', role: 'owner', locationIds: null }],
};

interface World {
  search?: string;
  hash?: string;
  registered?: boolean;
  claimed?: boolean;
  session?: boolean;
  loginStatus?: boolean;
  block?: SignInBlock;
  fail?: Partial<Record<string, unknown>>;
  leaving?: boolean;
  details?: User;
}

/** Runs the sequence against fakes. @returns the calls in order, and the final state */
async function run(world: World) {
  const calls: string[] = [];
  const warnings: ApiError[] = [];
  const accounts: (string | null)[] = [];
  const acting: (string | null)[] = [];
  let state: AuthState = initialAuthState;
  const failures = { ...world.fail };
  const call = async <T>(name: string, answer: T): Promise<T> => {
    calls.push(name);
    const failure = failures[name];
    if (failure !== undefined) {
      delete failures[name];
      throw failure;
    }
    return answer;
  };
  const session = world.session ?? true;
  const ports: StartUpPorts = {
    path: '/dashboard',
    search: world.search ?? '',
    hash: world.hash ?? '',
    target: '/dashboard',
    identity: {
      handleCallback: () => call('callback', { registered: world.registered ?? false }),
      checkSession: () => call('checkSession', undefined),
      isAuthenticated: () => call('isAuthenticated', session),
      profile: async () => profile,
      claimsRegistered: async () => world.claimed ?? false,
      token: ({ fresh }) => call(fresh ? 'freshToken' : 'token', 'jwt'),
      logoutLocally: () => call('logoutLocally', undefined),
      logout: () => call('logout', undefined),
    },
    users: {
      addUser: () => call('adduser', undefined),
      saveLogin: () =>
        call('savelogin', {
          status: world.loginStatus ?? world.block === undefined,
          ...(world.block === undefined ? {} : { block: world.block }),
        }),
      getUserByEmail: () => call('getuserbyemail', world.details ?? details),
    },
    dispatch: (action) => {
      calls.push(action.type);
      state = reduceAuth(state, action);
    },
    enableApi: () => calls.push('open'),
    disableApi: () => calls.push('close'),
    setAccount: (id) => accounts.push(id),
    setActing: (id) => acting.push(id),
    replaceAddress: (path) => calls.push(`rewrite ${path}`),
    isLeavingPage: () => world.leaving ?? false,
    warn: (error) => warnings.push(error),
  };
  await startUp(ports);
  return { calls, state, warnings, accounts, acting };
}

const callback = '?code=abc&state=xyz';
const afterCallback = [
  'checkSession',
  'isAuthenticated',
  'open',
  'INITIALIZE',
  'freshToken',
  'getuserbyemail',
  'SET_ADDITIONAL_USER_DETAILS',
];

describe('startUp', () => {
  it('keeps the session when the browser leaves the page in the middle', async () => {
    const { calls, state } = await run({ leaving: true, fail: { getuserbyemail: new TypeError('cut off') } });
    expect(calls).not.toContain('logoutLocally');
    expect(calls).not.toContain('close');
    expect(state).toMatchObject({ isAuthenticated: true });
  });

  it('names the acting session of the record in later calls', async () => {
    const session = { id: 'acting', endsAt: '2030-01-01T00:00:00Z', adminName: 'Ana' };
    const { acting } = await run({ details: { ...details, impersonated: true, acting: session } });
    expect(acting).toEqual(['acting']);
    expect((await run({})).acting).toEqual([null]);
  });

  it('runs the whole sequence after a sign-in, in order', async () => {
    const { calls, state } = await run({ search: callback });
    expect(calls).toEqual(['callback', 'rewrite /dashboard', 'token', 'open', 'savelogin', ...afterCallback]);
    expect(state).toMatchObject({
      isInitialized: true,
      isAuthenticated: true,
      additionalUserDetails: details,
    });
  });

  it.each([
    ['the address says so', { search: `${callback}&registered=true` }],
    ['the app began it as a sign-up', { search: callback, registered: true }],
    ['the ID token says so', { search: callback, claimed: true }],
  ])('registers before it saves the login when %s', async (_, world) => {
    const { calls } = await run(world);
    expect(calls.slice(0, 6)).toEqual([
      'callback',
      'rewrite /dashboard',
      'token',
      'open',
      'adduser',
      'savelogin',
    ]);
  });

  it('continues after a failed registration and reports it', async () => {
    const failure = new ApiError({ code: 'internal', status: 500 });
    const { calls, state, warnings } = await run({
      search: callback,
      registered: true,
      fail: { adduser: failure },
    });
    expect(calls).toContain('savelogin');
    expect(warnings).toEqual([failure]);
    expect(state.isAuthenticated).toBe(true);
  });

  it('signs out at the sign-in service when savelogin answers false', async () => {
    const { calls, state } = await run({ search: callback, loginStatus: false });
    expect(calls.slice(-2)).toEqual(['close', 'logout']);
    expect(state).toEqual(initialAuthState);
  });

  describe('a blocked person', () => {
    const block: SignInBlock = { since: '2026-11-20T10:00:00.000Z', reason: 'abuse' };
    const refused = new ApiError({ code: 'forbidden', status: 403 });

    it('learns why after the sign-in, and stays on the page', async () => {
      const { calls, state } = await run({ search: callback, block });
      expect(calls.slice(-3)).toEqual(['savelogin', 'close', 'INITIALIZE']);
      expect(state).toMatchObject({ isInitialized: true, isAuthenticated: false, user: null, block });
    });

    it('learns it again when the page is loaded again', async () => {
      const { calls, state } = await run({ fail: { getuserbyemail: refused }, block });
      expect(calls).not.toContain('logoutLocally');
      expect(state).toMatchObject({ isAuthenticated: false, failure: null, block });
    });

    it.each([
      ['is not blocked', {}],
      ['gets no answer', { savelogin: new ApiError({ code: 'network' }) }],
    ])('who %s sees the failure itself', async (_what, fail) => {
      const { calls, state } = await run({ fail: { getuserbyemail: refused, ...fail } });
      expect(calls).toContain('logoutLocally');
      expect(state).toMatchObject({ isAuthenticated: false, failure: refused, block: null });
    });
  });

  it('does not save a login that is only resumed', async () => {
    const { calls } = await run({});
    expect(calls).toEqual(afterCallback);
  });

  it('ends unauthenticated, without a failure, when there is no session', async () => {
    const { calls, state } = await run({ session: false });
    expect(calls).toEqual(['checkSession', 'isAuthenticated', 'close', 'INITIALIZE']);
    expect(state).toMatchObject({ isAuthenticated: false, failure: null });
  });

  it('handles login_required as a local sign-out and no failure', async () => {
    const { calls, state } = await run({ fail: { freshToken: { error: 'login_required' } } });
    expect(calls).toContain('logoutLocally');
    expect(calls).not.toContain('logout');
    expect(state).toMatchObject({ isAuthenticated: false, failure: null });
  });

  it.each(['callback', 'savelogin', 'checkSession', 'getuserbyemail'])(
    'ends unauthenticated with the reason when %s fails',
    async (step) => {
      const failure = new ApiError({ code: 'unavailable', status: 503, requestId: 'r-1' });
      const { calls, state } = await run({ search: callback, fail: { [step]: failure } });
      expect(calls).toContain('logoutLocally');
      expect(state).toMatchObject({ isInitialized: true, isAuthenticated: false, user: null, failure });
      expect(state.additionalUserDetails).toBeNull();
    },
  );

  it('creates the account once when the registered flag was lost', async () => {
    const { calls, state } = await run({
      search: callback,
      fail: { getuserbyemail: new ApiError({ code: 'not-found', status: 404 }) },
    });
    expect(calls.slice(-4)).toEqual([
      'getuserbyemail',
      'adduser',
      'getuserbyemail',
      'SET_ADDITIONAL_USER_DETAILS',
    ]);
    expect(state.additionalUserDetails).toEqual(details);
  });

  it('handles a callback that carries an error instead of a code', async () => {
    const { calls } = await run({
      search: '?error=access_denied&state=xyz',
      fail: { callback: new Error('denied') },
    });
    expect(calls[0]).toBe('callback');
    expect(calls).toContain('logoutLocally');
  });

  it('removes the callback from the address after it failed', async () => {
    const { calls } = await run({ search: '?code=abc&state=xyz', fail: { callback: new Error('no') } });
    expect(calls.slice(0, 2)).toEqual(['callback', 'rewrite /dashboard']);
  });

  it.each([
    ['?code=abc', 'rewrite /dashboard'],
    ['?code=abc&iss=https%3A%2F%2Fid.example%2F&tab=mail', 'rewrite /dashboard?tab=mail'],
    ['?error=access_denied&error_description=No', 'rewrite /dashboard'],
  ])(
    'handles %s without a state as no callback, and removes it from the address',
    async (search, rewrite) => {
      const { calls } = await run({ search });
      expect(calls[0]).toBe(rewrite);
      expect(calls).not.toContain('callback');
    },
  );

  it('keeps any other query', async () => {
    const { calls } = await run({ search: '?tab=mail' });
    expect(calls.join()).not.toContain('rewrite');
  });
});

describe('the account of the tab', () => {
  const other = '0190a000-0000-7000-8000-00000000000b';

  it('is the one of the user record', async () => {
    const { accounts } = await run({});
    expect(accounts).toEqual([details.account?.id]);
  });

  it('is chosen by the address first, and the rest of the address stays', async () => {
    const { accounts, calls } = await run({ search: `?tab=mail&account=${other}`, hash: '#team' });
    expect(accounts).toEqual([other, details.account?.id]);
    expect(calls[0]).toBe('rewrite /dashboard?tab=mail#team');
  });

  it('is not taken from an address that names no id', async () => {
    const { accounts, calls } = await run({ search: '?account=a%0Ab' });
    expect(accounts).toEqual([details.account?.id]);
    expect(calls[0]).toBe('rewrite /dashboard');
  });

  it('is none for a person who belongs to no account', async () => {
    const { accounts } = await run({ details: { ...details, account: null, accounts: [] } });
    expect(accounts).toEqual([null]);
  });
});

describe('reduceAuth', () => {
  it('clears everything at sign-out, and decides nothing until the page is left', () => {
    const signedIn = reduceAuth(
      reduceAuth(initialAuthState, { type: 'INITIALIZE', isAuthenticated: true, user: profile }),
      { type: 'SET_ADDITIONAL_USER_DETAILS', details },
    );
    expect(reduceAuth(signedIn, { type: 'SIGN_OUT' })).toEqual(initialAuthState);
  });

  it('sets user and isAuthenticated at sign-in and keeps the details', () => {
    const before = { ...initialAuthState, isInitialized: true, additionalUserDetails: details };
    expect(reduceAuth(before, { type: 'SIGN_IN', user: profile })).toEqual({
      ...before,
      isAuthenticated: true,
      user: profile,
    });
  });
});
