import { deriveKey } from '../../lib/secret-box.ts';
import { defineSlice } from '../../slices/slice.ts';
import { eraseConnection } from '../connections/index.ts';
import { connectionsSlice } from '../connections/module.ts';
import { syncSlice } from '../sync/module.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { declaredPlatformWebhookJobs, platformWebhookJobs } from './jobs.ts';
import { mountPlatformWebhooks } from './routes.ts';
import { mountDeletionStatusPage } from './status-page.ts';
import { tables } from './tables.ts';

export const notificationsSlice = defineSlice({
  name: 'notifications',
  tables,
  jobs: declaredPlatformWebhookJobs,
  build(shared) {
    const { settings, db, platforms } = shared;
    const connections = connectionsSlice.module(shared);
    const deps: PlatformWebhooksDeps = {
      ...syncSlice.module(shared).deps,
      hints: platforms.webhooks,
      personHashKey: deriveKey(settings.secret, 'deletion-requests'),
      publicUrl: settings.publicUrl,
      eraseConnection: (accountId, connectionId) =>
        eraseConnection(connections.deps, accountId, connectionId),
    };
    return {
      deps,
      web: ({ renderDeletionPage }) => ({
        async mount(app) {
          await mountPlatformWebhooks(app, deps);
          mountDeletionStatusPage(app, { db }, renderDeletionPage);
        },
      }),
      worker: { handlers: () => platformWebhookJobs(deps) },
    };
  },
});
