/** Deleting all reviews of a listing that goes. */
import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { deletePages, type PageOptions } from '../../db/delete-pages.ts';

export async function deleteReviewsOfListing(
  db: Pick<Database, 'pool'>,
  accountId: string,
  listingId: string,
  options: Pick<PageOptions, 'goesOn' | 'signal'>,
): Promise<void> {
  const condition = sql`account_id = ${accountId}::uuid and listing_id = ${listingId}::uuid`;
  await deletePages(db, 'reviews', condition, { ...options, byIndex: true });
}
