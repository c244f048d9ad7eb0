import {
  maxCountedReviews,
  type Review,
  type ReviewFilter,
  type ReviewSort,
} from '@kindling/contract/reviews';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { type ListSteps, resolveCriteria } from './list-criteria.ts';
import { countMatches, findPage } from './list-order.ts';
import { decodePlace, encodePlace } from './list-page-cursor.ts';
import { presentReview } from './present.ts';
import { findReviewRows, type ReviewRow } from './queries.ts';
import type { Connectors } from './unanswered.ts';

const defaultPageSize = 25;

export interface ListOptions {
  filter: ReviewFilter;
  connectors: Connectors;
  /** `newest` by default. */
  sort?: ReviewSort | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  /** For tests. */
  steps?: ListSteps | undefined;
}

/** One page of the list and the next cursor. Keyset pagination, so the cost does not grow with the page number. */
export function listReviews(
  trx: Transaction<DB>,
  accountId: string,
  options: ListOptions,
): Promise<{ items: Review[]; nextCursor: string | null }> {
  return listPage(trx, accountId, options, presentReview);
}

/** As `listReviews`, with a custom mapping of each row. */
export async function listPage<Item>(
  trx: Transaction<DB>,
  accountId: string,
  options: ListOptions,
  present: (row: ReviewRow) => Item,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const { ids, nextCursor } = await listReviewIds(trx, accountId, options);
  const rows = await findReviewRows(trx, accountId, ids);
  return { items: rows.map(present), nextCursor };
}

/** As `listReviews`, but the ids only, for work on everything that matches. */
export async function listReviewIds(
  trx: Transaction<DB>,
  accountId: string,
  { filter, connectors, sort = 'newest', cursor, limit = defaultPageSize, steps }: ListOptions,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  assertValidDays(filter);
  const list = { filter, sort };
  const after = cursor === undefined ? null : decodePlace(list, cursor);
  const waiting = sort === 'waiting';
  const criteria = await resolveCriteria(trx, accountId, { filter, connectors, waiting, steps });
  const { ids, next } = await findPage(trx, sort, { criteria, after, limit });
  return { ids, nextCursor: next === null ? null : encodePlace(list, next) };
}

/** The number of reviews that match the filter, counted up to `limit`, which is the contract's maximum by default. */
export async function countReviews(
  trx: Transaction<DB>,
  accountId: string,
  { filter, connectors }: Pick<ListOptions, 'filter' | 'connectors'>,
  limit = maxCountedReviews,
): Promise<{ count: number; more: boolean }> {
  assertValidDays(filter);
  const criteria = await resolveCriteria(trx, accountId, { filter, connectors });
  const found = await countMatches(trx, criteria, limit + 1);
  return { count: Math.min(found, limit), more: found > limit };
}

/** The contract's date format allows the year 0, but the database has none. */
function assertValidDays(filter: ReviewFilter): void {
  for (const path of ['from', 'to'] as const)
    if (filter[path]?.startsWith('0000') === true)
      throw new AppError('invalid-input', undefined, { fields: [{ path, message: 'There is no year 0.' }] });
}
