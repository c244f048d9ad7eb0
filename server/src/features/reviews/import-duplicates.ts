/**
 * Finds reviews that a file and a sync, or two files, contain both: author, stars and text are equal, and the day as far
 * as it is known. A stored review matches at most one row of one file (`duplicate_found_at`), because several people may give
 * five stars without a text.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ImportedReview, ImportTarget } from './imported-reviews.ts';
import { mergeMarks, type ReplacedReview } from './merge-marks.ts';

/** Maximum hours between a file's day and the platform's time. Exports may use the day of any time zone. */
const maxHoursApart = 26;
/** Maximum number of stored reviews with equal content that are compared for each row. */
const maxCandidates = 200;

/** A row of a file and a stored review that may be the same review. */
export interface MatchCandidate<Row extends string | number> {
  row: Row;
  stored: string;
  distance_seconds: number;
}

/**
 * Matches each row with at most one stored review and the other way round, closest in time first. Adds the matched stored
 * reviews to `matchedIds`.
 */
export function matchOneToOne<Row extends string | number, Found extends MatchCandidate<Row>>(
  pairs: readonly Found[],
  matchedIds: Set<string>,
): Map<Row, Found> {
  const matched = new Map<Row, Found>();
  for (const pair of pairs.toSorted((one, other) => one.distance_seconds - other.distance_seconds)) {
    if (matched.has(pair.row) || matchedIds.has(pair.stored)) continue;
    matched.set(pair.row, pair);
    matchedIds.add(pair.stored);
  }
  return matched;
}

/** A stored review that may be the same as a row of the file. */
export interface DuplicateCandidate extends MatchCandidate<number> {
  /** True when a sync stored the review. */
  synced: boolean;
  date_basis: string | null;
  external_id: string;
  reply_text: string | null;
  reply_at: Date | null;
  permalink: string | null;
}

/** Candidates for rows whose external id is not stored. */
export async function findDuplicateCandidates(
  trx: Transaction<DB>,
  accountId: string,
  target: ImportTarget,
  reviews: readonly { number: number; review: ImportedReview }[],
): Promise<DuplicateCandidate[]> {
  const dated = reviews.filter(({ review }) => review.dateBasis === null);
  const undated = reviews.filter(({ review }) => review.dateBasis !== null && hasAuthorAndText(review));
  const atLocation = sql`t.account_id = ${accountId}::uuid and t.location_id = ${target.locationId}::uuid`;
  return [
    ...(await findSyncedNearDate(trx, target, atLocation, dated)),
    ...(await findStoredInDateSpan(trx, target, atLocation, undated)),
    ...(await findEstimatedDates(
      trx,
      target,
      atLocation,
      dated.filter(({ review }) => hasAuthorAndText(review)),
    )),
  ];
}

type NumberedReviews = readonly { number: number; review: ImportedReview }[];

/** Without an exact day, only author and text distinguish one review from another. */
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
  return sql`(select *, ${contentKey('j')} as content_key from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as j(
    number integer, author_name text, text text, rating smallint, recommendation text, written_at timestamptz,
    written_from timestamptz, written_to timestamptz))`;
}

const candidateColumns = sql`t.id as stored, t.listing_id is not null as synced, t.date_basis, t.external_id, t.reply_text,
  t.reply_at, t.permalink`;
/**
 * Leaves out reviews with an attribution (Google Places API): they are deleted after a short time, and a file's review
 * that was matched with one would disappear with it.
 */
const isSynced = sql`t.listing_id is not null and t.removed_at is null and t.attribution is null`;
const isImported = sql`t.listing_id is null and t.removed_at is null and t.import_id is not null`;

function hasSameSource({ source }: ImportTarget): RawBuilder<boolean> {
  return sql`(t.source = ${source} or ${source} = 'import')`;
}

/** Reads the date index row by row, because each row has few reviews near its date. */
async function findSyncedNearDate(
  trx: Transaction<DB>,
  target: ImportTarget,
  atLocation: RawBuilder<unknown>,
  reviews: NumberedReviews,
): Promise<DuplicateCandidate[]> {
  if (reviews.length === 0) return [];
  const { rows } = await sql<DuplicateCandidate>`
    with x as materialized ${toRecordset(reviews)},
    synced as materialized (select exists (select from reviews t where ${atLocation} and ${isSynced}) as found)
    select x.number as row, t.* from x cross join lateral (
      select ${candidateColumns}, ${secondsApart('t', 'x')} as distance_seconds from reviews t
       where (select found from synced) and ${atLocation} and ${isSynced} and ${hasSameSource(target)}
         and t.written_at between x.written_at - make_interval(hours => ${maxHoursApart})
                              and x.written_at + make_interval(hours => ${maxHoursApart})
         and ${contentKey('t')} = x.content_key
       order by distance_seconds limit ${maxCandidates}) t`.execute(trx);
  return rows;
}

/** Without a day no index applies, so the location's reviews are read once for all these rows. */
async function findStoredInDateSpan(
  trx: Transaction<DB>,
  target: ImportTarget,
  atLocation: RawBuilder<unknown>,
  reviews: NumberedReviews,
): Promise<DuplicateCandidate[]> {
  if (reviews.length === 0) return [];
  const { rows } = await sql<DuplicateCandidate>`
    with x as materialized ${toRecordset(reviews)},
    alike as materialized (${selectAlike(sql`${atLocation} and ((${isSynced} and ${hasSameSource(target)})
      or (${isImported} and t.date_basis is null and t.source = ${target.source}))`)})
    select x.number as row, t.*, ${secondsApart('t', 'x')} as distance_seconds
      from x join alike t on t.content_key = x.content_key and ${isWithinDateSpan('t', 'x')}`.execute(trx);
  return rows;
}

