import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface PaymentEvent {
  id: string;
  kind: string;
  customerId: string | null;
}

/** @returns false for an event that is stored already */
export async function insertEvent(system: Transaction<DB>, event: PaymentEvent): Promise<boolean> {
  const inserted = await system
    .insertInto('payment_events')
    .values({
      id: event.id,
      kind: event.kind,
      customer_id: event.customerId,
      // What concerns no customer is only acknowledged.
      handled_at: event.customerId === null ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Customers with events that are due to be handled, the one that is due longest first. */
export async function listWaitingCustomers(
  system: Transaction<DB>,
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from payment_events
     where handled_at is null and customer_id is not null and (next_attempt_at is null or next_attempt_at <= ${now})
     group by 1 order by min(coalesce(next_attempt_at, received_at)) limit ${limit}`.execute(system);
  return rows.map((row) => row.customer_id);
}

/** Ids of the customer's events that were not handled. */
export async function listWaitingEvents(system: Transaction<DB>, customerId: string): Promise<string[]> {
  const rows = await system
    .selectFrom('payment_events')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('handled_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** Waits a quarter of the time for which an event has waited, at least a minute and at most an hour. */
export async function postponeEvents(
  system: Transaction<DB>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update payment_events set next_attempt_at = ${now}::timestamptz
      + least(interval '1 hour', greatest(interval '1 minute', (${now}::timestamptz - received_at) / 4))
     where id = any(${[...ids]})`.execute(system);
}

export async function markHandled(system: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await system
    .updateTable('payment_events')
    .set({ handled_at: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .execute();
}

/** Which of these ids are stored. */
export async function listKnownEvents(system: Transaction<DB>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await system
    .selectFrom('payment_events')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** @returns how many were deleted, at most `limit` */
export async function deleteHandledEvents(
  system: Transaction<DB>,
  before: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    delete from payment_events where id in (
      select id from payment_events where received_at < ${before} and handled_at is not null limit ${limit})
    returning id`.execute(system);
  return rows.length;
}
