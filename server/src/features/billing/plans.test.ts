/** What the end of a plan stops, through HTTP and jobs. The rules themselves are in entitlements.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { type ConnectedListing, connectListings } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { runSync } from '../sync/run-sync.ts';

const neverStops = new AbortController().signal;

describe.each(featureModes)('a plan that ended, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listing: ConnectedListing;
  let embedId: string;

  async function start(plans: 'on' | 'off'): Promise<void> {
    app = await startTestApp(mode, { settings: { KINDLING_PLANS: plans } });
    user = await app.signIn('plan@example.com');
    const [first] = (await connectListings(app, user, 'google')).listings;
    if (first === undefined) throw new Error('No listing');
    listing = first;
    const made = await user.call('POST', '/embeds', { kind: 'widget', name: 'Home' });
    embedId = (made.json as { embed: { id: string } }).embed.id;
    await inSystem(app.services.db, (trx) =>
      trx
        .updateTable('accounts')
        .set({ plan_ended_at: new Date(Date.now() - 86_400_000) })
        .where('id', '=', user.accountId)
        .execute(),
    );
  }

  const stoppedCalls = () =>
    [
      ['POST', `/listings/${listing.id}/sync`, { full: false }],
      ['POST', '/embeds', { kind: 'widget', name: 'Second' }],
      ['POST', `/embeds/${embedId}/publish`, undefined],
    ] as const;

  async function countReviews(): Promise<number> {
    const rows = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('reviews').select('id').execute(),
    );
    return rows.length;
  }

  describe('with plans', () => {
    beforeAll(() => start('on'));
    afterAll(() => app.close());

    test('refuses to sync, to publish and to add embeds, and says why', async () => {
      for (const [method, path, body] of stoppedCalls())
        expect
          .soft((await user.call(method, path, body)).json, path)
          .toMatchObject({ status: 402, code: 'plan-ended' });
    });

    test('goes on with reading, settings and the profile', async () => {
      for (const path of ['/reviews', '/dashboard', '/embeds?kind=widget', '/connections', '/profile'])
        expect.soft((await user.call('GET', path)).status, path).toBe(200);
    });

    test('a sync that is due reads nothing and comes again at the regular time', async () => {
      app.platforms.google.reviews.set(listing.externalId, [aReview({ text: 'After the end' })]);
      const before = await countReviews();
      await runSync(app.services.sync, user.accountId, listing.id, 'schedule', neverStops);
      await runSync(app.services.sync, user.accountId, listing.id, 'notification', neverStops);
      expect(await countReviews()).toBe(before);
      const { next } = await inTenant(app.services.db, user.accountId, (trx) =>
        trx
          .selectFrom('listings')
          .select('next_sync_at as next')
          .where('id', '=', listing.id)
          .executeTakeFirstOrThrow(),
      );
      expect(next.getTime()).toBeGreaterThan(Date.now());
    });
  });

  describe('on an installation without plans', () => {
    beforeAll(() => start('off'));
    afterAll(() => app.close());

    test('stops nothing', async () => {
      for (const [method, path, body] of stoppedCalls())
        expect.soft((await user.call(method, path, body)).status, path).toBeLessThan(300);
    });
  });
});
