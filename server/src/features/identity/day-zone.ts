/** The zone that the account's daily sums are counted in; it follows the account's own (migration 0029). */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface DayZone {
  time_zone: string;
  days_zone: string;
  /** The zone to come, and the last review that is counted in it; null while none is. */
  days_next: string | null;
  days_counted: string | null;
}

/** Holds the account's row, and so waits for everybody who is storing reviews of it. */
export async function lockDayZone(system: Transaction<DB>, accountId: string): Promise<DayZone | null> {
  const { rows } = await sql<DayZone>`
    select time_zone, days_zone, days_next, days_counted from accounts
     where id = ${accountId}::uuid for no key update`.execute(system);
  return rows[0] ?? null;
}

export async function setDayZone(
  system: Transaction<DB>,
  accountId: string,
  zone: Omit<DayZone, 'time_zone'>,
): Promise<void> {
  await system.updateTable('accounts').set(zone).where('id', '=', accountId).execute();
}
