/**
 * The same review by file and by sync, or by two files: author, stars and words are the same, and so is the day as far as
 * it is told. Each review stands for one row of a file at most, and for none that comes later (`twin_found_at`): several
 * people may give five stars without a word.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ImportedReview, ImportTarget } from './imported-reviews.ts';

/** Hours that a file's day may lie beside the platform's time: exports tell the day of any zone of the earth. */
const maxHoursApart = 26;
/** Reviews that are alike in all but the day are compared up to this number for each row. */
const maxCandidates = 200;

/** Two reviews that may be the same one; `apart` in seconds. */
export interface MatchCandidate<Row extends string | number> {
  row: Row;
  stored: string;
  apart: number;
}

/** Gives each row one stored review and each stored review one row, the nearest first; `taken` grows by what is given. */
export function matchOneToOne<Row extends string | number, Found extends MatchCandidate<Row>>(
  pairs: readonly Found[],
  taken: Set<string>,
): Map<Row, Found> {
  const matched = new Map<Row, Found>();
  for (const pair of pairs.toSorted((one, other) => one.apart - other.apart)) {
    if (matched.has(pair.row) || taken.has(pair.stored)) continue;
    matched.set(pair.row, pair);
    taken.add(pair.stored);
  }
  return matched;
}

/** What is stored and may be a row of the file. */
export interface DuplicateCandidate extends MatchCandidate<number> {
  /** A sync has brought it. */
  synced: boolean;
  date_basis: string | null;
  external_id: string;
  reply_text: string | null;
  reply_at: Date | null;
  permalink: string | null;
}

/** Candidates for the rows that have no key in common with what is stored, by their numbers. */
export async function findDuplicateCandidates(
  trx: Transaction<DB>,
  accountId: string,
  place: ImportTarget,
  reviews: readonly { number: number; review: ImportedReview }[],
): Promise<DuplicateCandidate[]> {
  const dated = reviews.filter(({ review }) => review.dateBasis === null);
  const undated = reviews.filter(({ review }) => review.dateBasis !== null && hasAuthorAndText(review));
  const here = sql`t.account_id = ${accountId}::uuid and t.location_id = ${place.locationId}::uuid`;
  return [
    ...(await findSyncedNearDate(trx, place, here, dated)),
    ...(await findStoredInDateSpan(trx, place, here, undated)),
    ...(await findEstimatedDates(
      trx,
      place,
      here,
      dated.filter(({ review }) => hasAuthorAndText(review)),
    )),
  ];
}

type NumberedReviews = readonly { number: number; review: ImportedReview }[];

/** Without an exact day, only somebody's own words tell one review from another. */
function hasAuthorAndText({ authorName, text }: ImportedReview): boolean {
  return Boolean(authorName?.trim() && text?.trim());
}

function toRecordset(reviews: NumberedReviews): RawBuilder<unknown> {
  const rows = reviews.map(({ number, review }) => ({
    number,
    author_name: review.authorName,
    text: review.text,
    rating: review.rating,
    recommendation: review.recommendation,
    written_at: review.writtenAt.toISOString(),
    written_from: review.dateSpan?.from.toISOString() ?? null,
    written_to: review.dateSpan?.to.toISOString() ?? null,
  }));
  return sql`(select *, ${contentKey('j')} as likeness from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as j(
    number integer, author_name text, text text, rating smallint, recommendation text, written_at timestamptz,
    written_from timestamptz, written_to timestamptz))`;
}

const candidateColumns = sql`t.id as stored, t.listing_id is not null as synced, t.date_basis, t.external_id, t.reply_text,
  t.reply_at, t.permalink`;
/** What is only lent is gone tomorrow, and the file's review with it. */
const isSynced = sql`t.listing_id is not null and t.removed_at is null and t.attribution is null`;
const isImported = sql`t.listing_id is null and t.removed_at is null and t.import_id is not null`;

function hasSameSource({ source }: ImportTarget): RawBuilder<boolean> {
  return sql`(t.source = ${source} or ${source} = 'import')`;
}

