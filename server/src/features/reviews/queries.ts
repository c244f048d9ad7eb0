import type { ReviewFilter } from '@kindling/contract/reviews';
import { type Expression, type ExpressionBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import { acceptsReplies, type Connectors, isUnanswered } from './unanswered.ts';

export interface ReviewRow {
  id: string;
  source: string;
  listing_id: string | null;
  listing_name: string | null;
  location_id: string;
  location_name: string;
  author_name: string | null;
  anonymous: boolean;
  rating: number | null;
  recommendation: string | null;
  text: string | null;
  translation: string | null;
  written_at: Date;
  written_day: string | null;
  /** `written_at` with microseconds, for the cursor. */
  position: string;
  date_basis: string | null;
  edited_at: Date | null;
  answered: boolean;
  reply_text: string | null;
  reply_at: Date | null;
  reply_state: string;
  reply_reason: string | null;
  permalink: string | null;
  attribution: unknown;
  invited: boolean;
  private_part: unknown;
  language: string | null;
  media_count: number;
  tag_ids: string[];
  rule_tag_ids: string[];
  assignee_id: string | null;
  pinned_at: Date | null;
  pin_reason: string | null;
  hidden_at: Date | null;
  hidden_reason: string | null;
  removed_at: Date | null;
  wiped_at: Date | null;
  /** Null for a review without a connection. */
  connection_status: string | null;
  /** Id of the connector that reads the review; null without a connection. */
  connector: string | null;
  draft: string | null;
  outgoing_state: string | null;
  outgoing_text: string | null;
  outgoing_reason: string | null;
  outgoing_at: Date | null;
}

type ReviewExpressionBuilder = ExpressionBuilder<DB & { r: DB['reviews']; l: DB['locations'] }, 'r' | 'l'>;

/**
 * Reviews that the platforms show (with the filter `removed`: no longer show), newest first, starting after `after`. Each
 * filter maps to fixed SQL with parameters. Days are in the account's time zone.
 */
export async function listReviewRows(
  trx: Transaction<DB>,
  accountId: string,
  options: { filter: ReviewFilter; connectors: Connectors; after: ListPosition | null; limit: number },
): Promise<ReviewRow[]> {
  const { filter, connectors, after, limit } = options;
  return selectMatching(trx, { accountId, filter, connectors })
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(r.written_at, r.id) < (${after?.time}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('r.written_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
}

/** The number of reviews that match the filter, counted up to `limit`. */
export async function countReviewRows(
  trx: Transaction<DB>,
  accountId: string,
  options: { filter: ReviewFilter; connectors: Connectors; limit: number },
): Promise<number> {
  const { filter, connectors, limit } = options;
  const matching = selectMatching(trx, { accountId, filter, connectors }).clearSelect().select('r.id');
  const { count } = await trx
    .selectFrom(matching.limit(limit).as('matching'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function selectMatching(trx: Transaction<DB>, wanted: ListCriteria) {
  return (
    selectReviews(trx)
      .where('r.account_id', '=', wanted.accountId)
      .where('r.removed_at', wanted.filter.removed === true ? 'is not' : 'is', null)
      // What is held is in the list of held submissions.
      .where('r.held_at', 'is', null)
      .where((where) => where.and(filterConditions(where, wanted)))
  );
}

/** One review, removed or not. */
export async function findReviewRow(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<ReviewRow | null> {
  const row = await selectReviews(trx)
    .where('r.account_id', '=', accountId)
    .where('r.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

function selectReviews(trx: Transaction<DB>) {
  return trx
    .selectFrom('reviews as r')
    .innerJoin('locations as l', (join) =>
      join.onRef('l.account_id', '=', 'r.account_id').onRef('l.id', '=', 'r.location_id'),
    )
    .leftJoin('listings as p', (join) =>
      join.onRef('p.account_id', '=', 'r.account_id').onRef('p.id', '=', 'r.listing_id'),
    )
    .leftJoin('connections as c', (join) =>
      join.onRef('c.account_id', '=', 'p.account_id').onRef('c.id', '=', 'p.connection_id'),
    )
    .leftJoin('replies as o', (join) =>
      join.onRef('o.account_id', '=', 'r.account_id').onRef('o.review_id', '=', 'r.id'),
    )
    .select([
      'r.id',
      'r.source',
      'r.listing_id',
      'p.name as listing_name',
      'r.location_id',
      'l.name as location_name',
      'r.author_name',
      'r.anonymous',
      'r.rating',
      'r.recommendation',
      'r.text',
      'r.translation',
      'r.written_at',
      'r.written_day',
      'r.date_basis',
      'r.edited_at',
      'r.answered',
      'r.reply_text',
      'r.reply_at',
      'r.reply_state',
      'r.reply_reason',
      'r.permalink',
      'r.attribution',
      'r.invited',
      'r.private_part',
      'r.language',
      'r.media_count',
      'r.tag_ids',
      'r.rule_tag_ids',
      'r.assignee_id',
      'r.pinned_at',
      'r.pin_reason',
      'r.hidden_at',
      'r.hidden_reason',
      'r.removed_at',
      'r.wiped_at',
      'c.status as connection_status',
      'c.connector',
      'o.draft',
      'o.state as outgoing_state',
      'o.text as outgoing_text',
      'o.reason as outgoing_reason',
      'o.asked_at as outgoing_at',
      sql<string>`to_char(r.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('position'),
    ]);
}

interface ListCriteria {
  accountId: string;
  filter: ReviewFilter;
  connectors: Connectors;
}

function filterConditions(
  where: ReviewExpressionBuilder,
  { accountId, filter, connectors }: ListCriteria,
): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [];
  if (filter.source !== undefined) list.push(where('r.source', '=', filter.source));
  if (filter.locationId !== undefined) list.push(where('r.location_id', '=', filter.locationId));
  if (filter.rating !== undefined)
    list.push(where('r.rating', filter.ratingMode === 'only' ? '=' : '>=', filter.rating));
  if (filter.answered === true) list.push(where('r.answered', '=', true));
  if (filter.answered === false) list.push(isUnanswered(connectors));
  if (filter.hidden !== undefined) list.push(where('r.hidden_at', filter.hidden ? 'is not' : 'is', null));
  if (filter.withText === true) list.push(where('r.text', 'is not', null));
  if (filter.withText === false) list.push(where('r.text', 'is', null));
  if (filter.businessId !== undefined) list.push(where('l.business_id', '=', filter.businessId));
  if (filter.tagId !== undefined) list.push(sql<SqlBool>`${filter.tagId}::uuid = any(r.tag_ids)`);
  if (filter.language !== undefined) list.push(where('r.language', '=', filter.language));
  if (filter.recommendation !== undefined) list.push(where('r.recommendation', '=', filter.recommendation));
  if (filter.pinned !== undefined) list.push(where('r.pinned_at', filter.pinned ? 'is not' : 'is', null));
  if (filter.assigneeId === 'none') list.push(where('r.assignee_id', 'is', null));
  else if (filter.assigneeId !== undefined) list.push(where('r.assignee_id', '=', filter.assigneeId));
  if (filter.replyFailed === true) list.push(sql<SqlBool>`(o.state = 'failed' or r.reply_state = 'failed')`);
  const zone = sql<string>`(select a.time_zone from accounts a where a.id = ${accountId}::uuid)`;
  // Where clocks are set back at midnight, a day begins twice. So the day is compared as the daily sums count it, and a
  // range that is a day wider lets the query use the index.
  const day = sql`coalesce(r.written_day, (r.written_at at time zone ${zone})::date)`;
  if (filter.from !== undefined) {
    list.push(
      sql<SqlBool>`r.written_at >= (${filter.from}::timestamp - interval '1 day') at time zone ${zone}`,
    );
    list.push(sql<SqlBool>`${day} >= ${filter.from}::date`);
  }
  if (filter.to !== undefined) {
    list.push(
      sql<SqlBool>`r.written_at < (${filter.to}::timestamp + interval '2 days') at time zone ${zone}`,
    );
    list.push(sql<SqlBool>`${day} <= ${filter.to}::date`);
  }
  const query = searchQuery(filter.search ?? '');
  if (query !== null) list.push(sql<SqlBool>`r.search @@ to_tsquery('simple', ${query})`);
  return list;
}

/** A prefix query that requires all typed words; null for an empty search. A search without letters matches nothing. */
export function searchQuery(typed: string): string | null {
  const words = typed.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return typed.trim() === '' ? null : "'\u0001'";
  return words
    .slice(0, 10)
    .map((word) => `'${word}':*`)
    .join(' & ');
}

/**
 * Totals from the daily sums. Reads review rows only to subtract those without a reply that need none: with a text that was
 * wiped, and first-party ones that are hidden.
 */
export async function sumReviews(
  trx: Transaction<DB>,
  accountId: string,
  connectors: Connectors,
): Promise<{ total: number; unanswered: number }> {
  const { rows } = await sql<{ total: number; unanswered: number }>`
    with able as materialized (
      select l.id from listings l join connections c on c.account_id = l.account_id and c.id = l.connection_id
       where l.account_id = ${accountId}::uuid and ${acceptsReplies(connectors)})
    select coalesce(sum(d.total), 0)::int as total,
           (coalesce(sum(d.total - d.answered) filter (
              where d.source = 'first-party' or d.listing_id in (select id from able)), 0)
            - (select count(*) from reviews r
                where r.account_id = ${accountId}::uuid and r.removed_at is null and not r.answered
                  and r.wiped_at is not null and r.listing_id in (select id from able))
            - (select count(*) from reviews r
                where r.account_id = ${accountId}::uuid and r.removed_at is null and not r.answered
                  and r.hidden_at is not null and r.source = 'first-party'))::int as unanswered
      from review_days d where d.account_id = ${accountId}::uuid`.execute(trx);
  return rows[0] ?? { total: 0, unanswered: 0 };
}

export async function sumByListing(trx: Transaction<DB>, accountId: string): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('review_days')
    .select(['listing_id', sql<number>`sum(total)::int`.as('total')])
    .where('account_id', '=', accountId)
    .groupBy('listing_id')
    .execute();
  return new Map(rows.map((row) => [row.listing_id, row.total]));
}
