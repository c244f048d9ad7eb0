/**
 * Every screen of the app, one row each. The router, the server's static paths, the guard, the sidebar, the quick
 * switcher and the tests read this list; docs/adding-a-screen.md names the other places that a new screen needs.
 *
 * This file has no imports at run time, because the browser loads it with the app.
 */
import type { Role } from './constants.ts';
import type { Action } from './rights.ts';

/** A group of the sidebar that opens and closes; its text is `group.<name>`. */
export type SidebarGroup = 'account' | 'collect';

/** Icons of the sidebar and the quick switcher; web/src/app/shell/icons.ts has a drawing for each. */
export type ScreenIcon =
  | 'award'
  | 'bug'
  | 'calendar'
  | 'card'
  | 'cart'
  | 'code-frame'
  | 'dashboard'
  | 'invoice'
  | 'mail'
  | 'phone-star'
  | 'plug'
  | 'qr-code'
  | 'report'
  | 'review'
  | 'store'
  | 'user'
  | 'users';

interface Row {
  /** Names the component in web/src/app/screens.ts; the label in menus is the text `nav.<id>`. */
  readonly id: string;
  /** Without a slash at the end. `:name` stands for one segment, as router and server both write it. */
  readonly path: `/${string}`;
  /**
   * `anyone`: no guard, and the page needs no sign-in. A role: the guard sends a visitor to the start page and a person
   * of the other role to that role's home. No screen is for both roles.
   */
  readonly audience: 'anyone' | Role;
  /**
   * What the screen is for. The guard explains it to a member whose role may not do that; sidebar and quick switcher leave
   * it out. Without one, the screen is for every role.
   */
  readonly action?: Action;
  /** The person's own; an administrator who acts as them does not see it. */
  readonly isPersonal?: true;
  /** An installation without plans does not have the screen. */
  readonly needsPlans?: true;
  /** Area of the texts that are loaded with the screen: `locales/<language>/<area>.json`. */
  readonly area?: string;
  /** Further areas, of parts that other screens have too. */
  readonly moreAreas?: readonly string[];
  /**
   * `planned`: this version has no component, and shows a "no such page" screen. `redirectTo`: the path of another row.
   */
  readonly state: 'built' | 'planned' | { readonly redirectTo: `/${string}` };
  /** The entry in the sidebar of the role; entries are in the order of this list. A planned screen is not shown. */
  readonly sidebar?: {
    readonly icon: ScreenIcon;
    readonly group: SidebarGroup | null;
    /** Whether the quick switcher offers the screen too. */
    readonly inQuickSwitcher: boolean;
  };
  /** The quick switcher offers the screen, which has no entry in the sidebar, with this icon. */
  readonly quickSwitcherIcon?: ScreenIcon;
  /** A visitor who opens this path gets a public page at the same path instead of the start page. */
  readonly hasPublicPage?: true;
  /** The tour has recorded answers for the screen; without them it says that the screen is not part of it. */
  readonly inTour?: true;
  /** The server answers with a page of its own; the app shows the screen only when its router opens it. */
  readonly servedBySite?: true;
}

