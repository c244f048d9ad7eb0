/** Reads what rules look at, from the table of the slice `reviews`. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { TagSets } from '../reviews/index.ts';
import type { RuledReview } from './rules.ts';

export interface RuledRow extends RuledReview, TagSets {
  id: string;
  /** Removed, or without its text: its tags stay as they are. */
  isSettled: boolean;
}

const columns = sql`
  id, text, rating, recommendation, source, language, tag_ids as "tagIds", rule_tag_ids as "ruleTagIds",
  refused_tag_ids as "refusedTagIds", (removed_at is not null or wiped_at is not null) as "isSettled"`;
const nilUuid = '00000000-0000-0000-0000-000000000000';

/** In the order of their ids. */
export async function listRuledByIds(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<RuledRow[]> {
  const { rows } = await selectByIds(accountId, ids).execute(trx);
  return rows;
}

/** As `listRuledByIds`, locked until the transaction ends. */
export async function lockRuledByIds(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<RuledRow[]> {
  const { rows } = await sql<RuledRow>`${selectByIds(accountId, ids)} for no key update`.execute(trx);
  return rows;
}

function selectByIds(accountId: string, ids: readonly string[]): RawBuilder<RuledRow> {
  return sql<RuledRow>`
    select ${columns} from reviews
     where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[]) order by id`;
}

/** The next reviews by their ids. */
export async function listRuledAfter(
  trx: Transaction<DB>,
  accountId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<RuledRow[]> {
  const { rows } = await sql<RuledRow>`
    select ${columns} from reviews
     where account_id = ${accountId}::uuid and id > ${after ?? nilUuid}::uuid
     order by id limit ${limit}`.execute(trx);
  return rows;
}

/** Ids of the reviews of an import, after one, by their order. */
export async function listImportedIds(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from reviews
     where account_id = ${accountId}::uuid and import_id = ${importId}::uuid and id > ${after ?? nilUuid}::uuid
     order by id limit ${limit}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Of the next `window` reviews by their ids, those that have the tag or refused it, locked; `last` is where they end. */
export async function lockTaggedAfter(
  trx: Transaction<DB>,
  accountId: string,
  { tagId, after, window }: { tagId: string; after: string | null; window: number },
): Promise<{ rows: ({ id: string } & TagSets)[]; last: string | null }> {
  const { rows: ends } = await sql<{ id: string }>`
    select id from (
      select id from reviews
       where account_id = ${accountId}::uuid and id > ${after ?? nilUuid}::uuid order by id limit ${window}) w
     order by id desc limit 1`.execute(trx);
  const last = ends[0]?.id ?? null;
  if (last === null) return { rows: [], last };
  const { rows } = await sql<{ id: string } & TagSets>`
    select id, tag_ids as "tagIds", rule_tag_ids as "ruleTagIds", refused_tag_ids as "refusedTagIds"
      from reviews
     where account_id = ${accountId}::uuid and id > ${after ?? nilUuid}::uuid and id <= ${last}::uuid
       and (${tagId}::uuid = any(tag_ids) or ${tagId}::uuid = any(refused_tag_ids))
     order by id for no key update`.execute(trx);
  return { rows, last };
}

export interface PreviewRow extends RuledReview {
  id: string;
  author_name: string | null;
}

/** The newest reviews: as many as `limit`, and fewer where their texts in all would be longer than `bytes`. */
export async function listNewest(
  trx: Transaction<DB>,
  accountId: string,
  { limit, bytes }: { limit: number; bytes: number },
): Promise<PreviewRow[]> {
  const { rows } = await sql<PreviewRow>`
    select id, text, rating, recommendation, source, language, author_name from (
      select newest.*, sum(coalesce(octet_length(text), 0)) over (order by written_at desc, id desc) as bytes from (
        select id, text, rating, recommendation, source, language, author_name, written_at from reviews
         where account_id = ${accountId}::uuid and removed_at is null and wiped_at is null
         order by written_at desc, id desc limit ${limit}) newest) measured
     where bytes <= ${bytes} order by written_at desc, id desc`.execute(trx);
  return rows;
}

/** The number of reviews of the account, from the daily sums. */
export async function countReviews(trx: Transaction<DB>, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(total), 0)::int as total from review_days where account_id = ${accountId}::uuid`.execute(
    trx,
  );
  return rows[0]?.total ?? 0;
}
