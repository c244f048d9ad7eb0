/**
 * Reviews from files. What a sync has brought always counts more: a file never changes it and never doubles it. Rows
 * that an import adds carry its id and stay unseen while it is hidden (migration 0013), so a page may be stored long
 * before the whole appears.
 */
import type { DateBasis } from '@kindling/contract/reviews';
import { sql, type Transaction } from 'kysely';
import type { PlatformReview } from '../../connectors/connector.ts';
import type { DB } from '../../db/types.gen.ts';
import { asRecords, contentHash, reviewRecord } from './review-record.ts';

/** In the words of a connector; `externalId` is the platform's own key where the file tells it. */
export interface ImportedReview extends PlatformReview {
  /** Null when the file tells the day. */
  dateBasis: DateBasis | null;
}

export interface ImportPlace {
  locationId: string;
  source: string;
}

/**
 * - `new`: nothing like it is there.
 * - `there`: it is there as it stands in the file, or a sync knows it and knows better.
 * - `changed`: an earlier import brought it, and the file has something else or newer to say.
 */
export type ImportVerdict = 'new' | 'there' | 'changed';

/** Hours that a file's day may lie beside the platform's time: exports tell the day of any zone of the earth. */
const twinHours = 26;

/**
 * Compares one page with what is stored, in the order given; writes nothing. A row is also there when a synced review of
 * the place has the same author, day, stars and words, as `dropImportedTwins` would find after the import.
 */
export async function judgeImported(
  trx: Transaction<DB>,
  accountId: string,
  place: ImportPlace,
  reviews: readonly ImportedReview[],
): Promise<ImportVerdict[]> {
  const sent = reviews.map((review, number) => ({
    number,
    external_id: review.externalId,
    content_hash: contentHash(review),
    author_name: review.authorName,
    text: review.text,
    rating: review.rating,
    recommendation: review.recommendation,
    written_at: review.writtenAt.toISOString(),
    date_basis: review.dateBasis,
    changed_at: (review.editedAt ?? review.writtenAt).toISOString(),
  }));
  const { rows: verdicts } = await sql<{ verdict: ImportVerdict }>`
    with x as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as x(
             number integer, external_id text, content_hash text, author_name text, text text, rating smallint,
             recommendation text, written_at timestamptz, date_basis text, changed_at timestamptz)),
    place as materialized (
      select exists (
        select from listings where account_id = ${accountId}::uuid and location_id = ${place.locationId}::uuid) as synced),
    -- Without a day there is no index to go by: the place's reviews are read once for all of these rows.
    undated as materialized (
      select x.number from x join reviews t on ${isTwin('t', 'x')}
       where x.date_basis is not null and t.account_id = ${accountId}::uuid
         and t.location_id = ${place.locationId}::uuid and t.removed_at is null and t.listing_id is not null
         and t.attribution is null and (t.source = ${place.source} or ${place.source} = 'import'))
    select case
        when r.id is not null and r.listing_id is null and r.removed_at is null
         and r.content_hash <> x.content_hash and x.changed_at >= coalesce(r.edited_at, r.written_at) then 'changed'
        when r.id is not null then 'there'
        when x.number in (select number from undated) then 'there'
        when x.date_basis is null and (select synced from place) and exists (
          select from reviews t
           where t.account_id = ${accountId}::uuid and t.location_id = ${place.locationId}::uuid
             and t.removed_at is null and t.listing_id is not null and t.attribution is null
             and (t.source = ${place.source} or ${place.source} = 'import')
             and t.written_at between x.written_at - make_interval(hours => ${twinHours})
                                  and x.written_at + make_interval(hours => ${twinHours})
             and ${isTwin('t', 'x')}) then 'there'
        else 'new' end as verdict
      from x
      -- One by one by the key's index: a planner that has no figures of a table that was just filled would read all
      -- of it for every page.
      left join lateral (
        select * from reviews o
         where o.account_id = ${accountId}::uuid and o.source = ${place.source} and o.external_id = x.external_id
         limit 1) r on true
     order by x.number`.execute(trx);
  return verdicts.map((row) => row.verdict);
}

/**
 * Author, stars and words are the same. Both sides are made comparable by the database: what it holds for small letters
 * depends on its locale and is not always what this program holds for them.
 */
function isTwin(synced: string, imported: string) {
  const same = (column: string) => sql`${plain(`${synced}.${column}`)} = ${plain(`${imported}.${column}`)}`;
  return sql`${same('author_name')} and ${same('text')}
         and ${sql.ref(`${synced}.rating`)} is not distinct from ${sql.ref(`${imported}.rating`)}
         and ${sql.ref(`${synced}.recommendation`)} is not distinct from ${sql.ref(`${imported}.recommendation`)}`;
}

/** Exports lose line breaks, change case, take letters apart and put spaces that do not break; none makes another review. */
function plain(column: string) {
  return sql`lower(btrim(regexp_replace(
    normalize(coalesce(${sql.ref(column)}, ''), NFC), '[\\s\\u00a0\\u202f\\u200b\\ufeff]+', ' ', 'g')))`;
}

/**
 * Adds reviews as rows of an import. Reading the same page again adds nothing: what is there, seen or unseen, stays.
 * No conflict target and nothing returned, because both would ask for rows that the policy does not show.
 */
