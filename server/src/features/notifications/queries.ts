import type { Platform } from '@kindling/contract/platforms';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '../../db/types.gen.ts';

/** By which the platform's clock and ours may differ. */
const clockToleranceSeconds = 300;

/**
 * The listings at these places over all accounts, where the connection works. `wait` is the number of seconds until
 * `pauseSeconds` after their last run began, until the time that the platform named, and until whoever reads the
 * listing now would be gone.
 */
export async function listListingsToSync(
  trx: Transaction<DB>,
  platform: Platform,
  places: readonly string[],
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
     where l.platform = ${platform} and l.external_id = any(${[...places]}::text[])
       and not l.paused and c.status = 'active'`.execute(trx);
  return rows;
}

interface ConnectionKey {
  accountId: string;
  connectionId: string;
}

interface PersonRequestKey {
  externalId: string;
  askedAt: Date;
}

/** What this person connected, over all accounts, and what was in its present state when they asked. */
export async function listConnectionsToDeauthorize(
  trx: Transaction<DB>,
  platform: Platform,
  { externalId, askedAt }: PersonRequestKey,
): Promise<ConnectionKey[]> {
  return trx
    .selectFrom('connections')
    .select(['account_id as accountId', 'id as connectionId'])
    .where('platform', '=', platform)
    .where('external_id', '=', externalId)
    .where('status', 'in', ['active', 'not_approved', 'withdrawn'])
    .where('status_since', '<=', latestMatch(askedAt))
    .orderBy('account_id')
    .execute();
}

/** What this person had connected when they asked, in whatever state, over all accounts. */
export async function listConnectionsCreatedBefore(
  trx: Transaction<DB>,
  platform: Platform,
  { externalId, askedAt }: PersonRequestKey,
): Promise<ConnectionKey[]> {
  return trx
    .selectFrom('connections')
    .select(['account_id as accountId', 'id as connectionId'])
    .where('platform', '=', platform)
    .where('external_id', '=', externalId)
    .where('created_at', '<=', latestMatch(askedAt))
    .orderBy('account_id')
    .execute();
}

function latestMatch(askedAt: Date): Date {
  return new Date(askedAt.getTime() + clockToleranceSeconds * 1000);
}

/** How much hangs on these connections: listings, and reviews in whatever state. */
export async function countStoredContent(
  trx: Transaction<DB>,
  connections: readonly ConnectionKey[],
): Promise<{ listings: number; reviews: number }> {
  const ids = connections.map((one) => one.connectionId);
  const { rows } = await sql<{ listings: number; reviews: number }>`
    select count(*)::int as listings,
           coalesce(sum((select count(*) from reviews r
                          where r.account_id = l.account_id and r.listing_id = l.id)), 0)::int as reviews
      from listings l where l.connection_id = any(${ids}::uuid[])`.execute(trx);
  return rows[0] ?? { listings: 0, reviews: 0 };
}

interface DeletionRequestKey {
  platform: Platform;
  personHash: string;
  askedAt: Date;
}

export async function findDeletionRequestCode(
  trx: Transaction<DB>,
  key: DeletionRequestKey,
): Promise<string | null> {
  const row = await trx
    .selectFrom('deletion_requests')
    .select('code')
    .where('platform', '=', key.platform)
    .where('person_hash', '=', key.personHash)
    .where('asked_at', '=', key.askedAt)
    .executeTakeFirst();
  return row?.code ?? null;
}

/** The code of the request: the given one, or that of the same request that came at the same moment. */
export async function insertDeletionRequest(
  trx: Transaction<DB>,
  request: DeletionRequestKey & {
    code: string;
    pending: ConnectionKey[];
    held: { listings: number; reviews: number };
  },
): Promise<string> {
  const row = await trx
    .insertInto('deletion_requests')
    .values({
      code: request.code,
      platform: request.platform,
      person_hash: request.personHash,
      asked_at: request.askedAt,
      pending: JSON.stringify(request.pending),
      connections: request.pending.length,
      ...request.held,
    })
    .onConflict((conflict) =>
      // Changes nothing, but answers the row.
      conflict.columns(['platform', 'person_hash', 'asked_at']).doUpdateSet({ platform: request.platform }),
    )
    .returning('code')
    .executeTakeFirstOrThrow();
  return row.code;
}

const pendingSchema = z.array(z.object({ accountId: z.uuid(), connectionId: z.uuid() }));

export async function listOpenDeletionRequests(
  trx: Transaction<DB>,
): Promise<{ code: string; pending: ConnectionKey[] }[]> {
  const rows = await trx
    .selectFrom('deletion_requests')
    .select(['code', 'pending'])
    .where('done_at', 'is', null)
    .orderBy('received_at')
    .execute();
  return rows.map(({ code, pending }) => ({ code, pending: pendingSchema.parse(pending) }));
}

export async function completeDeletionRequest(trx: Transaction<DB>, code: string): Promise<void> {
  await trx
    .updateTable('deletion_requests')
    .set({ done_at: sql`now()`, pending: '[]' })
    .where('code', '=', code)
    .where('done_at', 'is', null)
    .execute();
}

export async function deleteOldDeletionRequests(trx: Transaction<DB>, days: number): Promise<void> {
  await trx
    .deleteFrom('deletion_requests')
    .where('done_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}

interface DeletionRequestRow {
  code: string;
  received_at: Date;
  done_at: Date | null;
  connections: number;
  listings: number;
  reviews: number;
}

export async function findDeletionRequest(
  trx: Transaction<DB>,
  code: string,
): Promise<DeletionRequestRow | null> {
  const row = await trx
    .selectFrom('deletion_requests')
    .select(['code', 'received_at', 'done_at', 'connections', 'listings', 'reviews'])
    .where('code', '=', code)
    .executeTakeFirst();
  return row ?? null;
}

/** Listings over all accounts that were read once, work, and whose platform is to be asked (again); oldest first. */
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
    .leftJoin('hint_subscriptions as s', (join) =>
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
      sql<boolean>`(s.asked_at is null or s.asked_at < now() - make_interval(days =>
        case when s.subscribed_at is null then ${refusedDays}::int else ${agreedDays}::int end))`,
    )
    .orderBy('s.asked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();
}

/** Notes the question before it is put, so that a platform that never answers is not asked without end. */
export async function recordSubscriptionAttempt(
  trx: Transaction<DB>,
  accountId: string,
  { listingId, connectionId }: { listingId: string; connectionId: string },
): Promise<void> {
  const asked = { connection_id: connectionId, asked_at: new Date(), subscribed_at: null };
  await trx
    .insertInto('hint_subscriptions')
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
    .updateTable('hint_subscriptions')
    .set({ subscribed_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .execute();
}
