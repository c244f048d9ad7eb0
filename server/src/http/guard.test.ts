/** Which caller may take which action, without HTTP; role-routes.test.ts tries every route. */
import { type Action, accountRoles, actions, mayTake } from '@kindling/contract/rights';
import { describe, expect, test } from 'vitest';
import { currentCallerScope } from '../lib/caller-scope.ts';
import type { Caller } from './caller.ts';
import { authorize, callAs, scopeOf } from './guard.ts';

const bearer = {
  issuer: 'https://id.example/',
  sub: 'sub',
  email: 'person@example.com',
  emailVerified: true,
  token: 'token',
  issuedAt: 0,
  signedInAt: null,
  secondFactor: false,
  sessionId: null,
};
const member = (role: (typeof accountRoles)[number], locationIds: string[] | null = null) => ({
  accountId: 'account',
  userId: 'user',
  role,
  locationIds,
});

function actingAs(role: (typeof accountRoles)[number], confirms = false): Caller {
  return { kind: 'acting-admin', bearer, adminId: 'admin', actingId: 'acting', user: member(role), confirms };
}

function allowed(caller: Caller): Action[] {
  return actions.filter((action) => {
    try {
      authorize(caller, { action });
      return true;
    } catch {
      return false;
    }
  });
}

test('a route that destroys data for good is closed to an administrator who acts, and to nobody else', () => {
  const meta = { action: 'businesses.manage', whileActing: false } as const;
  expect(() => authorize(actingAs('owner', true), meta)).toThrow(expect.objectContaining({ code: 'acting' }));
  expect(() => authorize({ kind: 'person', bearer, user: member('owner') }, meta)).not.toThrow();
});

describe('who may take an action', () => {
  test.each(accountRoles)('a %s: what the table of rights says', (role) => {
    const expected = actions.filter((action) => mayTake(member(role), action));
    expect(allowed({ kind: 'person', bearer, user: member(role) })).toEqual(expected);
  });

  test('a manager of some locations: nothing that concerns the whole account', () => {
    const limited = allowed({ kind: 'person', bearer, user: member('manager', ['one']) });
    expect(limited).toEqual(actions.filter((action) => mayTake(member('manager', ['one']), action)));
    expect(limited).toContain('reviews.reply');
    expect(limited).not.toContain('members.manage');
  });

  test('an API key: its scopes, and within some locations nothing that concerns the whole account', () => {
    const key = { keyId: 'key', accountId: 'account', locationIds: null };
    const scopes: Action[] = ['reviews.read', 'connections.manage', 'account.delete'];
    expect(allowed({ kind: 'api-key', key: { ...key, scopes } })).toEqual(scopes);
    expect(allowed({ kind: 'api-key', key: { ...key, scopes: [] } })).toEqual([]);
    expect(allowed({ kind: 'api-key', key: { ...key, scopes, locationIds: ['one'] } })).toEqual([
      'reviews.read',
    ]);
  });

  test('an administrator as an owner: no billing, deletion, sign-in, connections, export, keys, webhooks or members', () => {
    const acting = allowed(actingAs('owner'));
    expect(actions.filter((action) => !acting.includes(action))).toEqual([
      'profile.manage',
      'account.leave',
      'ownership.answer',
      'reviews.export',
      'connections.manage',
      'keys.manage',
      'webhooks.manage',
      'activity.export',
      'members.manage',
      'billing.manage',
      'account.manage',
      'account.delete',
      'ownership.hand-over',
    ]);
    expect(allowed(actingAs('viewer'))).not.toContain('reviews.reply');
  });

  test('an administrator who acts as a member is told why they may not, and confirms what asks twice', () => {
    const code = (caller: Caller, meta: Parameters<typeof authorize>[1]) => {
      try {
        authorize(caller, meta);
        return null;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(code(actingAs('owner'), { action: 'billing.manage' })).toBe('acting');
    expect(code(actingAs('viewer'), { action: 'billing.manage' })).toBe('role-forbids');
    const reply = { action: 'reviews.reply', confirmWhileActing: true } as const;
    expect(code(actingAs('owner'), reply)).toBe('confirm-acting');
    expect(code(actingAs('owner', true), reply)).toBeNull();
    expect(code(actingAs('viewer', true), reply)).toBe('role-forbids');
    expect(code({ kind: 'person', bearer, user: member('owner') }, reply)).toBeNull();
  });

  test('nobody without a membership', () => {
    expect(allowed({ kind: 'self', bearer, userId: 'user' })).toEqual([]);
    expect(allowed({ kind: 'admin', bearer, adminId: 'admin' })).toEqual([]);
    expect(allowed({ kind: 'anonymous' })).toEqual([]);
    expect(allowed({ kind: 'bearer', bearer })).toEqual([]);
  });
});

describe('the scope of a call', () => {
  const callers: [Caller, unknown][] = [
    [{ kind: 'anonymous' }, null],
    [{ kind: 'bearer', bearer }, null],
    [
      { kind: 'person', bearer, user: member('viewer', ['one']) },
      { accountId: 'account', locationIds: ['one'], actor: { kind: 'person', userId: 'user' } },
    ],
    [
      {
        kind: 'api-key',
        key: { keyId: 'key', accountId: 'account', scopes: ['figures.read'], locationIds: ['two'] },
      },
      { accountId: 'account', locationIds: ['two'], actor: { kind: 'api-key', keyId: 'key' } },
    ],
    [
      actingAs('owner'),
      {
        accountId: 'account',
        locationIds: null,
        actor: { kind: 'acting-admin', userId: 'user', adminId: 'admin' },
      },
    ],
  ];

  test.each(callers)('says who acts and within which locations: %j', (caller, scope) => {
    expect(scopeOf(caller)).toEqual(scope);
  });

  test('holds during the work and not after it; work that is refused does not begin', async () => {
    const person: Caller = { kind: 'person', bearer, user: member('viewer') };
    const credentials = { authorization: 'Bearer token', account: undefined };
    const during = await callAs(
      async () => person,
      credentials,
      { access: 'user', action: 'reviews.read' },
      async () => {
        await new Promise(setImmediate);
        return currentCallerScope();
      },
    );
    expect(during).toEqual(scopeOf(person));
    expect(currentCallerScope()).toBeNull();
    let begun = false;
    await expect(
      callAs(
        async () => person,
        credentials,
        { access: 'user', action: 'reviews.reply' },
        async () => {
          begun = true;
        },
      ),
    ).rejects.toMatchObject({ code: 'role-forbids' });
    expect(begun).toBe(false);
  });
});
