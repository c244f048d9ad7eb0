/** Deleting all reviews of a listing that goes. */
import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { deletePages } from '../../db/delete-pages.ts';

export async function deleteReviewsOfListing(
  db: Pick<Database, 'pool'>,
  accountId: string,
  listingId: string,
  signal?: AbortSignal,
): Promise<void> {
  const condition = sql`account_id = ${accountId}::uuid and listing_id = ${listingId}::uuid`;
  await deletePages(db, 'reviews', condition, { signal, byIndex: true });
}
