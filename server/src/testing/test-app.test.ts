import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from './database.ts';
import { addReviews, connectListings } from './factories.ts';
import { aReview } from './fake-connector.ts';
import { startTestApp, type TestApp } from './test-app.ts';

describe.each(featureModes)('the app of the tests, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  test('signs up, connects, stores and lists', async () => {
    const user = await app.signIn('ann@example.com');
    const { listings } = await connectListings(app, user);
    const [listing] = listings;
    if (listing === undefined) throw new Error('No listing');
    await addReviews(app, user, listing, [aReview({ text: 'Lovely' })]);
    const answer = await user.call('GET', '/reviews?limit=10');
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      items: [{ text: 'Lovely', listingId: listing.id }],
      nextCursor: null,
    });
    expect((await app.signIn('ann@example.com')).accountId).toBe(user.accountId);
  });
});
