import { mayTake } from '@kindling/contract/rights';
import { type RawBuilder, sql } from 'kysely';
import type { AccountUser } from '../identity/index.ts';

/** Rows `m` with what members chose, for {@link isWanted}. Who may not read reviews, or wants no mail, has none. */
export function choicesOf(users: readonly AccountUser[]): RawBuilder<unknown> {
  const choices = users
    .filter((user) => user.alerts.newReviews !== 'off' && mayTake(user, 'reviews.read'))
    .map(({ userId, locationIds, alerts: { newReviews, lowStars, unrated } }) => ({
      userId,
      locationIds,
      newReviews,
      lowStars,
      unrated,
    }));
  return sql`jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as m("userId" uuid, "locationIds" uuid[],
    "newReviews" text, "lowStars" int, unrated boolean)`;
}

/**
 * Whether member `m` wants to hear of review `r` at once, and sees its location. A thumb of a first-party review is a
 * recommendation, too.
 */
export const isWanted = sql<boolean>`((m."locationIds" is null or r.location_id = any(m."locationIds"))
  and (m."newReviews" = 'all' or case when r.rating is not null then r.rating <= m."lowStars"
       when r.recommendation is null then m.unrated else r.recommendation = 'negative' end))`;

/** Whether a member wants to hear of reviews that others assign to them, and may reply. */
export function wantsAssignmentAlert(user: AccountUser): boolean {
  return user.alerts.assigned && mayTake(user, 'reviews.reply');
}
