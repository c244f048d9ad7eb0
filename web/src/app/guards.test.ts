import { type AccountRole, accountRoles, mayTake } from '@kindling/contract/rights';
import { allScreens } from '@kindling/contract/screens';
import type { OwnMembership } from '@kindling/contract/users';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../lib/api/problem.ts';
import { type AuthState, initialAuthState } from '../lib/auth/state.ts';
import { decideGuard, type GuardDecision } from './guards.ts';

const membership: OwnMembership = {
  id: '0190a000-0000-7000-8000-00000000000a',
  name: 'Ada',
  role: 'owner',
  locationIds: null,
};

/** A Super Admin needs no account. */
function signedIn(
  role: 'Regular' | 'Super Admin',
  account: OwnMembership | null = role === 'Regular' ? membership : null,
): AuthState {
  const email = 'ada@example.org';
  return {
    ...initialAuthState,
    isInitialized: true,
    isAuthenticated: true,
    user: { sub: 's', email },
    additionalUserDetails: {
      id: '0190a000-0000-7000-8000-000000000001',
      uid: 's',
      email,
      firstName: '',
      lastName: '',
      displayName: '',
      picture: null,
      accountName: '',
      role,
      impersonated: false,
      acting: null,
      operator: false,
      secondFactorMissing: false,
      locale: 'en',
      timeZone: 'UTC',
      sub_ends: null,
      planState: null,
      deletionScheduledFor: null,
      account,
      accounts: account === null ? [] : [account],
    },
  };
}

/** The decision on an installation with plans. */
const decide = (state: AuthState, path: string) => decideGuard(state, path, true);

const visitor: AuthState = { ...initialAuthState, isInitialized: true };

describe('decideGuard', () => {
  it('shows nothing before the start-up is complete', () => {
    expect(decide(initialAuthState, '/dashboard')).toEqual({ kind: 'wait' });
  });
  it('waits while the user record loads', () => {
    expect(decide({ ...signedIn('Regular'), additionalUserDetails: null }, '/dashboard')).toEqual({
      kind: 'wait',
    });
  });
  it('sends a visitor to the start page', () => {
    expect(decide(visitor, '/dashboard')).toEqual({ kind: 'leave', to: '/' });
    expect(decide(visitor, '/reviews/of/others')).toEqual({ kind: 'leave', to: '/' });
  });
  it('sends a visitor on /reviews to its public page, by the address that never redirects back', () => {
    for (const path of ['/reviews', '/reviews/'])
      expect(decide(visitor, path)).toEqual({ kind: 'leave', to: '/reviews?visitor' });
  });
  it('keeps an administrator without the required second factor on the way to it, on admin pages only', () => {
    const state = signedIn('Super Admin');
    const details = state.additionalUserDetails;
    const lacking = { ...state, additionalUserDetails: details && { ...details, secondFactorMissing: true } };
    for (const path of ['/admin/dashboard', '/admin/users', '/admin/error-log'])
      expect(decide(lacking, path)).toEqual({ kind: 'second-factor' });
    expect(decide(lacking, '/billing')).toEqual({ kind: 'redirect', to: '/admin/dashboard' });
    expect(decide(state, '/admin/dashboard')).toEqual({ kind: 'allow' });
  });
  it('shows a failed start-up and does not redirect', () => {
    const failed = { ...visitor, failure: new ApiError({ code: 'network' }) };
    expect(decide(failed, '/reviews')).toEqual({ kind: 'failed' });
  });
  it.each([
    ['Regular', '/dashboard', { kind: 'allow' }],
    ['Regular', '/administration', { kind: 'allow' }],
    ['Regular', '/admin/users', { kind: 'redirect', to: '/dashboard' }],
    ['Regular', '/dashboard/', { kind: 'allow' }],
    ['Regular', '/billing', { kind: 'allow' }],
    ['Regular', '/admin/error-log/', { kind: 'redirect', to: '/dashboard' }],
    ['Super Admin', '/reports/monthly', { kind: 'redirect', to: '/admin/dashboard' }],
    ['Super Admin', '/billing', { kind: 'redirect', to: '/admin/dashboard' }],
    ['Super Admin', '/widgets/edit-widget/bogus', { kind: 'redirect', to: '/admin/dashboard' }],
    ['Regular', '/admin', { kind: 'redirect', to: '/dashboard' }],
    ['Super Admin', '/admin/users', { kind: 'allow' }],
    ['Super Admin', '/reviews', { kind: 'redirect', to: '/admin/dashboard' }],
  ] as const)('%s on %s', (role, path, decision) => {
    expect(decide(signedIn(role), path)).toEqual(decision);
  });
});

/** Written out, so that a screen does not change its audience unnoticed. */
const adminPaths = [
  '/admin',
  '/admin/dashboard',
  '/admin/users',
  '/admin/sync-schedule',
  '/admin/send-email',
  '/admin/error-log',
];
const guarded = allScreens.filter(({ audience }) => audience !== 'anyone').map(({ path }) => path);

