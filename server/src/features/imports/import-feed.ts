import type { Import } from '@kindling/contract/imports';
import { inTenant } from '../../db/transaction.ts';
import type { Feed } from '../../http/event-streams.ts';
import type { ImportsDeps } from './deps.ts';
import { presentImport } from './present.ts';
import { listImportRows } from './queries.ts';

const feedLimit = 20;

/** Sends the latest imports of an account to its open dashboards. */
export function importFeed(deps: Pick<ImportsDeps, 'db'>): Feed<Import> {
  return {
    topic: 'imports',
    async read(accountId) {
      const rows = await inTenant(deps.db, accountId, (trx) =>
        listImportRows(trx, accountId, { recent: true, limit: feedLimit }),
      );
      return rows.map((row) => ({
        id: row.id,
        version: row.updated_at.getTime(),
        value: presentImport(row),
      }));
    },
  };
}
