import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorFailure } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { type ConnectedListing, connectListings } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { runSync } from '../sync/run-sync.ts';
import { enqueueDueSubscriptions, subscribeJob, subscribeListing } from './subscribe.ts';

const neverStops = new AbortController().signal;
const simulators = {
  KINDLING_GOOGLE_SIMULATOR_URL: 'http://127.0.0.1:1',
  KINDLING_FACEBOOK_SIMULATOR_URL: 'http://127.0.0.1:1',
};

describe.each(featureModes)('subscribing to webhooks, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listing: ConnectedListing;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp(mode, { settings: simulators });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    app.platforms.google.failures.length = 0;
    await inSystem(app.services.db, async (trx) => {
      await trx.deleteFrom('connections').execute();
      await trx.deleteFrom('platform_rate_limits').execute();
    });
    user = await app.signIn(`owner${people}@example.com`);
    const connected = await connectListings(app, user, 'google');
    const [first] = connected.listings;
    if (first === undefined) throw new Error('No listing');
    listing = first;
    app.platforms.google.subscribed.length = 0;
    app.platforms.google.calls.length = 0;
  });

  const readOnce = () => runSync(app.services.sync, user.accountId, listing.id, 'first', neverStops);
  const tenant = (query: ReturnType<typeof sql>) =>
    inTenant(app.services.db, user.accountId, async (trx) => (await query.execute(trx)).rows);

  /** Runs the sweep and the jobs that it enqueues. Returns the number of jobs. */
  async function round(): Promise<number> {
    const { db, platformWebhooks } = app.services;
    await db.pool.query(`delete from pgboss.job where name = '${subscribeJob.name}'`);
    await enqueueDueSubscriptions(platformWebhooks);
    const { rows } = await db.pool.query<{ data: unknown }>(
      `select data from pgboss.job where name = '${subscribeJob.name}' and state = 'created'`,
    );
    for (const { data } of rows)
      await subscribeListing(platformWebhooks, subscribeJob.payload.parse(data), neverStops);
    return rows.length;
  }

  const stored = () =>
    tenant(sql`select connection_id, subscribed_at is not null as agreed from webhook_subscriptions`);

  test('is done once, after the first sync', async () => {
    expect(await round()).toBe(0);
    await readOnce();
    expect(await round()).toBe(1);
    expect(app.platforms.google.subscribed).toEqual([listing.externalId]);
    expect(await stored()).toEqual([{ connection_id: listing.connectionId, agreed: true }]);
    expect(await round()).toBe(0);
  });

  test('is repeated after a week, because another program may have replaced the subscription', async () => {
    await readOnce();
    await round();
    await tenant(sql`update webhook_subscriptions set requested_at = now() - interval '6 days'`);
    expect(await round()).toBe(0);
    await tenant(sql`update webhook_subscriptions set requested_at = now() - interval '8 days'`);
    expect(await round()).toBe(1);
  });

  test('is repeated at once when the listing is read through another connection', async () => {
    await readOnce();
    await round();
    await tenant(sql`update webhook_subscriptions set connection_id = ${crypto.randomUUID()}`);
    expect(await round()).toBe(1);
    expect(await stored()).toEqual([{ connection_id: listing.connectionId, agreed: true }]);
  });

  test.each(['unexpected-answer', 'rejected', 'reauthorize', 'retry-after'] as const)(
    'when a platform answers %s, the subscription is retried the next day and the connection does not change',
    async (kind) => {
      await readOnce();
      const failure = () => new ConnectorFailure(kind, 'no', { retryAfter: 120 });
      app.platforms.google.failures.push(failure(), ...(kind === 'reauthorize' ? [failure()] : []));
      expect(await round()).toBe(1);
      app.platforms.google.failures.length = 0;
      expect(await stored()).toEqual([{ connection_id: listing.connectionId, agreed: false }]);
      expect(await tenant(sql`select status from connections`)).toEqual([{ status: 'active' }]);
      expect(await round()).toBe(0);
      const paused = await inSystem(app.services.db, (trx) =>
        trx
          .selectFrom('platform_rate_limits')
          .select('paused_until')
          .where('paused_until', '>', new Date())
          .execute(),
      );
      expect(paused).toHaveLength(kind === 'retry-after' ? 1 : 0);
      await tenant(sql`update webhook_subscriptions set requested_at = now() - interval '25 hours'`);
      await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_rate_limits').execute());
      expect(await round()).toBe(1);
      expect(await stored()).toEqual([{ connection_id: listing.connectionId, agreed: true }]);
    },
  );

  test('is not done for a connection that does not work, nor for a platform without webhooks here', async () => {
    await readOnce();
    await tenant(sql`update connections set status = 'needs_reauthorization'`);
    expect(await round()).toBe(0);
    app.platforms.google.calls.length = 0;
    const { accountId } = user;
    await subscribeListing(app.services.platformWebhooks, { accountId, listingId: listing.id }, neverStops);
    await subscribeListing(
      app.services.platformWebhooks,
      { accountId, listingId: crypto.randomUUID() },
      neverStops,
    );
    expect(app.platforms.google.calls).toEqual([]);
    await tenant(sql`update connections set status = 'active'`);
    const { webhooks } = app.services.platformWebhooks;
    app.services.platformWebhooks.webhooks = new Map();
    expect(await round()).toBe(0);
    app.services.platformWebhooks.webhooks = webhooks;
  });
});