/** Reviews of earlier files with an estimated day. */
async function findEstimatedDates(
  trx: Transaction<DB>,
  target: ImportTarget,
  atLocation: RawBuilder<unknown>,
  reviews: NumberedReviews,
): Promise<DuplicateCandidate[]> {
  if (reviews.length === 0) return [];
  const { rows } = await sql<DuplicateCandidate>`
    with x as materialized ${toRecordset(reviews)},
    alike as materialized (
      ${selectAlike(sql`${atLocation} and ${isImported} and t.date_basis is not null and t.source = ${target.source}`)})
    select x.number as row, t.*, ${secondsApart('t', 'x')} as distance_seconds
      from x join alike t on t.content_key = x.content_key and ${isWithinDateSpan('x', 't')}`.execute(trx);
  return rows;
}

/** Reviews that match `where` and have the same content as a row of `x`, at most the newest `maxCandidates` of each. */
function selectAlike(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${candidateColumns}, t.written_at, t.written_from, t.written_to, t.content_key from (
      select *, row_number() over (partition by content_key order by written_at desc) as place_of
        from (select t.*, ${contentKey('t')} as content_key from reviews t where ${where}) t
       where content_key in (select content_key from x)) t
     where place_of <= ${maxCandidates}`;
}

function secondsApart(one: string, other: string): RawBuilder<number> {
  return sql`abs(extract(epoch from ${sql.ref(`${one}.written_at`)} - ${sql.ref(`${other}.written_at`)}))::float8`;
}

/** Whether the date of one lies in the date span of the other. A date given for a whole file has no span and matches all. */
function isWithinDateSpan(dated: string, undated: string): RawBuilder<boolean> {
  const hours = sql`make_interval(hours => ${maxHoursApart})`;
  return sql`${sql.ref(`${dated}.written_at`)}
    between coalesce(${sql.ref(`${undated}.written_from`)} - ${hours}, '-infinity')
        and coalesce(${sql.ref(`${undated}.written_to`)} + ${hours}, 'infinity')`;
}

/**
 * Author, stars and text as one value. The database normalizes both sides, because its lower case depends on its locale
 * and may differ from that of JavaScript.
 */
function contentKey(table: string): RawBuilder<string> {
  return sql`md5(jsonb_build_array(${normalizedText(`${table}.author_name`)}, ${normalizedText(`${table}.text`)},
    ${sql.ref(`${table}.rating`)}, ${sql.ref(`${table}.recommendation`)})::text)`;
}

/** Ignores what exports change: line breaks, case, decomposed letters and non-breaking spaces. */
function normalizedText(column: string): RawBuilder<string> {
  return sql`lower(btrim(regexp_replace(
    normalize(coalesce(${sql.ref(column)}, ''), NFC), '[\\s\\u00a0\\u202f\\u200b\\ufeff]+', ' ', 'g')))`;
}

/** Records that these synced reviews match rows of a file. */
export async function markAsImportMatch(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('reviews')
    .set({ duplicate_found_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .where('duplicate_found_at', 'is', null)
    .execute();
}

/**
 * Deletes imported reviews that a sync has stored too, by author, day, stars and text, and returns how many. What
 * people added to them moves to the synced review. For imports that were published before the sync.
 */
export async function deleteImportedDuplicates(
  trx: Transaction<DB>,
  accountId: string,
  locationId: string,
): Promise<number> {
  const atLocation = sql`t.account_id = ${accountId}::uuid and t.location_id = ${locationId}::uuid`;
  const { rows: pairs } = await sql<MatchCandidate<string>>`
    with i as materialized (
      select t.id, t.source, t.written_at, t.written_from, t.written_to, t.date_basis, ${contentKey('t')} as content_key,
             coalesce(btrim(t.author_name), '') <> '' and coalesce(btrim(t.text), '') <> '' as has_author_and_text
        from reviews t where ${atLocation} and ${isImported}),
    s as materialized (
      select * from (
        select *, row_number() over (partition by content_key, source, written_at::date order by id) as place_of
          from (select t.id, t.source, t.written_at, ${contentKey('t')} as content_key from reviews t
                 where ${atLocation} and ${isSynced} and t.duplicate_found_at is null) t
         where content_key in (select content_key from i)) t
       where place_of <= ${maxCandidates})
    select i.id as row, s.id as stored, ${secondsApart('s', 'i')} as distance_seconds
      from i join s on s.content_key = i.content_key and (s.source = i.source or i.source = 'import')
       and case when i.date_basis is not null then i.has_author_and_text and ${isWithinDateSpan('s', 'i')}
           else s.written_at between i.written_at - make_interval(hours => ${maxHoursApart})
                                 and i.written_at + make_interval(hours => ${maxHoursApart}) end
     order by distance_seconds, i.id, s.id`.execute(trx);
  const matched = [...matchOneToOne<string, MatchCandidate<string>>(pairs, new Set()).values()];
  if (matched.length === 0) return 0;
  const { rows: replaced } = await sql<ReplacedReview>`
    update reviews r set duplicate_found_at = now()
      from jsonb_to_recordset(${JSON.stringify(matched)}::jsonb) as p("row" uuid, stored uuid)
      join reviews i on i.account_id = ${accountId}::uuid and i.id = p.row and i.listing_id is null
     where r.account_id = ${accountId}::uuid and r.id = p.stored and r.listing_id is not null
       and r.removed_at is null and r.duplicate_found_at is null
    returning i.id as "from", r.id as "into"`.execute(trx);
  await mergeMarks(trx, accountId, replaced);
  const dropped = await sql`
    delete from reviews where account_id = ${accountId}::uuid and listing_id is null
       and id = any (${replaced.map(({ from }) => from)}::uuid[])`.execute(trx);
  return Number(dropped.numAffectedRows ?? 0);
}
