import { expect } from 'vitest';
import type { Database } from '../db/client.ts';
import { eventually } from './eventually.ts';

/** Waits until so many connections to this database wait for a lock. PostgreSQL only. */
export const untilLocksWait = (db: Pick<Database, 'pool'>, count: number): Promise<void> =>
  eventually(async () => {
    const { rows } = await db.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows[0]?.waiting).toBe(count);
  });
