/**
 * Composition root: the slices of the program and what they share. Only this file, `sign-in-service.ts` and `processes/`
 * import every slice, the connectors and the sign-in service.
 */
import type { ConnectorId } from '@kindling/contract/platforms';
import type { Identity } from '@kindling/identity';
import { createDraining } from '@kindling/service/draining';
import { createLocalLimits, createSharedLimits } from '@kindling/service/limits';
import type { Settings } from './config/settings.ts';
import type { Connector } from './connectors/connector.ts';
import {
  createConnectors,
  createPhotoHosts,
  createPlatformWebhooks,
  reviewArchives,
  reviewSites,
} from './connectors/registry.ts';
import { openChangeNotifications } from './db/change-notifications.ts';
import type { Database } from './db/client.ts';
import { openReadOnlyMode } from './db/read-only-mode.ts';
import { createReplicaReads, primaryReads } from './db/replica-reads.ts';
import { eventJobDefinitions } from './events/jobs.ts';
import { tables as eventTables } from './events/tables.ts';
import { activitySlice } from './features/activity/module.ts';
import { adminDashboardSlice } from './features/admin-dashboard/module.ts';
import { adminSyncScheduleSlice } from './features/admin-sync-schedule/module.ts';
import { adminUsersSlice } from './features/admin-users/module.ts';
import { alertsSlice } from './features/alerts/module.ts';
import { analyticsSlice } from './features/analytics/module.ts';
import { assistantSlice } from './features/assistant/module.ts';
import { avatarsSlice } from './features/avatars/module.ts';
import { backupsSlice } from './features/backups/module.ts';
import { billingSlice } from './features/billing/module.ts';
import { bulkActionsSlice } from './features/bulk-actions/module.ts';
import { businessesSlice } from './features/businesses/module.ts';
import { codesSlice } from './features/codes/module.ts';
import { collectPagesSlice } from './features/collect-pages/module.ts';
import { connectionsSlice } from './features/connections/module.ts';
import { deletionRequestsSlice } from './features/deletion-requests/module.ts';
import { embedServingSlice } from './features/embed-serving/module.ts';
import { embedTrafficSlice } from './features/embed-traffic/module.ts';
import { embedsSlice } from './features/embeds/module.ts';
import { errorsSlice } from './features/errors/module.ts';
import { exportsSlice } from './features/exports/module.ts';
import { feedbackSlice } from './features/feedback/module.ts';
import { helpSlice } from './features/help/module.ts';
import { localTokenKeys, remoteTokenKeys, type TokenKeys } from './features/identity/index.ts';
import { identitySlice } from './features/identity/module.ts';
import { importsSlice } from './features/imports/module.ts';
import { mailSlice } from './features/mail/module.ts';
import { mailingsSlice } from './features/mailings/module.ts';
import { maintenanceSlice } from './features/maintenance/module.ts';
import { paymentsSlice } from './features/payments/module.ts';
import { pipelinesSlice } from './features/pipelines/module.ts';
import { planNoticesSlice } from './features/plan-notices/module.ts';
import { platformWebhooksSlice } from './features/platform-webhooks/module.ts';
import { previewLinksSlice } from './features/preview-links/module.ts';
import { replyTemplatesSlice } from './features/reply-templates/module.ts';
import { reportsSlice } from './features/reports/module.ts';
import { reviewRequestsSlice } from './features/review-requests/module.ts';
import { reviewsSlice } from './features/reviews/module.ts';
import { savedViewsSlice } from './features/saved-views/module.ts';
import { submissionsSlice } from './features/submissions/module.ts';
import { syncSlice } from './features/sync/module.ts';
import { tagsSlice } from './features/tags/module.ts';
import { teamSlice } from './features/team/module.ts';
import type { JobDefinition } from './jobs/job.ts';
import { startQueue } from './jobs/queue.ts';
import { createFailureReports } from './lib/failure-reports.ts';
import type { Log } from './lib/log.ts';
import { createStoredSecretBox, deriveKey } from './lib/secret-box.ts';
import { createSignInService } from './sign-in-service.ts';
import { checkHooks, checkSlices } from './slices/check-slices.ts';
import type { SharedServices, Slice, SliceModule } from './slices/slice.ts';
import { bulkTablesOf } from './slices/slice-tables.ts';

/** Folders of the built parts of other workspaces. */
export interface BuiltFolders {
  /** Static pages and the app. */
  web: string;
  /** The client scripts of embeds (`embed.js` and those of other layouts), `frame.js`, `loader.js`, `page-language.js` and `page-events.js`. */
  guest: string;
  /** Source maps of what browsers run; never served. */
  maps: string;
}

