/** Reads the content of snapshots, one statement per kind, from tables that other slices own and write. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { type OmissionReason, omissionReasons } from '@kindling/contract/embeds';
import type { Source } from '@kindling/contract/platforms';
import { type Expression, type ExpressionBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { isHidden } from '../reviews/index.ts';

/** Which reviews an embed shows: its settings, and the sources that must not be filtered by rating. */
export interface ReviewSelection {
  settings: EmbedSettings;
  /** See unfilterable-sources.ts. */
  unfilterableSources: readonly Source[];
}

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
}

/** The reviews that an embed shows, in the order of its settings. */
export async function selectReviews(
  trx: Transaction<DB>,
  accountId: string,
  selection: ReviewSelection,
): Promise<SnapshotReviewRow[]> {
  const { order, limit } = selection.settings;
  return trx
    .selectFrom('reviews as r')
    .select([
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
    ])
    .where('r.account_id', '=', accountId)
    .where('r.removed_at', 'is', null)
    .where((where) => where.not(hiddenNow(selection)))
    .where((where) => where.and([matchesFilters(where, selection), matchesWords(selection.settings)]))
    .$if(order === 'highest', (query) => query.orderBy('r.rating', (by) => by.desc().nullsLast()))
    .$if(order === 'pinned', (query) => query.orderBy('r.pinned_at', (by) => by.desc().nullsLast()))
    .orderBy('r.written_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
}

function hiddenNow({ unfilterableSources }: ReviewSelection) {
  return isHidden(!unfilterableSources.includes('first-party'));
}

type Reviews = ExpressionBuilder<DB & { r: DB['reviews'] }, 'r'>;

/** Matches source, location, rating and text: the filters that the daily sums can count, too. */
function matchesFilters(
  where: Reviews,
  { settings, unfilterableSources }: ReviewSelection,
): Expression<SqlBool> {
  const list: Expression<SqlBool>[] = [];
  if (settings.sources.length > 0) list.push(where('r.source', 'in', settings.sources));
  if (settings.locationIds.length > 0) list.push(where('r.location_id', 'in', settings.locationIds));
  if (settings.minimumRating > 1) {
    // The minimum applies to stars only: recommendations have none and are never converted.
    const passing = [where('r.rating', '>=', settings.minimumRating), where('r.rating', 'is', null)];
    if (unfilterableSources.length > 0) passing.push(where('r.source', 'in', unfilterableSources));
    list.push(where.or(passing));
  }
  if (settings.withTextOnly) list.push(where('r.text', 'is not', null));
  return where.and(list);
}

/** Matches words in the text that visitors would read. A review without text contains no word. */
function matchesWords({ includeWords, excludeWords, translation }: EmbedSettings): Expression<SqlBool> {
  const shown =
    translation === 'translated' ? sql<string>`coalesce(r.translation, r.text)` : sql<string>`r.text`;
  const contains = (words: readonly string[]) =>
    sql<boolean>`coalesce(lower(${shown}) like any (${likePatterns(words)}), false)`;
  const included = includeWords.length === 0 ? sql<boolean>`true` : contains(includeWords);
  const notExcluded =
    excludeWords.length === 0 ? sql<boolean>`true` : sql<boolean>`not ${contains(excludeWords)}`;
  return sql<SqlBool>`(${included} and ${notExcluded})`;
}

/** PostgreSQL lowercases both sides, so that the same rule applies to every script. */
function likePatterns(words: readonly string[]) {
  const escaped = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  return sql<string[]>`(select array_agg(lower(word)) from unnest(${escaped}::text[]) word)::text[]`;
}

/**
 * Counts the reviews that are excluded by words only, hidden ones included. The daily sums do not contain this number, so
 * it is counted here, and only if the settings have words.
 */
export async function countExcludedByWords(
  trx: Transaction<DB>,
  accountId: string,
  selection: ReviewSelection,
): Promise<number> {
  const { includeWords, excludeWords } = selection.settings;
  if (includeWords.length + excludeWords.length === 0) return 0;
  const { count } = await trx
    .selectFrom('reviews as r')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('r.account_id', '=', accountId)
    .where('r.removed_at', 'is', null)
    .where((where) =>
      where.and([matchesFilters(where, selection), where.not(matchesWords(selection.settings))]),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the reviews that are left out only because they are hidden, by the reason that the disclosure names. */
export async function countHidden(
  trx: Transaction<DB>,
  accountId: string,
  selection: ReviewSelection,
): Promise<Map<OmissionReason, number>> {
  const rows = await trx
    .selectFrom('reviews as r')
    .select(['r.hidden_reason', sql<number>`count(*)::int`.as('count')])
    .where('r.account_id', '=', accountId)
    .where(hiddenNow(selection))
    .where('r.removed_at', 'is', null)
    .where((where) => where.and([matchesFilters(where, selection), matchesWords(selection.settings)]))
    .groupBy('r.hidden_reason')
    .execute();
  const counts = new Map<OmissionReason, number>();
  for (const { hidden_reason: stored, count } of rows) {
    const reason = omissionReasons.find((one) => one === `hidden-${stored}`) ?? 'hidden';
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  return counts;
}
