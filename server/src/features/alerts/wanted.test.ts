/** Which new reviews members hear of at once, over all that they may choose and all that a review may have. */
import { alertChoicesSchema, maxLowStars, reviewAlertScopes } from '@kindling/contract/profile';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { anyMode, createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { AccountUser } from '../identity/index.ts';
import { choicesOf, isWanted } from './wanted.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(anyMode);
});
afterAll(() => database.close());

const [here, there] = [newId(), newId()];

const users: AccountUser[] = reviewAlertScopes.flatMap((newReviews) =>
  Array.from({ length: maxLowStars }, (_, index) => index + 1).flatMap((lowStars) =>
    [true, false].flatMap((unrated) =>
      [null, [], [here], [there], [here, there]].map((locationIds) => ({
        userId: newId(),
        email: 'member@example.com',
        displayName: 'Member',
        picture: null,
        locale: 'en' as const,
        role: 'viewer' as const,
        locationIds,
        alerts: alertChoicesSchema.parse({ newReviews, lowStars, unrated }),
      })),
    ),
  ),
);

const reviews = [null, 1, 2, 3, 4, 5].flatMap((rating) =>
  [null, 'positive', 'negative'].flatMap((recommendation) =>
    [here, there].map((location_id) => ({ id: newId(), rating, recommendation, location_id })),
  ),
);

type Review = (typeof reviews)[number];

function isExpected({ alerts, locationIds }: AccountUser, review: Review): boolean {
  if (locationIds !== null && !locationIds.includes(review.location_id)) return false;
  if (alerts.newReviews !== 'low') return alerts.newReviews === 'all';
  if (review.rating !== null) return review.rating <= alerts.lowStars;
  if (review.recommendation !== null) return review.recommendation === 'negative';
  return alerts.unrated;
}

test('stars before the recommendation, the choice for neither, and the locations decide', async () => {
  const { rows } = await inSystem(database.db, (trx) =>
    sql<{ pair: string }>`
      select m."userId" || ' ' || r.id as pair
        from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb)
          as r(id uuid, rating int, recommendation text, location_id uuid)
        join ${choicesOf(users)} on ${isWanted}`.execute(trx),
  );
  const expected = users.flatMap((user) =>
    reviews.filter((review) => isExpected(user, review)).map(({ id }) => `${user.userId} ${id}`),
  );
  expect(expected.length).toBeGreaterThan(500);
  expect(rows.map(({ pair }) => pair).sort()).toEqual(expected.sort());
});

test('a member who left, and nobody at all, wants nothing', async () => {
  const { rows } = await inSystem(database.db, (trx) => sql`select from ${choicesOf([])}`.execute(trx));
  expect(rows).toEqual([]);
});
