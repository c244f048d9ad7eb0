import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { createTestDatabase, featureModes, type TestDatabase } from '../../testing/database.ts';
import { insertAccount } from '../identity/queries.ts';
import { createFirstBusiness, findOrCreateLocation, listBusinesses } from './businesses.ts';
import { addLocation, changeBusiness, createBusiness, editLocation, setArchived } from './edit-businesses.ts';

describe.each(featureModes)('businesses and locations, %s', (mode) => {
  let database: TestDatabase;
  let account: { id: string; name: string };
  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    account = { id: newId(), name: 'Mara' };
    await inSystem(database.db, async (trx) => {
      await insertAccount(trx, { ...account, locale: 'en', timeZone: 'UTC' });
      await createFirstBusiness({ onBusinessAdded: async () => undefined }, trx, account);
    });
  });

  const list = () => inTenant(database.db, account.id, (trx) => listBusinesses(trx, account.id));
  const owner = () => ({
    accountId: account.id,
    userId: account.id,
    role: 'owner' as const,
    locationIds: null,
  });
  const place = (name: string, address: string | null = null) => ({ name, address, country: null });
  function bind(
    name: string,
    bound: { all?: string[]; samePlatform?: string[] } = {},
    address: string | null = null,
  ) {
    return inTenant(database.db, account.id, (trx) =>
      findOrCreateLocation(
        { onBusinessRenamed: async () => undefined },
        trx,
        account.id,
        place(name, address),
        {
          all: new Set(bound.all ?? []),
          samePlatform: new Set(bound.samePlatform ?? []),
        },
      ),
    );
  }

  test('an account starts with one business and one location, both with the account’s name', async () => {
    expect(await list()).toMatchObject([
      {
        id: expect.any(String),
        name: 'Mara',
        website: null,
        named: false,
        archivedAt: null,
        locations: [{ id: expect.any(String), name: 'Mara', address: null }],
      },
    ]);
  });

  test('the first listing names the empty location and the business; the next listing gets a new location', async () => {
    const first = await bind('Bakery North', {}, '1 High Street');
    const second = await bind('Bakery South', { all: [first], samePlatform: [first] }, '2 Low Street');
    expect(second).not.toBe(first);
    const [business] = await list();
    expect(business?.name).toBe('Bakery North');
    expect(business?.locations).toMatchObject([
      { id: first, name: 'Bakery North', address: '1 High Street' },
      { id: second, name: 'Bakery South', address: '2 Low Street' },
    ]);
  });

  test('a listing of the same name joins the location on another platform, but not on the same one', async () => {
    const first = await bind('Bakery North');
    expect(await bind('BÄKERY north!', { all: [first], samePlatform: [] })).toBe(first);
    expect(await bind('Bakery North', { all: [first], samePlatform: [first] })).not.toBe(first);
  });

  test('a name that a user gave is kept when a platform has another one', async () => {
    const [before] = await list();
    const named = await changeBusiness(
      { ...database, onBusinessRenamed: async () => undefined },
      owner(),
      before?.id ?? '',
      { name: 'Mara\u2019s\u0000 Bakery', website: 'https://bakery.example' },
      undefined,
    );
    expect(named).toMatchObject({
      name: 'Mara\u2019s Bakery',
      website: 'https://bakery.example',
      named: true,
    });
    await bind('Bakery North');
    expect((await list())[0]).toMatchObject({ name: 'Mara\u2019s Bakery', named: true });
  });

  test('what a person named or filled in at the location stays, and the business still gets the platform’s name', async () => {
    const [before] = await list();
    const [location] = before?.locations ?? [];
    const { id = '', updatedAt = '' } = location ?? {};
    const change = { name: 'Main Street', address: '9 Quay', country: null, phone: null, timeZone: null };
    await editLocation(database, owner(), id, before?.id ?? '', change, updatedAt);
    expect(await bind('Bakery North', {}, '1 High Street')).toBe(id);
    const [business] = await list();
    expect(business).toMatchObject({ name: 'Bakery North', named: false });
    expect(business?.locations).toMatchObject([{ id, name: 'Main Street', address: '9 Quay' }]);
  });

  test('the first listing names the business when locations were added before, and joins the one named after it', async () => {
    const [before] = await list();
    const added = { name: 'Harbor', address: null, country: null, phone: null, timeZone: null };
    await addLocation(database, owner(), before?.id ?? '', added);
    const location = await bind('Bakery North');
    const [business] = await list();
    expect(business?.name).toBe('Bakery North');
    expect(location).toBe(before?.locations[0]?.id);
    expect(business?.locations.map(({ name }) => name)).toEqual(['Bakery North', 'Harbor']);
  });

  test('an archived business gets no new location', async () => {
    const [first] = await list();
    const deps = { ...database, onBusinessAdded: async () => undefined };
    const second = await createBusiness(deps, owner(), 'Second');
    await setArchived(database, owner(), first?.id ?? '', true);
    const location = await bind('Bakery North', { all: ['other'] });
    expect((await list()).find((one) => one.id === second.id)?.locations.map(({ id }) => id)).toContain(
      location,
    );
    await expect(setArchived(database, owner(), second.id, true)).rejects.toMatchObject({ code: 'last-one' });
  });
});
