/** The end of old events. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/client.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import type { DB } from '../db/types.gen.ts';
import { runBatches } from '../lib/cooldown.ts';
import type { Log } from '../lib/log.ts';
import type { SubscriberDefinition } from './subscriber.ts';

/** Days for which events are kept; a subscriber that starts at the beginning gets no more of them. */
export const retentionDays = 30;
/** Accounts whose oldest event is read in one transaction. */
const accountBatchSize = 1_000;
/** Events deleted in one transaction. */
const deletionBatchSize = 1_000;

interface RetentionDeps {
  db: Database;
  log: Pick<Log, 'error'>;
  subscribers: readonly Pick<SubscriberDefinition, 'name'>[];
}

/**
 * Deletes the events that are older than `retentionDays`, account by account, in small transactions. The log has an error for
 * each subscriber that had not handled them.
 */
export async function deleteOldEvents(
  { db, log, subscribers }: RetentionDeps,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000);
  const names = subscribers.map(({ name }) => name);
  for (let after: string | null = null; ; ) {
    const accounts: AccountAge[] = await inSystem(db, (trx) => listAccounts(trx, after, before));
    for (const { account_id: accountId, has_old: hasOld } of accounts)
      if (hasOld) await deleteOldEventsOf({ db, log, names }, accountId, before, signal);
    after = accounts.at(-1)?.account_id ?? null;
    if (accounts.length < accountBatchSize) return;
  }
}

async function deleteOldEventsOf(
  { db, log, names }: { db: Database; log: Pick<Log, 'error'>; names: readonly string[] },
  accountId: string,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  const unhandled = new Map<string, number>();
  const deleteSome = () =>
    inTenant(db, accountId, async (trx) => {
      const deleted = await deleteEventsBefore(trx, accountId, before);
      for (const { subscriber, position } of await listCursorsBefore(
        trx,
        accountId,
        names,
        deleted.lastPosition,
      ))
        if (!unhandled.has(subscriber)) unhandled.set(subscriber, position);
      return deleted.count;
    });
  await runBatches(deletionBatchSize, deleteSome, signal);
  for (const [subscriber, position] of unhandled)
    log.error(
      { subscriber, accountId, position },
      `Events older than ${retentionDays} days were deleted before a subscriber handled them`,
    );
}

interface AccountAge {
  account_id: string;
  /** Whether its oldest event happened before the given time. */
  has_old: boolean;
}

/** Accounts that have a stream, in the order of their ids, after the one given. */
async function listAccounts(trx: Transaction<DB>, after: string | null, before: Date): Promise<AccountAge[]> {
  const { rows } = await sql<AccountAge>`
    select s.account_id, coalesce(
             (select e.occurred_at from domain_events e
               where e.account_id = s.account_id and e.position is not null order by e.position limit 1) < ${before},
             false) as has_old
      from event_streams s
     where ${after}::uuid is null or s.account_id > ${after}::uuid
     order by s.account_id limit ${accountBatchSize}`.execute(trx);
  return rows;
}

/** Deletes some of the account's oldest events that happened before the given time. */
async function deleteEventsBefore(
  trx: Transaction<DB>,
  accountId: string,
  before: Date,
): Promise<{ count: number; lastPosition: number }> {
  const { rows } = await sql<{ count: number; last_position: number }>`
    with deleted as (
      delete from domain_events
       where account_id = ${accountId}::uuid and occurred_at < ${before} and position in (
         select position from domain_events
          where account_id = ${accountId}::uuid and position is not null
          order by position limit ${deletionBatchSize})
      returning position)
    select count(*)::int as count, coalesce(max(position), 0) as last_position from deleted`.execute(trx);
  const [deleted] = rows;
  return { count: deleted?.count ?? 0, lastPosition: deleted?.last_position ?? 0 };
}

/** Cursors of the subscribers that have not reached the position. */
async function listCursorsBefore(
  trx: Transaction<DB>,
  accountId: string,
  subscribers: readonly string[],
  position: number,
): Promise<{ subscriber: string; position: number }[]> {
  const { rows } = await sql<{ subscriber: string; position: number }>`
    select subscriber, position from event_cursors
     where account_id = ${accountId}::uuid and position < ${position}::bigint
       and subscriber in (select jsonb_array_elements_text(${JSON.stringify(subscribers)}::jsonb))`.execute(
    trx,
  );
  return rows;
}
