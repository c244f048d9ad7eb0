import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { signedInUser } from '../../http/caller.ts';
import type { EventStreams } from '../../http/event-streams.ts';
import { notFound } from '../../lib/app-error.ts';
import type { ImportsDeps } from './deps.ts';
import { listFaultRows } from './fault-queries.ts';
import { importFeed } from './import-feed.ts';
import {
  cancelImport,
  checkImport,
  createImport,
  getImport,
  listImports,
  previewImport,
  publishImport,
  undoImport,
} from './imports.ts';
import { findImportRow } from './queries.ts';
import { readImport } from './read-import.ts';

export function importRoutes(routes: RouteBuilder, deps: ImportsDeps, streams: EventStreams) {
  const feed = importFeed(deps);
  return {
    list: routes.imports.list.handler(async ({ context }) => ({
      imports: await listImports(deps, signedInUser(context).accountId),
    })),
    create: routes.imports.create.handler(async ({ input, context }) => ({
      import: await createImport(deps, signedInUser(context), input.files),
    })),
    events: routes.imports.events.handler(({ context, signal }) => streams.open(context, feed, signal)),
    get: routes.imports.get.handler(async ({ input, context }) => ({
      import: await getImport(deps, signedInUser(context).accountId, input.id),
    })),
    read: routes.imports.read.handler(async ({ input: { id, ...asked }, context }) => ({
      import: await readImport(deps, signedInUser(context).accountId, id, asked),
    })),
    preview: routes.imports.preview.handler(async ({ input, context }) => ({
      rows: await previewImport(deps, signedInUser(context).accountId, input.id, input.settings),
    })),
    check: routes.imports.check.handler(async ({ input, context }) => ({
      import: await checkImport(deps, signedInUser(context).accountId, input.id, input.settings),
    })),
    faults: routes.imports.faults.handler(async ({ input, context }) => ({
      faults: await listFaults(deps, signedInUser(context).accountId, input.id),
    })),
    publish: routes.imports.publish.handler(async ({ input, context }) => ({
      import: await publishImport(deps, signedInUser(context), input.id),
    })),
    cancel: routes.imports.cancel.handler(async ({ input, context }) => ({
      import: await cancelImport(deps, signedInUser(context).accountId, input.id),
    })),
    undo: routes.imports.undo.handler(async ({ input, context }) => ({
      import: await undoImport(deps, signedInUser(context), input.id),
    })),
  };
}

function listFaults(deps: ImportsDeps, accountId: string, id: string) {
  return inTenant(deps.db, accountId, async (trx) => {
    if ((await findImportRow(trx, accountId, id)) === null) throw notFound();
    const rows = await listFaultRows(trx, accountId, id);
    return rows.map(({ line, column_name, value, fault }) => ({ line, column: column_name, value, fault }));
  });
}
