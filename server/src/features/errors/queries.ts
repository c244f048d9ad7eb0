import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface ErrorEvent {
  fingerprint: string;
  origin: 'browser' | 'server';
  message: string;
  stack: string | null;
  route: string;
  accountId: string | null;
  requestId: string | null;
  at: Date;
}

/**
 * Counts a known error, or stores a new one while fewer than `maxNewKindsPerDay` of its origin were new within a day, so
 * that browser reports cannot use up the space for server errors. A resolved error that occurs again becomes open.
 * @returns false when the limit of new kinds is reached.
 */
export async function upsertErrorEvent(
  trx: Transaction<DB>,
  event: ErrorEvent,
  maxNewKindsPerDay: number,
): Promise<boolean> {
  const dayAgo = new Date(event.at.getTime() - 86_400_000);
  const { rows } = await sql`
    insert into error_events as e
      (fingerprint, origin, message, stack, route, last_account, last_request, first_seen_at, last_seen_at)
    select ${event.fingerprint}, ${event.origin}, ${event.message}, ${event.stack}, ${event.route},
           ${event.accountId}::uuid, ${event.requestId}, ${event.at}::timestamptz, ${event.at}::timestamptz
     where exists (select from error_events where fingerprint = ${event.fingerprint})
        or (select count(*) from error_events
             where origin = ${event.origin} and first_seen_at > ${dayAgo}::timestamptz) < ${maxNewKindsPerDay}::int
    on conflict (fingerprint) do update set
      count = e.count + 1,
      last_seen_at = excluded.last_seen_at,
      route = excluded.route,
      stack = coalesce(excluded.stack, e.stack),
      last_account = coalesce(excluded.last_account, e.last_account),
      last_request = coalesce(excluded.last_request, e.last_request),
      state = case when e.state = 'resolved' then 'open' else e.state end
    returning fingerprint`.execute(trx);
  return rows.length > 0;
}

export async function deleteErrorEventsBefore(trx: Transaction<DB>, before: Date): Promise<void> {
  await trx.deleteFrom('error_events').where('last_seen_at', '<', before).execute();
}
