import type pg from 'pg';

const BATCH_SIZE = 1000;
/** Less than the minute between two sweeps. */
const MAX_DURATION_MS = 40_000;
const TABLES = [
  { table: 'record', key: 'model, id', expires: 'expires_at' },
  { table: 'one_time_token', key: 'token_hash', expires: 'expires_at' },
  { table: 'registration', key: 'sub', expires: 'expires_at' },
  { table: 'address_change', key: 'sub', expires: 'expires_at' },
  { table: 'browser_session', key: 'id', expires: 'expires_at' },
  { table: 'rate_limit', key: 'key', expires: 'expire' },
];

/**
 * Deletes expired rows until none are left or 40 seconds are over. The tables take turns, so that a table with many expired
 * rows does not block the others. Each batch is its own statement, so that other statements run in between.
 * @returns the number of deleted rows
 */
export async function sweepTables(pool: Pick<pg.Pool, 'query'>, now: Date): Promise<number> {
  const until = Date.now() + MAX_DURATION_MS;
  let removed = 0;
  let left = TABLES;
  while (left.length > 0 && Date.now() < until) {
    const more: typeof TABLES = [];
    for (const table of left) {
      const gone = await deleteBatch(pool, table, now);
      removed += gone;
      if (gone === BATCH_SIZE) more.push(table);
    }
    left = more;
  }
  return removed;
}

async function deleteBatch(
  pool: Pick<pg.Pool, 'query'>,
  { table, key, expires }: (typeof TABLES)[number],
  now: Date,
): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM identity.${table} WHERE (${key}) IN (
       SELECT ${key} FROM identity.${table} WHERE ${expires} <= $1 ORDER BY ${expires} LIMIT ${BATCH_SIZE})
     AND ${expires} <= $1`,
    [expires === 'expire' ? now.getTime() : now],
  );
  return rowCount ?? 0;
}
