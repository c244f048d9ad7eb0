import { setTimeout as pause } from 'node:timers/promises';
import type { Import } from '@kindling/contract/imports';
import { inTenant } from '../../db/transaction.ts';
import type { ImportsDeps } from './deps.ts';
import { presentImport } from './present.ts';
import { listImportRows } from './queries.ts';

/** A stream ends after this time and is asked for again, with a token that is valid then: a blocked user sees no more. */
const streamLifeMs = 10 * 60_000;
/** How often the live view looks for changes; imports may be worked on by another process. */
const lookEveryMs = 500;
const watched = 20;

/** The latest imports, at once and again whenever one changes, until the caller goes away or `lifeMs` are over. */
export async function* watchImports(
  deps: Pick<ImportsDeps, 'db'>,
  accountId: string,
  signal: AbortSignal | undefined,
  lifeMs = streamLifeMs,
): AsyncGenerator<Import> {
  const end = performance.now() + lifeMs;
  const told = new Map<string, number>();
  while (signal?.aborted !== true && performance.now() < end) {
    const rows = await inTenant(deps.db, accountId, (trx) =>
      listImportRows(trx, accountId, { recent: true, limit: watched }),
    );
    for (const row of rows) {
      if (told.get(row.id) === row.updated_at.getTime()) continue;
      told.set(row.id, row.updated_at.getTime());
      yield presentImport(row);
    }
    await pause(lookEveryMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
}
