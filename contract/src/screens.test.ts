import { expect, test } from 'vitest';
import { allScreens, appPaths, homePaths, pathOf } from './screens.ts';

/** Written out, because people have these addresses in bookmarks and mails: one may be added, but none may change. */
const addresses = [
  '/activity',
  '/admin',
  '/admin/dashboard',
  '/admin/error-log',
  '/admin/send-email',
  '/admin/sync-schedule',
  '/admin/users',
  '/auth/reset-password',
  '/auth/sign-in',
  '/auth/sign-up',
  '/badges',
  '/badges/edit-badge/:badgeID',
  '/billing',
  '/businesses',
  '/connections',
  '/connections/:platform',
  '/connections/import',
  '/dashboard',
  '/invitation',
  '/invoices',
  '/profile',
  '/reports/monthly',
  '/review-pipeline/qrcode-generator',
  '/review-pipeline/qrcode-generator/qr-code-create',
  '/review-pipeline/qrcode-generator/qr-code/:qrID',
  '/review-pipeline/review',
  '/reviews',
  '/subscriptions',
  '/subscriptions/order',
  '/widgets',
  '/widgets/edit-widget/:widgetID',
];

const paths = allScreens.map(({ path }) => path);

test('the list contains every address that was ever published', () => {
  expect([...appPaths].sort()).toEqual(addresses);
});

test('no two screens share an id or a path', () => {
  expect(new Set(allScreens.map(({ id }) => id)).size).toBe(allScreens.length);
  expect(new Set(paths).size).toBe(paths.length);
});

test('a built screen has its texts, and a redirect leads to a screen for the same audience', () => {
  for (const { id, state, area, audience } of allScreens) {
    expect(area !== undefined, id).toBe(state === 'built');
    if (typeof state === 'string') continue;
    expect(allScreens.find(({ path }) => path === state.redirectTo)?.audience, id).toBe(audience);
  }
});

test('each role has a built start screen of its own', () => {
  for (const [role, path] of Object.entries(homePaths))
    expect(allScreens.find((screen) => screen.path === path)).toMatchObject({
      audience: role,
      state: 'built',
    });
  expect(pathOf('platform')).toBe('/connections/:platform');
});
