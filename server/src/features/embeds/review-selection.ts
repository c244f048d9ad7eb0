/** Which reviews an embed shows: the conditions that its queries and its counts share. Reviews are `r` in all of them. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Source } from '@kindling/contract/platforms';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { isHidden } from '../reviews/index.ts';
import { type TagReferences, withTagsOf } from './tag-references.ts';

export interface ReviewSelection {
  /** Those of the embed, with the ids of tags that reviews have: see `selectionOf`. */
  settings: EmbedSettings;
  /** See unfilterable-sources.ts. */
  unfilterableSources: readonly Source[];
}

export type Reviews = ExpressionBuilder<DB & { r: DB['reviews'] }, 'r'>;

/**
 * Without the tags that do not exist any more, so that an embed whose last tag was deleted shows all reviews rather than none
 * (docs/decisions/0095-what-an-embed-leaves-out-by-choice.md).
 */
export function selectionOf(
  settings: EmbedSettings,
  { tags, unfilterableSources }: { tags: TagReferences; unfilterableSources: readonly Source[] },
): ReviewSelection {
  return { settings: withTagsOf(settings, tags), unfilterableSources };
}

/** The unfilterable sources that the embed shows. */
export function unfilterableOf({ settings: { sources }, unfilterableSources }: ReviewSelection): Source[] {
  return unfilterableSources.filter((source) => sources.length === 0 || sources.includes(source));
}

export function hiddenNow({ unfilterableSources }: Pick<ReviewSelection, 'unfilterableSources'>) {
  return isHidden(!unfilterableSources.includes('first-party'));
}

/** Sources and locations: the limits that apply to every review, also to a picked one. */
export function isInScope(where: Reviews, { settings }: ReviewSelection): Expression<SqlBool> {
  const list: Expression<SqlBool>[] = [];
  if (settings.sources.length > 0) list.push(where('r.source', 'in', settings.sources));
  if (settings.locationIds.length > 0) list.push(where('r.location_id', 'in', settings.locationIds));
  return where.and(list);
}

/** Whether the filters leave the review in. */
export function passesFilters(where: Reviews, selection: ReviewSelection): Expression<SqlBool> {
  return unlessUnfilterable(
    where,
    selection,
    where.and([passesSumFilters(where, selection), passesOtherFilters(selection)]),
  );
}

/**
 * Rating and text: the filters that the daily sums can count, too. The minimum applies to stars only: recommendations have none
 * and are never converted.
 */
function passesSumFilters(where: Reviews, { settings }: ReviewSelection): Expression<SqlBool> {
  const list: Expression<SqlBool>[] = [];
  if (settings.minimumRating > 1)
    list.push(where.or([where('r.rating', '>=', settings.minimumRating), where('r.rating', 'is', null)]));
  if (settings.withTextOnly) list.push(where('r.text', 'is not', null));
  return where.and(list);
}

function passesOtherFilters(selection: ReviewSelection): Expression<SqlBool> {
  const conditions = otherFilters(selection).map(({ passes }) => passes);
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

function unlessUnfilterable(
  where: Reviews,
  selection: ReviewSelection,
  passes: Expression<SqlBool>,
): Expression<SqlBool> {
  const spared = unfilterableOf(selection);
  return spared.length === 0 ? passes : where.or([where('r.source', 'in', spared), passes]);
}

/** A filter that the daily sums do not know, with the reason that the disclosure names. */
interface OtherFilter {
  reason: 'words' | 'tags' | 'language';
  passes: Expression<SqlBool>;
}

/** Those that the settings use, in the order in which the first that applies is named. */
export function otherFilters({ settings }: ReviewSelection): OtherFilter[] {
  const filters: OtherFilter[] = [];
  if (settings.includeWords.length + settings.excludeWords.length > 0)
    filters.push({ reason: 'words', passes: matchesWords(settings) });
  if (settings.tagIds.length + settings.excludeTagIds.length > 0)
    filters.push({ reason: 'tags', passes: matchesTags(settings) });
  if (settings.reviewLanguages.length > 0)
    filters.push({ reason: 'language', passes: matchesLanguage(settings) });
  return filters;
}

/** Whether the daily sums do not tell how many reviews the filters leave out. */
export function needsCounting(selection: ReviewSelection): boolean {
  return otherFilters(selection).length > 0;
}

/** Those that pass rating and text, and that another filter leaves out. */
export function isLeftOutByOthers(where: Reviews, selection: ReviewSelection): Expression<SqlBool> {
  const spared = unfilterableOf(selection);
  return where.and([
    isInScope(where, selection),
    ...(spared.length === 0 ? [] : [where('r.source', 'not in', spared)]),
    passesSumFilters(where, selection),
    where.not(passesOtherFilters(selection)),
  ]);
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

function matchesTags({ tagIds, excludeTagIds }: EmbedSettings): Expression<SqlBool> {
  const hasOneOf = (ids: readonly string[]) => sql<boolean>`r.tag_ids && ${[...ids]}::uuid[]`;
  const included = tagIds.length === 0 ? sql<boolean>`true` : hasOneOf(tagIds);
  const notExcluded =
    excludeTagIds.length === 0 ? sql<boolean>`true` : sql<boolean>`not ${hasOneOf(excludeTagIds)}`;
  return sql<SqlBool>`(${included} and ${notExcluded})`;
}

/** Only a certain other language leaves a review out: "in another language" must be true of it. */
function matchesLanguage({ reviewLanguages }: EmbedSettings): Expression<SqlBool> {
  return sql<SqlBool>`(r.language is null or r.language = any (${reviewLanguages}::text[]))`;
}
