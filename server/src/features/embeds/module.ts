import { inSystem, inTenant } from '../../db/transaction.ts';
import { subscribe } from '../../events/subscriber.ts';
import { createSafeFetch } from '../../lib/safe-fetch.ts';
import { createKeyedSemaphore, createSemaphore } from '../../lib/semaphore.ts';
import { defineSlice, type SharedServices } from '../../slices/slice.ts';
import { billingSlice } from '../billing/module.ts';
import { embedServingSlice } from '../embed-serving/module.ts';
import { embedTrafficSlice } from '../embed-traffic/module.ts';
import { identitySlice } from '../identity/module.ts';
import type { EmbedsDeps } from './deps.ts';
import { embedJobs, lapseJob, refreshJob, snapshotSubscriber } from './jobs.ts';
import { createPageAnalyzer } from './page-analyzer.ts';
import { mountPreviewFrame } from './preview-frame.ts';
import { listEmbedCodes, recordFirstSite } from './queries.ts';
import { refreshOnEvents } from './refresh-on-events.ts';
import { embedRoutes } from './routes.ts';
import { createSiteLookReader } from './site-look/site-look-reader.ts';
import { tables } from './tables.ts';

export const embedsSlice = defineSlice({
  name: 'embeds',
  tables,
  jobs: [refreshJob, lapseJob],
  subscribers: [snapshotSubscriber],
  build(shared) {
    const { db } = shared;
    const deps = createDeps(shared);
    embedTrafficSlice
      .module(shared)
      .hooks.saveFirstSite.fill((code, site) => inSystem(db, (trx) => recordFirstSite(trx, code, site)));
    identitySlice.module(shared).addErasureStep(erasureStep(deps));
    return {
      deps,
      web: ({ routes }) => ({
        routes: { embeds: embedRoutes(routes, deps) },
        mount: (app) => mountPreviewFrame(app, shared),
      }),
      worker: {
        handlers: () => embedJobs(deps),
        subscribers: () => [
          subscribe(snapshotSubscriber, (accountId, events, signal) =>
            refreshOnEvents(deps, accountId, events, signal),
          ),
        ],
      },
      async close() {
        deps.pageAnalyzer.close();
        deps.siteLookReader.close();
      },
    };
  },
});

function createDeps(shared: SharedServices): EmbedsDeps {
  const { settings, db, queue, log, limits } = shared;
  const { publicUrl, brand } = settings;
  const serving = embedServingSlice.module(shared).deps;
  const agent = `Mozilla/5.0 (compatible; page check; +${publicUrl})`;
  return {
    db,
    queue,
    log,
    limits,
    plans: billingSlice.module(shared).plans,
    store: serving.store,
    clientScripts: serving.clientScripts,
    fetchPage: createSafeFetch({ agent }),
    pageAnalyzer: createPageAnalyzer(log),
    fetchStyleSheet: createSafeFetch({
      agent,
      accept: 'text/css,*/*;q=0.1',
      timeoutMs: 4_000,
      maxBytes: 600_000,
      maxRedirects: 2,
    }),
    siteLookReader: createSiteLookReader(log),
    previewTurns: {
      ofAccount: createKeyedSemaphore({ maxConcurrent: 1, maxQueued: 8, retryAfter: 5 }),
      ofAll: createSemaphore({ maxConcurrent: 2, maxQueued: 40, retryAfter: 5 }),
    },
    publicUrl,
    brand: { name: brand.name, url: publicUrl },
  };
}

/**
 * The names of the erasure step are the codes of the account's embeds, which cannot be read once the rows are deleted.
 */
function erasureStep({ db, store }: EmbedsDeps) {
  return {
    slice: 'embeds',
    before: (accountId: string) => inTenant(db, accountId, (trx) => listEmbedCodes(trx, accountId)),
    async after(_: string, codes: readonly string[]) {
      for (const code of codes) store.drop(code);
      await store.settled();
    },
  };
}
