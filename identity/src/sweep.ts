import type pg from 'pg';

const BATCH = 1000;
const TABLES = [
  { table: 'record', key: 'model, id' },
  { table: 'one_time_token', key: 'token_hash' },
  { table: 'registration', key: 'sub' },
  { table: 'throttle', key: 'bucket' },
];

/** Deletes up to 1,000 expired rows per table, so that one call stays short. Returns how many went. */
export async function sweepTables(pool: pg.Pool, now: Date): Promise<number> {
  let removed = 0;
  for (const { table, key } of TABLES) {
    const result = await pool.query(
      `DELETE FROM identity.${table} WHERE (${key}) IN (
         SELECT ${key} FROM identity.${table} WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${BATCH})
       AND expires_at <= $1`,
      [now],
    );
    removed += result.rowCount ?? 0;
  }
  return removed;
}
