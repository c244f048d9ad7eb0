import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import { cancelBulkAction, getBulkAction, listBulkActions, startBulkAction } from './bulk-actions.ts';
import type { BulkActionsDeps } from './deps.ts';

export function bulkActionRoutes({ bulkActions }: RouteBuilder, deps: BulkActionsDeps) {
  return {
    start: bulkActions.start.handler(async ({ input, context }) => ({
      bulk: await startBulkAction(deps, signedInUser(context), input),
    })),
    list: bulkActions.list.handler(async ({ context }) => ({
      bulks: await listBulkActions(deps, signedInUser(context)),
    })),
    get: bulkActions.get.handler(async ({ input: { id }, context }) => ({
      bulk: await getBulkAction(deps, signedInUser(context), id),
    })),
    cancel: bulkActions.cancel.handler(async ({ input: { id }, context }) => {
      await cancelBulkAction(deps, signedInUser(context), id);
      return { ok: true as const };
    }),
  };
}
