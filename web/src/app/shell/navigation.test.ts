import { describe, expect, it } from 'vitest';
import { screens } from '../screens.ts';
import {
  adminNavigation,
  flattenEntries,
  isGroup,
  navigationOf,
  shownItems,
  userNavigation,
} from './navigation.ts';

/** specification.md section 2, "Sidebar for normal users, in order" and the admin area. */
const specified = [
  '/dashboard',
  'account: /profile /billing /businesses /invoices',
  '/reviews',
  '/connections',
  '/widgets',
  '/badges',
  'collect: /review-pipeline/review /review-pipeline/qrcode-generator',
  '/subscriptions',
];
const specifiedAdmin = [
  '/admin/dashboard',
  '/admin/users',
  '/admin/sync-schedule',
  '/admin/send-email',
  '/admin/error-log',
];

const print = (items: typeof userNavigation) =>
  items.map((item) =>
    isGroup(item) ? `${item.key}: ${item.children.map(({ href }) => href).join(' ')}` : item.href,
  );

describe('the sidebar', () => {
  it('has the order of the specification', () => {
    expect(print(userNavigation)).toEqual(specified);
    expect(print(adminNavigation)).toEqual(specifiedAdmin);
  });

  it('shows what has a screen, and leaves out a group without any', () => {
    const paths = new Set(['/reviews', '/billing', '/dashboard']);
    expect(print(shownItems(userNavigation, paths))).toEqual(['/dashboard', 'account: /billing', '/reviews']);
  });

  it('shows every screen that has no parameter and belongs to no other one, and nothing else', () => {
    const shown = [false, true].flatMap((admin) =>
      flattenEntries(navigationOf(admin)).map(({ href }) => href),
    );
    const paths = screens.map(({ path }) => path);
    const plain = paths.filter(
      (path) => !path.includes(':') && !paths.some((other) => path.startsWith(`${other}/`)),
    );
    expect([...shown].sort()).toEqual([...plain].sort());
  });
});
