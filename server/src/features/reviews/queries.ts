import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { draftingOfReply, type StoredDrafting } from './draft-queries.ts';
import { acceptsReplies, type Connectors } from './unanswered.ts';

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
  /** Whether the author of a first-party review agreed to be shown by name. */
  agreed: boolean;
  /** The listing's page at its platform. */
  listing_url: string | null;
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
  drafting: StoredDrafting | null;
  outgoing_state: string | null;
  outgoing_text: string | null;
  outgoing_reason: string | null;
  outgoing_at: Date | null;
}

/** These reviews in this order, removed or not. Those that the caller does not see are left out. */
export async function findReviewRows(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<ReviewRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectReviews(trx)
    .where('r.account_id', '=', accountId)
    .where('r.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
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

/** The name of the business that a location belongs to. */
export async function findBusinessName(
  trx: Transaction<DB>,
  accountId: string,
  locationId: string,
): Promise<string> {
  const { name } = await trx
    .selectFrom('locations as l')
    .innerJoin('businesses as b', (join) =>
      join.onRef('b.account_id', '=', 'l.account_id').onRef('b.id', '=', 'l.business_id'),
    )
    .select('b.name')
    .where('l.account_id', '=', accountId)
    .where('l.id', '=', locationId)
    .executeTakeFirstOrThrow();
  return name;
}

/** A name needs a tick of consent, which a withdrawal deletes. */
const agreedToBeShown = sql<boolean>`
  r.source = 'first-party' and exists (
    select 1 from submissions s
     where s.account_id = r.account_id and s.id = r.id and s.author_name is not null and s.consented_at is not null)`;

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
      agreedToBeShown.as('agreed'),
      'p.maps_url as listing_url',
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
      draftingOfReply.as('drafting'),
      'o.state as outgoing_state',
      'o.text as outgoing_text',
      'o.reason as outgoing_reason',
      'o.asked_at as outgoing_at',
    ]);
}

/**
 * Totals from the sums of listings. Reads review rows only to subtract those without a reply that need none: with a text that was
 * wiped, and first-party ones that are hidden.
 * @param locationIds null: all that the caller may see
 */
export async function sumReviews(
  trx: Transaction<DB>,
  accountId: string,
  connectors: Connectors,
  locationIds: readonly string[] | null = null,
): Promise<{ total: number; unanswered: number }> {
  const chosen = (column: string) =>
    locationIds === null ? sql`true` : sql`${sql.ref(column)} = any(${locationIds}::uuid[])`;
  const { rows } = await sql<{ total: number; unanswered: number }>`
    with able as materialized (
      select l.id from listings l join connections c on c.account_id = l.account_id and c.id = l.connection_id
       where l.account_id = ${accountId}::uuid and ${acceptsReplies(connectors)})
    select coalesce(sum(s.total), 0)::int as total,
           (coalesce(sum(s.total - s.answered) filter (
              where s.value = 'first-party' or s.value in (select id::text from able)), 0)
            - (select count(*) from reviews r
                where r.account_id = ${accountId}::uuid and r.removed_at is null and not r.answered
                  and r.wiped_at is not null and r.listing_id in (select id from able) and ${chosen('r.location_id')})
            - (select count(*) from reviews r
                where r.account_id = ${accountId}::uuid and r.removed_at is null and not r.answered
                  and r.hidden_at is not null and r.source = 'first-party' and ${chosen('r.location_id')}))::int as unanswered
      from review_sums s
     where s.account_id = ${accountId}::uuid and s.grain = 'all' and s.dimension = 'listing'
       and ${chosen('s.location_id')}`.execute(trx);
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
