import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { isArchived, isPlatformPaused, isReadable } from './readable.ts';

export interface ListingRow {
  id: string;
  account_id: string;
  connection_id: string;
  location_id: string;
  platform: string;
  external_id: string;
  resource_name: string;
  name: string;
  address: string | null;
  maps_url: string | null;
  write_review_url: string | null;
  platform_average: string | null;
  platform_count: number | null;
  last_success_at: Date | null;
  next_sync_at: Date;
  paused: boolean;
  /** Since when the operator pauses the listing, beside its owner. */
  operator_paused_at: Date | null;
  state: string;
  /** Holds only where somebody chose it; see `intervalMinutesOf`. */
  sync_interval_minutes: number;
  interval_chosen: boolean;
  last_full_pass_at: Date | null;
  watermark_at: Date | null;
  pending_removals_count: number | null;
  pending_removals_since: Date | null;
  removals_accepted_at: Date | null;
  /** When somebody requested a full pass or connected again; null after a full pass that started later has ended. */
  full_pass_requested_at: Date | null;
  /** The fence at the time of a manual sync request; null after a run that claimed the listing later has ended. */
  sync_requested_at_fence: number | null;
  /** The platform's count minus ours at the end of the last full pass; null where the platform gave none. */
  count_difference: number | null;
}

const listingColumns = [
  'id',
  'account_id',
  'connection_id',
  'location_id',
  'platform',
  'external_id',
  'resource_name',
  'name',
  'address',
  'maps_url',
  'write_review_url',
  'platform_average',
  'platform_count',
  'last_success_at',
  'next_sync_at',
  'paused',
  'operator_paused_at',
  'state',
  'sync_interval_minutes',
  'interval_chosen',
  'last_full_pass_at',
  'watermark_at',
  'pending_removals_count',
  'pending_removals_since',
  'removals_accepted_at',
  'full_pass_requested_at',
  'sync_requested_at_fence',
  'count_difference',
] as const;

