/** Compares a page of a file with the stored reviews: each row is new, already stored, or a better version. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { type DuplicateCandidate, findDuplicateCandidates, matchOneToOne } from './import-duplicates.ts';
import type { ImportedReview, ImportedUpdate, ImportTarget } from './imported-reviews.ts';
import { contentHash } from './review-record.ts';

/**
 * - `new`: no stored review matches.
 * - `there`: stored with the same content, or stored by a sync, which always takes precedence over a file.
 * - `changed`: stored by an earlier import with other or older content.
 */
export type ImportComparison = 'new' | 'unchanged' | 'changed';

export interface ImportPageComparison {
  results: ImportComparison[];
  changes: ImportedUpdate[];
  /** Ids of synced reviews that match a row by author, day, stars and text, for `markAsImportMatch`. */
  duplicates: string[];
}

interface StoredReview {
  number: number;
  id: string;
  synced: boolean;
  removed: boolean;
  content_hash: string;
  date_basis: string | null;
  written_at: Date;
  written_day: string | null;
  written_from: Date | null;
  written_to: Date | null;
  edited_at: Date | null;
  reply_text: string | null;
  reply_at: Date | null;
}

/**
 * Compares one page with the stored reviews, in the given order, and writes nothing. A row also matches a review of the
 * location with the same author, day, stars and text (`import-duplicates.ts`). Pass the same `matchedIds` for all pages
 * of a file, so that no stored review matches two of its rows.
 */
export async function compareImported(
  trx: Transaction<DB>,
  accountId: string,
  target: ImportTarget,
  reviews: readonly ImportedReview[],
  matchedIds: Set<string>,
): Promise<ImportPageComparison> {
  const stored = await findStoredByExternalId(trx, accountId, target, reviews);
  for (const { id } of stored.values()) matchedIds.add(id);
  const unknown = reviews.flatMap((review, number) => (stored.has(number) ? [] : [{ number, review }]));
  const duplicates = matchDuplicates(
    await findDuplicateCandidates(trx, accountId, target, unknown),
    matchedIds,
  );
  const comparison: ImportPageComparison = { results: [], changes: [], duplicates: [] };
  for (const [number, review] of reviews.entries()) {
    const row = stored.get(number);
    const duplicate = duplicates.get(number);
    const change = row ? newerVersion(row, review) : duplicate ? withExactDate(duplicate, review) : null;
    comparison.results.push(change !== null ? 'changed' : row || duplicate ? 'unchanged' : 'new');
    if (change !== null) comparison.changes.push(change);
    if (duplicate?.synced) comparison.duplicates.push(duplicate.stored);
  }
  return comparison;
}

/** Matches synced reviews first, then those of earlier files. */
function matchDuplicates(
  pairs: readonly DuplicateCandidate[],
  matchedIds: Set<string>,
): Map<number, DuplicateCandidate> {
  const synced = matchOneToOne<number, DuplicateCandidate>(
    pairs.filter((pair) => pair.synced),
    matchedIds,
  );
  const rest = pairs.filter((pair) => !pair.synced && !synced.has(pair.row));
  return new Map([...synced, ...matchOneToOne<number, DuplicateCandidate>(rest, matchedIds)]);
}

/** The stored reviews with the external id of a row, by row number. */
async function findStoredByExternalId(
  trx: Transaction<DB>,
  accountId: string,
  target: ImportTarget,
  reviews: readonly ImportedReview[],
): Promise<Map<number, StoredReview>> {
  const keys = reviews.map((review, number) => ({ number, external_id: review.externalId }));
  const { rows } = await sql<StoredReview>`
    select x.number, r.id, r.listing_id is not null as synced, r.removed_at is not null as removed, r.content_hash,
           r.date_basis, r.written_at, r.written_day, r.written_from, r.written_to, r.edited_at,
           r.reply_text, r.reply_at
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as x(number integer, external_id text)
      -- Forces one index lookup per row. Without statistics of a table that was just filled, the planner would read all
      -- of it for every page.
      cross join lateral (
        select * from reviews o
         where o.account_id = ${accountId}::uuid and o.source = ${target.source} and o.external_id = x.external_id
         limit 1) r`.execute(trx);
  return new Map(rows.map((row) => [row.number, row]));
}

const dayMs = 86_400_000;
/** Hours between noon of the same day in the first and in the last time zone. */
const maxZoneDifferenceMs = 26 * 3_600_000;
/** Ranks how precisely a stored day is known. */
const datePrecision = { given: 0, relative: 1, exact: 2 } as const;

function datePrecisionOf(basis: string | null): number {
  return basis === null
    ? datePrecision.exact
    : basis === 'relative'
      ? datePrecision.relative
      : datePrecision.given;
}

