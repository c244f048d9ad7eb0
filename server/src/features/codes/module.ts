import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { createKeyedSemaphore } from '../../lib/semaphore.ts';
import { defineSlice } from '../../slices/slice.ts';
import { businessesSlice } from '../businesses/module.ts';
import { identitySlice } from '../identity/module.ts';
import { pipelinesSlice } from '../pipelines/module.ts';
import { createCodeRenderer } from './code-renderer.ts';
import { addFirstCode, removeFirstCode } from './codes.ts';
import type { CodesDeps } from './deps.ts';
import { mountFileRoute } from './file-route.ts';
import { renameCodes } from './follow-business-name.ts';
import { retireAll, retireSlugs } from './retire.ts';
import { codeRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const codesSlice = defineSlice({
  name: 'codes',
  tables,
  build(shared) {
    const { db, settings, log } = shared;
    const pipelines = pipelinesSlice.module(shared);
    const { reviewSites } = pipelines.deps;
    const deps: CodesDeps = {
      db,
      publicUrl: settings.publicUrl,
      reviewSites,
      renderer: createCodeRenderer(log),
      scanChecks: createKeyedSemaphore({ maxConcurrent: 1, maxQueued: 9, retryAfter: 5 }),
      removals: shared.limits.create({ name: 'code-removals', max: 200, windowSeconds: 3600, exact: true }),
    };
    pipelines.hooks.pipelineAdded.fill(addFirstCode);
    pipelines.hooks.pipelineRemoved.fill(async (trx, { accountId, id }) => {
      await retireSlugs(reviewSites, trx, accountId, { pipelineId: id });
      await removeFirstCode(deps, trx, accountId, id);
    });
    const businesses = businessesSlice.module(shared);
    businesses.hooks.businessRenamed.fill(renameCodes);
    businesses.hooks.placeRemoved.fill((trx: Transaction<DB>, { accountId, ...of }) =>
      'locationId' in of
        ? retireSlugs(reviewSites, trx, accountId, of)
        : retireAll(reviewSites, trx, accountId, of),
    );
    identitySlice.module(shared).addErasureStep({
      slice: 'codes',
      async before(accountId) {
        await inTenant(db, accountId, (trx) => retireAll(reviewSites, trx, accountId, {}));
        return [];
      },
    });
    return {
      deps,
      web: ({ routes, authenticate }) => ({
        routes: { codes: codeRoutes(routes, deps) },
        mount: (app) => mountFileRoute(app, { ...deps, authenticate }),
      }),
      async close() {
        deps.renderer.close();
      },
    };
  },
});
