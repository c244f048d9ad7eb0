import { describe, expect, test } from 'vitest';
import {
  type AccountRole,
  type Action,
  accountRoles,
  actions,
  lowestRole,
  mayBeLimited,
  mayManageMember,
  mayTake,
  mayTakeWhileActing,
} from './rights.ts';

const everywhere = (role: AccountRole) => ({ role, locationIds: null });
const mayDo = (role: AccountRole, action: Action) => mayTake(everywhere(role), action);

/** The actions of a role that the next one with fewer rights does not have. */
function onlyAbove(index: number): Action[] {
  const [role, next] = [accountRoles[index], accountRoles[index + 1]];
  if (role === undefined) throw new Error('there is no such role');
  return actions.filter((action) => mayDo(role, action) && (next === undefined || !mayDo(next, action)));
}

describe('the table of rights', () => {
  test('gives each role everything that the roles after it have', () => {
    for (const action of actions) {
      const allowed = accountRoles.map((role) => mayDo(role, action));
      expect(allowed, action).toEqual(allowed.toSorted((a, b) => Number(b) - Number(a)));
      expect(allowed[0], action).toBe(true);
    }
  });

  test('keeps billing, settings, deletion and ownership for owners', () => {
    expect(onlyAbove(0)).toEqual([
      'billing.manage',
      'account.manage',
      'account.delete',
      'ownership.hand-over',
    ]);
  });

  test('lets responders reply, tag, note and work the inbox, and no more than viewers otherwise', () => {
    expect(onlyAbove(2)).toEqual([
      'reviews.reply',
      'reviews.tag',
      'reviews.note',
      'reviews.assign',
      'feedback.work',
    ]);
  });

  test('lets viewers read, leave, answer an offer and keep their own profile', () => {
    expect(onlyAbove(3).filter((action) => !action.endsWith('.read'))).toEqual([
      'profile.manage',
      'account.leave',
      'ownership.answer',
    ]);
  });
});

// Written out, so that nobody opens an action to these callers unnoticed.
describe('actions that are refused', () => {
  const refused = (allowed: (action: Action) => boolean) => actions.filter((action) => !allowed(action));
  const wholeAccount: Action[] = [
    'tags.manage',
    'templates.manage',
    'assistant.switch',
    'businesses.manage',
    'connections.manage',
    'keys.manage',
    'webhooks.manage',
    'activity.read',
    'activity.export',
    'members.manage',
    'billing.manage',
    'account.manage',
    'account.delete',
    'ownership.hand-over',
  ];

  test('to a manager who is limited to some locations: all that concern the whole account', () => {
    const manager = { role: 'manager', locationIds: ['one'] } as const;
    expect(refused((action) => mayTake(manager, action))).toEqual(wholeAccount);
  });

  test('to an API key with every scope that is limited to some locations: the same', () => {
    const key = { scopes: actions, locationIds: ['one'] };
    expect(refused((action) => mayTake(key, action))).toEqual(wholeAccount);
    expect(refused((action) => mayTake({ ...key, locationIds: null }, action))).toEqual([]);
  });

  test('to an administrator who acts as an owner', () => {
    expect(refused((action) => mayTakeWhileActing(everywhere('owner'), action))).toEqual([
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
  });

  test('to a person who belongs to no account: all', () => {
    expect(actions.filter((action) => mayTake(null, action))).toEqual([]);
  });
});

test.each([
  ['billing.manage', 'owner'],
  ['embeds.manage', 'manager'],
  ['reviews.reply', 'responder'],
  ['reviews.read', 'viewer'],
] as const)('the role with the fewest rights that has %s is the %s', (action, role) => {
  expect(lowestRole(action)).toBe(role);
});

describe('managing members', () => {
  test.each([
    ['owner', 'owner', 'viewer', true],
    ['owner', 'viewer', 'owner', true],
    ['manager', 'viewer', 'manager', true],
    ['manager', 'manager', 'viewer', true],
    ['manager', 'owner', 'viewer', false],
    ['manager', 'viewer', 'owner', false],
    ['responder', 'viewer', 'viewer', false],
    ['viewer', 'viewer', 'viewer', false],
  ] as const)('a %s makes a %s a %s: %s', (role, other, becomes, allowed) => {
    expect(mayManageMember(everywhere(role), other, becomes)).toBe(allowed);
  });

  test('a manager of some locations, and somebody without an account, manage nobody', () => {
    expect(mayManageMember({ role: 'manager', locationIds: ['one'] }, 'viewer')).toBe(false);
    expect(mayManageMember(null, 'viewer')).toBe(false);
  });

  test('only owners cannot be limited to locations', () => {
    expect(accountRoles.filter((role) => !mayBeLimited(role))).toEqual(['owner']);
  });
});
