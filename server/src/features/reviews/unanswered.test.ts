/** Unanswered reviews: the figures, the dashboard and the list's filter agree, and each review can be answered. */
import type { Dashboard } from '@kindling/contract/analytics';
import type { OwnReview, reviewFiguresSchema } from '@kindling/contract/reviews';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, connectListings, markReviews } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('unanswered reviews, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let google: ConnectedListing;
  let facebook: ConnectedListing;

  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('unanswered@example.com');
    app.platforms.google.listings = [aPlatformListing('one')];
    [google, facebook] = [await connected('google'), await connected('facebook')];
    const reply = { text: 'Thanks', at: null, state: 'published', reason: null } as const;
    const named = (externalId: string) => aReview({ externalId });
    await addReviews(app, user, google, [
      ...['open-1', 'open-2', 'removed', 'wiped', 'of-a-file'].map(named),
      aReview({ externalId: 'replied', reply }),
    ]);
    await addReviews(app, user, facebook, ['f-open', 'f-wiped'].map(named));
    await markReviews(app, user, ['removed'], 'removed_at');
    await inTenant(app.services.db, user.accountId, async (trx) => {
      const update = trx.updateTable('reviews').where('account_id', '=', user.accountId);
      await update.set({ wiped_at: new Date() }).where('external_id', 'in', ['wiped', 'f-wiped']).execute();
      await update
        .set({ listing_id: null, source: 'import' })
        .where('external_id', '=', 'of-a-file')
        .execute();
    });
  });
  afterAll(() => app.close());

  async function connected(platform: 'google' | 'facebook'): Promise<ConnectedListing> {
    const [listing] = (await connectListings(app, user, platform)).listings;
    if (listing === undefined) throw new Error('A listing was expected.');
    return listing;
  }

  const become = (values: { status?: string; connector?: string }) =>
    inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('connections')
        .set(values)
        .where('account_id', '=', user.accountId)
        .where('id', '=', google.connectionId)
        .execute(),
    );

  async function counted() {
    const [figures, dashboard, found, listed, all] = await Promise.all(
      [
        '/reviews/figures',
        '/dashboard',
        '/reviews/count?answered=false',
        '/reviews?answered=false',
        '/reviews',
      ].map(async (path) => (await user.call('GET', path)).json),
    );
    const shown = (answer: unknown) => (answer as { items: OwnReview[] }).items;
    const waits = ({ answered, replyBox: { state } }: OwnReview) =>
      !answered && (state === 'open' || state === 'not-working');
    expect(shown(listed).map(({ id }) => id)).toEqual(
      shown(all)
        .filter(waits)
        .map(({ id }) => id),
    );
    const { total, unanswered } = figures as z.infer<typeof reviewFiguresSchema>;
    expect(total).toBe(shown(all).length);
    expect((dashboard as Dashboard).unanswered).toBe(unanswered);
    expect(found).toEqual({ count: unanswered, more: false });
    expect(shown(listed)).toHaveLength(unanswered);
    return unanswered;
  }

  test('are reviews that can be answered and are not removed, wiped or imported', async () => {
    expect(await counted()).toBe(3);
  });

  test.each([
    ['needs_reauthorization', 3],
    ['not_approved', 3],
    ['withdrawn', 1],
    ['revoked', 1],
    ['disconnected', 1],
  ])('of a connection with the status %s', async (status, count) => {
    await become({ status });
    expect(await counted()).toBe(count);
    await become({ status: 'active' });
  });

  test('do not include reviews of a connector without replies, in any status', async () => {
    await become({ connector: 'google-places' });
    expect(await counted()).toBe(1);
    await become({ status: 'needs_reauthorization' });
    expect(await counted()).toBe(1);
  });
});
