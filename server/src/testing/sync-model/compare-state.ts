/** For tests only: compares our copy of a listing with the platform, and checks the consistency of the copy itself. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { PlatformReview } from '../../connectors/connector.ts';
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';

export interface StoredReviewRow {
  id: string;
  source: string;
  external_id: string;
  listing_id: string | null;
  author_name: string | null;
  author_photo_url: string | null;
  anonymous: boolean;
  rating: number | null;
  recommendation: string | null;
  text: string | null;
  translation: string | null;
  written_at: Date;
  edited_at: Date | null;
  reply_text: string | null;
  reply_at: Date | null;
  reply_state: string;
  reply_reason: string | null;
  answered: boolean;
  permalink: string | null;
  media_count: number;
  removed_at: Date | null;
  missing_at: Date | null;
  wiped_at: Date | null;
  hidden_at: Date | null;
  pinned_at: Date | null;
  created_at: Date;
  /** The version of the row. Equal versions mean that nothing was written. */
  version: string;
}

export interface StoredState {
  reviews: StoredReviewRow[];
  /** From the daily sums: reviews that count as shown, answered ones, ones with text. */
  sums: { total: number; answered: number; with_text: number };
  /** The same, counted from the rows by the database. */
  counted: { total: number; answered: number; with_text: number };
}

export function readStoredState(db: Pick<Database, 'pool'>, accountId: string): Promise<StoredState> {
  return inTenant(db, accountId, async (trx) => {
    const reviews = await sql<StoredReviewRow>`
      select *, xmin::text || ctid::text as version from reviews order by source, external_id`.execute(trx);
    const sums = await sql<
      StoredState['sums'] & { counted_total: number; counted_answered: number; counted_text: number }
    >`
      select coalesce(sum(total), 0)::int as total, coalesce(sum(answered), 0)::int as answered,
             coalesce(sum(with_text), 0)::int as with_text,
             (select count(*)::int from reviews where removed_at is null) as counted_total,
             (select count(*)::int from reviews where removed_at is null and answered) as counted_answered,
             (select count(text)::int from reviews where removed_at is null) as counted_text
        from review_days`.execute(trx);
    const [row] = sums.rows;
    if (row === undefined) throw new Error('A sum without a row');
    const { total, answered, with_text } = row;
    return {
      reviews: reviews.rows,
      sums: { total, answered, with_text },
      counted: { total: row.counted_total, answered: row.counted_answered, with_text: row.counted_text },
    };
  });
}

/** The columns with content from the platform. */
function contentOf(review: PlatformReview): Partial<StoredReviewRow> {
  return {
    author_name: review.authorName,
    author_photo_url: review.authorPhotoUrl,
    anonymous: review.anonymous,
    rating: review.rating,
    recommendation: review.recommendation,
    text: review.text,
    translation: review.translation,
    written_at: review.writtenAt,
    edited_at: review.editedAt,
    reply_text: review.reply?.text ?? null,
    reply_at: review.reply?.at ?? null,
    reply_state: review.reply?.state ?? 'none',
    reply_reason: review.reply?.reason ?? null,
    answered: review.reply !== null && review.reply.state !== 'failed',
    permalink: review.permalink,
    media_count: review.mediaCount,
  };
}

/** Differences between the platform's reviews and those that our listings show; empty when both are equal. */
export function findDifferences(copy: StoredState, existing: readonly PlatformReview[]): string[] {
  const ids = new Set(existing.map((review) => review.externalId));
  const notRemoved = copy.reviews.filter(
    (row) => row.listing_id !== null && row.removed_at === null && !ids.has(row.external_id),
  );
  return [
    ...findLostOrOutdated(copy, existing),
    ...notRemoved.map((row) => `${row.external_id} no longer exists at the platform but is shown here`),
  ];
}

/** Reviews of the platform that our copy lacks, hides or has in another version. */
export function findLostOrOutdated(copy: StoredState, existing: readonly PlatformReview[]): string[] {
  const found: string[] = [];
  const rows = new Map(
    copy.reviews.filter((row) => row.listing_id !== null).map((row) => [row.external_id, row]),
  );
  for (const review of existing) {
    const row = rows.get(review.externalId);
    if (row === undefined) found.push(`${review.externalId} is lost`);
    else {
      if (row.removed_at !== null) found.push(`${review.externalId} is removed but the platform shows it`);
      if (row.wiped_at !== null) found.push(`${review.externalId} is confirmed but still wiped`);
      for (const [name, value] of Object.entries(contentOf(review)))
        if (!isDeepStrictEqual(row[name as keyof StoredReviewRow], value))
          found.push(
            `${review.externalId}.${name} is ${row[name as keyof StoredReviewRow]} instead of ${value}`,
          );
    }
  }
  return found;
}

/** Violations of what must hold at any time: no duplicates, and daily sums that equal the rows. */
export function findViolations(copy: StoredState): string[] {
  const found: string[] = [];
  const keys = new Set(copy.reviews.map((row) => `${row.source} ${row.external_id}`));
  if (keys.size !== copy.reviews.length) found.push('a review is stored twice');
  if (!isDeepStrictEqual(copy.sums, copy.counted))
    found.push(`the sums are ${JSON.stringify(copy.sums)} instead of ${JSON.stringify(copy.counted)}`);
  return found;
}
