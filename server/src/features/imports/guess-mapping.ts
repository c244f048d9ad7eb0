/**
 * Guesses which column holds which field, from headings in our six languages and those of well-known exports, or from the
 * values.
 */
import { type ImportField, importFields } from '@kindling/contract/import-files';
import type { ImportMapping } from '@kindling/contract/imports';
import type { ColumnProfile } from './column-profile.ts';
import { cyrillicToLatin } from './cyrillic.ts';
import { headings } from './headings.ts';

const fields = Object.keys(headings) as ImportField[];
/** Each column is used for one field only. If two columns fit a field, the earlier word in the list wins. */
const headingWords = new Map(fields.map((field) => [field, headings[field].map(withoutSpaces)]));

/** Guesses a column for each field; null where no heading fits. */
export function guessMapping(heads: readonly string[]): ImportMapping {
  const plain = heads.map(normalizeHeading);
  const taken = new Set<number>();
  const mapping: Partial<ImportMapping> = {};
  for (const field of fields) {
    mapping[field] = null;
    for (const word of headingWords.get(field) ?? []) {
      const index = plain.findIndex((head, at) => head === word && !taken.has(at));
      if (index < 0) continue;
      mapping[field] = index;
      taken.add(index);
      break;
    }
  }
  return mapping as ImportMapping;
}

/** Minimum mean length of a column of review texts, and maximum mean length of a column of names. */
const minTextLength = 20;
const maxNameLength = 40;

/** Guesses the mapping of a table without headings from the values of its columns. */
export function guessMappingByContent(columns: readonly ColumnProfile[]): ImportMapping {
  const mapping = emptyMapping();
  const free = (index: number) => !Object.values(mapping).includes(index);
  const first = (fits: (column: ColumnProfile) => boolean) =>
    findIndexOrNull(columns, (column, index) => free(index) && fits(column));
  mapping.rating = first((column) => column.isRating()) ?? first((column) => column.isRecommendation());
  mapping.date = first((column) => column.dateOrder() !== null);
  mapping.link = first((column) => column.isLink());
  const said = guessTextColumn(columns.filter((column, index) => free(index) && column.isMostlyText()));
  if (said !== null) mapping.text = first((column) => column === said);
  mapping.author = first(
    (column) => column.isMostlyText() && column.meanLength() <= maxNameLength && column.meanLength() > 1,
  );
  return mapping;
}

/**
 * The column with the longest texts. If all are short, the one with the fewest possible names; null if that column may be
 * names too.
 */
function guessTextColumn(columns: readonly ColumnProfile[]): ColumnProfile | null {
  const byLength = columns.toSorted((one, other) => other.meanLength() - one.meanLength());
  const [longest] = byLength;
  if (longest === undefined || longest.meanLength() >= minTextLength) return longest ?? null;
  const [plainest] = byLength.toSorted((one, other) => one.nameShare() - other.nameShare());
  return plainest !== undefined && (columns.length > 1 || plainest.nameShare() < 0.5) ? plainest : null;
}

export function findIndexOrNull<T>(
  list: readonly T[],
  fits: (item: T, index: number) => boolean,
): number | null {
  const index = list.findIndex(fits);
  return index < 0 ? null : index;
}

/** `reviewer's Name_(full)` becomes `reviewersnamefull`. */
function normalizeHeading(head: string): string {
  return withoutSpaces(
    cyrillicToLatin(head.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
      .replace(/đ/g, 'dj')
      .replace(/ß/g, 'ss')
      .replace(/[^\p{L}\p{N}]+/gu, ''),
  );
}

/**
 * Programs separate the words of a heading by punctuation, by capitals or not at all, so headings are compared without
 * spaces.
 */
function withoutSpaces(words: string): string {
  return words.replaceAll(' ', '');
}

/** A mapping without any column, for example for an archive. */
export function emptyMapping(): ImportMapping {
  return Object.fromEntries(importFields.map((field) => [field, null])) as ImportMapping;
}