/** One row at a time by the index of days: each has few neighbors. */
async function findSyncedNearDate(
  trx: Transaction<DB>,
  place: ImportTarget,
  here: RawBuilder<unknown>,
  reviews: NumberedReviews,
): Promise<DuplicateCandidate[]> {
  if (reviews.length === 0) return [];
  const { rows } = await sql<DuplicateCandidate>`
    with x as materialized ${toRecordset(reviews)},
    synced as materialized (select exists (select from reviews t where ${here} and ${isSynced}) as found)
    select x.number as row, t.* from x cross join lateral (
      select ${candidateColumns}, ${secondsApart('t', 'x')} as apart from reviews t
       where (select found from synced) and ${here} and ${isSynced} and ${hasSameSource(place)}
         and t.written_at between x.written_at - make_interval(hours => ${maxHoursApart})
                              and x.written_at + make_interval(hours => ${maxHoursApart})
         and ${contentKey('t')} = x.likeness
       order by apart limit ${maxCandidates}) t`.execute(trx);
  return rows;
}

/** Without a day there is no index to go by: the place's reviews are read once for all of these rows. */
async function findStoredInDateSpan(
  trx: Transaction<DB>,
  place: ImportTarget,
  here: RawBuilder<unknown>,
  reviews: NumberedReviews,
): Promise<DuplicateCandidate[]> {
  if (reviews.length === 0) return [];
  const { rows } = await sql<DuplicateCandidate>`
    with x as materialized ${toRecordset(reviews)},
    alike as materialized (${selectAlike(sql`${here} and ((${isSynced} and ${hasSameSource(place)})
      or (${isImported} and t.date_basis is null and t.source = ${place.source}))`)})
    select x.number as row, t.*, ${secondsApart('t', 'x')} as apart
      from x join alike t on t.likeness = x.likeness and ${isWithinDateSpan('t', 'x')}`.execute(trx);
  return rows;
}

/** Reviews of earlier files that know the day only roughly. */
async function findEstimatedDates(
  trx: Transaction<DB>,
  place: ImportTarget,
  here: RawBuilder<unknown>,
  reviews: NumberedReviews,
): Promise<DuplicateCandidate[]> {
  if (reviews.length === 0) return [];
  const { rows } = await sql<DuplicateCandidate>`
    with x as materialized ${toRecordset(reviews)},
    alike as materialized (
      ${selectAlike(sql`${here} and ${isImported} and t.date_basis is not null and t.source = ${place.source}`)})
    select x.number as row, t.*, ${secondsApart('t', 'x')} as apart
      from x join alike t on t.likeness = x.likeness and ${isWithinDateSpan('x', 't')}`.execute(trx);
  return rows;
}

