import { defineSlice } from '../../slices/slice.ts';
import { deletionRequestsSlice } from '../deletion-requests/module.ts';
import { syncSlice } from '../sync/module.ts';
import type { PlatformWebhooksDeps } from './deps.ts';
import { declaredPlatformWebhookJobs, platformWebhookJobs } from './jobs.ts';
import { mountPlatformWebhooks } from './routes.ts';
import { tables } from './tables.ts';

export const platformWebhooksSlice = defineSlice({
  name: 'platform-webhooks',
  tables,
  jobs: declaredPlatformWebhookJobs,
  build(shared) {
    const { settings, platforms } = shared;
    const deps: PlatformWebhooksDeps = {
      ...syncSlice.module(shared).deps,
      webhooks: platforms.webhooks,
      deletionRequests: deletionRequestsSlice.module(shared).deps,
      publicUrl: settings.publicUrl,
    };
    return {
      deps,
      web: () => ({ mount: (app) => mountPlatformWebhooks(app, deps) }),
      worker: { handlers: () => platformWebhookJobs(deps) },
    };
  },
});
