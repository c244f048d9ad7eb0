/** What the end of a plan stops, through HTTP and jobs. The rules themselves are in entitlements.test.ts. */
import { type Entitlement, entitlements } from '@kindling/contract/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
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
    app = await startTestApp(mode, { plans: true, settings: { KINDLING_PLANS: plans } });
    user = await app.signIn('plan@example.com');
    const [first] = (await connectListings(app, user, 'google')).listings;
    if (first === undefined) throw new Error('No listing');
    listing = first;
    const made = await user.call('POST', '/embeds', { kind: 'widget', name: 'Home' });
    embedId = (made.json as { embed: { id: string } }).embed.id;
    await endPlan(user.accountId, 1);
  }

  async function endPlan(accountId: string, daysAgo: number | null): Promise<void> {
    const at = daysAgo === null ? null : new Date(Date.now() - daysAgo * 86_400_000);
    await inSystem(app.services.db, (trx) =>
      trx.updateTable('accounts').set({ plan_ends_at: at }).where('id', '=', accountId).execute(),
    );
  }

  const stoppedCalls = () =>
    [
      ['POST', `/listings/${listing.id}/sync`, { full: false }],
      ['POST', '/embeds', { kind: 'widget', name: 'Second' }],
      ['POST', `/embeds/${embedId}/publish`, undefined],
    ] as const;

  /** The guard refuses before it looks for the review. */
  const draftOfReply = ['POST', `/reviews/${newId()}/reply-draft`, undefined] as const;

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
      for (const [method, path, body] of [...stoppedCalls(), draftOfReply])
        expect
          .soft((await user.call(method, path, body)).json, path)
          .toMatchObject({ status: 402, code: 'plan-ended' });
    });

    test('goes on with reading, settings and the profile', async () => {
      for (const path of ['/reviews', '/dashboard', '/embeds?kind=widget', '/connections', '/profile'])
        expect.soft((await user.call('GET', path)).status, path).toBe(200);
    });

    test('lists the accounts without an entitlement by pages, as the entitlements of each account say', async () => {
      const accountIds = [user.accountId];
      for (const [name, daysAgo] of [
        ['long-ago', 20],
        ['fortnight', 14],
        ['running', null],
      ] as const) {
        const { accountId } = await app.signIn(`${name}@example.com`);
        await endPlan(accountId, daysAgo);
        accountIds.push(accountId);
      }
      accountIds.sort();
      for (const entitlement of entitlements) {
        const without: string[] = [];
        for (const id of accountIds) {
          const held = await inTenant(app.services.db, id, (trx) =>
            app.services.plans.readEntitlements(trx, id),
          );
          if (!held.has(entitlement)) without.push(id);
        }
        expect(without.length).toBeGreaterThan(1);
        expect(await listWithout(entitlement)).toEqual(without);
        expect(await listWithout(entitlement, null, 1)).toEqual(without.slice(0, 1));
        expect(await listWithout(entitlement, without[0])).toEqual(without.slice(1));
      }
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

  const listWithout = (entitlement: Entitlement, after: string | null = null, limit = 10) =>
    inSystem(app.services.db, (trx) => app.services.plans.listWithout(trx, entitlement, { after, limit }));

  describe('on an installation without plans', () => {
    beforeAll(() => start('off'));
    afterAll(() => app.close());

    test('lists no account without an entitlement', async () => {
      for (const entitlement of entitlements) expect(await listWithout(entitlement)).toEqual([]);
    });

    test('stops nothing', async () => {
      for (const [method, path, body] of stoppedCalls())
        expect.soft((await user.call(method, path, body)).status, path).toBeLessThan(300);
    });
  });
});
