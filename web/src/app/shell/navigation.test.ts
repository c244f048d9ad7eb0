import { roles } from '@kindling/contract/constants';
import { type AccountRole, accountRoles } from '@kindling/contract/rights';
import { allScreens, pathOf } from '@kindling/contract/screens';
import { describe, expect, it } from 'vitest';
import { makeSession, ownAccount } from '../../testing/session.ts';
import { decideGuard } from '../guards.ts';
import {
  groupScreens,
  isGroup,
  type NavItem,
  quickSwitcherEntries,
  sidebarEntries,
  sidebarScreens,
} from './navigation.ts';

/** The order that the sidebar was designed with, planned screens included. */
const expected = {
  Regular: [
    '/dashboard',
    'account: /profile /billing /businesses /invoices',
    '/reviews',
    '/connections',
    '/widgets',
    '/badges',
    'collect: /review-pipeline/review /review-pipeline/qrcode-generator',
    '/subscriptions',
  ],
  'Super Admin': [
    '/admin/dashboard',
    '/admin/users',
    '/admin/sync-schedule',
    '/admin/send-email',
    '/admin/error-log',
  ],
};

const memberOf = (role: AccountRole, limited = false) => ({
  role: 'Regular' as const,
  account: { ...ownAccount, role, locationIds: limited ? [ownAccount.id] : null },
  impersonated: false,
  hasPlans: true,
  isTour: false,
});
const superAdmin = {
  role: 'Super Admin',
  account: null,
  impersonated: false,
  hasPlans: true,
  isTour: false,
} as const;

const print = (items: readonly NavItem[]) =>
  items.map((item) =>
    isGroup(item) ? `${item.key}: ${item.children.map(({ href }) => href).join(' ')}` : item.href,
  );

describe('the sidebar', () => {
  it.each(roles)('has its order, for the role %s', (role) => {
    expect(print(groupScreens(sidebarScreens.filter(({ audience }) => audience === role)))).toEqual(
      expected[role],
    );
  });

  it('leaves out a group that has no screen', () => {
    const some = sidebarScreens.filter(({ id }) => ['reviews', 'billing', 'dashboard'].includes(id));
    expect(print(groupScreens(some))).toEqual(['/dashboard', 'account: /billing', '/reviews']);
  });

  it('and the quick switcher show every built screen that has no parameter and is no part of another one', () => {
    const built = allScreens.filter(({ audience, state }) => audience !== 'anyone' && state === 'built');
    const paths = built.map(({ path }) => path);
    // Dashboard and news lead to the report; the specification names every entry of the sidebar.
    const ledToByOthers = [pathOf('monthlyReport')];
    const topLevel = paths.filter(
      (path) =>
        !path.includes(':') &&
        !ledToByOthers.includes(path) &&
        // The profile leads to it.
        path !== pathOf('activity') &&
        !paths.some((other) => path.startsWith(`${other}/`)),
    );
    for (const [entriesOf, more] of [
      [sidebarEntries, []],
      [quickSwitcherEntries, ledToByOthers],
    ] as const)
      expect(
        [memberOf('owner'), superAdmin]
          .flatMap((viewer) => entriesOf(viewer))
          .map(({ href }) => href)
          .sort(),
      ).toEqual([...topLevel, ...more].sort());
  });

  it.each(accountRoles)('show a %s only screens that the guard lets them open', (role) => {
    for (const limited of [false, true]) {
      const paths = sidebarEntries(memberOf(role, limited)).map(({ href }) => href);
      expect(paths).toContain('/reviews');
      const { account } = memberOf(role, limited);
      const state = makeSession({ account }).store.get();
      for (const path of paths) expect(decideGuard(state, path, true), path).toEqual({ kind: 'allow' });
    }
  });

  it('show an administrator who acts as an owner only what the guard lets them open', () => {
    const viewer = { ...memberOf('owner'), impersonated: true };
    const paths = sidebarEntries(viewer).map(({ href }) => href as string);
    expect(paths).toContain('/reviews');
    for (const closed of ['/profile', '/billing', '/invoices', '/subscriptions'])
      expect(paths).not.toContain(closed);
    const acting = { id: ownAccount.id, endsAt: '2030-01-01T00:00:00Z', adminName: 'Ana' };
    const state = makeSession({ acting }).store.get();
    for (const path of paths) expect(decideGuard(state, path, true), path).toEqual({ kind: 'allow' });
  });

  it('offer no screen that needs plans on an installation without them', () => {
    const owner = memberOf('owner');
    const needing = allScreens.filter(({ needsPlans }) => needsPlans === true).map(({ path }) => path);
    for (const entriesOf of [sidebarEntries, quickSwitcherEntries]) {
      const all = entriesOf(owner).map(({ href }) => href as string);
      expect(all).toEqual(expect.arrayContaining(['/billing', '/invoices', '/subscriptions']));
      const without = entriesOf({ ...owner, hasPlans: false }).map(({ href }) => href);
      expect(without).toEqual(all.filter((path) => !needing.some((one) => one === path)));
    }
  });
});
