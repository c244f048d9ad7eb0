/** All SQL on destinations. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface DestinationRow {
  /** The row's own, or the listing's where the owner has not ordered it yet. */
  id: string;
  location_id: string;
  listing_id: string | null;
  source: string | null;
  label: string | null;
  url: string | null;
  hidden: boolean;
}

/**
 * The destinations of the locations in the owner's order; listings that the owner has not ordered yet come behind the ordered
 * listings and before everything else, so that a new connection shows without work.
 */
export async function listDestinationRows(
  trx: Transaction<DB>,
  accountId: string,
  locationIds: readonly string[],
): Promise<DestinationRow[]> {
  const { rows } = await sql<DestinationRow>`
    select coalesce(d.id, l.id) as id, coalesce(l.location_id, d.location_id) as location_id, l.id as listing_id,
           coalesce(l.platform, d.source) as source, d.label, coalesce(l.write_review_url, d.url) as url,
           coalesce(d.hidden, false) as hidden
      from (select * from destinations where account_id = ${accountId}::uuid
              and (location_id = any (${[...locationIds]}::uuid[]) or listing_id is not null)) d
      full join (select * from listings where account_id = ${accountId}::uuid
                   and location_id = any (${[...locationIds]}::uuid[])) l
        on l.account_id = d.account_id and l.id = d.listing_id
     where d.listing_id is null or l.id is not null
     order by 2, coalesce(d.position, 0), l.created_at, d.id`.execute(trx);
  return rows;
}

export interface NewDestination {
  id: string;
  listingId: string | null;
  source: string | null;
  label: string | null;
  url: string | null;
  hidden: boolean;
}

/** Replaces the rows of a location; the position is the order of the list. */
export async function replaceDestinations(
  trx: Transaction<DB>,
  accountId: string,
  locationId: string,
  destinations: readonly NewDestination[],
): Promise<void> {
  const listingIds = destinations.flatMap(({ listingId }) => (listingId === null ? [] : [listingId]));
  await trx
    .deleteFrom('destinations')
    .where('account_id', '=', accountId)
    .where((where) =>
      where.or([
        where('location_id', '=', locationId),
        ...(listingIds.length === 0 ? [] : [where('listing_id', 'in', listingIds)]),
      ]),
    )
    .execute();
  if (destinations.length === 0) return;
  await trx
    .insertInto('destinations')
    .values(
      destinations.map(({ id, listingId, source, label, url, hidden }, index) => ({
        account_id: accountId,
        id,
        location_id: locationId,
        position: index + 1,
        listing_id: listingId,
        source,
        label,
        url,
        hidden,
      })),
    )
    .execute();
}

/** Hosts of the websites of the account's businesses, as stored addresses. */
export async function listWebsites(trx: Transaction<DB>, accountId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('businesses')
    .select('website')
    .where('account_id', '=', accountId)
    .where('website', 'is not', null)
    .execute();
  return rows.flatMap(({ website }) => (website === null ? [] : [website]));
}
