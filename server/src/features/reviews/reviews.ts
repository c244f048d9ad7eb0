import type { Review, ReviewFilter } from '@kindling/contract/reviews';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { presentReview } from './present.ts';
import { listReviewRows, sumReviews } from './queries.ts';

const defaultPageSize = 25;

/** One page of the list and where it goes on; keyset paging, so its cost does not grow with the page's number. */
export async function listReviews(
  trx: Transaction<DB>,
  accountId: string,
  options: { filter: ReviewFilter; cursor?: string | undefined; limit?: number | undefined },
): Promise<{ items: Review[]; nextCursor: string | null }> {
  const limit = options.limit ?? defaultPageSize;
  const after = options.cursor === undefined ? null : decodeCursor(options.cursor);
  // One more than asked for tells whether there is a next page.
  const rows = await listReviewRows(trx, accountId, { filter: options.filter, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items: page.map(presentReview),
    nextCursor: more ? encodeCursor({ writtenAt: last.position, id: last.id }) : null,
  };
}

export async function reviewFigures(
  trx: Transaction<DB>,
  accountId: string,
): Promise<{ total: number; unanswered: number }> {
  const { total, answered } = await sumReviews(trx, accountId);
  return { total, unanswered: total - answered };
}
