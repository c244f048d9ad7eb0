import { maxCountedReviews, type Review, type ReviewFilter } from '@kindling/contract/reviews';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { presentReview } from './present.ts';
import { countReviewRows, listReviewRows, type ReviewRow } from './queries.ts';
import type { Connectors } from './unanswered.ts';

const defaultPageSize = 25;

interface ListOptions {
  filter: ReviewFilter;
  connectors: Connectors;
  cursor?: string | undefined;
  limit?: number | undefined;
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
  const limit = options.limit ?? defaultPageSize;
  assertValidDays(options.filter);
  const after = options.cursor === undefined ? null : decodeCursor(options.cursor);
  // One row more than requested shows whether there is a next page.
  const { filter, connectors } = options;
  const rows = await listReviewRows(trx, accountId, { filter, connectors, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items: page.map(present),
    nextCursor: more ? encodeCursor({ time: last.position, id: last.id }) : null,
  };
}

/** The number of reviews that match the filter, counted up to the contract's maximum. */
export async function countReviews(
  trx: Transaction<DB>,
  accountId: string,
  options: Pick<ListOptions, 'filter' | 'connectors'>,
): Promise<{ count: number; more: boolean }> {
  assertValidDays(options.filter);
  const found = await countReviewRows(trx, accountId, { ...options, limit: maxCountedReviews + 1 });
  return { count: Math.min(found, maxCountedReviews), more: found > maxCountedReviews };
}

/** The contract's date format allows the year 0, but the database has none. */
export function assertValidDays(filter: ReviewFilter): void {
  for (const path of ['from', 'to'] as const)
    if (filter[path]?.startsWith('0000') === true)
      throw new AppError('invalid-input', undefined, { fields: [{ path, message: 'There is no year 0.' }] });
}
