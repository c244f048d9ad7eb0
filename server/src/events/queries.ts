/** All SQL of the streams of events. */
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '../db/types.gen.ts';
import type { DomainEvent } from './domain-event.ts';

/** Events that get their places in one transaction. */
const placedAtOnce = 5_000;

export interface Delivery {
  /** The account's next events, in their order. */
  events: DomainEvent[];
  /** Where the cursor stands when they are handled. */
  upTo: number;
  /** Whether the stream goes on after them. */
  more: boolean;
}

/** Makes a subscriber known; a new one gets a cursor in each account where it starts. */
export async function registerSubscriber(
  trx: Transaction<DB>,
  name: string,
  startsAt: 'now' | 'beginning',
): Promise<void> {
  const { rows } = await sql`
    insert into event_subscribers (name, starts_at_beginning) values (${name}, ${startsAt === 'beginning'})
    on conflict (name) do nothing returning name`.execute(trx);
  if (rows.length === 0) return;
  await sql`
    insert into event_cursors (account_id, subscriber, position)
    select account_id, ${name}, ${startsAt === 'beginning' ? sql`0` : sql`last_position`} from event_streams
    on conflict do nothing`.execute(trx);
}

/**
 * Gives the account's new events their places. The lock of the stream makes two callers wait for each other; events of
 * transactions that have not ended are not seen and get a later place.
 * @returns whether there may be more
 */
export async function placeEvents(trx: Transaction<DB>, accountId: string): Promise<boolean> {
  await sql`
    insert into event_streams (account_id) values (${accountId}::uuid) on conflict do nothing`.execute(trx);
  const { rows: streams } = await sql<{ last_position: number }>`
    select last_position from event_streams where account_id = ${accountId}::uuid for update`.execute(trx);
  const last = streams[0]?.last_position ?? 0;
  // By row address: without fresh statistics a join by id would compare each row with each other one.
  const { numAffectedRows } = await sql`
    with placed as (
      select ctid, row_number() over (order by id) as place
        from (select ctid, id from domain_events
               where account_id = ${accountId}::uuid and position is null order by id limit ${placedAtOnce}) fresh)
    update domain_events e set position = ${last}::bigint + placed.place
      from placed where e.ctid = placed.ctid and e.account_id = ${accountId}::uuid`.execute(trx);
  const count = Number(numAffectedRows ?? 0);
  if (last === 0 || count > 0)
    await sql`
      with moved as (
        update event_streams set last_position = last_position + ${count} where account_id = ${accountId}::uuid)
      insert into event_cursors (account_id, subscriber, position)
      select ${accountId}::uuid, name, 0 from event_subscribers
      on conflict do nothing`.execute(trx);
  return count === placedAtOnce;
}

/** `none`: the account has no such cursor. `busy`: another worker holds the lease. Else the seconds to wait first. */
export type Claim = 'leased' | 'none' | 'busy' | { waitSeconds: number };

/** Takes the lease of a subscriber's cursor, unless the last delivery was less than `everySeconds` ago. */
export async function claimCursor(
  trx: Transaction<DB>,
  accountId: string,
  subscriber: string,
  lease: { id: string; seconds: number; everySeconds: number },
): Promise<Claim> {
  const { rows } = await sql<{ busy: boolean; wait: number }>`
    select coalesce(leased_until > now(), false) as busy,
           coalesce(greatest(0, ${lease.everySeconds} - extract(epoch from now() - advanced_at)), 0)::float8 as wait
      from event_cursors
     where account_id = ${accountId}::uuid and subscriber = ${subscriber} for update`.execute(trx);
  const [cursor] = rows;
  if (cursor === undefined) return 'none';
  if (cursor.busy) return 'busy';
  if (cursor.wait > 0) return { waitSeconds: Math.ceil(cursor.wait) };
  await sql`
    update event_cursors
       set lease_id = ${lease.id}::uuid, leased_until = now() + make_interval(secs => ${lease.seconds})
     where account_id = ${accountId}::uuid and subscriber = ${subscriber}`.execute(trx);
  return 'leased';
}

const storedEvent = z.object({
  name: z.string(),
  position: z.number(),
  subject_id: z.string(),
  location_id: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  occurred_at: z.date(),
});

/**
 * The next events of an account that a subscriber has not handled, and renews its lease.
 * @param most events read; those with other names are passed over
 * @returns null when another worker has taken the lease
 */
