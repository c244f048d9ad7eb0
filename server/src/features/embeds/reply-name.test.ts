/** Tests the name shown with a reply: that of the reviewed location. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { anyMode } from '../../testing/database.ts';
import { addReviews, connectListings } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeSnapshot } from './snapshot.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(anyMode);
});
afterAll(() => app.close());

/** The name of each reply by location, for an account with these locations. */
async function namesOf(person: string, places: string[]): Promise<Record<string, string | undefined>> {
  const user = await app.signIn(`${person}@example.com`);
  app.platforms.google.listings = places.map((name) => aPlatformListing(`${person}-${name}`, { name }));
  const { listings } = await connectListings(app, user);
  for (const listing of listings) {
    const reply = { text: 'Thank you', at: null, state: 'published', reason: null } as const;
    await addReviews(app, user, listing, [
      aReview({ externalId: `of ${listing.externalId}`, text: listing.externalId, reply }),
    ]);
  }
  const snapshot = await inTenant(app.services.db, user.accountId, async (trx) => {
    await trx
      .updateTable('businesses')
      .set({ name: 'The Corner Bakery' })
      .where('account_id', '=', user.accountId)
      .execute();
    const settings = embedSettingsSchema.parse({ showReplies: true });
    return makeSnapshot(
      trx,
      user.accountId,
      { code: 'abcdefghij', settings },
      { name: 'K', url: 'https://k' },
    );
  });
  return Object.fromEntries(
    snapshot.reviews.map(({ text, reply }) => [text?.slice(person.length + 1) ?? '', reply?.from]),
  );
}

test('each reply shows the name of its location', async () => {
  expect(await namesOf('two', ['North', 'South'])).toEqual({ North: 'North', South: 'South' });
});

test('if the business has one location, the reply shows the name of the business', async () => {
  expect(await namesOf('one', ['North'])).toEqual({ North: 'The Corner Bakery' });
});
