import type { RouteBuilder } from '../../http/api.ts';
import { bearerOf, signedInUser } from '../../http/caller.ts';
import { addressOfArchive, beginArchive, getArchive, removeArchive } from './archives.ts';
import type { ExportsDeps } from './deps.ts';
import { beginReviewExport, cancelReviewExport, getReviewExport } from './review-exports.ts';

export function reviewExportRoutes(routes: RouteBuilder, deps: ExportsDeps) {
  return {
    begin: routes.reviewExports.begin.handler(({ input, context }) =>
      beginReviewExport(deps, signedInUser(context), input),
    ),
    get: routes.reviewExports.get.handler(async ({ input, context }) => ({
      export: await getReviewExport(deps, signedInUser(context), input.id),
    })),
    cancel: routes.reviewExports.cancel.handler(async ({ input, context }) => {
      await cancelReviewExport(deps, signedInUser(context), input.id);
      return { ok: true as const };
    }),
  };
}

export function archiveRoutes(routes: RouteBuilder, deps: ExportsDeps) {
  return {
    get: routes.archives.get.handler(async ({ context }) => ({
      archive: await getArchive(deps, signedInUser(context).accountId),
    })),
    begin: routes.archives.begin.handler(async ({ input, context }) => ({
      archive: await beginArchive(deps, signedInUser(context), bearerOf(context), input.language),
    })),
    remove: routes.archives.remove.handler(async ({ context }) => {
      await removeArchive(deps, signedInUser(context));
      return { archive: null };
    }),
    download: routes.archives.download.handler(async ({ context }) => ({
      address: await addressOfArchive(deps, signedInUser(context), bearerOf(context)),
    })),
  };
}
