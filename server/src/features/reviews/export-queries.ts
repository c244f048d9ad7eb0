import { connectorIds, platforms } from '@kindling/contract/platforms';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import { type ReviewRow, selectMatching } from './queries.ts';
import type { Connectors } from './unanswered.ts';

/** A review with what a file says in addition to the list. */
export interface ExportedRow extends ReviewRow {
  /** Day in the account's time zone, or the given day where the time is not known. */
  day: string;
}

export interface ExportCriteria {
  /** With valid days (`assertValidDays`). */
  filter: ReviewFilter;
  connectors: Connectors;
  /** Only these of the filtered reviews. */
  ids?: readonly string[] | undefined;
  /** Reviews of these listings are left out; see {@link listNotExportable}. */
  withoutListings: readonly string[];
  /** Reviews that were stored later are left out, so that an export ends. */
  storedUntil: Date;
}

/** The next reviews of an export in its order, starting after `after`. A page costs the same at any depth. */
export async function listExportRows(
  trx: Transaction<DB>,
  accountId: string,
  criteria: ExportCriteria,
  page: { oldestFirst: boolean; after: ListPosition | null; limit: number },
): Promise<ExportedRow[]> {
  const { oldestFirst, after, limit } = page;
  const direction = oldestFirst ? 'asc' : 'desc';
  const zone = sql`(select a.time_zone from accounts a where a.id = ${accountId}::uuid)`;
  const comparison = sql.raw(oldestFirst ? '>' : '<');
  const excluded = [...criteria.withoutListings];
  return (
    selectExported(trx, accountId, criteria)
      // By the listings and not by their connectors: the planner takes a condition on an outer join for a rare one.
      .$if(excluded.length > 0, (query) =>
        query.where(sql<SqlBool>`(r.listing_id is null or r.listing_id <> all(${excluded}::uuid[]))`),
      )
      .select(sql<string>`coalesce(r.written_day, (r.written_at at time zone ${zone})::date)`.as('day'))
      .$if(after !== null, (query) =>
        query.where(
          sql<SqlBool>`(r.written_at, r.id) ${comparison} (${after?.time}::timestamptz, ${after?.id}::uuid)`,
        ),
      )
      .orderBy('r.written_at', direction)
      .orderBy('r.id', direction)
      .limit(limit)
      .execute()
  );
}

/** The number of reviews of an export that are left out for their listings. */
export async function countNotExportable(
  trx: Transaction<DB>,
  accountId: string,
  criteria: ExportCriteria,
): Promise<number> {
  if (criteria.withoutListings.length === 0) return 0;
  const { count } = await selectExported(trx, accountId, criteria)
    .clearSelect()
    .where('r.listing_id', 'in', [...criteria.withoutListings])
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Listings that are read by a connector whose reviews may not be saved. */
export async function listNotExportable(
  trx: Transaction<DB>,
  accountId: string,
  connectors: Connectors,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('listings as p')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.account_id', '=', 'p.account_id').onRef('c.id', '=', 'p.connection_id'),
    )
    .select('p.id')
    .where('p.account_id', '=', accountId)
    .where(sql<SqlBool>`c.connector = any(${notExportable(connectors)}::text[])`)
    .execute();
  return rows.map(({ id }) => id);
}

function selectExported(trx: Transaction<DB>, accountId: string, criteria: ExportCriteria) {
  const { filter, connectors, ids, storedUntil } = criteria;
  return selectMatching(trx, { accountId, filter, connectors })
    .where('r.created_at', '<=', storedUntil)
    .$if(ids !== undefined, (query) => query.where('r.id', 'in', [...(ids ?? [])]));
}

/**
 * Connectors whose reviews may not be saved: their terms cover the whole answer, so that it is kept from one pass to the next
 * only. One that the operator removed counts as such when it reads without the owner's sign-in.
 */
function notExportable(connectors: Connectors): string[] {
  return connectorIds.filter(
    (id) => connectors.get(id)?.capabilities.fullSnapshot ?? !platforms.some((platform) => platform === id),
  );
}