export async function readEvents(
  trx: Transaction<DB>,
  accountId: string,
  subscriber: string,
  options: { leaseId: string; leaseSeconds: number; names: readonly string[]; most: number },
): Promise<Delivery | null> {
  const { rows: cursors } = await sql<{ position: number; last_position: number }>`
    update event_cursors c set leased_until = now() + make_interval(secs => ${options.leaseSeconds})
      from event_streams s
     where c.account_id = ${accountId}::uuid and c.subscriber = ${subscriber}
       and c.lease_id = ${options.leaseId}::uuid and s.account_id = c.account_id
    returning c.position, s.last_position`.execute(trx);
  const [cursor] = cursors;
  if (cursor === undefined) return null;
  const upTo = Math.min(cursor.last_position, cursor.position + options.most);
  const { rows } = await sql`
    select name, position, subject_id, location_id, data, occurred_at from domain_events
     where account_id = ${accountId}::uuid and position > ${cursor.position}::bigint and position <= ${upTo}::bigint
       and name in (select jsonb_array_elements_text(${JSON.stringify(options.names)}::jsonb))
     order by position`.execute(trx);
  const events = rows.map((row): DomainEvent => {
    const stored = storedEvent.parse(row);
    return {
      name: stored.name,
      accountId,
      position: stored.position,
      subjectId: stored.subject_id,
      locationId: stored.location_id,
      data: stored.data,
      occurredAt: stored.occurred_at,
    };
  });
  return { events, upTo, more: upTo < cursor.last_position };
}

/**
 * Moves the cursor forward; false when another worker has taken the lease.
 * @param handled whether there was something to handle: the time to the next delivery counts from there
 */
export async function advanceCursor(
  trx: Transaction<DB>,
  accountId: string,
  subscriber: string,
  leaseId: string,
  { upTo, handled }: { upTo: number; handled: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update event_cursors
       set position = ${upTo}::bigint, advanced_at = case when ${handled} then now() else advanced_at end
     where account_id = ${accountId}::uuid and subscriber = ${subscriber} and lease_id = ${leaseId}::uuid`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0) === 1;
}

/** Gives the lease back, so that the next worker need not wait for its end. */
export async function releaseCursor(
  trx: Transaction<DB>,
  accountId: string,
  subscriber: string,
  leaseId: string,
): Promise<void> {
  await sql`
    update event_cursors set lease_id = null, leased_until = null
     where account_id = ${accountId}::uuid and subscriber = ${subscriber} and lease_id = ${leaseId}::uuid`.execute(
    trx,
  );
}

/** Frees all cursors; for the start of the one process that can hold the embedded database. */
export async function releaseAllCursors(trx: Transaction<DB>): Promise<void> {
  await sql`update event_cursors set lease_id = null, leased_until = null where lease_id is not null`.execute(
    trx,
  );
}

/** Accounts with events that have no place yet, and cursors that are behind and held by nobody. */
export async function listUndelivered(
  trx: Transaction<DB>,
  subscribers: readonly string[],
  most: number,
): Promise<{ account_id: string; subscriber: string }[]> {
  const { rows } = await sql<{ account_id: string; subscriber: string }>`
    with names as (select jsonb_array_elements_text(${JSON.stringify(subscribers)}::jsonb) as subscriber),
    fresh as (select distinct account_id from domain_events where position is null)
    select account_id, subscriber from fresh cross join names
    union
    select c.account_id, c.subscriber
      from event_cursors c join event_streams s on s.account_id = c.account_id
      join names n on n.subscriber = c.subscriber
     where c.position < s.last_position and coalesce(c.leased_until <= now(), true)
    limit ${most}`.execute(trx);
  return rows;
}

/** Accounts that have a stream, in the order of their ids, after the one given. */
export async function listStreams(
  trx: Transaction<DB>,
  after: string | null,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from event_streams
     where ${after}::uuid is null or account_id > ${after}::uuid order by account_id limit ${most}`.execute(
    trx,
  );
  return rows.map((row) => row.account_id);
}

/** Deletes the account's oldest events that happened before `before`, at most `most`; tells how many. */
export async function deleteEventsBefore(
  trx: Transaction<DB>,
  accountId: string,
  before: Date,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from domain_events
     where account_id = ${accountId}::uuid and occurred_at < ${before} and position in (
       select position from domain_events
        where account_id = ${accountId}::uuid and position is not null order by position limit ${most})`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}
