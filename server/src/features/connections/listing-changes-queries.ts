/** Changes of a listing: by its owner, and by what the platform says about it apart from its reviews. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListingDetails } from './listing-queries.ts';

/**
 * Applies the members that are given. A running sync of the listing loses its lease, because it has the old settings;
 * the next one continues its run.
 */
export async function changeListing(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  change: {
    paused?: boolean | undefined;
    /** `chosen` is false for the default of the connector. */
    interval?: { minutes: number; chosen: boolean } | undefined;
    locationId?: string | undefined;
  },
): Promise<void> {
  const { paused, interval, locationId } = change;
  await trx
    .updateTable('listings')
    .set({
      fence: sql`fence + 1`,
      lease_until: null,
      next_sync_at: sql`case
        when lease_until > now() or paused <> ${paused ?? null}::boolean then now()
        when ${interval?.minutes ?? null}::integer is not null
          then greatest(now(), coalesce(last_success_at, now()) + make_interval(mins => ${interval?.minutes ?? 0}))
        else next_sync_at end`,
      ...(paused === undefined ? {} : { paused }),
      ...(interval === undefined
        ? {}
        : { sync_interval_minutes: interval.minutes, interval_chosen: interval.chosen }),
      ...(locationId === undefined ? {} : { location_id: locationId }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * The operator's pause. A running sync loses its lease, so it stores nothing more; false when it is paused already.
 */
export async function pauseListing(trx: Transaction<DB>, accountId: string, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('listings')
    .set({ operator_paused_at: sql`now()`, fence: sql`fence + 1`, lease_until: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('operator_paused_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the operator's pause: the listing is due at once. False when it is not paused by the operator. */
export async function resumeListing(trx: Transaction<DB>, accountId: string, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('listings')
    .set({ operator_paused_at: null, next_sync_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('operator_paused_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes the platform's own figures where they are older than this many days. Across all tenants; returns the
 * accounts.
 */
export async function clearStalePlatformFigures(
  trx: Transaction<DB>,
  connector: string,
  days: number,
): Promise<void> {
  await sql`
    update listings l set platform_average = null, platform_count = null
      from connections c
     where c.account_id = l.account_id and c.id = l.connection_id and c.connector = ${connector}
       and (l.platform_average is not null or l.platform_count is not null)
       and l.last_success_at < now() - make_interval(days => ${days})`.execute(trx);
}

/**
 * While the reviews of a listing are deleted: a running sync loses its lease, and none is due for an hour. The next one is a full pass.
 * False when there is no such listing.
 */
export async function postponeFullPass(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<boolean> {
  const row = await trx
    .updateTable('listings')
    .set({
      fence: sql`fence + 1`,
      lease_until: null,
      full_pass_requested_at: sql`now()`,
      next_sync_at: sql`now() + interval '1 hour'`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a listing with its runs and reviews: foreign keys cascade. */
export async function deleteListing(trx: Transaction<DB>, accountId: string, id: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('listings')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

/** Running syncs of this connection lose their leases, and the sync slice finds their open runs at once. */
export async function revokeListingLeases(
  trx: Transaction<DB>,
  accountId: string,
  connectionId: string,
): Promise<string[]> {
  const rows = await trx
    .updateTable('listings')
    .set({ fence: sql`fence + 1`, lease_until: null, next_sync_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('connection_id', '=', connectionId)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Updates the connection's listings from the platform's list: names, addresses and states. A listing that could not be
 * reached and is in the list again is synced again.
 */
export async function updateOfferedListings(
  trx: Transaction<DB>,
  accountId: string,
  connectionId: string,
  offered: readonly ListingDetails[],
): Promise<void> {
  const places = JSON.stringify(
    offered.map((place) => ({
      external_id: place.externalId,
      resource_name: place.resourceName,
      name: place.name,
      address: place.address,
      country: place.country,
      maps_url: place.mapsUrl,
      write_review_url: place.writeReviewUrl,
      state: place.state ?? null,
    })),
  );
  await sql`
    update listings l
       set resource_name = o.resource_name, name = o.name, address = o.address, country = o.country,
           maps_url = o.maps_url, write_review_url = o.write_review_url,
           state = coalesce(o.state, case when l.state = 'gone' then 'ok' else l.state end),
           paused = l.paused and l.state <> 'gone'
      from jsonb_to_recordset(${places}::jsonb) as o (
             external_id text, resource_name text, name text, address text, country text, maps_url text,
             write_review_url text, state text)
     where l.account_id = ${accountId}::uuid and l.connection_id = ${connectionId}::uuid
       and l.external_id = o.external_id
       and (l.resource_name, l.name, l.address, l.country, l.maps_url, l.write_review_url, l.state)
           is distinct from
           (o.resource_name, o.name, o.address, o.country, o.maps_url, o.write_review_url, coalesce(o.state, 'ok'))
  `.execute(trx);
}

/**
 * Pauses listings that a new authorization does not reach: the next sync of one page whose role is lost would end the
 * whole connection.
 */
export async function markUnreachableListings(
  trx: Transaction<DB>,
  accountId: string,
  connectionId: string,
  offered: readonly ListingDetails[],
): Promise<void> {
  await sql`
    update listings
       set state = 'gone', paused = true, fence = fence + 1, lease_until = null
     where account_id = ${accountId}::uuid and connection_id = ${connectionId}::uuid and state <> 'gone'
       and not (external_id = any(${offered.map((place) => place.externalId)}::text[]))`.execute(trx);
}
