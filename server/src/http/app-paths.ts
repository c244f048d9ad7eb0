/** Paths of the app's router; each answers with the app's document. */
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
  '/admin/dashboard',
  '/auth/sign-in',
  '/auth/sign-up',
  '/auth/reset-password',
];
