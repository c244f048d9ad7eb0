/** All SQL of the streams of events and of the cursors in them. */
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '../db/types.gen.ts';
import type { DomainEvent } from './domain-event.ts';

/** Events that get their positions in one transaction. */
const positionBatchSize = 5_000;

/** Delay before a delivery is repeated: it doubles with each failure. */
const backoff = { initialSeconds: 5, maxSeconds: 3_600 } as const;

export interface Delivery {
  /** The account's next events, in their order. */
  events: DomainEvent[];
  /** Position of the cursor before these events are handled. */
  startPosition: number;
  /** Position of the cursor after they are handled. */
  lastPosition: number;
  /** Whether the stream goes on after them. */
  more: boolean;
}

/** Stores a new subscriber, with a cursor for each account that has events. */
export async function registerSubscriber(
  trx: Transaction<DB>,
  name: string,
  startsAt: 'now' | 'beginning',
): Promise<void> {
  const { rows } = await sql`
    insert into event_subscribers (name, starts_at_beginning) values (${name}, ${startsAt === 'beginning'})
    on conflict (name) do nothing returning name`.execute(trx);
  if (rows.length === 0) return;
  // A stream that another transaction is adding would get no cursor. With this lock, either it waits and finds the
  // subscriber, or this transaction waits and finds the stream.
  await sql`lock table event_streams in share row exclusive mode`.execute(trx);
  const position = startsAt === 'beginning' ? sql`0` : sql`last_position`;
  await sql`
    insert into event_cursors (account_id, subscriber, position, next_attempt_at)
    select account_id, ${name}, ${position}, case when ${position} < last_position then now() end from event_streams
    on conflict do nothing`.execute(trx);
}

/**
 * Assigns positions to the account's new events. The lock of the stream makes two callers wait for each other; events of
 * transactions that have not ended are not seen and get a later position.
 * @returns whether there may be more, or null when the account is gone
 */
export async function assignPositions(trx: Transaction<DB>, accountId: string): Promise<boolean | null> {
  const last = await lockStream(trx, accountId);
  if (last === null) return null;
  // By row address: without fresh statistics a join by id would compare each row with each other one.
  const { numAffectedRows } = await sql`
    with assigned as (
      select ctid, row_number() over (order by id) as number
        from (select ctid, id from domain_events
               where account_id = ${accountId}::uuid and position is null order by id limit ${positionBatchSize}) fresh)
    update domain_events e set position = ${last}::bigint + assigned.number
      from assigned where e.ctid = assigned.ctid and e.account_id = ${accountId}::uuid`.execute(trx);
  const count = Number(numAffectedRows ?? 0);
  if (last === 0 || count > 0) {
    await sql`
      with moved as (
        update event_streams set last_position = last_position + ${count} where account_id = ${accountId}::uuid)
      insert into event_cursors (account_id, subscriber, position)
      select ${accountId}::uuid, name, 0 from event_subscribers
      on conflict do nothing`.execute(trx);
    await sql`
      update event_cursors set next_attempt_at = now()
       where account_id = ${accountId}::uuid and next_attempt_at is null`.execute(trx);
  }
  return count === positionBatchSize;
}

/** Locks the account's stream, and adds it if there is none. @returns its last position, or null for an account that is gone */
async function lockStream(trx: Transaction<DB>, accountId: string): Promise<number | null> {
  const lock = async () => {
    const { rows } = await sql<{ last_position: number }>`
      select last_position from event_streams where account_id = ${accountId}::uuid for update`.execute(trx);
    return rows[0]?.last_position ?? null;
  };
  const present = await lock();
  if (present !== null) return present;
  // The lock of the account's row waits for a deletion that has not ended.
  await sql`
    insert into event_streams (account_id) select id from accounts where id = ${accountId}::uuid for key share
    on conflict do nothing`.execute(trx);
  return lock();
}

/** `none`: the account or the subscriber is unknown. `busy`: another worker holds the lease. Else the seconds to wait first. */
export type Claim = 'leased' | 'none' | 'busy' | { waitSeconds: number };

/**
 * Takes the lease of a subscriber's cursor, unless the last delivery was less than `minIntervalSeconds` ago or failed and
 * may not be repeated yet.
 */
export async function claimCursor(
  trx: Transaction<DB>,
  accountId: string,
  subscriber: string,
  lease: { id: string; seconds: number; minIntervalSeconds: number },
): Promise<Claim> {
  const lock = async () => {
    const { rows } = await sql<{ busy: boolean; wait: number }>`
      select coalesce(leased_until > now(), false) as busy,
             greatest(0, ${lease.minIntervalSeconds} - extract(epoch from now() - advanced_at),
               case when failed_attempts > 0 then extract(epoch from next_attempt_at - now()) end)::float8 as wait
        from event_cursors
       where account_id = ${accountId}::uuid and subscriber = ${subscriber} for update`.execute(trx);
    return rows[0];
  };
  let cursor = await lock();
  if (cursor === undefined) {
    await addMissingCursor(trx, accountId, subscriber);
    cursor = await lock();
  }
  if (cursor === undefined) return 'none';
  if (cursor.busy) return 'busy';
  if (cursor.wait > 0) return { waitSeconds: Math.ceil(cursor.wait) };
  await sql`
    update event_cursors
       set lease_id = ${lease.id}::uuid, leased_until = now() + make_interval(secs => ${lease.seconds})
     where account_id = ${accountId}::uuid and subscriber = ${subscriber}`.execute(trx);
  return 'leased';
}

