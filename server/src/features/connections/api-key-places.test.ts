/** Places read without a sign-in, at the simulator of Google: five reviews and nothing else is stored. */
import type { ApiKeyPlace, Connection, Listing } from '@kindling/contract/connections';
import type { OwnReview } from '@kindling/contract/reviews';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorFailure } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { anyMode, featureModes } from '../../testing/database.ts';
import {
  connectThroughConsent,
  type Simulators,
  startAppWithSimulators,
  startSimulators,
} from '../../testing/simulators.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { deleteExpiredContent, shortRetentionDays } from '../sync/retention.ts';
import { runSync } from '../sync/run-sync.ts';
import { chooseListings } from './choose-listings.ts';
import { eraseConnection } from './erase.ts';

const signal = new AbortController().signal;
const location = 'accounts/7/locations/77';
const placeId = 'ChIJ-77';

describe.each(featureModes)('places that are read without a sign-in, %s', (mode) => {
  let simulators: Simulators;
  let app: TestApp;
  let user: TestUser;
  let people = 0;

  beforeAll(async () => {
    simulators = await startSimulators();
    app = await startAppWithSimulators(simulators, mode);
  });
  afterAll(async () => {
    await app.close();
    await simulators.close();
  });
  beforeEach(async () => {
    await simulators.control('google', { action: 'reset' });
    await simulators.control('google', {
      action: 'seed',
      location,
      title: 'Corner Bakery',
      count: 12,
      label: 'r',
    });
    await inSystem(app.services.db, async (trx) => {
      await trx.deleteFrom('connections').execute();
      await trx.deleteFrom('platform_rate_limits').execute();
    });
    people += 1;
    user = await app.signIn(`open${people}@example.com`);
  });

  const search = (query: string, who = user) =>
    who.call('GET', `/api-key-places?platform=google&language=en&query=${encodeURIComponent(query)}`);
  const add = (id = placeId, who = user) =>
    who.call('POST', '/api-key-places', { platform: 'google', placeId: id, language: 'en' });
  async function connections(who = user): Promise<Connection[]> {
    return ((await who.call('GET', '/connections')).json as { connections: Connection[] }).connections;
  }
  async function listen(): Promise<Listing> {
    expect((await add()).status).toBe(200);
    const [listing] = (await connections()).flatMap((one) => one.listings);
    if (listing === undefined) throw new Error('No listing');
    return listing;
  }
  const sync = (listingId: string) => runSync(app.services.sync, user.accountId, listingId, 'manual', signal);
  async function reviews(): Promise<OwnReview[]> {
    return ((await user.call('GET', '/reviews')).json as { items: OwnReview[] }).items;
  }
  function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return inTenant(app.services.db, user.accountId, async (trx) => (await query.execute(trx)).rows);
  }

  test('a search finds places by name, and is limited to twenty a minute', async () => {
    const found = await search('corner bakery');
    expect((found.json as { places: ApiKeyPlace[] }).places).toEqual([
      { placeId, name: 'Corner Bakery', address: null },
    ]);
    expect((await search('x')).status).toBe(400);
    expect((await search('no such place anywhere')).json).toEqual({ places: [] });
    // Invalid input makes no call, so it does not count.
    for (let count = 2; count < 20; count += 1) {
      // The rate limit of the platform is lower than the number of searches of this test.
      await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_rate_limits').execute());
      expect((await search('corner')).status).toBe(200);
    }
    const refused = await search('corner');
    expect(refused).toMatchObject({ status: 429, json: { code: 'rate-limited' } });
    expect(Number((refused.json as { retryAfter: number }).retryAfter)).toBeGreaterThan(0);
    const other = await app.signIn(`other${people}@example.com`);
    await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_rate_limits').execute());
    expect((await search('corner', other)).status).toBe(200);
  });

  test('a place is added once, and synced at once', async () => {
    const first = (await add()).json as { connection: Connection };
    expect(first.connection).toMatchObject({
      platform: 'google',
      access: 'api-key',
      displayName: 'Google Maps',
      status: 'active',
      listings: [{ name: 'Corner Bakery' }],
    });
    const again = (await add()).json as { connection: Connection };
    expect(again.connection.id).toBe(first.connection.id);
    expect(again.connection.listings).toHaveLength(1);
    await simulators.control('google', {
      action: 'seed',
      location: 'accounts/7/locations/78',
      count: 3,
      label: 's',
    });
    const more = (await add('ChIJ-78')).json as { connection: Connection };
    expect(more.connection.id).toBe(first.connection.id);
    expect(more.connection.listings).toHaveLength(2);
    expect(await add('ChIJ-nowhere')).toMatchObject({ status: 404, json: { code: 'platform-gone' } });
  });

  test('concurrent requests make one connection', async () => {
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await connections()).map((one) => one.listings.length)).toEqual([1]);
  });

  test('only the five reviews that Google chose are stored, with their links and Google’s own figures', async () => {
    const listing = await listen();
    await sync(listing.id);
    const before = await reviews();
    expect(before).toHaveLength(5);
    for (const review of before) {
      expect(review).toMatchObject({ source: 'google', replyBox: { state: 'elsewhere' } });
      expect(review.attribution?.authorUrl).toMatch(/^https:\/\/www\.google\.com\/maps\/contrib\//);
      expect(review.attribution?.flagUrl).toMatch(/^https:\/\/www\.google\.com\/local\/review\/rap\//);
      expect(review.attribution?.mapsUrl).toMatch(/^https:\/\/www\.google\.com\/maps\/reviews\//);
    }
    const [shown] = (await connections()).flatMap((one) => one.listings);
    expect(shown).toMatchObject({ platformCount: 12, storedCount: 5, pendingRemovals: null });
    // Google now chooses five other reviews, so none of the first five may stay.
    const longer = Array.from({ length: 5 }, (_, number) => ({
      reviewId: `longer-${number}`,
      reviewer: { displayName: `Long ${number}` },
      starRating: 'FOUR',
      comment: `${number} ${'and more to tell '.repeat(20)}`,
      createTime: '2026-11-18T09:00:00Z',
      updateTime: '2026-11-18T09:00:00Z',
    }));
    await simulators.control('google', { action: 'seed', location, reviews: longer });
    await sync(listing.id);
    const after = await reviews();
    expect(after.map((review) => review.authorName).sort()).toEqual(
      longer.map((one) => one.reviewer.displayName),
    );
    expect(await rows(sql`select id from reviews`)).toHaveLength(5);
    expect(
      (await rows<{ total: number }>(sql`select sum(total)::int as total from review_days`))[0]?.total,
    ).toBe(5);
  });

  test('a sync that finds nothing new writes nothing', async () => {
    const listing = await listen();
    await sync(listing.id);
    const versions = () => rows<{ xmin: string }>(sql`select id, xmin::text from reviews order by id`);
    const before = await versions();
    await sync(listing.id);
    expect(await versions()).toEqual(before);
    const [run] = (await connections()).flatMap((one) => one.listings.map((row) => row.lastRun));
    expect(run).toMatchObject({
      outcome: 'succeeded',
      added: 0,
      changed: 0,
      unchanged: 5,
      removed: 0,
      requests: 1,
    });
  });

  test('a day without a pass deletes all content of the Places API', async () => {
    const listing = await listen();
    await sync(listing.id);
    const { sync: deps } = app.services;
    await deleteExpiredContent(deps, shortRetentionDays);
    expect(await reviews()).toHaveLength(5);
    await rows(sql`update reviews set confirmed_at = now() - interval '25 hours'`);
    await rows(sql`update listings set last_full_pass_at = now() - interval '25 hours',
                                       last_success_at = now() - interval '25 hours'`);
    await deleteExpiredContent(deps, shortRetentionDays);
    expect(await rows(sql`select id from reviews`)).toEqual([]);
    const [shown] = (await connections()).flatMap((one) => one.listings);
    expect(shown).toMatchObject({ platformAverage: null, platformCount: null, storedCount: 0 });
    await sync(listing.id);
    expect(await reviews()).toHaveLength(5);
  });

  test('after the operator removes the API key, the content is deleted within a day', async () => {
    const listing = await listen();
    await sync(listing.id);
    await rows(sql`update reviews set confirmed_at = now() - interval '25 hours'`);
    await rows(sql`update listings set last_full_pass_at = now() - interval '25 hours'`);
    const connectors = new Map(app.services.sync.connectors);
    connectors.delete('google-places');
    await deleteExpiredContent({ ...app.services.sync, connectors }, shortRetentionDays);
    expect(await rows(sql`select id from reviews`)).toEqual([]);
  });

  test('a place is synced at least twice a day, whatever interval the owner chose', async () => {
    const listing = await listen();
    await user.call('PUT', `/listings/${listing.id}`, { syncIntervalMinutes: 10_080 });
    await sync(listing.id);
    const [next] = await rows<{ hours: number }>(
      sql`select extract(epoch from next_sync_at - now())::float8 / 3600 as hours from listings`,
    );
    expect(next?.hours).toBeGreaterThan(6);
    expect(next?.hours).toBeLessThanOrEqual(12);
  });

  test('a place that its owner connected cannot be added by search too', async () => {
    const connectionId = await connectThroughConsent(app, user, 'google');
    await chooseListings(app.services.connections, user, connectionId, ['77']);
    expect(await add()).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(await connections()).toHaveLength(1);
  });

  test('an owner’s profile replaces the same place that was found by search, at the same location', async () => {
    const listing = await listen();
    await sync(listing.id);
    const connectionId = await connectThroughConsent(app, user, 'google');
    await chooseListings(app.services.connections, user, connectionId, ['77']);
    expect(await rows(sql`select id from reviews`)).toEqual([]);
    const listings = (await connections()).flatMap((one) =>
      one.listings.map((row) => ({ ...row, access: one.access })),
    );
    expect(listings).toMatchObject([{ access: 'oauth', locationId: listing.locationId }]);
  });

  test('disconnecting deletes the content at once, also when the owner asked for later', async () => {
    const listing = await listen();
    await sync(listing.id);
    const [connection] = await connections();
    expect((await user.call('DELETE', `/connections/${connection?.id}`, { content: 'later' })).status).toBe(
      200,
    );
    expect(await connections()).toEqual([]);
    expect(await rows(sql`select id from reviews`)).toEqual([]);
    expect((await simulators.callsTo('google', 'revoke')).length).toBe(0);
  });

  test('a place that is added while the connection is deleted keeps it', async () => {
    const listing = await listen();
    await sync(listing.id);
    const [connection] = await connections();
    const { connections: deps } = app.services;
    const interrupted: typeof deps = {
      ...deps,
      deleteReviewsOfListing: async (...args) => {
        await deps.deleteReviewsOfListing(...args);
        expect((await add()).status).toBe(200);
      },
    };
    await eraseConnection(interrupted, user.accountId, connection?.id ?? '', { because: 'asked' });
    expect(await connections()).toMatchObject([
      { id: connection?.id, status: 'active', deleteContentAt: null, listings: [{ id: listing.id }] },
    ]);
  });

  test('the connection offers no profiles to choose, and other accounts do not see it', async () => {
    const listing = await listen();
    const [connection] = await connections();
    const path = `/connections/${connection?.id}`;
    expect(await user.call('GET', `${path}/available`)).toMatchObject({ status: 409 });
    expect(await user.call('PUT', `${path}/listings`, { externalIds: ['77'] })).toMatchObject({
      status: 409,
    });
    const other = await app.signIn(`stranger${people}@example.com`);
    expect(await connections(other)).toEqual([]);
    expect((await other.call('GET', `/listings/${listing.id}/runs`)).status).toBe(404);
    // The same place in another account is a separate connection.
    const own = (await add(placeId, other)).json as { connection: Connection };
    expect(own.connection.id).not.toBe(connection?.id);
    expect(await connections()).toHaveLength(1);
  });

  test('an API key that does not work stops reading; adding a place with a valid one resumes it', async () => {
    const listing = await listen();
    const places = app.services.sync.connectors.get('google-places');
    if (places === undefined) throw new Error('No connector');
    const { fetchReviews } = places;
    places.fetchReviews = () => Promise.reject(new ConnectorFailure('not-approved', 'a key without access'));
    await sync(listing.id);
    places.fetchReviews = fetchReviews;
    expect(await connections()).toMatchObject([{ status: 'not_approved' }]);
    await add();
    expect(await connections()).toMatchObject([{ status: 'active' }]);
  });
});

test('without an API key there is no search', async () => {
  const simulators = await startSimulators();
  const app = await startTestApp(anyMode, {
    connectors: simulators.connectors().filter((one) => one.id !== 'google-places'),
  });
  const user = await app.signIn('keyless@example.com');
  expect(await user.call('GET', '/api-key-places?platform=google&language=en&query=bakery')).toMatchObject({
    status: 409,
    json: { code: 'not-configured' },
  });
  const config = (await app.request({ url: '/api/v1/config' })).json;
  expect(config).toMatchObject({
    platforms: [{ platform: 'google', apiKeyAccess: false }, { platform: 'facebook' }],
  });
  await app.close();
  await simulators.close();
});
