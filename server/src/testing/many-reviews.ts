/** For tests only: thousands of reviews in one statement. */
import { sql } from 'kysely';
import { inTenant } from '../db/transaction.ts';
import type { ConnectedListing } from './factories.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** Adds reviews with stars and a text of about `textLength` characters, one a minute back from the end of 2025. */
export async function addManyReviews(
  { services }: Pick<TestApp, 'services'>,
  { accountId }: Pick<TestUser, 'accountId'>,
  listing: Pick<ConnectedListing, 'id' | 'locationId' | 'platform'>,
  { count, textLength }: { count: number; textLength: number },
): Promise<void> {
  const batch = 10_000;
  for (let from = 0; from < count; from += batch)
    await inTenant(services.db, accountId, (trx) =>
      sql`insert into reviews (account_id, id, location_id, listing_id, source, external_id, content_hash, author_name,
             rating, text, written_at)
           select ${accountId}::uuid, gen_random_uuid(), ${listing.locationId}::uuid, ${listing.id}::uuid,
                  ${listing.platform}, 'many-' || n, 'hash', 'Author ' || n, 1 + n % 5,
                  left(n || ' ' || repeat(md5(n::text) || ' ', ${Math.ceil(textLength / 33)}), ${textLength}),
                  timestamptz '2025-12-31T12:00:00Z' - n * interval '1 minute'
             from generate_series(${from}::int, ${Math.min(from + batch, count) - 1}::int) n`.execute(trx),
    );
}
