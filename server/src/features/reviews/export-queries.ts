import { connectorIds, platforms } from '@kindling/contract/platforms';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import { type ReviewRow, selectMatching } from './queries.ts';
import { assertValidDays } from './reviews.ts';
import type { Connectors } from './unanswered.ts';

/** A review with what a file says in addition to the list. */
export interface ExportedRow extends ReviewRow {
  business_name: string;
  /** Day in the account's time zone, or the given day where the time is not known. */
  day: string;
}

export interface ExportCriteria {
  filter: ReviewFilter;
  connectors: Connectors;
  /** Only these of the filtered reviews. */
  ids?: readonly string[] | undefined;
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
  const selected = selectExported(trx, accountId, criteria)
    .where(isExportable(criteria.connectors))
    .innerJoin('businesses as b', (join) =>
      join.onRef('b.account_id', '=', 'l.account_id').onRef('b.id', '=', 'l.business_id'),
    )
    .select([
      'b.name as business_name',
      sql<string>`coalesce(r.written_day, (r.written_at at time zone ${zone})::date)`.as('day'),
    ]);
  const comparison = sql.raw(oldestFirst ? '>' : '<');
  return selected
    .$if(after !== null, (query) =>
      query.where(
        sql<SqlBool>`(r.written_at, r.id) ${comparison} (${after?.time}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('r.written_at', direction)
    .orderBy('r.id', direction)
    .limit(limit)
    .execute();
}

/** The number of reviews of an export that its platform's terms do not allow to save. */
export async function countNotExportable(
  trx: Transaction<DB>,
  accountId: string,
  criteria: ExportCriteria,
): Promise<number> {
  const excluded = notExportable(criteria.connectors);
  const { count } = await selectExported(trx, accountId, criteria)
    .clearSelect()
    .where('r.listing_id', 'in', (query) =>
      query
        .selectFrom('listings as short')
        .innerJoin('connections as by', (join) =>
          join.onRef('by.account_id', '=', 'short.account_id').onRef('by.id', '=', 'short.connection_id'),
        )
        .select('short.id')
        .where('short.account_id', '=', accountId)
        .where('by.connector', 'in', excluded.length === 0 ? [''] : excluded),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function selectExported(trx: Transaction<DB>, accountId: string, criteria: ExportCriteria) {
  const { filter, connectors, ids, storedUntil } = criteria;
  assertValidDays(filter);
  return selectMatching(trx, { accountId, filter, connectors })
    .where('r.created_at', '<=', storedUntil)
    .$if(ids !== undefined, (query) => query.where('r.id', 'in', [...(ids ?? [])]));
}

/**
 * Connectors whose reviews may not be saved: their terms cover the whole answer, so that it is kept from one pass to the next only. One that the operator
 * removed counts as such when it reads without the owner's sign-in.
 */
export function notExportable(connectors: Connectors): string[] {
  return connectorIds.filter(
    (id) => connectors.get(id)?.capabilities.fullSnapshot ?? !platforms.some((platform) => platform === id),
  );
}

function isExportable(connectors: Connectors) {
  return sql<SqlBool>`(c.connector is null or c.connector <> all(${notExportable(connectors)}::text[]))`;
}
