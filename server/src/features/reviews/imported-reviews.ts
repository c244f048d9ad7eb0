/**
 * Reviews from files. A file never changes or duplicates a review that a sync stored. Imported rows carry the import's
 * id and are invisible while the import is hidden (migration 0013), so that an import appears only when it is complete.
 */
import type { DateBasis } from '@kindling/contract/reviews';
import { sql, type Transaction } from 'kysely';
import type { PlatformReview } from '../../connectors/connector.ts';
import type { DB } from '../../db/types.gen.ts';
import { reviewRecord, toRecordset } from './review-record.ts';

/** A review in the shape of a connector. `externalId` is the platform's own id where the file contains it. */
export interface ImportedReview extends PlatformReview {
  /** `YYYY-MM-DD`, for a date without a time. `writtenAt` is then noon of that day in the account's time zone. */
  writtenDay: string | null;
  /** Null when the file contains the exact day. */
  dateBasis: DateBasis | null;
  /** Set for the basis `relative` only. */
  dateSpan: DateSpan | null;
}

/** The earliest and the latest time that a relative date such as "2 months ago" may mean, with a day of tolerance. */
export interface DateSpan {
  from: Date;
  to: Date;
}

/** A newer version of the review that an earlier import stored under the external id `storedAs`. */
export interface ImportedUpdate {
  review: ImportedReview;
  storedAs: string;
}

export interface ImportTarget {
  locationId: string;
  source: string;
}

/**
 * Inserts the reviews of an import. Existing rows stay, visible or hidden, so reading the same page again adds nothing.
 * Has no conflict target and no `returning`, because both would read rows that the row security policy hides.
 */
export async function insertImportedReviews(
  trx: Transaction<DB>,
  accountId: string,
  target: ImportTarget & { importId: string },
  reviews: readonly ImportedReview[],
): Promise<void> {
  if (reviews.length === 0) return;
  await sql`
    insert into reviews (
      account_id, id, location_id, source, import_id, external_id, resource_name, author_name, author_photo_url,
      anonymous, rating, recommendation, text, translation, written_at, edited_at, reply_text, reply_at, reply_state,
      answered, permalink, media_count, content_hash, written_day, date_basis,
      written_from, written_to, search, language)
    select ${accountId}::uuid, x.id, ${target.locationId}::uuid, ${target.source}, ${target.importId}::uuid, x.external_id,
           x.resource_name, x.author_name, x.author_photo_url, x.anonymous, x.rating, x.recommendation, x.text,
           x.translation, x.written_at, x.edited_at, x.reply_text, x.reply_at, x.reply_state, x.reply_state <> 'none',
           x.permalink, x.media_count, x.content_hash, x.written_day, x.date_basis, x.written_from,
           x.written_to, x.search, x.language
      from ${toRecordset(reviews.map((review) => importedReviewRecord(accountId, review)))}
    on conflict do nothing`.execute(trx);
}

/** Updates reviews of earlier imports from a newer file. The owner's marks and synced reviews do not change. */
export async function updateImportedReviews(
  trx: Transaction<DB>,
  accountId: string,
  target: ImportTarget,
  changes: readonly ImportedUpdate[],
): Promise<void> {
  if (changes.length === 0) return;
  const records = changes.map(({ review, storedAs }) => ({
    ...importedReviewRecord(accountId, review),
    stored_as: storedAs,
  }));
  await sql`
    update reviews r
       set external_id = x.external_id, author_name = x.author_name, anonymous = x.anonymous, rating = x.rating,
           recommendation = x.recommendation, text = x.text, translation = x.translation, written_at = x.written_at,
           edited_at = x.edited_at, reply_text = x.reply_text, reply_at = x.reply_at, reply_state = x.reply_state,
           answered = x.reply_state <> 'none', permalink = x.permalink, content_hash = x.content_hash,
           written_day = x.written_day, date_basis = x.date_basis, written_from = x.written_from,
           written_to = x.written_to, search = x.search, language = x.language, confirmed_at = now()
      from ${toRecordset(records)}
     where r.account_id = ${accountId}::uuid and r.source = ${target.source} and r.external_id = x.stored_as
       and r.listing_id is null and r.removed_at is null`.execute(trx);
}

/** A reply in a file was public, so it counts as published. */
function importedReviewRecord(accountId: string, review: ImportedReview) {
  return {
    ...reviewRecord(accountId, review),
    written_day: review.writtenDay,
    date_basis: review.dateBasis,
    written_from: review.dateSpan?.from.toISOString() ?? null,
    written_to: review.dateSpan?.to.toISOString() ?? null,
    reply_state: review.reply === null ? ('none' as const) : ('published' as const),
  };
}

/** The number of reviews that still belong to an import, because no sync has taken them over. */
export async function countImportedReviews(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
): Promise<number> {
  const row = await trx
    .selectFrom('reviews')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Deletes at most `limit` reviews of an import, except those that a sync has confirmed since, and returns how many. Needs
 * a system transaction, because a tenant's transaction does not see the rows of a hidden import.
 */
export async function deleteImportedReviews(
  system: Transaction<DB>,
  accountId: string,
  importId: string,
  limit: number,
): Promise<number> {
  const result = await sql`
    delete from reviews
     where account_id = ${accountId}::uuid and id in (
       select id from reviews
        where account_id = ${accountId}::uuid and import_id = ${importId}::uuid and listing_id is null
        limit ${limit})`.execute(system);
  return Number(result.numAffectedRows ?? 0);
}
