import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import type { PipelinesDeps } from './deps.ts';
import { readDestinations, readPasted, saveDestinations } from './destinations.ts';
import { readFunnel } from './door-days.ts';
import { changePipeline, createPipeline, getPipeline, listPipelines, removePipeline } from './pipelines.ts';
import { previewPage } from './preview.ts';

export function pipelineRoutes(routes: RouteBuilder, deps: PipelinesDeps) {
  return {
    list: routes.pipelines.list.handler(async ({ context }) => ({
      pipelines: await listPipelines(deps, signedInUser(context)),
    })),
    create: routes.pipelines.create.handler(async ({ input, context }) => ({
      pipeline: await createPipeline(deps, signedInUser(context), input),
    })),
    update: routes.pipelines.update.handler(async ({ input: { id, updatedAt, ...change }, context }) => ({
      pipeline: await changePipeline(deps, signedInUser(context), id, change, updatedAt),
    })),
    remove: routes.pipelines.remove.handler(async ({ input, context }) => {
      await removePipeline(deps, signedInUser(context), input.id);
      return { ok: true as const };
    }),
    preview: routes.pipelines.preview.handler(async ({ input, context }) => ({
      html: await previewPage(deps, signedInUser(context), input),
    })),
    destinations: routes.pipelines.destinations.handler(async ({ input, context }) => ({
      destinations: await readDestinations(deps, signedInUser(context), input.locationId),
    })),
    saveDestinations: routes.pipelines.saveDestinations.handler(async ({ input, context }) => ({
      destinations: await saveDestinations(deps, signedInUser(context), input.locationId, input.destinations),
    })),
    readPasted: routes.pipelines.readPasted.handler(async ({ input, context }) => {
      const read = await readPasted(deps, signedInUser(context), input.pasted);
      return 'problem' in read
        ? { destination: null, problem: read.problem }
        : { destination: read, problem: null };
    }),
    funnel: routes.pipelines.funnel.handler(async ({ input, context }) => {
      const { accountId } = signedInUser(context);
      const funnel = await inTenant(deps.db, accountId, async (trx) => {
        await getPipeline(deps, trx, accountId, input.id);
        return readFunnel(trx, accountId, input.id, Number(input.days));
      });
      return { funnel };
    }),
  };
}