/** The file's version of a review that an earlier file contained; null when it is equal or older. */
function newerVersion(stored: StoredReview, review: ImportedReview): ImportedUpdate | null {
  if (stored.synced || stored.removed) return null;
  const storedPrecision = datePrecisionOf(stored.date_basis);
  const filePrecision = datePrecisionOf(review.dateBasis);
  const changedAt = review.editedAt ?? review.writtenAt;
  const settled = storedPrecision === filePrecision && storedPrecision !== datePrecision.relative;
  // Noon depends on the account's time zone, the day does not.
  const sameDay = settled && review.writtenDay !== null && review.writtenDay === stored.written_day;
  if (settled && !sameDay && changedAt < (stored.edited_at ?? stored.written_at)) return null;
  const version = sameDay
    ? { ...withStoredDate(stored, review), reply: withStoredReplyDate(stored, review) }
    : filePrecision < storedPrecision
      ? withStoredDate(stored, review)
      : filePrecision > storedPrecision
        ? review
        : withNarrowedDate(stored, review);
  const same = contentHash(version) === stored.content_hash && version.dateBasis === stored.date_basis;
  return same ? null : { review: version, storedAs: review.externalId };
}

/** Keeps the stored date, because the file's date is not more precise. */
function withStoredDate(stored: StoredReview, review: ImportedReview): ImportedReview {
  const { date_basis, written_at, written_day, written_from, written_to } = stored;
  return {
    ...review,
    writtenAt: written_at,
    writtenDay: written_day,
    dateBasis: date_basis === 'relative' || date_basis === 'given' ? date_basis : null,
    dateSpan: written_from !== null && written_to !== null ? { from: written_from, to: written_to } : null,
  };
}

/** The earlier of two relative dates, within the overlap of both spans. Without an overlap the stored date stays. */
function withNarrowedDate(stored: StoredReview, review: ImportedReview): ImportedReview {
  if (review.dateSpan === null) return review;
  const reply = withEarlierReplyDate(stored, review);
  const { written_from, written_to, written_at } = stored;
  const from = Math.max(written_from?.getTime() ?? Number.NEGATIVE_INFINITY, review.dateSpan.from.getTime());
  const to = Math.min(written_to?.getTime() ?? Number.POSITIVE_INFINITY, review.dateSpan.to.getTime());
  if (from > to) return { ...withStoredDate(stored, review), reply };
  const at = Math.max(from, Math.min(written_at.getTime(), review.writtenAt.getTime()));
  const writtenAt = new Date(at);
  const writtenDay = at === written_at.getTime() ? stored.written_day : calendarDayOf(writtenAt, review);
  return { ...review, reply, writtenAt, writtenDay, dateSpan: { from: new Date(from), to: new Date(to) } };
}

/** The calendar day of a time at noon, counted in whole days from the file's own noon and day. */
function calendarDayOf(noon: Date, { writtenAt, writtenDay }: ImportedReview): string | null {
  if (writtenDay === null) return null;
  const days = Math.round((noon.getTime() - writtenAt.getTime()) / dayMs);
  return new Date(Date.parse(writtenDay) + days * dayMs).toISOString().slice(0, 10);
}

/** A reply's day is stored as noon in the account's time zone, so the zone alone must not count as a change. */
function withStoredReplyDate(stored: StoredReview, { reply }: ImportedReview): ImportedReview['reply'] {
  if (reply?.at == null || stored.reply_at === null || reply.text !== stored.reply_text) return reply;
  const apart = Math.abs(reply.at.getTime() - stored.reply_at.getTime());
  return apart <= maxZoneDifferenceMs ? { ...reply, at: stored.reply_at } : reply;
}

/** An unchanged reply keeps the earlier of the two dates. */
function withEarlierReplyDate(stored: StoredReview, { reply }: ImportedReview): ImportedReview['reply'] {
  if (reply === null || stored.reply_at === null || reply.text !== stored.reply_text) return reply;
  return { ...reply, at: reply.at !== null && reply.at < stored.reply_at ? reply.at : stored.reply_at };
}

/** A file with the exact day corrects an earlier estimate and its external id. Reply and link stay where it has none. */
function withExactDate(duplicate: DuplicateCandidate, review: ImportedReview): ImportedUpdate | null {
  if (duplicate.synced || duplicate.date_basis === null || review.dateBasis !== null) return null;
  const reply =
    review.reply === null && duplicate.reply_text !== null
      ? { text: duplicate.reply_text, at: duplicate.reply_at, state: 'published' as const, reason: null }
      : review.reply;
  return {
    review: { ...review, reply, permalink: review.permalink ?? duplicate.permalink },
    storedAs: duplicate.external_id,
  };
}
