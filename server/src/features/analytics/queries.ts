import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { acceptsReplies, type Connectors } from '../reviews/index.ts';
import type { Scope } from './sum-queries.ts';

export interface SourceSum {
  source: string;
  total: number;
  recommended: number;
  not_recommended: number;
  rated: number;
  stars: number;
}

/** All stored reviews by source. The sums of listings have no time, so there are as many rows as listings. */
export async function sumBySource(
  trx: Transaction<DB>,
  accountId: string,
  { locationIds }: Scope,
): Promise<SourceSum[]> {
  const { rows } = await sql<SourceSum>`
    select coalesce(l.platform, s.value) as source, sum(s.total)::int as total, sum(s.positive)::int as recommended,
           sum(s.negative)::int as not_recommended,
           sum(s.rated_1 + s.rated_2 + s.rated_3 + s.rated_4 + s.rated_5)::int as rated,
           sum(s.rated_1 + 2 * s.rated_2 + 3 * s.rated_3 + 4 * s.rated_4 + 5 * s.rated_5)::int as stars
      from review_sums s
      left join listings l on l.account_id = s.account_id and l.id::text = s.value
     where s.account_id = ${accountId}::uuid and s.grain = 'all' and s.dimension = 'listing'
       and ${locationIds === null ? sql`true` : sql`s.location_id = any(${locationIds}::uuid[])`}
     group by 1 having sum(s.total) > 0 order by 1`.execute(trx);
  return rows;
}

/** The review that waits longest for a reply: of each listing that can be answered, and of our own pages, the oldest one. */
export async function findOldestWaiting(
  trx: Transaction<DB>,
  accountId: string,
  { locationIds }: Scope,
  connectors: Connectors,
): Promise<{ id: string; written_at: Date } | null> {
  const chosen = (column: 'l' | 'r') =>
    locationIds === null ? sql`true` : sql`${sql.ref(`${column}.location_id`)} = any(${locationIds}::uuid[])`;
  const waiting = sql`r.account_id = ${accountId}::uuid and r.removed_at is null and not r.answered and r.wiped_at is null`;
  const { rows } = await sql<{ id: string; written_at: Date }>`
    select id, written_at from (
      select oldest.id, oldest.written_at
        from listings l join connections c on c.account_id = l.account_id and c.id = l.connection_id
       cross join lateral (
         select r.id, r.written_at from reviews r
          where ${waiting} and r.source = l.platform and r.listing_id = l.id and ${chosen('r')}
          order by r.written_at limit 1) oldest
       where l.account_id = ${accountId}::uuid and ${acceptsReplies(connectors)} and ${chosen('l')}
      union all
      (select r.id, r.written_at from reviews r
        where ${waiting} and r.source = 'first-party' and r.listing_id is null and r.hidden_at is null and ${chosen('r')}
        order by r.written_at limit 1)) oldest
     order by written_at, id limit 1`.execute(trx);
  return rows[0] ?? null;
}

/** Those of the tags that are not deleted. */
export async function listTagRows(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string; color: string }[]> {
  if (ids.length === 0) return [];
  return trx
    .selectFrom('tags')
    .select(['id', 'name', 'color'])
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
}
