/**
 * Paths of the app's router; each answers with the app's document, whose guard knows who asks. Those of screens that
 * this version does not have are among them: a visitor is sent to the start page from there as well, a person to the
 * home of their role, and only whoever may pass is told that there is no such page.
 */
export const appPaths = [
  '/dashboard',
  '/connections',
  '/connections/import',
  '/connections/:platform',
  '/businesses',
  '/reviews',
  '/profile',
  '/widgets',
  '/widgets/edit-widget/:widgetID',
  '/badges',
  '/badges/edit-badge/:badgeID',
  '/admin',
  '/billing',
  '/invoices',
  '/subscriptions',
  '/review-pipeline/review',
  '/review-pipeline/qrcode-generator',
  '/review-pipeline/qrcode-generator/qr-code-create',
  '/review-pipeline/qrcode-generator/qr-code/:qrID',
  '/admin/dashboard',
  '/admin/users',
  '/admin/sync-schedule',
  '/admin/send-email',
  '/admin/error-log',
  '/auth/sign-in',
  '/auth/sign-up',
  '/auth/reset-password',
];
