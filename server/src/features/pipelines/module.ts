import { multiHook } from '../../slices/hook.ts';
import { defineSlice } from '../../slices/slice.ts';
import { businessesSlice } from '../businesses/module.ts';
import type { PipelinesDeps } from './deps.ts';
import { renamePipelines } from './follow-business-name.ts';
import { addFirstPipeline } from './pipelines.ts';
import { pipelineRoutes } from './routes.ts';
import { tables } from './tables.ts';

export const pipelinesSlice = defineSlice({
  name: 'pipelines',
  tables,
  build(shared) {
    const { settings, db, platforms } = shared;
    const hooks = {
      pipelineAdded: multiHook<Parameters<PipelinesDeps['onPipelineAdded']>>('pipelines.pipeline-added'),
      pipelineRemoved: multiHook<Parameters<PipelinesDeps['onPipelineRemoved']>>(
        'pipelines.pipeline-removed',
      ),
    };
    const deps: PipelinesDeps = {
      db,
      publicUrl: settings.publicUrl,
      reviewSites: platforms.reviewSites,
      slugChanges: shared.limits.create({
        name: 'slug-changes',
        max: 10,
        windowSeconds: 86_400,
        exact: true,
      }),
      removals: shared.limits.create({
        name: 'pipeline-removals',
        max: 200,
        windowSeconds: 3600,
        exact: true,
      }),
      onPipelineAdded: hooks.pipelineAdded.call,
      onPipelineRemoved: hooks.pipelineRemoved.call,
    };
    const businesses = businessesSlice.module(shared);
    businesses.hooks.businessAdded.fill((trx, accountId, business) =>
      addFirstPipeline(deps, trx, accountId, business),
    );
    businesses.hooks.businessRenamed.fill(renamePipelines);
    return { deps, hooks, web: ({ routes }) => ({ routes: { pipelines: pipelineRoutes(routes, deps) } }) };
  },
});