/** Of the reviews that `where` lets through, those that are like a row of `x`; the newest of very many. */
function selectAlike(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${candidateColumns}, t.written_at, t.written_from, t.written_to, t.likeness from (
      select *, row_number() over (partition by likeness order by written_at desc) as place_of
        from (select t.*, ${contentKey('t')} as likeness from reviews t where ${where}) t
       where likeness in (select likeness from x)) t
     where place_of <= ${maxCandidates}`;
}

function secondsApart(one: string, other: string): RawBuilder<number> {
  return sql`abs(extract(epoch from ${sql.ref(`${one}.written_at`)} - ${sql.ref(`${other}.written_at`)}))::float8`;
}

/** The day of one may be what the other says; a date that was given for a whole file says nothing. */
function isWithinDateSpan(dated: string, undated: string): RawBuilder<boolean> {
  const hours = sql`make_interval(hours => ${maxHoursApart})`;
  return sql`${sql.ref(`${dated}.written_at`)}
    between coalesce(${sql.ref(`${undated}.written_from`)} - ${hours}, '-infinity')
        and coalesce(${sql.ref(`${undated}.written_to`)} + ${hours}, 'infinity')`;
}

/**
 * Author, stars and words as one value. Both sides are made comparable by the database: what it holds for small letters
 * depends on its locale and is not always what this program holds for them.
 */
function contentKey(table: string): RawBuilder<string> {
  return sql`md5(jsonb_build_array(${normalizedText(`${table}.author_name`)}, ${normalizedText(`${table}.text`)},
    ${sql.ref(`${table}.rating`)}, ${sql.ref(`${table}.recommendation`)})::text)`;
}

/** Exports lose line breaks, change case, take letters apart and put spaces that do not break; none makes another review. */
function normalizedText(column: string): RawBuilder<string> {
  return sql`lower(btrim(regexp_replace(
    normalize(coalesce(${sql.ref(column)}, ''), NFC), '[\\s\\u00a0\\u202f\\u200b\\ufeff]+', ' ', 'g')))`;
}

/** Notes that these reviews of a sync stand for rows of a file. */
export async function markAsImportMatch(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('reviews')
    .set({ twin_found_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .where('twin_found_at', 'is', null)
    .execute();
}

/**
 * Deletes reviews of imports that a sync has brought too, by author, day, stars and words, and returns how many. What
 * the owner had hidden or pinned is hidden or pinned after it. For the order of things in which the file came first.
 */
export async function deleteImportedDuplicates(
  trx: Transaction<DB>,
  accountId: string,
  locationId: string,
): Promise<number> {
  const here = sql`t.account_id = ${accountId}::uuid and t.location_id = ${locationId}::uuid`;
  const { rows: pairs } = await sql<MatchCandidate<string>>`
    with i as materialized (
      select t.id, t.source, t.written_at, t.written_from, t.written_to, t.date_basis, ${contentKey('t')} as likeness,
             coalesce(btrim(t.author_name), '') <> '' and coalesce(btrim(t.text), '') <> '' as tells
        from reviews t where ${here} and ${isImported}),
    s as materialized (
      select * from (
        select *, row_number() over (partition by likeness, source, written_at::date order by id) as place_of
          from (select t.id, t.source, t.written_at, ${contentKey('t')} as likeness from reviews t
                 where ${here} and ${isSynced} and t.twin_found_at is null) t
         where likeness in (select likeness from i)) t
       where place_of <= ${maxCandidates})
    select i.id as row, s.id as stored, ${secondsApart('s', 'i')} as apart
      from i join s on s.likeness = i.likeness and (s.source = i.source or i.source = 'import')
       and case when i.date_basis is not null then i.tells and ${isWithinDateSpan('s', 'i')}
           else s.written_at between i.written_at - make_interval(hours => ${maxHoursApart})
                                 and i.written_at + make_interval(hours => ${maxHoursApart}) end
     order by apart, i.id, s.id`.execute(trx);
  const matched = [...matchOneToOne<string, MatchCandidate<string>>(pairs, new Set()).values()];
  if (matched.length === 0) return 0;
  const { rows } = await sql<{ dropped: number }>`
    with twins as materialized (
      select i.id, p.stored, i.hidden_at, i.hidden_by, i.hidden_reason, i.pinned_at
        from jsonb_to_recordset(${JSON.stringify(matched)}::jsonb) as p("row" uuid, stored uuid)
        join reviews i on i.account_id = ${accountId}::uuid and i.id = p.row and i.listing_id is null),
    marked as (
      update reviews r
         set hidden_at = coalesce(r.hidden_at, t.hidden_at), hidden_by = coalesce(r.hidden_by, t.hidden_by),
             hidden_reason = coalesce(r.hidden_reason, t.hidden_reason), pinned_at = coalesce(r.pinned_at, t.pinned_at),
             twin_found_at = now()
        from twins t
       where r.account_id = ${accountId}::uuid and r.id = t.stored and r.listing_id is not null
         and r.removed_at is null and r.twin_found_at is null
      returning t.id),
    dropped as (
      delete from reviews r using marked m
       where r.account_id = ${accountId}::uuid and r.id = m.id and r.listing_id is null
      returning r.id)
    select count(*)::int as dropped from dropped`.execute(trx);
  return rows[0]?.dropped ?? 0;
}
