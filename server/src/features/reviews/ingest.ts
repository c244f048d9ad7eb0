/**
 * Upserts the reviews of a page in one statement. A review with unchanged content is not written, so reading a page again
 * changes nothing. An edit keeps our own marks (hidden, pinned). A version older than ours does not replace it. Triggers
 * update the daily sums in the same transaction.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { PlatformReview } from '../../connectors/connector.ts';
import type { DB } from '../../db/types.gen.ts';
import { reviewRecord, toRecordset } from './review-record.ts';

export interface IngestCounts {
  added: number;
  changed: number;
  unchanged: number;
  /** Among the changed ones: reviews that were removed and that the platform shows again. */
  restored: number;
}

export interface IngestTarget {
  listingId: string;
  locationId: string;
  source: string;
}

/** The platform's own time of the newest change to a review. */
export function lastChangedAt(review: PlatformReview): Date {
  return review.editedAt ?? review.writtenAt;
}

/**
 * Common table expressions that store a page (50 reviews in practice), to be placed after `with`. They define
 * `written (id, added)`, `page_ids (ids uuid[])` (every review of the page, changed or not) and
 * `counts (added, changed, unchanged, restored)`. They write nothing when `allowed` is false.
 */
export function upsertReviewsSql(
  accountId: string,
  target: IngestTarget,
  reviews: readonly PlatformReview[],
  allowed: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // One statement must not write a row twice: of two versions on one page the later one counts.
  const unique = [...new Map(reviews.map((review) => [review.externalId, review])).values()];
  return sql`
    sent as materialized (
      select * from ${toRecordset(unique.map((review) => reviewRecord(accountId, review)))}),
    -- Forces one unique index lookup per review. Without fresh statistics of a growing table the planner would read all
    -- reviews of the account for every page.
    known as materialized (
      select r.id, r.external_id, r.removed_at, r.changed_at
        from sent x cross join lateral (
          select id, external_id, removed_at,
                 -- The platform's version replaces that of a file, whatever date the file has.
                 case when listing_id is null and import_id is not null then '-infinity'
                      else coalesce(edited_at, written_at) end as changed_at
            from reviews
           where account_id = ${accountId}::uuid and source = ${target.source} and external_id = x.external_id
           limit 1) r),
    -- A version older than ours only proves that the review exists.
    stale as materialized (
      select k.id, k.external_id from known k join sent x on x.external_id = k.external_id
       where coalesce(x.edited_at, x.written_at) < k.changed_at),
    revived as (
      update reviews r
         set removed_at = null, missing_at = null, confirmed_at = now(), listing_id = ${target.listingId}::uuid,
             location_id = ${target.locationId}::uuid
       where r.account_id = ${accountId}::uuid and r.id in (select id from stale) and ${allowed}
         and (r.removed_at is not null or r.missing_at is not null
              or r.listing_id is distinct from ${target.listingId}::uuid)
      returning r.id),
    written as (
      insert into reviews as r (
        account_id, id, location_id, listing_id, source, external_id, resource_name, author_name, author_photo_url,
        anonymous, rating, recommendation, text, translation, written_at, edited_at, reply_text, reply_at, reply_state,
        reply_reason, answered, permalink, media_count, attribution, content_hash, search, language)
      select ${accountId}::uuid, x.id, ${target.locationId}::uuid, ${target.listingId}::uuid, ${target.source},
             x.external_id, x.resource_name, x.author_name, x.author_photo_url, x.anonymous, x.rating,
             x.recommendation, x.text, x.translation, x.written_at, x.edited_at, x.reply_text, x.reply_at,
             x.reply_state, x.reply_reason, x.reply_state in ('sending', 'published'), x.permalink, x.media_count,
             nullif(x.attribution, 'null'), x.content_hash, x.search, x.language
        from sent x where x.external_id not in (select external_id from stale) and ${allowed}
      on conflict (account_id, source, external_id) do update set
        location_id = excluded.location_id, listing_id = excluded.listing_id, resource_name = excluded.resource_name,
        author_name = excluded.author_name, author_photo_url = excluded.author_photo_url,
        anonymous = excluded.anonymous, rating = excluded.rating, recommendation = excluded.recommendation,
        text = excluded.text, translation = excluded.translation, written_at = excluded.written_at,
        edited_at = excluded.edited_at, reply_text = excluded.reply_text, reply_at = excluded.reply_at,
        reply_state = excluded.reply_state, reply_reason = excluded.reply_reason,
        answered = excluded.answered or r.reply_pending,
        permalink = excluded.permalink, media_count = excluded.media_count, attribution = excluded.attribution,
        content_hash = excluded.content_hash, search = excluded.search, language = excluded.language, written_day = null, date_basis = null, written_from = null,
        written_to = null, confirmed_at = now(), removed_at = null, missing_at = null, wiped_at = null
      where r.removed_at is not null or r.missing_at is not null or r.listing_id is distinct from excluded.listing_id
         or r.content_hash <> excluded.content_hash
      returning r.id, (r.xmax = 0) as added),
    page_ids as (
      select coalesce(array_agg(id), '{}') as ids
        from (select id from known union select id from written) every_one),
    counts as (
      select count(*) filter (where w.added)::int as added,
             (count(*) filter (where not w.added) + (select count(*) from revived))::int as changed,
             ((select count(*) from sent) - count(*) - (select count(*) from revived))::int as unchanged,
             (select count(*) from known k where k.removed_at is not null)::int as restored
        from written w)`;
}

/** Upserts reviews in a statement of its own and returns the counts. */
export async function upsertReviews(
  trx: Transaction<DB>,
  accountId: string,
  target: IngestTarget,
  reviews: readonly PlatformReview[],
): Promise<IngestCounts> {
  const { rows } = await sql<IngestCounts>`
    with ${upsertReviewsSql(accountId, target, reviews, sql`true`)}
    select added, changed, unchanged, restored from counts`.execute(trx);
  return rows[0] ?? { added: 0, changed: 0, unchanged: 0, restored: 0 };
}
