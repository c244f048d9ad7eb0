import type { Business, Location } from '@kindling/contract/businesses';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { listDueListings } from '../connections/index.ts';

const empty = { address: null, country: null, phone: null, timeZone: null };

describe.each(featureModes)('businesses over the API, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    user = await app.signIn(`shopkeeper${people}@example.com`);
  });

  async function list(by = user): Promise<Business[]> {
    return ((await by.call('GET', '/businesses')).json as { businesses: Business[] }).businesses;
  }
  async function first(): Promise<Business> {
    const [business] = await list();
    if (business === undefined) throw new Error('No business');
    return business;
  }
  async function create(name: string): Promise<Business> {
    const answer = await user.call('POST', '/businesses', { name });
    expect(answer.status).toBe(201);
    return (answer.json as { business: Business }).business;
  }

  test('a business is created with a first location, changed, archived and restored', async () => {
    const made = await create('Bakery South');
    expect(made).toMatchObject({ named: true, archivedAt: null, locations: [{ name: 'Bakery South' }] });
    const updated = await user.call('PUT', `/businesses/${made.id}`, {
      name: 'Bakery South',
      website: 'https://south.example',
      category: 'Bakery',
      phone: '+44 20 7946 0000',
      brandColor: '#a1b2c3',
      updatedAt: made.updatedAt,
    });
    expect(updated).toMatchObject({
      status: 200,
      json: { business: { category: 'Bakery', brandColor: '#a1b2c3', phone: '+44 20 7946 0000' } },
    });
    const late = await user.call('PUT', `/businesses/${made.id}`, {
      name: 'Too late',
      website: null,
      updatedAt: made.updatedAt,
    });
    expect(late).toMatchObject({ status: 409, json: { code: 'conflict' } });
    const away = await user.call('PUT', `/businesses/${made.id}/archived`, { archived: true });
    expect((away.json as { business: Business }).business.archivedAt).not.toBeNull();
    const last = await user.call('PUT', `/businesses/${(await first()).id}/archived`, { archived: true });
    expect(last).toMatchObject({ status: 409, json: { code: 'last-one' } });
    await user.call('PUT', `/businesses/${made.id}/archived`, { archived: false });
    expect((await list()).map(({ archivedAt }) => archivedAt)).toEqual([null, null]);
    expect((await user.call('DELETE', `/businesses/${made.id}`)).status).toBe(200);
    expect(await list()).toHaveLength(1);
    expect(await user.call('DELETE', `/businesses/${(await first()).id}`)).toMatchObject({
      json: { code: 'last-one' },
    });
  });

  test('a URL with a user name or a password is refused', async () => {
    const { id, name } = await create('Deceived');
    for (const website of ['https://user:password@south.example', 'https://south.example@evil.example'])
      expect.soft(await user.call('PUT', `/businesses/${id}`, { name, website })).toMatchObject({
        status: 400,
        json: { code: 'invalid-input', fields: [{ path: 'website' }] },
      });
    expect((await user.call('DELETE', `/businesses/${id}`)).status).toBe(200);
  });

  test('a location is added, changed, moved to another business and removed', async () => {
    const second = await create('Second');
    const { id } = await first();
    const added = await user.call('POST', `/businesses/${id}/locations`, { name: 'Harbour', ...empty });
    expect(added.status).toBe(201);
    const { location } = added.json as { location: Location };
    const change = {
      name: 'Harbour',
      businessId: second.id,
      address: '1 Quay',
      country: 'PT',
      phone: null,
      timeZone: 'Europe/Lisbon',
      updatedAt: location.updatedAt,
    };
    const moved = await user.call('PUT', `/locations/${location.id}`, change);
    expect(moved).toMatchObject({
      status: 200,
      json: { location: { businessId: second.id, country: 'PT' } },
    });
    expect(await user.call('PUT', `/locations/${location.id}`, change)).toMatchObject({
      json: { code: 'conflict' },
    });
    const { updatedAt } = (moved.json as { location: Location }).location;
    expect(
      await user.call('PUT', `/locations/${location.id}`, { ...change, updatedAt, timeZone: 'Mars/Base' }),
    ).toMatchObject({ status: 400, json: { fields: [{ path: 'timeZone' }] } });
    expect((await user.call('DELETE', `/locations/${location.id}`)).status).toBe(200);
  });

  test('a location with a listing cannot be removed, and an archived business is not synced on schedule', async () => {
    const { listings } = await connectListings(app, user);
    const [listing] = listings;
    const business = await first();
    await create('Other');
    expect(await user.call('DELETE', `/locations/${listing?.locationId}`)).toMatchObject({
      status: 409,
      json: { code: 'in-use' },
    });
    expect(await user.call('DELETE', `/businesses/${business.id}`)).toMatchObject({
      json: { code: 'in-use' },
    });
    const due = async () => {
      await inTenant(app.services.db, user.accountId, (trx) =>
        trx
          .updateTable('listings')
          .set({ next_sync_at: new Date(0) })
          .execute(),
      );
      const rows = await inSystem(app.services.db, (trx) => listDueListings(trx, 100));
      return rows.some((row) => row.id === listing?.id);
    };
    expect(await due()).toBe(true);
    await user.call('PUT', `/businesses/${business.id}/archived`, { archived: true });
    expect(await due()).toBe(false);
  });

  test('businesses of another account are not found', async () => {
    const business = await first();
    const location = business.locations[0];
    const stranger = await app.signIn(`stranger${people}@example.com`);
    const theirs = (await list(stranger))[0];
    const attempts: [string, string, unknown][] = [
      ['PUT', `/businesses/${business.id}`, { name: 'Stolen', website: null }],
      ['PUT', `/businesses/${business.id}/archived`, { archived: true }],
      ['DELETE', `/businesses/${business.id}`, undefined],
      ['POST', `/businesses/${business.id}/locations`, { name: 'Mine', ...empty }],
      ['DELETE', `/locations/${location?.id}`, undefined],
      [
        'PUT',
        `/locations/${location?.id}`,
        { name: 'Mine', businessId: theirs?.id, ...empty, updatedAt: location?.updatedAt },
      ],
      [
        'PUT',
        `/locations/${theirs?.locations[0]?.id}`,
        { name: 'Mine', businessId: business.id, ...empty, updatedAt: theirs?.locations[0]?.updatedAt },
      ],
    ];
    for (const [method, path, body] of attempts)
      expect(await stranger.call(method, path, body), `${method} ${path}`).toMatchObject({ status: 404 });
    expect(await list()).toEqual([business]);
  });
});
