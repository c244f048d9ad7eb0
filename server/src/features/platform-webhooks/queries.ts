import type { Platform } from '@kindling/contract/platforms';
import { sql, type Transaction } from 'kysely';
import { type PersonRequest, withClockTolerance } from '../../connectors/kit/webhooks.ts';
import type { DB } from '../../db/types.gen.ts';
import { isPlatformPaused, isReadable } from '../connections/index.ts';

/**
 * Listings of all accounts with one of these external ids, whose connection is active and which nobody pauses. `wait` is the number of seconds
 * until the latest of three times: `pauseSeconds` after the last run started, the retry time that the platform named,
 * and the end of the current lease.
 */
export async function listListingsToSync(
  trx: Transaction<DB>,
  platform: Platform,
  externalIds: readonly string[],
  pauseSeconds: number,
): Promise<{ account_id: string; id: string; wait: number }[]> {
  const { rows } = await sql<{ account_id: string; id: string; wait: number }>`
    select l.account_id, l.id,
           ceil(greatest(0, extract(epoch from greatest(
             r.started_at + make_interval(secs => ${pauseSeconds}), r.next_try_at, l.lease_until) - now())))::int as wait
      from listings l
      join connections c on c.account_id = l.account_id and c.id = l.connection_id
      left join lateral (
        select started_at, next_try_at from sync_runs
         where account_id = l.account_id and listing_id = l.id
         order by started_at desc limit 1) r on true
     where l.platform = ${platform} and l.external_id = any(${[...externalIds]}::text[])
       and ${isReadable} and not ${isPlatformPaused}`.execute(trx);
  return rows;
}

/** Connections of this person in all accounts whose status has not changed since the request. */
export async function listConnectionsToDeauthorize(
  trx: Transaction<DB>,
  platform: Platform,
  { externalId, askedAt }: PersonRequest,
): Promise<{ accountId: string; connectionId: string }[]> {
  return trx
    .selectFrom('connections')
    .select(['account_id as accountId', 'id as connectionId'])
    .where('platform', '=', platform)
    .where('external_id', '=', externalId)
    .where('status', 'in', ['active', 'not_approved', 'withdrawn'])
    .where('status_since', '<=', withClockTolerance(askedAt))
    .orderBy('account_id')
    .execute();
}

/** Active listings of all accounts that were read once and whose subscription is missing or due again; oldest first. */
export async function listListingsToSubscribe(
  trx: Transaction<DB>,
  platforms: readonly Platform[],
  { agreedDays, refusedDays, limit }: { agreedDays: number; refusedDays: number; limit: number },
): Promise<{ account_id: string; id: string }[]> {
  return trx
    .selectFrom('listings as l')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.account_id', '=', 'l.account_id').onRef('c.id', '=', 'l.connection_id'),
    )
    .leftJoin('webhook_subscriptions as s', (join) =>
      join
        .onRef('s.account_id', '=', 'l.account_id')
        .onRef('s.listing_id', '=', 'l.id')
        .onRef('s.connection_id', '=', 'l.connection_id'),
    )
    .select(['l.account_id', 'l.id'])
    .where('c.connector', 'in', [...platforms])
    .where('l.last_success_at', 'is not', null)
    .where('l.paused', '=', false)
    .where('c.status', '=', 'active')
    .where(
      sql<boolean>`(s.requested_at is null or s.requested_at < now() - make_interval(days =>
        case when s.subscribed_at is null then ${refusedDays}::int else ${agreedDays}::int end))`,
    )
    .orderBy('s.requested_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();
}

/** Recorded before the call, so that a platform that never answers is not asked again and again. */
export async function recordSubscriptionAttempt(
  trx: Transaction<DB>,
  accountId: string,
  { listingId, connectionId }: { listingId: string; connectionId: string },
): Promise<void> {
  const asked = { connection_id: connectionId, requested_at: new Date(), subscribed_at: null };
  await trx
    .insertInto('webhook_subscriptions')
    .values({ account_id: accountId, listing_id: listingId, ...asked })
    .onConflict((conflict) => conflict.columns(['account_id', 'listing_id']).doUpdateSet(asked))
    .execute();
}

export async function recordSubscription(
  trx: Transaction<DB>,
  accountId: string,
  listingId: string,
): Promise<void> {
  await trx
    .updateTable('webhook_subscriptions')
    .set({ subscribed_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .execute();
}
