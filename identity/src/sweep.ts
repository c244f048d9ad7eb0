import type pg from 'pg';

const BATCH = 1000;
/** Batches per table and call; each is a statement of its own, so that others come in between. */
const BATCHES = 20;
const TABLES = [
  { table: 'record', key: 'model, id' },
  { table: 'one_time_token', key: 'token_hash' },
  { table: 'registration', key: 'sub' },
  { table: 'throttle', key: 'bucket' },
  { table: 'browser_session', key: 'id' },
];

/** Deletes up to 20,000 expired rows per table, in small batches. Returns how many went. */
export async function sweepTables(pool: pg.Pool, now: Date): Promise<number> {
  let removed = 0;
  for (const { table, key } of TABLES) {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const { rowCount } = await pool.query(
        `DELETE FROM identity.${table} WHERE (${key}) IN (
           SELECT ${key} FROM identity.${table} WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${BATCH})
         AND expires_at <= $1`,
        [now],
      );
      removed += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH) break;
    }
  }
  return removed;
}
