import { describe, expect, test } from 'vitest';
import { type Action, accountRoles, actions, mayBeLimited, mayDo, mayManageMember } from './rights.ts';

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
    expect(onlyAbove(2)).toEqual(['reviews.reply', 'reviews.tag', 'reviews.note', 'feedback.work']);
  });

  test('lets viewers read, leave, answer an offer and keep their own profile', () => {
    expect(onlyAbove(3).filter((action) => !action.endsWith('.read'))).toEqual([
      'profile.manage',
      'account.leave',
      'ownership.answer',
    ]);
  });
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
    expect(mayManageMember(role, other, becomes)).toBe(allowed);
  });

  test('only owners cannot be limited to locations', () => {
    expect(accountRoles.filter((role) => !mayBeLimited(role))).toEqual(['owner']);
  });
});
