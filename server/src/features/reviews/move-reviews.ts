import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** A listing goes to another location, and its reviews with it; the sums per day follow by trigger. */
export async function moveReviewsToLocation(
  trx: Transaction<DB>,
  accountId: string,
  listingId: string,
  locationId: string,
): Promise<void> {
  await trx
    .updateTable('reviews')
    .set({ location_id: locationId })
    .where('account_id', '=', accountId)
    .where('listing_id', '=', listingId)
    .execute();
}
