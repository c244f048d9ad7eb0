/** Rows of tables, in one snapshot. */
import type pg from 'pg';
import type { Database } from '../client.ts';
import { type BackedUpTable, rowsQuery, textSettings } from './catalog.ts';
import { createRowHash } from './row-hash.ts';

/** Runs `work` in one transaction that sees the database as it is at its beginning. */
export async function inSnapshot<T>(
  db: Pick<Database, 'withOwnerConnection'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return db.withOwnerConnection(async (client) => {
    await client.query('begin isolation level repeatable read read only');
    try {
      await client.query(textSettings);
      return await work(client);
    } finally {
      await client.query('rollback').catch(() => {});
    }
  });
}

/** The rows of a table in the order of its key. The embedded database's owner needs no other role. */
export async function* readRows(
  db: Pick<Database, 'copy' | 'mode'>,
  client: pg.Client,
  table: BackedUpTable,
): AsyncGenerator<Buffer> {
  if (db.mode === 'postgres')
    await client.query(`set local role ${table.walled ? 'kindling_system' : 'none'}`);
  yield* db.copy.read(client, rowsQuery(table));
}

/** Number and hash of the rows of each table, by `schema.table`. */
export async function hashTables(
  db: Pick<Database, 'copy' | 'mode'>,
  client: pg.Client,
  tables: readonly BackedUpTable[],
): Promise<Map<string, { rows: number; sha256: string }>> {
  const hashes = new Map<string, { rows: number; sha256: string }>();
  for (const table of tables) {
    const hash = createRowHash();
    for await (const bytes of readRows(db, client, table)) hash.add(bytes);
    hashes.set(`${table.schema}.${table.table}`, hash.end());
  }
  return hashes;
}
