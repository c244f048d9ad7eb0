import { connectorIds, platforms } from '@kindling/contract/platforms';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import { type Criteria, matches, resolveCriteria } from './list-criteria.ts';
import { type Found, scan } from './list-scan.ts';
import { findReviewRows, type ReviewRow } from './queries.ts';
import type { Connectors } from './unanswered.ts';

/** A review with what a file says in addition to the list. */
export interface ExportedRow extends ReviewRow {
  /** Day in the account's time zone, or the given day where the time is not known. */
  day: string;
  /** `written_at` with microseconds: where the next page begins. */
  position: string;
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

/**
 * The next reviews of an export in its order, starting after `after`; fewer than `limit` at the end of the export only. A page
 * costs the same at any depth.
 */
export async function listExportRows(
  trx: Transaction<DB>,
  accountId: string,
  criteria: ExportCriteria,
  page: { oldestFirst: boolean; after: ListPosition | null; limit: number },
): Promise<ExportedRow[]> {
  const { limit } = page;
  const listed = await listCriteria(trx, accountId, criteria);
  const direction = page.oldestFirst ? 'oldest' : 'newest';
  const rows: ExportedRow[] = [];
  let after = page.after;
  for (;;) {
    const start = after === null ? null : { at: after, included: false };
    const found = await scan(trx, { criteria: listed, direction, start, limit });
    rows.push(...(await readExported(trx, accountId, criteria, found)));
    after = found.at(-1) ?? null;
    if (found.length < limit || rows.length >= limit) return rows;
  }
}

async function listCriteria(
  trx: Transaction<DB>,
  accountId: string,
  { filter, connectors, ids }: ExportCriteria,
): Promise<Criteria> {
  const listed = await resolveCriteria(trx, accountId, { filter, connectors });
  if (ids === undefined) return listed;
  const wanted = new Set(ids);
  return { ...listed, ids: listed.ids === null ? [...ids] : listed.ids.filter((id) => wanted.has(id)) };
}

/** What an export may contain of these reviews, in their order. */
async function readExported(
  trx: Transaction<DB>,
  accountId: string,
  { withoutListings, storedUntil }: ExportCriteria,
  found: readonly Found[],
): Promise<ExportedRow[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<{ id: string; day: string }>`
    select r.id, coalesce(r.written_day, (r.written_at at time zone a.time_zone)::date)::text as day
      from reviews r join accounts a on a.id = r.account_id
     where r.account_id = ${accountId}::uuid and r.id = any(${found.map(({ id }) => id)}::uuid[])
       and r.created_at <= ${storedUntil}
       and (r.listing_id is null or r.listing_id <> all(${[...withoutListings]}::uuid[]))`.execute(trx);
  const days = new Map(rows.map(({ id, day }) => [id, day]));
  const exported = new Map(
    found.flatMap(({ id, time }) => {
      const day = days.get(id);
      return day === undefined ? [] : [[id, { day, position: time }] as const];
    }),
  );
  const reviews = await findReviewRows(trx, accountId, [...exported.keys()]);
  return reviews.flatMap((review) => {
    const place = exported.get(review.id);
    return place === undefined ? [] : [{ ...review, ...place }];
  });
}

/** The number of reviews of an export that are left out for their listings. */
export async function countNotExportable(
  trx: Transaction<DB>,
  accountId: string,
  criteria: ExportCriteria,
): Promise<number> {
  if (criteria.withoutListings.length === 0) return 0;
  const listed = await listCriteria(trx, accountId, criteria);
  if (!listed.possible) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reviews r
     where r.account_id = ${accountId}::uuid and r.listing_id = any(${[...criteria.withoutListings]}::uuid[])
       and r.created_at <= ${criteria.storedUntil} and ${matches(listed)}
       ${listed.ids === null ? sql`` : sql`and r.id = any(${[...listed.ids]}::uuid[])`}`.execute(trx);
  return rows[0]?.count ?? 0;
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

/**
 * Connectors whose reviews may not be saved: their terms cover the whole answer, so that it is kept from one pass to the next
 * only. One that the operator removed counts as such when it reads without the owner's sign-in.
 */
function notExportable(connectors: Connectors): string[] {
  return connectorIds.filter(
    (id) => connectors.get(id)?.capabilities.fullSnapshot ?? !platforms.some((platform) => platform === id),
  );
}
