/**
 * Deletes any number of rows in short transactions: one long statement would occupy the only session of the embedded database, and
 * meet the time limit of statements on a server.
 */
import { type RawBuilder, sql } from 'kysely';
import { runBatches } from '../lib/cooldown.ts';
import type { Database } from './client.ts';
import { inSystem } from './transaction.ts';
import type { DB } from './types.gen.ts';

const defaultPageSize = 500;

/**
 * Deletes the rows of all accounts that fulfil a condition, page by page, with a pause after each.
 * @param condition SQL on the columns of the table. It is applied to the newest version of each row.
 * @param signal Ends the work between two pages.
 * @returns how many were deleted
 */
export function deletePages(
  db: Pick<Database, 'pool'>,
  table: keyof DB,
  condition: RawBuilder<unknown>,
  { signal, pageSize = defaultPageSize }: { signal?: AbortSignal | undefined; pageSize?: number } = {},
): Promise<number> {
  const name = sql.table(table);
  const page = sql`
    delete from ${name} where ${condition} and ctid = any(array(
      select ctid from ${name} where ${condition} limit ${pageSize}))`;
  const deletePage = () =>
    inSystem(db, async (system) => Number((await page.execute(system)).numAffectedRows ?? 0));
  return runBatches(pageSize, deletePage, signal);
}