/** Every slice, from the lowest layer to the highest: the order of `SLICE_LAYERS` in `.dependency-cruiser.cjs`. */
export const slices: readonly Slice[] = [
  identitySlice,
  billingSlice,
  businessesSlice,
  connectionsSlice,
  reviewsSlice,
  deletionRequestsSlice,
  replyTemplatesSlice,
  assistantSlice,
  pipelinesSlice,
  codesSlice,
  syncSlice,
  importsSlice,
  platformWebhooksSlice,
  tagsSlice,
  bulkActionsSlice,
  savedViewsSlice,
  avatarsSlice,
  embedTrafficSlice,
  embedServingSlice,
  embedsSlice,
  previewLinksSlice,
  mailSlice,
  teamSlice,
  helpSlice,
  submissionsSlice,
  paymentsSlice,
  reviewRequestsSlice,
  planNoticesSlice,
  feedbackSlice,
  collectPagesSlice,
  errorsSlice,
  analyticsSlice,
  reportsSlice,
  alertsSlice,
  exportsSlice,
  backupsSlice,
  adminSyncScheduleSlice,
  activitySlice,
  maintenanceSlice,
  adminDashboardSlice,
  adminUsersSlice,
  mailingsSlice,
];

/** The subscriber `imports.duplicates` does its work with the account's next change. */
const removedJobs = ['imports.twins'];

/** The jobs of all slices. */
export function allJobs(): JobDefinition[] {
  return [
    ...slices.flatMap(({ jobs }) => jobs),
    ...eventJobDefinitions(slices.flatMap(({ subscribers }) => subscribers)),
  ];
}

/** What the roles of a process work with. */
export type Services = Awaited<ReturnType<typeof createServices>>;

/** Builds what the roles of this process share. In tests, `connectors` replaces those of the settings. */
export async function createServices(
  settings: Settings,
  db: Database,
  folders: BuiltFolders,
  log: Log,
  connectors: ReadonlyMap<ConnectorId, Connector> = createConnectors(settings.connectors),
) {
  checkSlices(slices);
  const changes = await openChangeNotifications(db);
  const readOnly = await openReadOnlyMode(db, changes, (error) =>
    log.error({ err: error }, 'The read-only mode could not be read'),
  );
  const failures = createFailureReports();
  const shared: SharedServices = {
    settings,
    db,
    changes,
    readOnly,
    queue: await startQueue({ db, log, jobs: allJobs(), removedJobs, readOnly, failures }),
    log,
    limits:
      db.mode === 'postgres'
        ? createSharedLimits(
            { pool: db.pool, schema: 'public', table: 'rate_limits' },
            { key: deriveKey(settings.secret, 'limits'), log },
          )
        : createLocalLimits(),
    draining: createDraining(),
    replicaReads: db.replica === null ? primaryReads : createReplicaReads(db, db.replica, changes),
    box: createStoredSecretBox(settings),
    platforms: {
      connectors,
      webhooks: createPlatformWebhooks(settings.connectors),
      photoHosts: createPhotoHosts(settings.connectors),
      archives: reviewArchives,
      reviewSites,
    },
    guestFolder: folders.guest,
    mapsFolder: folders.maps,
    failures,
  };
  const modules: readonly SliceModule[] = slices.map((slice) => slice.module(shared));
  checkHooks(modules);
  identitySlice.module(shared).addBulkTables(bulkTablesOf([{ tables: eventTables }, ...slices]));
  const mail = mailSlice.module(shared).deps;
  const identity: Identity | null = settings.roles.includes('identity')
    ? await createSignInService(shared, mail)
    : null;
  const tokenKeys: TokenKeys =
    identity === null ? remoteTokenKeys(settings.auth.keysUrl, log) : localTokenKeys(identity);
  return {
    ...shared,
    modules,
    identity,
    tokenKeys,
    // The dependencies of the slices, for commands and tests that call their functions.
    users: identitySlice.module(shared).deps,
    plans: billingSlice.module(shared).plans,
    connections: connectionsSlice.module(shared).deps,
    reviews: reviewsSlice.module(shared).deps,
    assistant: assistantSlice.module(shared).deps,
    sync: syncSlice.module(shared).deps,
    imports: importsSlice.module(shared).deps,
    tags: tagsSlice.module(shared).deps,
    bulkActions: bulkActionsSlice.module(shared).deps,
    deletionRequests: deletionRequestsSlice.module(shared).deps,
    platformWebhooks: platformWebhooksSlice.module(shared).deps,
    avatars: avatarsSlice.module(shared).avatars,
    visits: embedTrafficSlice.module(shared).visits,
    embedServing: embedServingSlice.module(shared).deps,
    embeds: embedsSlice.module(shared).deps,
    mail,
    help: helpSlice.module(shared).deps,
    submissions: submissionsSlice.module(shared),
    reviewRequests: reviewRequestsSlice.module(shared).deps,
    collectPages: collectPagesSlice.module(shared).deps,
    payments: paymentsSlice.module(shared).deps,
    planNotices: planNoticesSlice.module(shared).deps,
    errors: errorsSlice.module(shared).deps,
    exports: exportsSlice.module(shared).deps,
    mailings: mailingsSlice.module(shared).deps,
  };
}

/** Closes the modules of a process in the reverse order of their creation. */
export async function closeModules({
  modules,
  limits,
  replicaReads,
}: Pick<Services, 'modules' | 'limits' | 'replicaReads'>): Promise<void> {
  for (const module of [...modules].reverse()) await module.close?.();
  replicaReads.close();
  await limits.close();
}
