import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { createTestDatabase, databaseModes, type TestDatabase } from '../../testing/database.ts';
import { insertAccount } from '../identity/queries.ts';
import { createFirstBusiness, listBusinesses, locationFor, nameBusiness } from './businesses.ts';

describe.each(databaseModes)('businesses and locations, %s', (mode) => {
  let database: TestDatabase;
  let account: { id: string; name: string };
  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    account = { id: newId(), name: 'Mara' };
    await inSystem(database.db, async (trx) => {
      await insertAccount(trx, { ...account, locale: 'en', trialEndsAt: new Date() });
      await createFirstBusiness(trx, account);
    });
  });

  const list = () => inTenant(database.db, account.id, (trx) => listBusinesses(trx, account.id));
  const place = (name: string, address: string | null = null) => ({ name, address, country: null });
  function bind(
    name: string,
    bound: { all?: string[]; samePlatform?: string[] } = {},
    address: string | null = null,
  ) {
    return inTenant(database.db, account.id, (trx) =>
      locationFor(trx, account.id, place(name, address), {
        all: new Set(bound.all ?? []),
        samePlatform: new Set(bound.samePlatform ?? []),
      }),
    );
  }

  test('an account starts with one business and one location of its name', async () => {
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        name: 'Mara',
        website: null,
        named: false,
        locations: [{ id: expect.any(String), name: 'Mara', address: null }],
      },
    ]);
  });

  test('the first place names the empty location and the business; the next gets a location of its own', async () => {
    const first = await bind('Bakery North', {}, '1 High Street');
    const second = await bind('Bakery South', { all: [first], samePlatform: [first] }, '2 Low Street');
    expect(second).not.toBe(first);
    const [business] = await list();
    expect(business?.name).toBe('Bakery North');
    expect(business?.locations).toEqual([
      { id: first, name: 'Bakery North', address: '1 High Street' },
      { id: second, name: 'Bakery South', address: '2 Low Street' },
    ]);
  });

  test('the same name on another platform is the same place, on the same platform another one', async () => {
    const first = await bind('Bakery North');
    expect(await bind('BÄKERY north!', { all: [first], samePlatform: [] })).toBe(first);
    expect(await bind('Bakery North', { all: [first], samePlatform: [first] })).not.toBe(first);
  });

  test('a name given by hand stays when a platform tells another one', async () => {
    const [before] = await list();
    const named = await inTenant(database.db, account.id, (trx) =>
      nameBusiness(trx, account.id, {
        id: before?.id ?? '',
        name: 'Mara\u2019s\u0000 Bakery',
        website: 'https://bakery.example',
      }),
    );
    expect(named).toMatchObject({
      name: 'Mara\u2019s Bakery',
      website: 'https://bakery.example',
      named: true,
    });
    await bind('Bakery North');
    expect((await list())[0]).toMatchObject({ name: 'Mara\u2019s Bakery', named: true });
  });

  test('another account\u2019s business cannot be named', async () => {
    const other = { id: newId(), name: 'Other' };
    await inSystem(database.db, async (trx) => {
      await insertAccount(trx, { ...other, locale: 'en', trialEndsAt: new Date() });
      await createFirstBusiness(trx, other);
    });
    const [mine] = await list();
    await expect(
      inTenant(database.db, other.id, (trx) =>
        nameBusiness(trx, other.id, { id: mine?.id ?? '', name: 'Stolen', website: null }),
      ),
    ).rejects.toMatchObject({ code: 'not-found' });
    expect((await list())[0]?.name).toBe('Mara');
  });
});