/** Adds a cursor where the subscriber starts: before the oldest event, or before the first one after its registration. */
async function addMissingCursor(trx: Transaction<DB>, accountId: string, subscriber: string): Promise<void> {
  await sql`
    insert into event_cursors (account_id, subscriber, position, next_attempt_at)
    select st.account_id, su.name,
           case when su.starts_at_beginning then 0 else coalesce((
             select max(position) from domain_events e
              where e.account_id = st.account_id and e.occurred_at < su.registered_at), 0) end,
           now()
      from event_streams st cross join event_subscribers su
     where st.account_id = ${accountId}::uuid and su.name = ${subscriber}
    on conflict do nothing`.execute(trx);
}

/** Prolongs a lease; false when another worker has taken it. */
export async function renewLease(
  trx: Transaction<DB>,
  accountId: string,
  subscriber: string,
  lease: { id: string; seconds: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update event_cursors set leased_until = now() + make_interval(secs => ${lease.seconds})
     where account_id = ${accountId}::uuid and subscriber = ${subscriber} and lease_id = ${lease.id}::uuid`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0) === 1;
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
 * The next events of an account that a subscriber has not handled.
 * @param limit events read; those with other names are passed over
 * @returns null when another worker has taken the lease
 */
export async function readEvents(
  trx: Transaction<DB>,
  accountId: string,
  subscriber: string,
  options: { leaseId: string; names: readonly string[]; limit: number },
): Promise<Delivery | null> {
  const { rows: cursors } = await sql<{ position: number; last_position: number }>`
    select c.position, s.last_position
      from event_cursors c join event_streams s on s.account_id = c.account_id
     where c.account_id = ${accountId}::uuid and c.subscriber = ${subscriber}
       and c.lease_id = ${options.leaseId}::uuid`.execute(trx);
  const [cursor] = cursors;
  if (cursor === undefined) return null;
  const lastPosition = Math.min(cursor.last_position, cursor.position + options.limit);
  const { rows } = await sql`
    select name, position, subject_id, location_id, data, occurred_at from domain_events
     where account_id = ${accountId}::uuid and position > ${cursor.position}::bigint
       and position <= ${lastPosition}::bigint
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
  return { events, startPosition: cursor.position, lastPosition, more: lastPosition < cursor.last_position };
}

/**
 * Moves the cursor forward, if it still is where the delivery began: finished work counts, even after the lease was lost.
 * @param handled whether there was something to handle: the time to the next delivery counts from there
 * @returns whether the cursor was there
 */
export async function advanceCursor(
  trx: Transaction<DB>,
  accountId: string,
  subscriber: string,
  { startPosition, lastPosition, handled }: { startPosition: number; lastPosition: number; handled: boolean },
): Promise<boolean> {
  // Waits for a transaction that assigns positions; it sets the time of the next delivery after this one.
  await sql`select from event_streams where account_id = ${accountId}::uuid for share`.execute(trx);
  const { numAffectedRows } = await sql`
    update event_cursors c
       set position = ${lastPosition}::bigint, failed_attempts = 0, last_error = null,
           advanced_at = case when ${handled} then now() else advanced_at end,
           next_attempt_at = case when s.last_position > ${lastPosition}::bigint then now() end
      from event_streams s
     where c.account_id = ${accountId}::uuid and c.subscriber = ${subscriber} and s.account_id = c.account_id
       and c.position = ${startPosition}::bigint`.execute(trx);
  return Number(numAffectedRows ?? 0) === 1;
}

/**
 * Gives the lease back after a failure and sets the time of the next attempt.
 * @param error a class of errors, without any text of the account
 * @returns failed deliveries since the last one that did not fail, or null when another worker has taken the lease
 */
export async function recordFailure(
  trx: Transaction<DB>,
  accountId: string,
  subscriber: string,
  { leaseId, error }: { leaseId: string; error: string },
): Promise<number | null> {
  const { rows } = await sql<{ failed_attempts: number }>`
    update event_cursors
       set lease_id = null, leased_until = null, failed_attempts = failed_attempts + 1, last_error = ${error},
           next_attempt_at = now() + make_interval(
             secs => least(${backoff.maxSeconds}, ${backoff.initialSeconds} * power(2, least(failed_attempts, 20))))
     where account_id = ${accountId}::uuid and subscriber = ${subscriber} and lease_id = ${leaseId}::uuid
    returning failed_attempts`.execute(trx);
  return rows[0]?.failed_attempts ?? null;
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

/**
 * Accounts with events that have no position yet, and cursors that are behind, due and held by nobody.
 * @param limit cursors of each subscriber, the longest due first
 */
export async function listUndelivered(
  trx: Transaction<DB>,
  subscribers: readonly string[],
  limit: number,
): Promise<{ account_id: string; subscriber: string }[]> {
  const { rows } = await sql<{ account_id: string; subscriber: string }>`
    with names as (select jsonb_array_elements_text(${JSON.stringify(subscribers)}::jsonb) as subscriber),
    fresh as (select distinct account_id from domain_events where position is null limit ${limit})
    select account_id, subscriber from fresh cross join names
    union
    select due.account_id, n.subscriber
      from names n cross join lateral (
        select c.account_id from event_cursors c
         where c.subscriber = n.subscriber and c.next_attempt_at <= now() and coalesce(c.leased_until <= now(), true)
         order by c.next_attempt_at limit ${limit}) due`.execute(trx);
  return rows;
}
