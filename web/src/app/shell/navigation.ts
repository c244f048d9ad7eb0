/** The sidebar's whole list in the order of specification.md section 2. What has no screen yet is not shown. */
import {
  type Icon,
  IconAward,
  IconBuildingStore,
  IconCalendarTime,
  IconCreditCard,
  IconFileInvoice,
  IconLayoutDashboard,
  IconMail,
  IconMessages,
  IconPlugConnected,
  IconQrcode,
  IconReportAnalytics,
  IconRosetteDiscountCheck,
  IconSparkles,
  IconStars,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { screens } from '../screens.ts';

type EntryKey =
  | 'dashboard'
  | 'profile'
  | 'billing'
  | 'businesses'
  | 'invoices'
  | 'reviews'
  | 'connections'
  | 'widgets'
  | 'badges'
  | 'reviewPipeline'
  | 'qrCodes'
  | 'subscriptions'
  | 'adminDashboard'
  | 'adminUsers'
  | 'adminSyncSchedule'
  | 'adminSendEmail'
  | 'adminErrorLog';

export interface NavEntry {
  key: EntryKey;
  href: string;
  Icon: Icon;
}

export interface NavGroup {
  key: 'account' | 'collect';
  children: readonly NavEntry[];
}

export type NavItem = NavEntry | NavGroup;

export const userNavigation: readonly NavItem[] = [
  { key: 'dashboard', href: '/dashboard', Icon: IconLayoutDashboard },
  {
    key: 'account',
    children: [
      { key: 'profile', href: '/profile', Icon: IconUser },
      { key: 'billing', href: '/billing', Icon: IconCreditCard },
      { key: 'businesses', href: '/businesses', Icon: IconBuildingStore },
      { key: 'invoices', href: '/invoices', Icon: IconFileInvoice },
    ],
  },
  { key: 'reviews', href: '/reviews', Icon: IconMessages },
  { key: 'connections', href: '/connections', Icon: IconPlugConnected },
  { key: 'widgets', href: '/widgets', Icon: IconSparkles },
  { key: 'badges', href: '/badges', Icon: IconAward },
  {
    key: 'collect',
    children: [
      { key: 'reviewPipeline', href: '/review-pipeline/review', Icon: IconStars },
      { key: 'qrCodes', href: '/review-pipeline/qrcode-generator', Icon: IconQrcode },
    ],
  },
  { key: 'subscriptions', href: '/subscriptions', Icon: IconRosetteDiscountCheck },
];

export const adminNavigation: readonly NavItem[] = [
  { key: 'adminDashboard', href: '/admin/dashboard', Icon: IconLayoutDashboard },
  { key: 'adminUsers', href: '/admin/users', Icon: IconUsers },
  { key: 'adminSyncSchedule', href: '/admin/sync-schedule', Icon: IconCalendarTime },
  { key: 'adminSendEmail', href: '/admin/send-email', Icon: IconMail },
  { key: 'adminErrorLog', href: '/admin/error-log', Icon: IconReportAnalytics },
];

export const isGroup = (item: NavItem): item is NavGroup => 'children' in item;

/** The items whose screens exist; a group without any is left out. */
export function shownItems(items: readonly NavItem[], paths: ReadonlySet<string>): NavItem[] {
  return items.flatMap((item): NavItem[] => {
    if (!isGroup(item)) return paths.has(item.href) ? [item] : [];
    const children = item.children.filter(({ href }) => paths.has(href));
    return children.length === 0 ? [] : [{ ...item, children }];
  });
}

const existing: ReadonlySet<string> = new Set(screens.map(({ path }) => path));

/** What the sidebar shows to a role. */
export function navigationOf(admin: boolean): NavItem[] {
  return shownItems(admin ? adminNavigation : userNavigation, existing);
}

/** All entries of a list, groups opened. */
export function flattenEntries(items: readonly NavItem[]): NavEntry[] {
  return items.flatMap((item) => (isGroup(item) ? item.children : [item]));
}

/** Paths of specification.md section 2 without a screen in this version; no page links there. */
export const pathsWithoutScreen: readonly string[] = [
  ...flattenEntries([...userNavigation, ...adminNavigation]).map(({ href }) => href),
  '/review-pipeline/qrcode-generator/qr-code-create',
  '/review-pipeline/qrcode-generator/qr-code/:qrID',
].filter((path) => !existing.has(path));

export function hasScreen(path: string): boolean {
  return existing.has(path);
}
