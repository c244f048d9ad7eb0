import type { Database } from '../../db/client.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import { changeView, createView, deleteView, listViews } from './saved-views.ts';

export function savedViewRoutes({ savedViews }: RouteBuilder, deps: { db: Pick<Database, 'pool'> }) {
  return {
    list: savedViews.list.handler(async ({ context }) => ({
      views: await listViews(deps, signedInUser(context)),
    })),
    create: savedViews.create.handler(async ({ input, context }) => ({
      view: await createView(deps, signedInUser(context), input),
    })),
    update: savedViews.update.handler(async ({ input: { id, ...view }, context }) => ({
      view: await changeView(deps, signedInUser(context), id, view),
    })),
    delete: savedViews.delete.handler(async ({ input: { id }, context }) => {
      await deleteView(deps, signedInUser(context), id);
      return { ok: true as const };
    }),
  };
}
