/**
 * Deletes any number of rows in short transactions: one long statement would occupy the only session of the embedded database, and
 * meet the time limit of statements on a server.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { runBatches } from '../lib/cooldown.ts';
import type { Database } from './client.ts';
import { inSystem } from './transaction.ts';
import type { DB } from './types.gen.ts';

const defaultPageSize = 500;

export interface PageOptions {
  /** Ends the work between two pages. */
  signal?: AbortSignal | undefined;
  /** Rows of one transaction. */
  pageSize?: number;
  /** See {@link forceIndexes}. */
  byIndex?: boolean;
  /** Asked in the transaction of each page, which holds what it locks. Where it answers false, the work ends. */
  goesOn?: ((trx: Transaction<DB>) => Promise<boolean>) | undefined;
}

/**
 * Makes this transaction read by indexes. Where one account has most rows of a table, the planner would read the whole table for each
 * page and each foreign key. A scan of an index also learns to skip what earlier pages deleted.
 */
export async function forceIndexes(trx: Transaction<DB>): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(trx);
  await sql`set local enable_bitmapscan = off`.execute(trx);
}

/**
 * Deletes the rows of all accounts that fulfil a condition, page by page, with a pause after each.
 * @param condition SQL on the columns of the table. It is applied to the newest version of each row.
 * @returns how many were deleted
 */
export async function deletePages(
  db: Pick<Database, 'pool'>,
  table: keyof DB,
  condition: RawBuilder<unknown>,
  { signal, pageSize = defaultPageSize, byIndex = false, goesOn }: PageOptions = {},
): Promise<number> {
  const name = sql.table(table);
  const deletePage = () =>
    inSystem(db, async (system) => {
      if (goesOn !== undefined && !(await goesOn(system))) return { found: 0, deleted: 0 };
      if (byIndex) await forceIndexes(system);
      // By address and in two statements, so that none joins the rows of several accounts. The second one waits for whoever changes a
      // row meanwhile, and keeps it then.
      const { rows } = await sql<{ at: string }>`
        select ctid::text as at from ${name} where ${condition} limit ${pageSize}`.execute(system);
      if (rows.length === 0) return { found: 0, deleted: 0 };
      const { numAffectedRows } = await sql`
        delete from ${name} where ${condition} and ctid = any(${rows.map(({ at }) => at)}::text[]::tid[])`.execute(
        system,
      );
      return { found: rows.length, deleted: Number(numAffectedRows ?? 0) };
    });
  let total = 0;
  await runBatches(
    pageSize,
    async () => {
      const { found, deleted } = await deletePage();
      total += deleted;
      // What was found decides whether there is more: others may have changed or deleted some of it before the second statement.
      return found;
    },
    signal,
  );
  return total;
}

/** A table in which one account may have more rows than one statement deletes in time. */
export interface BulkTable {
  table: keyof DB;
  /** Rows of one transaction, where the rows are so large that the usual number would take long. */
  pageSize?: number;
  /** SQL conditions that together select all rows, one for each partial index, where no index has all rows of an account. */
  parts?: readonly string[];
}

/** Deletes all rows of one account from a table, as {@link deletePages}. */
export async function deleteAllOfAccount(
  db: Pick<Database, 'pool' | 'maintenance'>,
  { table, pageSize, parts = ['true'] }: BulkTable,
  accountId: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const part of parts)
    await deletePages(db, table, sql`account_id = ${accountId}::uuid and ${sql.raw(part)}`, {
      signal,
      byIndex: true,
      ...(pageSize === undefined ? {} : { pageSize }),
    });
  if (pageSize !== undefined) db.maintenance.scheduleVacuum(table);
}