export async function listListingRows(trx: Transaction<DB>, accountId: string): Promise<ListingRow[]> {
  return trx
    .selectFrom('listings')
    .select(listingColumns)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findListingRow(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<ListingRow | null> {
  const row = await trx
    .selectFrom('listings')
    .select(listingColumns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export interface ListingDetails {
  externalId: string;
  resourceName: string;
  name: string;
  address: string | null;
  country: string | null;
  mapsUrl: string | null;
  writeReviewUrl: string | null;
  /** State of the place at the platform; `ok` where the platform does not say. */
  state?: 'ok' | 'unverified' | 'closed';
}

export async function insertListing(
  trx: Transaction<DB>,
  accountId: string,
  listing: { id: string; connectionId: string; locationId: string; platform: string; place: ListingDetails },
): Promise<void> {
  const { place } = listing;
  await trx
    .insertInto('listings')
    .values({
      account_id: accountId,
      id: listing.id,
      connection_id: listing.connectionId,
      location_id: listing.locationId,
      platform: listing.platform,
      external_id: place.externalId,
      resource_name: place.resourceName,
      name: place.name,
      address: place.address,
      country: place.country,
      maps_url: place.mapsUrl,
      write_review_url: place.writeReviewUrl,
      state: place.state ?? 'ok',
    })
    .execute();
}

/** The same place, now reached through this connection; updates what the platform says about it. */
export async function moveListingToConnection(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  connectionId: string,
  place: ListingDetails,
): Promise<void> {
  await trx
    .updateTable('listings')
    .set({
      connection_id: connectionId,
      resource_name: place.resourceName,
      name: place.name,
      address: place.address,
      country: place.country,
      maps_url: place.mapsUrl,
      write_review_url: place.writeReviewUrl,
      state: place.state ?? 'ok',
      next_sync_at: sql`now()`,
      full_pass_requested_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * Makes the listings of a repaired connection due at once, with a full pass, because deletions may have been missed
 * meanwhile. Syncs that use the old authorization lose their lease. Returns the ids of listings that are not paused.
 */
export async function makeListingsDue(
  trx: Transaction<DB>,
  accountId: string,
  connectionId: string,
): Promise<string[]> {
  const rows = await trx
    .updateTable('listings')
    .set({
      next_sync_at: sql`now()`,
      full_pass_requested_at: sql`now()`,
      fence: sql`fence + 1`,
      lease_until: null,
    })
    .where('account_id', '=', accountId)
    .where('connection_id', '=', connectionId)
    .returning(['id', 'paused'])
    .execute();
  return rows.filter((row) => !row.paused).map((row) => row.id);
}

/**
 * Claims a listing for one sync: raises the fence and takes the lease. Null while another worker holds the lease and,
 * with `onlyDue`, before the listing is due; a manual request makes it due now. The listing stays due until its
 * release, so that the run of a dead worker is found.
 */
export async function claimListing(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  claim: { leaseSeconds: number; onlyDue: boolean },
): Promise<(ListingRow & { fence: number }) | null> {
  const row = await trx
    .updateTable('listings')
    .set({
      fence: sql`fence + 1`,
      lease_until: sql`now() + make_interval(secs => ${claim.leaseSeconds})`,
      next_sync_at: sql`least(next_sync_at, now())`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(claim.onlyDue, (query) =>
      query.where((where) =>
        where.or([
          where('next_sync_at', '<=', sql<Date>`now()`),
          where('sync_requested_at_fence', 'is not', null),
        ]),
      ),
    )
    .where((where) =>
      where.or([where('lease_until', 'is', null), where('lease_until', '<', sql<Date>`now()`)]),
    )
    .returning([...listingColumns, 'fence'])
    .executeTakeFirst();
  return row ?? null;
}

/** Extends the lease of the holder of `fence`; false when another worker has taken over since. Locks the row. */
export async function renewLease(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  fence: number,
  leaseSeconds: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('listings')
    .set({ lease_until: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A part of a statement, after `with`, that lets only the holder of `fence` write: `holder` has one locked row, or none
 * when another worker has taken over. It extends the lease and stores the platform's own figures.
 */
export function leaseHolderCte(
  accountId: string,
  id: string,
  fence: number,
  leaseSeconds: number,
  figures: { average: number | null; count: number | null },
): RawBuilder<unknown> {
  const told = figures.average !== null || figures.count !== null;
  return sql`
    holder as (
      update listings
         set lease_until = now() + make_interval(secs => ${leaseSeconds}),
             platform_average = case when ${told} then ${figures.average}::numeric else platform_average end,
             platform_count = case when ${told} then ${figures.count}::integer else platform_count end
       where account_id = ${accountId}::uuid and id = ${id}::uuid and fence = ${fence}::bigint
      returning id)`;
}

/** What a run changes on its listing when it ends. Absent members stay as they are. */
export interface ListingRelease {
  /** Null: the listing stays due when it was. */
  nextSyncInSeconds: number | null;
  succeeded: boolean;
  /** The run failed, and is not only put off. */
  failed?: boolean;
  state?: 'ok' | 'unverified' | 'closed' | 'gone';
  /** All changes up to this time are stored. */
  watermark?: Date | null;
  /** A complete full pass: when it started, and the difference of the counts after it. */
  fullPass?: { began: Date; countDifference: number | null };
  /** Null: no removals are held back. A number: this many reviews were missing at once. */
  pendingRemovals?: number | null;
}

/**
 * Releases the lease if `fence` is still current. The listing is due at once where a full pass was requested that this
 * run was not, and where a manual sync was requested during the run.
 */
export async function releaseListing(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  fence: number,
  next: ListingRelease,
): Promise<void> {
  const { pendingRemovals, fullPass } = next;
  // JavaScript dates have milliseconds only.
  const began = sql`${fullPass?.began ?? null}::timestamptz`;
  const unmet = sql`coalesce(date_trunc('milliseconds', full_pass_requested_at) > coalesce(${began}, '-infinity'), false)`;
  const askedMeanwhile = sql`coalesce(sync_requested_at_fence >= ${fence}, false)`;
  await trx
    .updateTable('listings')
    .set({
      lease_until: null,
      sync_requested_at_fence: sql`case when ${askedMeanwhile} then sync_requested_at_fence end`,
      ...(next.nextSyncInSeconds === null
        ? {}
        : {
            next_sync_at: sql`case when ${next.succeeded} and (${unmet} or ${askedMeanwhile}) then now()
              else now() + make_interval(secs => ${next.nextSyncInSeconds}) end`,
          }),
      ...(next.succeeded ? { last_success_at: sql`now()`, failures: 0 } : {}),
      ...(next.failed === true ? { failures: sql`failures + 1` } : {}),
      ...(next.state === undefined ? {} : { state: next.state }),
      ...(next.watermark === undefined ? {} : { watermark_at: next.watermark }),
      ...(fullPass === undefined
        ? {}
        : {
            last_full_pass_at: sql`now()`,
            removals_accepted_at: null,
            full_pass_requested_at: sql`case when ${unmet} then full_pass_requested_at end`,
            count_difference: fullPass.countDifference,
          }),
      ...(pendingRemovals === undefined
        ? {}
        : {
            pending_removals_count: pendingRemovals,
            pending_removals_since:
              pendingRemovals === null ? null : sql`coalesce(pending_removals_since, now())`,
          }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .execute();
}

/** The owner confirms that the pending removals are real; false when nothing is held back. */
export async function acceptRemovals(trx: Transaction<DB>, accountId: string, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('listings')
    .set({ removals_accepted_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('pending_removals_count', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes the next run of the listing a full pass; a run that is already open does not count. */
export async function requestFullPass(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx
    .updateTable('listings')
    .set({ full_pass_requested_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Makes the next run of the listing a manual one, whichever job starts it. */
export async function requestManualSync(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx
    .updateTable('listings')
    .set({ sync_requested_at_fence: sql`fence` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * Due listings over all accounts whose connection works, whose business is not archived, whose platform did not ask
 * for a pause, which the operator does not pause and whose account is not being erased, longest waiting first. `wait` is the number of seconds until the current lease ends; a living holder
 * extends it.
 */
export async function listDueListings(
  trx: Transaction<DB>,
  limit: number,
): Promise<{ account_id: string; id: string; wait: number }[]> {
  return trx
    .selectFrom('listings as l')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.account_id', '=', 'l.account_id').onRef('c.id', '=', 'l.connection_id'),
    )
    .select([
      'l.account_id',
      'l.id',
      sql<number>`ceil(greatest(0, extract(epoch from coalesce(l.lease_until, now()) - now())))::int`.as(
        'wait',
      ),
    ])
    .where(isReadable)
    .where('l.next_sync_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`not ${isArchived}`)
    .where(
      sql<boolean>`not exists (select from platform_rate_limits p where p.platform = c.connector and p.paused_until > now())`,
    )
    .where(sql<boolean>`not ${isPlatformPaused}`)
    .where(
      sql<boolean>`not exists (select from accounts a where a.id = l.account_id and a.erasing_since is not null)`,
    )
    .orderBy('l.next_sync_at')
    .limit(limit)
    .execute();
}

/** Only one process uses the embedded database, so leases of an earlier process are invalid. Across all tenants. */
export async function clearLeases(trx: Transaction<DB>): Promise<void> {
  await trx.updateTable('listings').set({ lease_until: null }).where('lease_until', 'is not', null).execute();
}
