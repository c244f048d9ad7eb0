/** Writes a page of reviews, the run's counts and cursor, and the listing's lease and figures in one atomic statement. */
import { sql, type Transaction } from 'kysely';
import type { ReviewPage, SkippedItem } from '../../connectors/connector.ts';
import type { DB } from '../../db/types.gen.ts';
import { leaseHolderCte } from '../connections/index.ts';
import { lastChangedAt, upsertReviewsSql } from '../reviews/index.ts';
import { type RunRow, runColumns } from './queries.ts';

export interface PageTarget {
  accountId: string;
  runId: string;
  listing: { id: string; location_id: string; platform: string; fence: number };
  leaseSeconds: number;
}

/** Returns the run after the page and whether the page changed nothing; null when another worker holds the lease. */
export async function writePage(
  trx: Transaction<DB>,
  { accountId, runId, listing, leaseSeconds }: PageTarget,
  page: ReviewPage,
): Promise<{ run: RunRow; unchanged: boolean } | null> {
  const target = { listingId: listing.id, locationId: listing.location_id, source: listing.platform };
  const held = sql`exists (select from holder)`;
  const { rows } = await sql<RunRow & { page_unchanged: boolean }>`
    with ${leaseHolderCte(accountId, listing.id, listing.fence, leaseSeconds, page)},
    ${upsertReviewsSql(accountId, target, page.reviews, held)},
    aside as (
      insert into skipped_items (account_id, listing_id, hash, reason)
      select ${accountId}::uuid, ${listing.id}::uuid, x.hash, x.reason
        from jsonb_to_recordset(${JSON.stringify(uniqueByHash(page.skipped))}::jsonb) as x(hash text, reason text)
       where ${held}
      on conflict (account_id, listing_id, hash) do update set last_seen_at = now(), reason = excluded.reason),
    passed as (
      insert into sync_run_pages (account_id, run_id, page, review_ids)
      select ${accountId}::uuid, ${runId}::uuid, r.page, i.ids
        from sync_runs r, page_ids i
       where r.account_id = ${accountId}::uuid and r.id = ${runId}::uuid
         and cardinality(i.ids) > 0 and ${held})
    update sync_runs r
       set seen = r.seen + ${page.reviews.length + page.skipped.length}, added = r.added + c.added,
           changed = r.changed + c.changed, unchanged = r.unchanged + c.unchanged,
           restored = r.restored + c.restored, skipped = r.skipped + ${page.skipped.length},
           requests = r.requests + ${page.requests}, page = r.page + 1, cursor = ${page.nextCursor},
           furthest_page = greatest(r.furthest_page, r.page + 1),
           attempts = case when r.page + 1 > r.furthest_page then 1 else r.attempts end,
           expected = coalesce(${page.count}::integer, r.expected),
           newest_change_at = coalesce(r.newest_change_at, ${newestChangeAt(page)}::timestamptz), updated_at = clock_timestamp()
      from counts c
     where r.account_id = ${accountId}::uuid and r.id = ${runId}::uuid and ${held}
    returning ${sql.join(runColumns.map((name) => sql.ref(`r.${name}`)))},
              (c.added + c.changed = 0) as page_unchanged`.execute(trx);
  const [row] = rows;
  return row === undefined ? null : { run: row, unchanged: row.page_unchanged };
}

/** The newest change on a page by the platform's clock; null for an empty page. */
export function newestChangeAt(page: Pick<ReviewPage, 'reviews'>): Date | null {
  let latest: Date | null = null;
  for (const review of page.reviews) {
    const at = lastChangedAt(review);
    if (latest === null || at > latest) latest = at;
  }
  return latest;
}

/** One SQL statement must not write the same row twice. */
function uniqueByHash(items: readonly SkippedItem[]): SkippedItem[] {
  return [...new Map(items.map((item) => [item.hash, item])).values()];
}
