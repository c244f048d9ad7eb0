import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorFailure } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { finishAuthorization, startAuthorization } from './index.ts';

describe.each(featureModes)('choosing listings, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { google, facebook } = app.platforms;
    google.account = { externalId: 'google-owner', displayName: 'google owner' };
    google.listings = [aPlatformListing('one', { name: 'Café Linden' }), aPlatformListing('two')];
    facebook.listings = [aPlatformListing('page', { name: 'CAFÉ  LINDEN'.replace('  ', ' ') })];
    people += 1;
    // Clears a pause that the platform asked for in an earlier test.
    await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_rate_limits').execute());
    user = await app.signIn(`chooser${people}@example.com`);
  });

  async function connect(platform: 'google' | 'facebook'): Promise<string> {
    const { connections } = app.services;
    const { url, browserSecret } = await startAuthorization(connections, user, platform);
    const state = new URL(url).searchParams.get('state') ?? '';
    const result = await finishAuthorization(connections, { platform, state, code: 'code', browserSecret });
    if ('problem' in result) throw new Error(result.problem);
    return result.connectionId;
  }

  function choose(connectionId: string, externalIds: string[]) {
    return user.call('PUT', `/connections/${connectionId}/listings`, { externalIds });
  }

  function rows() {
    return inTenant(app.services.db, user.accountId, async (trx) => ({
      listings: await trx
        .selectFrom('listings')
        .select(['id', 'external_id', 'connection_id', 'location_id', 'name', 'resource_name', 'platform'])
        .orderBy('created_at')
        .orderBy('external_id')
        .execute(),
      locations: await trx
        .selectFrom('locations')
        .select(['id', 'name', 'address', 'country'])
        .orderBy('created_at')
        .execute(),
      businesses: await trx.selectFrom('businesses').select('name').execute(),
      chosen: (await trx.selectFrom('audit_entries').select('action').execute()).filter(
        (row) => row.action === 'listing.chosen',
      ).length,
    }));
  }

  async function waitingFirstSyncs(): Promise<number> {
    const { rows: jobs } = await app.services.db.pool.query<{ count: number }>(
      "select count(*)::int as count from pgboss.job where name = 'sync.listing' and data->>'accountId' = $1",
      [user.accountId],
    );
    return jobs[0]?.count ?? 0;
  }

  test('the first listing gives the location and the business their names and requests its first sync', async () => {
    const id = await connect('google');
    const answer = await choose(id, ['one']);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({ connection: { id, listings: [{ name: 'Café Linden' }] } });
    const { listings, locations, businesses } = await rows();
    expect(listings).toHaveLength(1);
    expect(locations).toEqual([
      { id: listings[0]?.location_id, name: 'Café Linden', address: '1 High Street', country: 'GB' },
    ]);
    expect(businesses).toEqual([{ name: 'Café Linden' }]);
    expect(await waitingFirstSyncs()).toBe(1);
  });

  test('an unknown, foreign or unreadable id is refused with the field named', async () => {
    app.platforms.google.listings.push(aPlatformListing('unverified', { readable: false }));
    const id = await connect('google');
    for (const ids of [['page'], ['one', 'nobody'], ['unverified']]) {
      const answer = await choose(id, ids);
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ code: 'invalid-input', fields: [{ path: 'externalIds' }] });
    }
    expect((await choose(id, [])).status).toBe(400);
    expect(await rows()).toMatchObject({ listings: [], chosen: 0 });
    expect(await waitingFirstSyncs()).toBe(0);
    const offered = await user.call('GET', `/connections/${id}/available`);
    expect(offered.json).toMatchObject({
      listings: [{ externalId: 'one' }, { externalId: 'two' }, { externalId: 'unverified', readable: false }],
    });
  });

  test('choosing again changes nothing, and earlier choices are kept', async () => {
    const id = await connect('google');
    await choose(id, ['one']);
    await choose(id, ['one']);
    await choose(id, ['two']);
    const before = await rows();
    expect(before.listings.map((row) => row.external_id)).toEqual(['one', 'two']);
    expect(before.chosen).toBe(2);
    expect(before.locations).toHaveLength(2);
    await choose(id, ['two', 'one', 'one']);
    expect(await rows()).toEqual(before);
    const offered = await user.call('GET', `/connections/${id}/available`);
    expect(offered.json).toMatchObject({ listings: [{ chosen: true }, { chosen: true }] });
  });

  test('a place of the same name on another platform joins the existing location', async () => {
    await choose(await connect('google'), ['one', 'two']);
    await choose(await connect('facebook'), ['page']);
    const { listings, locations } = await rows();
    const place = (externalId: string) => listings.find((row) => row.external_id === externalId)?.location_id;
    expect(place('page')).toBe(place('one'));
    expect(place('two')).not.toBe(place('one'));
    expect(locations).toHaveLength(2);
  });

  test('two places of the same name on one platform get two locations', async () => {
    app.platforms.google.listings = ['a', 'b'].map((id) => aPlatformListing(id, { name: 'Same name' }));
    await choose(await connect('google'), ['a', 'b']);
    const { listings, locations } = await rows();
    expect(new Set(listings.map((row) => row.location_id)).size).toBe(2);
    expect(locations).toHaveLength(2);
  });

  test('I2 a place that a second connection reaches stays one listing with its reviews', async () => {
    const first = await connect('google');
    await choose(first, ['one']);
    const [listing] = (await rows()).listings;
    if (listing === undefined) throw new Error('No listing');
    const place = { id: listing.id, locationId: listing.location_id, platform: 'google' as const };
    await addReviews(app, user, place, [aReview(), aReview()]);
    app.platforms.google.account = { externalId: 'agency', displayName: 'agency' };
    app.platforms.google.listings = [
      aPlatformListing('one', { name: 'Café Linden 2', resourceName: 'accounts/9/locations/one' }),
    ];
    const second = await connect('google');
    expect(second).not.toBe(first);
    await choose(second, ['one']);
    expect((await rows()).listings).toEqual([
      {
        ...listing,
        connection_id: second,
        name: 'Café Linden 2',
        resource_name: 'accounts/9/locations/one',
      },
    ]);
    expect((await user.call('DELETE', `/connections/${first}`, { content: 'now' })).status).toBe(200);
    const list = await user.call('GET', '/connections');
    expect(list.json).toMatchObject({ connections: [{ id: second, listings: [{ storedCount: 2 }] }] });
  });

  test('a refusal of the platform is returned and shown on the connection', async () => {
    const id = await connect('google');
    app.platforms.google.failures = [new ConnectorFailure('retry-after', 'busy', { retryAfter: 33 })];
    const busy = await user.call('GET', `/connections/${id}/available`);
    expect(busy).toMatchObject({ status: 503, json: { code: 'platform-busy', retryAfter: 33 } });
    expect((await user.call('GET', '/connections')).json).toMatchObject({
      connections: [{ status: 'active' }],
    });
    // The pause applies to all calls, so the platform gets no call before its end.
    const waiting = (await user.call('GET', '/connections')).json as {
      connections: { waitingUntil: string | null }[];
    };
    expect(Date.parse(waiting.connections[0]?.waitingUntil ?? '')).toBeGreaterThan(Date.now());
    await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_rate_limits').execute());
    app.platforms.google.failures = [new ConnectorFailure('withdrawn', 'gone')];
    expect((await choose(id, ['one'])).json).toMatchObject({ code: 'platform-withdrawn' });
    expect((await user.call('GET', '/connections')).json).toMatchObject({
      connections: [{ status: 'withdrawn', reason: 'platform-withdrawn' }],
    });
  });

  test('a connection of another account is not found', async () => {
    const id = await connect('google');
    const stranger = await app.signIn(`other${people}@example.com`);
    for (const [method, path, body] of [
      ['GET', `/connections/${id}/available`, undefined],
      ['PUT', `/connections/${id}/listings`, { externalIds: ['one'] }],
      ['DELETE', `/connections/${id}`, { content: 'now' }],
    ] as const)
      expect((await stranger.call(method, path, body)).status).toBe(404);
    expect((await user.call('GET', '/connections')).json).toMatchObject({ connections: [{ id }] });
  });

  test('connecting again makes waiting listings due at once', async () => {
    const id = await connect('google');
    await choose(id, ['one']);
    await app.services.db.pool.query("delete from pgboss.job where name = 'sync.listing'");
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('listings')
        .set({ next_sync_at: new Date(Date.now() + 3_600_000) })
        .execute(),
    );
    expect(await connect('google')).toBe(id);
    expect(await waitingFirstSyncs()).toBe(1);
    const [row] = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('listings').select('next_sync_at').execute(),
    );
    expect(row?.next_sync_at.getTime()).toBeLessThan(Date.now() + 60_000);
  });
});
