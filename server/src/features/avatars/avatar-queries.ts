import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** A picture that may be shown now. */
export interface PhotoRow {
  account_id: string;
  author_photo_url: string;
}

/**
 * The public look-up, across all tenants: the picture of a review in the account that owns the embed. Reviews with an
 * attribution (Places API) have no picture: their content must not be stored, and fetching it for every view would tell
 * the platform which page each visitor reads.
 */
export async function findPhoto(
  trx: Transaction<DB>,
  code: string,
  reviewId: string,
): Promise<PhotoRow | null> {
  const row = await trx
    .selectFrom('embeds as e')
    .innerJoin('reviews as r', 'r.account_id', 'e.account_id')
    .select(['r.account_id', 'r.author_photo_url'])
    .where('e.code', '=', code)
    .where('r.id', '=', reviewId)
    .where(photoMayBeShown)
    .executeTakeFirst();
  return row === undefined || row.author_photo_url === null
    ? null
    : { account_id: row.account_id, author_photo_url: row.author_photo_url };
}

/** Picture addresses by review id; reviews whose picture may not be shown are missing. */
export async function listPhotos(
  trx: Transaction<DB>,
  accountId: string,
  reviewIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('reviews as r')
    .select(['r.id', 'r.author_photo_url'])
    .where('r.account_id', '=', accountId)
    .where('r.id', '=', sql<string>`any(${reviewIds}::uuid[])`)
    .where(photoMayBeShown)
    .execute();
  return new Map(rows.map((row) => [row.id, row.author_photo_url ?? '']));
}

/** Expects the reviews as `r`. */
const photoMayBeShown = () =>
  sql<boolean>`(r.removed_at is null and r.hidden_at is null and not r.anonymous and r.attribution is null
    and r.author_photo_url is not null)`;