export const screens = [
  {
    id: 'dashboard',
    path: '/dashboard',
    audience: 'Regular',
    action: 'figures.read',
    area: 'dashboard',
    state: 'built',
    sidebar: { icon: 'dashboard', group: null, inQuickSwitcher: true },
    inTour: true,
  },
  {
    id: 'monthlyReport',
    path: '/reports/monthly',
    audience: 'Regular',
    action: 'figures.read',
    area: 'report',
    state: 'built',
    quickSwitcherIcon: 'report',
  },
  {
    id: 'profile',
    path: '/profile',
    audience: 'Regular',
    isPersonal: true,
    area: 'profile',
    state: 'built',
    sidebar: { icon: 'user', group: 'account', inQuickSwitcher: true },
  },
  {
    id: 'activity',
    path: '/activity',
    audience: 'Regular',
    action: 'activity.read',
    area: 'activity',
    state: 'built',
  },
  {
    id: 'billing',
    path: '/billing',
    audience: 'Regular',
    action: 'billing.manage',
    needsPlans: true,
    area: 'billing',
    state: 'built',
    sidebar: { icon: 'card', group: 'account', inQuickSwitcher: true },
  },
  {
    id: 'businesses',
    path: '/businesses',
    audience: 'Regular',
    action: 'businesses.read',
    area: 'businesses',
    state: 'built',
    sidebar: { icon: 'store', group: 'account', inQuickSwitcher: true },
  },
  {
    id: 'invoices',
    path: '/invoices',
    audience: 'Regular',
    action: 'billing.manage',
    needsPlans: true,
    area: 'billing',
    state: 'built',
    sidebar: { icon: 'invoice', group: 'account', inQuickSwitcher: true },
  },
  {
    id: 'reviews',
    path: '/reviews',
    audience: 'Regular',
    action: 'reviews.read',
    area: 'reviews',
    moreAreas: ['inbox', 'tags', 'triage'],
    state: 'built',
    sidebar: { icon: 'review', group: null, inQuickSwitcher: true },
    hasPublicPage: true,
    inTour: true,
  },
  {
    id: 'connections',
    path: '/connections',
    audience: 'Regular',
    action: 'connections.read',
    area: 'connections',
    state: 'built',
    sidebar: { icon: 'plug', group: null, inQuickSwitcher: true },
    inTour: true,
  },
  {
    id: 'import',
    path: '/connections/import',
    audience: 'Regular',
    action: 'reviews.import',
    area: 'imports',
    state: 'built',
  },
  {
    id: 'platform',
    path: '/connections/:platform',
    audience: 'Regular',
    action: 'connections.read',
    area: 'connections',
    state: 'built',
  },
  {
    id: 'widgets',
    path: '/widgets',
    audience: 'Regular',
    action: 'embeds.read',
    area: 'widgets',
    moreAreas: ['widget-templates'],
    state: 'built',
    sidebar: { icon: 'code-frame', group: null, inQuickSwitcher: true },
  },
  {
    id: 'widgetEditor',
    path: '/widgets/edit-widget/:widgetID',
    audience: 'Regular',
    action: 'embeds.manage',
    area: 'widgets',
    state: 'built',
  },
  {
    id: 'badges',
    path: '/badges',
    audience: 'Regular',
    action: 'embeds.read',
    area: 'widgets',
    moreAreas: ['widget-templates'],
    state: 'built',
    sidebar: { icon: 'award', group: null, inQuickSwitcher: true },
  },
  {
    id: 'badgeEditor',
    path: '/badges/edit-badge/:badgeID',
    audience: 'Regular',
    action: 'embeds.manage',
    area: 'widgets',
    state: 'built',
  },
  {
    id: 'reviewPipeline',
    path: '/review-pipeline/review',
    audience: 'Regular',
    action: 'pipelines.read',
    area: 'pipeline',
    state: 'built',
    sidebar: { icon: 'phone-star', group: 'collect', inQuickSwitcher: true },
  },
  {
    id: 'qrCodes',
    path: '/review-pipeline/qrcode-generator',
    audience: 'Regular',
    action: 'codes.manage',
    area: 'codes',
    state: 'built',
    sidebar: { icon: 'qr-code', group: 'collect', inQuickSwitcher: true },
    inTour: true,
  },
  {
    id: 'newQrCode',
    path: '/review-pipeline/qrcode-generator/qr-code-create',
    audience: 'Regular',
    action: 'codes.manage',
    area: 'codes',
    state: 'built',
    inTour: true,
  },
  {
    id: 'qrCode',
    path: '/review-pipeline/qrcode-generator/qr-code/:qrID',
    audience: 'Regular',
    action: 'codes.manage',
    area: 'codes',
    state: 'built',
    inTour: true,
  },
  {
    id: 'subscriptions',
    path: '/subscriptions',
    audience: 'Regular',
    action: 'billing.manage',
    needsPlans: true,
    area: 'billing',
    moreAreas: ['plan'],
    state: 'built',
    sidebar: { icon: 'cart', group: null, inQuickSwitcher: true },
  },
  {
    id: 'order',
    path: '/subscriptions/order',
    audience: 'Regular',
    action: 'billing.manage',
    needsPlans: true,
    area: 'billing',
    state: 'built',
  },
  { id: 'admin', path: '/admin', audience: 'Super Admin', state: { redirectTo: '/admin/dashboard' } },
  {
    id: 'adminDashboard',
    path: '/admin/dashboard',
    audience: 'Super Admin',
    area: 'admin-dashboard',
    state: 'built',
    sidebar: { icon: 'dashboard', group: null, inQuickSwitcher: true },
  },
  {
    id: 'adminUsers',
    path: '/admin/users',
    audience: 'Super Admin',
    area: 'admin-users',
    // What was done, in the person, the account and the audit log.
    moreAreas: ['activity', 'admin-audit'],
    state: 'built',
    sidebar: { icon: 'users', group: null, inQuickSwitcher: true },
  },
  {
    id: 'adminSyncSchedule',
    path: '/admin/sync-schedule',
    audience: 'Super Admin',
    area: 'admin-sync-schedule',
    moreAreas: ['connections'],
    state: 'built',
    sidebar: { icon: 'calendar', group: null, inQuickSwitcher: true },
  },
  {
    id: 'adminSendEmail',
    path: '/admin/send-email',
    audience: 'Super Admin',
    area: 'admin-send-email',
    state: 'built',
    sidebar: { icon: 'mail', group: null, inQuickSwitcher: true },
  },
  {
    id: 'adminErrorLog',
    path: '/admin/error-log',
    audience: 'Super Admin',
    area: 'admin-error-log',
    state: 'built',
    sidebar: { icon: 'bug', group: null, inQuickSwitcher: true },
  },
  { id: 'signIn', path: '/auth/sign-in', audience: 'anyone', area: 'app', state: 'built' },
  { id: 'signUp', path: '/auth/sign-up', audience: 'anyone', area: 'app', state: 'built' },
  { id: 'resetPassword', path: '/auth/reset-password', audience: 'anyone', area: 'app', state: 'built' },
  { id: 'invitation', path: '/invitation', audience: 'anyone', area: 'profile', state: 'built' },
  {
    id: 'serverError',
    path: '/auth/500',
    audience: 'anyone',
    area: 'errors',
    state: 'built',
    servedBySite: true,
  },
] as const satisfies readonly Row[];

/** One row with the literal types of the list. */
export type ListedScreen = (typeof screens)[number];
export type ScreenId = ListedScreen['id'];
/** A row as code sees it that handles all rows in the same way. */
export interface Screen extends Row {
  readonly id: ScreenId;
}
/** The same rows with one common type. */
export const allScreens: readonly Screen[] = [...screens];

/** The start screen of each role, to which the guard also sends a person who may not see the requested screen. */
export const homePaths: Readonly<Record<Role, string>> = {
  Regular: pathOf('dashboard'),
  'Super Admin': pathOf('adminDashboard'),
};

/** @throws Error for an id that is not in the list, which its type prevents. */
export function pathOf(id: ScreenId): string {
  const screen = screens.find((one) => one.id === id);
  if (screen === undefined) throw new Error(`There is no screen "${id}".`);
  return screen.path;
}

/**
 * Paths for which the server sends the app's document, whose guard knows the user. Planned screens are included: a
 * visitor is sent to the start page from there too, and only a user with the right role learns that there is no such
 * page.
 */
export const appPaths: readonly string[] = allScreens
  .filter(({ servedBySite }) => servedBySite !== true)
  .map(({ path }) => path);
