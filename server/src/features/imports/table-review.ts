/** Parses one row of a table into a review or a fault. */
import { createHash } from 'node:crypto';
import type { ImportFault, ImportField } from '@kindling/contract/import-files';
import type { ImportSettings } from '@kindling/contract/imports';
import type { ReviewArchive } from '../../connectors/kit/archive.ts';
import { httpsOrNull, nameOrNull, textOrNull } from '../../connectors/kit/fields.ts';
import { withoutFormulaMark } from '../../lib/formula-mark.ts';
import type { ImportedReview } from '../reviews/index.ts';
import { type ParsedDate, parseDate } from './dates.ts';
import { parseRating } from './ratings.ts';

/** The first fault of a row, in the order in which `parseRow` checks the fields. */
export interface RowFault {
  /** Index of the column; null for a fault of the whole row. */
  column: number | null;
  value: string;
  fault: ImportFault;
}

export type RowResult = { review: ImportedReview } | { fault: RowFault };

export interface RowContext {
  settings: ImportSettings;
  /** IANA time zone of the account. */
  zone: string;
  /** Milliseconds since 1970. */
  now: number;
  /** The archive format of the source, if it has one. It recognizes the platform's review ids. */
  archive: ReviewArchive | undefined;
  /** The archive formats of all platforms, because a file may contain their texts without naming its source. */
  archives: readonly ReviewArchive[];
}

/** Key prefixes of rows with an id and of rows without one. */
const idKeyPrefix = 'id';
const contentKeyPrefix = 'row';

export function parseRow(cells: readonly string[], context: RowContext): RowResult {
  const { settings } = context;
  const cell = (field: ImportField): string => {
    const column = settings.mapping[field];
    return column === null ? '' : withoutFormulaMark(cells[column] ?? '').trim();
  };
  const faultOf = (field: ImportField, fault: ImportFault): RowResult => ({
    fault: { column: settings.mapping[field], value: cell(field), fault },
  });
  const { zone, now } = context;
  const order = settings.dateOrder ?? 'dmy';
  const parse = (value: string) => parseDate(value, { order, zone, now, asOf: settings.asOf });
  const usesOneDate = settings.mapping.date === null;
  const dateText = usesOneDate ? (settings.oneDate ?? '') : cell('date');
  if (dateText === '') return faultOf('date', 'date-missing');
  const written = parse(dateText);
  if ('fault' in written) return faultOf('date', written.fault);
  const verdict = parseRating(cell('rating'), settings.scale);
  if ('fault' in verdict) return faultOf('rating', verdict.fault);
  const translated = splitTranslation(textOrNull(cell('text')), context);
  const text = joinTitleAndText(cell('title'), translated.text ?? '');
  if (verdict.rating === null && verdict.recommendation === null && text === null)
    return faultOf('text', 'nothing-said');
  const replyText = splitTranslation(textOrNull(cell('replyText')), context).text;
  const replied = replyText === null || cell('replyDate') === '' ? null : parse(cell('replyDate'));
  if (replied !== null && 'fault' in replied) return faultOf('replyDate', 'reply-date');
  const name = nameOrNull(cell('author'));
  const authorName =
    name !== null && context.archives.some((one) => one.isAnonymousAuthor(name)) ? null : name;
  const platformId = cell('id') === '' ? null : (context.archive?.externalIdOf(cell('id')) ?? null);
  const review: ImportedReview = {
    externalId: '',
    resourceName: null,
    authorName,
    authorPhotoUrl: null,
    anonymous: authorName === null,
    rating: verdict.rating,
    recommendation: verdict.recommendation,
    text,
    translation: translated.translation,
    writtenAt: written.at,
    writtenDay: written.timed ? null : written.day,
    dateBasis: usesOneDate ? 'given' : written.span === null ? null : 'relative',
    dateSpan: written.span,
    editedAt: null,
    reply:
      replyText === null
        ? null
        : { text: replyText, at: replied?.at ?? null, state: 'published', reason: null },
    permalink: httpsOrNull(cell('link')),
    mediaCount: 0,
  };
  review.externalId = platformId ?? reviewKey(review, written, cell('id'), settings.locationId);
  return { review };
}

/** Splits a cell into the original text and the platform's translation, if it has one. */
function splitTranslation(whole: string | null, { archives }: Pick<RowContext, 'archives'>) {
  for (const archive of archives) {
    const split = archive.splitTranslation(whole);
    if (split.translation !== null) return split;
  }
  return { text: whole, translation: null };
}

function joinTitleAndText(title: string, text: string): string | null {
  return textOrNull(title === '' || title === text ? text : text === '' ? title : `${title}\n\n${text}`);
}

/**
 * The key that identifies the same row in a later import. For a row with an id it is that id. For any other row it is made
 * of location, author, day, rating and text, ignoring case and whitespace, and without the day if the file does not give
 * it. `createKeyNumbering` numbers the rows of one file that are equal in all of that. Both kinds of key contain the
 * location, because exports often number their ids from 1.
 */
function reviewKey(review: ImportedReview, { day }: ParsedDate, id: string, locationId: string): string {
  if (id !== '') return `${idKeyPrefix}:${locationId}:${hash([id])}`;
  const verdict = review.rating ?? review.recommendation ?? '';
  const dayPart = review.dateBasis === null ? day : '';
  const parts = [review.authorName ?? '', dayPart, String(verdict), review.text ?? ''].map((part) =>
    part.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase(),
  );
  return `${contentKeyPrefix}:${locationId}:${hash(parts)}`;
}

function hash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
}

/**
 * Gives the rows of one import their final keys, in order. A repeated key that is made of the row's content is another
 * review (two visitors may both write "Great" on one day) and gets a number. A repeated id is the same review.
 */
export function createKeyNumbering(): (review: ImportedReview) => 'first' | 'duplicate' {
  const seen = new Map<string, number>();
  return (review) => {
    const key = review.externalId;
    // 96 bits are enough to distinguish 200,000 rows, and save memory.
    const short = createHash('sha256').update(key).digest('base64url').slice(0, 16);
    const count = (seen.get(short) ?? 0) + 1;
    seen.set(short, count);
    if (count === 1) return 'first';
    if (!key.startsWith(`${contentKeyPrefix}:`)) return 'duplicate';
    review.externalId = `${key}#${count}`;
    return 'first';
  };
}