describe('the audience of every guarded path', () => {
  it('has the pages of the administrator, and no other ones', () => {
    expect(guarded.filter((path) => path.startsWith('/admin')).sort()).toEqual([...adminPaths].sort());
  });
  it.each(guarded)('%s', (path) => {
    const isAdmins = adminPaths.includes(path);
    const allow: GuardDecision = { kind: 'allow' };
    const home = path === '/reviews' ? '/reviews?visitor' : '/';
    const address = path.replaceAll(/:\w+/g, 'bogus');
    for (const pathname of [address, `${address}/`]) {
      expect(decide(visitor, pathname), `a visitor on ${pathname}`).toEqual({ kind: 'leave', to: home });
      expect(decide(signedIn('Regular'), pathname), `a person on ${pathname}`).toEqual(
        isAdmins ? { kind: 'redirect', to: '/dashboard' } : allow,
      );
      expect(decide(signedIn('Super Admin'), pathname), `an administrator on ${pathname}`).toEqual(
        isAdmins ? allow : { kind: 'redirect', to: '/admin/dashboard' },
      );
    }
  });
});

describe('an administrator who acts as a member', () => {
  const acting = (role: AccountRole): AuthState => {
    const state = signedIn('Regular', { ...membership, role });
    const details = state.additionalUserDetails;
    if (details === null) throw new Error('No details');
    const session = { id: 'acting', endsAt: '2030-01-01T00:00:00Z', adminName: 'Ana' };
    return { ...state, additionalUserDetails: { ...details, impersonated: true, acting: session } };
  };
  it('sees the pages of the member, but not those that are the member’s alone', () => {
    for (const path of ['/dashboard', '/reviews', '/connections', '/widgets/edit-widget/1'])
      expect(decide(acting('owner'), path), path).toEqual({ kind: 'allow' });
    for (const path of ['/profile', '/billing', '/invoices', '/subscriptions', '/subscriptions/order'])
      expect(decide(acting('owner'), path), path).toEqual({ kind: 'acting' });
  });
  it('has no page of the administrator, and no more than the member', () => {
    for (const path of adminPaths)
      expect(decide(acting('owner'), path), path).toEqual({ kind: 'redirect', to: '/dashboard' });
    expect(decide(acting('viewer'), '/billing')).toEqual({ kind: 'explain', action: 'billing.manage' });
  });
});

describe('a member on a screen that is for an action', () => {
  const withAction = allScreens.flatMap(({ path, action }) =>
    action === undefined ? [] : [{ path: path.replaceAll(/:\w+/g, 'bogus'), action }],
  );

  it.each(accountRoles)('gets an explanation where the role %s may not take it', (role) => {
    for (const { path, action } of withAction)
      expect(decide(signedIn('Regular', { ...membership, role }), path), path).toEqual(
        mayTake({ role, locationIds: null }, action) ? { kind: 'allow' } : { kind: 'explain', action },
      );
  });

  // Written out, so that a change of the table of rights does not open a page unnoticed.
  it.each<[AccountRole, string[]]>([
    ['manager', ['/billing', '/invoices', '/subscriptions', '/subscriptions/order']],
    [
      'viewer',
      ['/billing', '/connections/import', '/widgets/edit-widget/1', '/badges/edit-badge/1', '/subscriptions'],
    ],
  ])('explains to a %s on its pages', (role, paths) => {
    for (const path of paths)
      expect(decide(signedIn('Regular', { ...membership, role }), path).kind, path).toBe('explain');
  });

  it('gets, without any location, the profile and on the other screens an explanation', () => {
    const state = signedIn('Regular', { ...membership, role: 'manager', locationIds: [] });
    for (const path of ['/dashboard', '/reviews', '/widgets', '/connections/import'])
      expect(decide(state, path), path).toEqual({ kind: 'no-location' });
    expect(decide(state, '/profile')).toEqual({ kind: 'allow' });
    expect(decide(state, '/billing').kind).toBe('explain');
  });

  it('lets everybody read reviews, figures and their own profile', () => {
    for (const role of accountRoles)
      for (const path of ['/dashboard', '/reviews', '/profile', '/widgets', '/connections', '/businesses'])
        expect(
          decide(
            signedIn('Regular', {
              ...membership,
              role,
              locationIds: role === 'owner' ? null : [membership.id],
            }),
            path,
          ),
        ).toEqual({
          kind: 'allow',
        });
  });

  it('is told when they belong to no account', () => {
    for (const path of ['/dashboard', '/billing', '/profile'])
      expect(decide(signedIn('Regular', null), path)).toEqual({ kind: 'no-account' });
    expect(decide(signedIn('Super Admin'), '/admin/users')).toEqual({ kind: 'allow' });
  });
});

describe('a screen that needs plans, on an installation without them', () => {
  const paths = ['/billing', '/invoices', '/subscriptions', '/subscriptions/order'];

  it('is one of these', () => {
    expect(allScreens.filter(({ needsPlans }) => needsPlans === true).map(({ path }) => path)).toEqual(
      expect.arrayContaining(paths),
    );
  });

  it.each(paths)('%s is no page for anybody of an account', (path) => {
    for (const role of accountRoles)
      expect(decideGuard(signedIn('Regular', { ...membership, role }), path, false)).toEqual({
        kind: 'missing',
      });
  });

  it.each(paths)('%s sends a visitor and an administrator away as everywhere', (path) => {
    expect(decideGuard(visitor, path, false)).toEqual({ kind: 'leave', to: '/' });
    expect(decideGuard(signedIn('Super Admin'), path, false)).toEqual({
      kind: 'redirect',
      to: '/admin/dashboard',
    });
  });

  it('changes no other screen', () => {
    for (const { path, needsPlans } of allScreens)
      if (needsPlans !== true)
        expect(decideGuard(signedIn('Regular'), path, false), path).toEqual(
          decide(signedIn('Regular'), path),
        );
  });
});
