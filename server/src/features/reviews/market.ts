/**
 * The law that applies to an account, and what it says about hiding first-party reviews
 * (docs/decisions/0023-hiding-by-rating.md).
 */
import { type HideReason, hideReasons } from '@kindling/contract/hidden-reasons';
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/**
 * `us`, `uk`, `eu` or `other`. One location in the United Kingdom is enough for `uk`, whatever the account says. Also reads
 * locations and listings, which other slices own: all of the account, so call it without the limit of a member to some
 * locations.
 */
export async function getMarket(trx: Transaction<DB>, accountId: string): Promise<string> {
  const row = await trx
    .selectFrom('accounts as a')
    .select([
      'a.market',
      sql<boolean>`exists (select from locations l where l.account_id = a.id and l.country = 'GB')`.as(
        'located',
      ),
      sql<boolean>`exists (select from listings l where l.account_id = a.id and l.country = 'GB')`.as(
        'listed',
      ),
    ])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.located || row.listed ? 'uk' : row.market;
}

/**
 * Whether a first-party review may be hidden for its rating. UK: Digital Markets, Competition and Consumers Act 2024,
 * Schedule 20, paragraph 13 bans publishing positive reviews while failing to publish negative ones.
 */
export function mayHideByRating(market: string): boolean {
  return market !== 'uk';
}

export function hideReasonsIn(market: string): HideReason[] {
  return hideReasons.filter((reason) => reason !== 'rating' || mayHideByRating(market));
}

/**
 * Whether review `r` is hidden from visitors. Where the law forbids to hide by rating, a review that was hidden for it before is
 * shown, so that no change of the market bypasses the law.
 */
export function isHidden(hidesByRating: boolean): RawBuilder<SqlBool> {
  return hidesByRating
    ? sql<SqlBool>`(r.hidden_at is not null)`
    : sql<SqlBool>`(r.hidden_at is not null
        and not (r.source = 'first-party' and r.hidden_reason = 'rating'))`;
}
