/** The component of each screen in the contract's list. The compiler reports a built screen that has none here. */
import { type ListedScreen, screens } from '@kindling/contract/screens';
import type { i18n } from 'i18next';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { loadArea } from '../lib/i18n/load-area.ts';
import { preload } from '../lib/stale-build.ts';

/** A screen that this version has, behind the guard. */
type GuardedScreen = Exclude<Extract<ListedScreen, { state: 'built' }>, { audience: 'anyone' }>;

const loaders: Readonly<Record<GuardedScreen['id'], () => Promise<ComponentType>>> = {
  dashboard: async () => (await import('../features/analytics/dashboard-screen.tsx')).DashboardScreen,
  monthlyReport: async () => (await import('../features/reports/report-screen.tsx')).ReportScreen,
  profile: async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
  activity: async () => (await import('../features/activity/activity-screen.tsx')).ActivityScreen,
  businesses: async () => (await import('../features/businesses/businesses-screen.tsx')).BusinessesScreen,
  reviews: async () => (await import('../features/reviews/reviews-screen.tsx')).ReviewsScreen,
  connections: async () => (await import('../features/connections/connections-screen.tsx')).ConnectionsScreen,
  import: async () => (await import('../features/imports/import-screen.tsx')).ImportScreen,
  platform: async () => (await import('../features/connections/platform-screen.tsx')).PlatformScreen,
  widgets: async () => (await import('../features/embeds/widgets-screen.tsx')).WidgetsScreen,
  widgetEditor: async () => (await import('../features/embeds/editor-screen.tsx')).WidgetEditorScreen,
  badges: async () => (await import('../features/embeds/widgets-screen.tsx')).BadgesScreen,
  badgeEditor: async () => (await import('../features/embeds/editor-screen.tsx')).BadgeEditorScreen,
  reviewPipeline: async () => (await import('../features/collect/pipeline-screen.tsx')).PipelineScreen,
  qrCodes: async () => (await import('../features/collect/codes/codes-screen.tsx')).QrCodesScreen,
  newQrCode: async () => (await import('../features/collect/codes/create-screen.tsx')).NewQrCodeScreen,
  qrCode: async () => (await import('../features/collect/codes/editor-screen.tsx')).QrCodeScreen,
  billing: async () => (await import('../features/billing/billing-screen.tsx')).BillingScreen,
  invoices: async () => (await import('../features/billing/invoices-screen.tsx')).InvoicesScreen,
  subscriptions: async () =>
    (await import('../features/billing/subscriptions-screen.tsx')).SubscriptionsScreen,
  order: async () => (await import('../features/billing/order-screen.tsx')).OrderScreen,
  adminUsers: async () => (await import('../features/admin/users/users-screen.tsx')).UsersScreen,
  adminSyncSchedule: async () =>
    (await import('../features/admin/sync-schedule/sync-schedule-screen.tsx')).SyncScheduleScreen,
  adminDashboard: async () =>
    (await import('../features/admin/dashboard/admin-dashboard-screen.tsx')).AdminDashboardScreen,
  adminSendEmail: async () =>
    (await import('../features/admin/send-email/send-email-screen.tsx')).SendEmailScreen,
  adminErrorLog: async () =>
    (await import('../features/admin/error-log/error-log-screen.tsx')).ErrorLogScreen,
};

function isGuardedScreen(screen: ListedScreen): screen is GuardedScreen {
  return screen.state === 'built' && screen.audience !== 'anyone';
}

export const guardedScreens: readonly GuardedScreen[] = screens.filter(isGuardedScreen);

/** Loads a screen's component and its texts. Both are cached, so a second call costs nothing. */
export async function loadScreen(texts: i18n, screen: GuardedScreen): Promise<ComponentType> {
  const areas = [screen.area, ...('moreAreas' in screen ? screen.moreAreas : [])];
  const [component] = await Promise.all([
    loaders[screen.id](),
    ...areas.map((area) => loadArea(texts, area)),
  ]);
  return component;
}

/** Loads the page of an invitation, which is outside of the guard. */
export async function loadInvitation(texts: i18n): Promise<ComponentType> {
  const [{ Invitation }] = await Promise.all([import('./invitation.tsx'), loadArea(texts, 'profile')]);
  return Invitation;
}

/** Loads the page for screens without recorded answers. The tour has loaded its texts. */
export async function loadNotInTour(): Promise<ComponentType> {
  return (await import('../tour/not-in-tour.tsx')).NotInTour;
}

/** Loads the screen of a path before somebody opens it. */
export function prefetchScreen(texts: i18n, path: string): void {
  const screen = guardedScreens.find((one) => matchPath(one.path, path) !== null);
  if (screen !== undefined) void preload(() => loadScreen(texts, screen));
}
