/** What a digest says of reviews that arrived: of those in one mail, or of those in the news of a period. */
import { type Source, sourceSchema } from '@kindling/contract/platforms';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { maxDigestReviews, maxReviewText } from '../mail/index.ts';
import { isShown } from './new-reviews.ts';
import { shorten } from './shorten.ts';

/** From the first instant up to the second one, without it. */
export interface Period {
  from: Date;
  to: Date;
}

/** A condition on review `r`. */
export type Which = RawBuilder<boolean>;

export const arrivedIn = (accountId: string, { from, to }: Period): Which =>
  sql`(${isShown} and r.id in (
    select n.subject_id from news n where n.account_id = ${accountId}::uuid and n.kind = 'review'
       and n.at >= ${from} and n.at < ${to}))`;

export interface ArrivedSum {
  count: number;
  /** Of those with stars; null without any. */
  average: number | null;
  sources: Source[];
}

export async function sumArrived(trx: Transaction<DB>, accountId: string, which: Which): Promise<ArrivedSum> {
  const { rows } = await sql<{ count: number; average: number | null; sources: string[] | null }>`
    select count(*)::int as count, avg(r.rating)::float8 as average,
           array_agg(distinct r.source order by r.source) filter (where r.rating is not null) as sources
      from reviews r
     where r.account_id = ${accountId}::uuid and ${which}`.execute(trx);
  const [row] = rows;
  return {
    count: row?.count ?? 0,
    average: row?.average ?? null,
    sources: (row?.sources ?? []).map((source) => sourceSchema.parse(source)),
  };
}

export interface ArrivedRow {
  id: string;
  location_name: string;
  source: string;
  rating: number | null;
  recommendation: 'positive' | 'negative' | null;
  author_name: string | null;
  text: string | null;
}

/** As many as a digest prints: those without a reply first, then the newest. */
export async function listArrived(
  trx: Transaction<DB>,
  accountId: string,
  which: Which,
): Promise<ArrivedRow[]> {
  const { rows } = await sql<ArrivedRow>`
    select r.id, l.name as location_name, r.source, r.rating, r.recommendation, r.author_name,
           left(nullif(r.text, ''), ${maxReviewText.digest + 1}) as text
      from reviews r join locations l on l.account_id = r.account_id and l.id = r.location_id
     where r.account_id = ${accountId}::uuid and ${which}
     order by r.answered, r.written_at desc, r.id desc limit ${maxDigestReviews}`.execute(trx);
  return rows.map((row) => ({
    ...row,
    text: row.text === null ? null : shorten(row.text, maxReviewText.digest),
  }));
}
