import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** Moves the reviews of a listing to another location. Triggers update the daily sums. */
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