export async function addImported(
  trx: Transaction<DB>,
  accountId: string,
  place: ImportPlace & { importId: string },
  reviews: readonly ImportedReview[],
): Promise<void> {
  if (reviews.length === 0) return;
  await sql`
    insert into reviews (
      account_id, id, location_id, source, import_id, external_id, resource_name, author_name, author_photo_url,
      anonymous, rating, recommendation, text, translation, written_at, edited_at, reply_text, reply_at, reply_state,
      answered, permalink, media_count, content_hash, date_basis)
    select ${accountId}::uuid, x.id, ${place.locationId}::uuid, ${place.source}, ${place.importId}::uuid, x.external_id,
           x.resource_name, x.author_name, x.author_photo_url, x.anonymous, x.rating, x.recommendation, x.text,
           x.translation, x.written_at, x.edited_at, x.reply_text, x.reply_at, x.reply_state, x.reply_state <> 'none',
           x.permalink, x.media_count, x.content_hash, x.date_basis
      from ${asRecords(reviews.map(importedRecord))}
    on conflict do nothing`.execute(trx);
}

/** Gives reviews of earlier imports what a newer file says; our own marks stay, and so does what a sync has brought. */
export async function changeImported(
  trx: Transaction<DB>,
  accountId: string,
  place: ImportPlace,
  reviews: readonly ImportedReview[],
): Promise<void> {
  if (reviews.length === 0) return;
  await sql`
    update reviews r
       set author_name = x.author_name, anonymous = x.anonymous, rating = x.rating, recommendation = x.recommendation,
           text = x.text, translation = x.translation, written_at = x.written_at, edited_at = x.edited_at,
           reply_text = x.reply_text, reply_at = x.reply_at, reply_state = x.reply_state,
           answered = x.reply_state <> 'none', permalink = x.permalink, content_hash = x.content_hash, date_basis = x.date_basis,
           confirmed_at = now()
      from ${asRecords(reviews.map(importedRecord))}
     where r.account_id = ${accountId}::uuid and r.source = ${place.source} and r.external_id = x.external_id
       and r.listing_id is null and r.removed_at is null and r.content_hash <> x.content_hash`.execute(trx);
}

/** An answer in a file was seen by somebody: nothing waits for the platform's approval. */
function importedRecord(review: ImportedReview) {
  return {
    ...reviewRecord(review),
    date_basis: review.dateBasis,
    reply_state: review.reply === null ? ('none' as const) : ('published' as const),
  };
}

/** How many reviews an import has added that are its own still; no sync has taken them over. */
export async function countImported(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
): Promise<number> {
  const row = await trx
    .selectFrom('reviews')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Deletes at most `limit` reviews that an import added, but for those that a sync has confirmed since, and returns how
 * many. A transaction of the system: the tenant's own does not see the rows of a hidden import.
 */
export async function deleteImported(
  system: Transaction<DB>,
  accountId: string,
  importId: string,
  limit: number,
): Promise<number> {
  const result = await sql`
    delete from reviews
     where account_id = ${accountId}::uuid and id in (
       select id from reviews
        where account_id = ${accountId}::uuid and import_id = ${importId}::uuid and listing_id is null
        limit ${limit})`.execute(system);
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Deletes reviews of imports that a sync has brought too, by author, day, stars and words, and returns how many. What
 * the owner had hidden or pinned is hidden or pinned after it. For the order of things in which the file came first.
 */
export async function dropImportedTwins(
  trx: Transaction<DB>,
  accountId: string,
  locationId: string,
): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`
    with twins as materialized (
      select distinct on (i.id) i.id as imported, s.id as synced, i.hidden_at, i.hidden_by, i.hidden_reason, i.pinned_at
        from reviews i join reviews s
          on s.account_id = i.account_id and s.location_id = i.location_id
         and (s.source = i.source or i.source = 'import')
         and s.listing_id is not null and s.removed_at is null
         -- What is only lent is gone tomorrow, and the file's review with it.
         and s.attribution is null
         and (i.date_basis is not null
              or s.written_at between i.written_at - make_interval(hours => ${twinHours})
                                  and i.written_at + make_interval(hours => ${twinHours}))
         and ${isTwin('s', 'i')}
       where i.account_id = ${accountId}::uuid and i.location_id = ${locationId}::uuid
         and i.import_id is not null and i.listing_id is null),
    marked as (
      update reviews r
         set hidden_at = coalesce(r.hidden_at, t.hidden_at), hidden_by = coalesce(r.hidden_by, t.hidden_by),
             hidden_reason = coalesce(r.hidden_reason, t.hidden_reason), pinned_at = coalesce(r.pinned_at, t.pinned_at)
        from (select distinct on (synced) * from twins where hidden_at is not null or pinned_at is not null
               order by synced, hidden_at) t
       where r.account_id = ${accountId}::uuid and r.id = t.synced),
    dropped as (
      delete from reviews r using twins t
       where r.account_id = ${accountId}::uuid and r.id = t.imported
      returning r.id)
    select count(*)::int as dropped from dropped`.execute(trx);
  return rows[0]?.dropped ?? 0;
}
