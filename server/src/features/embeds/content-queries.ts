/** Selects the reviews of a snapshot, and counts those that are left out for a reason that the daily sums cannot tell. */
import { type OmissionReason, omissionReasons } from '@kindling/contract/embeds';
import { type Expression, type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import {
  hiddenNow,
  isInScope,
  isLeftOutByOthers,
  needsCounting,
  otherFilters,
  passesFilters,
  type ReviewSelection,
  type Reviews,
  unfilterableOf,
} from './review-selection.ts';

export interface SnapshotReviewRow {
  id: string;
  location_id: string;
  source: string;
  author_name: string | null;
  author_photo_url: string | null;
  anonymous: boolean;
  rating: number | null;
  recommendation: string | null;
  text: string | null;
  translation: string | null;
  written_at: Date;
  written_day: string | null;
  date_basis: string | null;
  reply_text: string | null;
  reply_at: Date | null;
  reply_state: string;
  permalink: string | null;
  attribution: unknown;
  invited: boolean;
  pinned_at: Date | null;
}

const shownColumns = [
  'r.id',
  'r.location_id',
  'r.source',
  'r.author_name',
  'r.author_photo_url',
  'r.anonymous',
  'r.rating',
  'r.recommendation',
  'r.text',
  'r.translation',
  'r.written_at',
  'r.written_day',
  'r.date_basis',
  'r.reply_text',
  'r.reply_at',
  'r.reply_state',
  'r.permalink',
  'r.attribution',
  'r.invited',
  'r.pinned_at',
] as const;

/** Reviews that their platforms show. */
function reviewsOf(trx: Transaction<DB>, accountId: string) {
  return trx
    .selectFrom('reviews as r')
    .where('r.account_id', '=', accountId)
    .where('r.removed_at', 'is', null);
}

/** The reviews that an embed shows beside the picked ones, in the order of its settings. */
export async function selectReviews(
  trx: Transaction<DB>,
  accountId: string,
  selection: ReviewSelection,
  pickedIds: readonly string[] = [],
): Promise<SnapshotReviewRow[]> {
  const { order, limit } = selection.settings;
  const spared = unfilterableOf(selection);
  const picksReplaceAll = selection.settings.pickedOnly && pickedIds.length > 0;
  if (picksReplaceAll && spared.length === 0) return [];
  const matching = reviewsOf(trx, accountId)
    .select(shownColumns)
    .where((where) => isInScope(where, selection))
    .where((where) => where.not(hiddenNow(selection)))
    .where((where) => (picksReplaceAll ? where('r.source', 'in', spared) : passesFilters(where, selection)))
    .$if(pickedIds.length > 0, (query) => query.where('r.id', 'not in', pickedIds));
  const newest = (where: (query: typeof matching) => typeof matching) => (count: number) =>
    where(matching).orderBy('r.written_at', 'desc').orderBy('r.id', 'desc').limit(count).execute();
  if (order === 'newest') return newest((query) => query)(limit);
  if (order === 'highest') {
    const classes = [5, 4, 3, 2, 1].map((stars) => newest((query) => query.where('r.rating', '=', stars)));
    return takeInTurn(limit, [...classes, newest((query) => query.where('r.rating', 'is', null))]);
  }
  // A pin decides where a review stands, and may not decide there which of them are shown.
  if (spared.length > 0) return pinnedFirst(await newest((query) => query)(limit));
  return takeInTurn(limit, [
    (count) =>
      matching
        .where('r.pinned_at', 'is not', null)
        .orderBy('r.pinned_at', 'desc')
        .orderBy('r.written_at', 'desc')
        .orderBy('r.id', 'desc')
        .limit(count)
        .execute(),
    newest((query) => query.where('r.pinned_at', 'is', null)),
  ]);
}

/** The rows of the first query, then of the next, until there are enough: each reads an index in its order. */
async function takeInTurn(
  limit: number,
  queries: readonly ((count: number) => Promise<SnapshotReviewRow[]>)[],
): Promise<SnapshotReviewRow[]> {
  const rows: SnapshotReviewRow[] = [];
  for (const query of queries) if (rows.length < limit) rows.push(...(await query(limit - rows.length)));
  return rows;
}

function pinnedFirst(rows: readonly SnapshotReviewRow[]): SnapshotReviewRow[] {
  return rows.toSorted((a, b) => (b.pinned_at?.getTime() ?? 0) - (a.pinned_at?.getTime() ?? 0));
}

export interface PickedRow extends SnapshotReviewRow {
  hidden: boolean;
  hidden_reason: string | null;
  /** The reason for which a filter would leave it out; null when none does. */
  filtered: OmissionReason | null;
}

/**
 * The picked reviews of the embed's sources and locations, hidden ones included, in the order of the picks. Those of an
 * unfilterable source stay among the others: see docs/decisions/0095-what-an-embed-leaves-out-by-choice.md.
 */
export async function selectPicked(
  trx: Transaction<DB>,
  accountId: string,
  selection: ReviewSelection,
): Promise<PickedRow[]> {
  const { pickedIds } = selection.settings;
  if (pickedIds.length === 0) return [];
  const spared = unfilterableOf(selection);
  const rows = await reviewsOf(trx, accountId)
    .select([...shownColumns, 'r.hidden_reason'])
    .select([sql<boolean>`${hiddenNow(selection)}`.as('hidden'), filteredReason(selection).as('filtered')])
    .where('r.id', 'in', pickedIds)
    .where((where) => isInScope(where, selection))
    .$if(spared.length > 0, (query) => query.where('r.source', 'not in', spared))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return pickedIds.flatMap((id) => {
    const row = byId.get(id);
    byId.delete(id);
    return row === undefined ? [] : [row];
  });
}

/** The first reason for which a filter leaves the review out, in the order of the disclosure. */
function filteredReason(selection: ReviewSelection) {
  const { minimumRating, withTextOnly } = selection.settings;
  const cases = [
    sql`when r.rating < ${minimumRating}::int then 'rating'`,
    ...(withTextOnly ? [sql`when r.text is null then 'no-text'`] : []),
    ...otherCases(selection),
  ];
  return sql<OmissionReason | null>`case ${sql.join(cases, sql` `)} end`;
}

function otherCases(selection: ReviewSelection) {
  return otherFilters(selection).map(({ reason, passes }) => sql`when not ${passes} then ${sql.lit(reason)}`);
}

/**
 * Counts the reviews that words, tags or languages leave out and neither rating nor text does, hidden ones included. The daily
 * sums do not contain these numbers, so they are counted here, and only if the settings have such a filter.
 */
export async function countFiltered(
  trx: Transaction<DB>,
  accountId: string,
  selection: ReviewSelection,
): Promise<Map<OmissionReason, number>> {
  if (!needsCounting(selection)) return new Map();
  const rows = await reviewsOf(trx, accountId)
    .select([
      sql<OmissionReason>`case ${sql.join(otherCases(selection), sql` `)} end`.as('reason'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where((where) => isLeftOutByOthers(where, selection))
    .groupBy('reason')
    .execute();
  return new Map(rows.map(({ reason, count }) => [reason, count]));
}

/** Counts the reviews that are left out only because they are hidden, by the reason that the disclosure names. */
export function countHidden(
  trx: Transaction<DB>,
  accountId: string,
  selection: ReviewSelection,
): Promise<Map<OmissionReason, number>> {
  return countHiddenWhere(trx, accountId, selection, (where) => passesFilters(where, selection));
}

/** As `countHidden`, for an embed of picked reviews only: those of unfilterable sources. */
export async function countHiddenUnfilterable(
  trx: Transaction<DB>,
  accountId: string,
  selection: ReviewSelection,
): Promise<Map<OmissionReason, number>> {
  const spared = unfilterableOf(selection);
  if (spared.length === 0) return new Map();
  return countHiddenWhere(trx, accountId, selection, (where) => where('r.source', 'in', spared));
}

async function countHiddenWhere(
  trx: Transaction<DB>,
  accountId: string,
  selection: ReviewSelection,
  matches: (where: Reviews) => Expression<SqlBool>,
): Promise<Map<OmissionReason, number>> {
  const rows = await reviewsOf(trx, accountId)
    .select(['r.hidden_reason', sql<number>`count(*)::int`.as('count')])
    .where(hiddenNow(selection))
    .where((where) => isInScope(where, selection))
    .where(matches)
    .groupBy('r.hidden_reason')
    .execute();
  const counts = new Map<OmissionReason, number>();
  for (const { hidden_reason: stored, count } of rows) {
    const reason = hiddenReasonOf(stored);
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  return counts;
}

export function hiddenReasonOf(stored: string | null): OmissionReason {
  return omissionReasons.find((one) => one === `hidden-${stored}`) ?? 'hidden';
}
