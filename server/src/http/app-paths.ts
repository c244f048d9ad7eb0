/**
 * Paths of the app's router. The server answers each with the app's document, and the app's guard decides what to show.
 * The list includes screens that this version does not have: visitors are redirected to the start page there too, users to
 * the home of their role, and only a user with the right role sees that the page does not exist.
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
