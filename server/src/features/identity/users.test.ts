import { trialDays } from '@kindling/contract/constants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import type { Bearer } from '../../http/caller.ts';
import { createTestDatabase, featureModes, type TestDatabase } from '../../testing/database.ts';
import { giveRole } from '../../testing/give-role.ts';
import { createFirstBusiness } from '../businesses/index.ts';
import { getUser, saveLogin, signUp } from './users.ts';

const issuer = 'https://id.example.com/';
function bearer(name: string, changes: Partial<Bearer> = {}): Bearer {
  return {
    issuer,
    sub: `sub-${name}`,
    email: `${name}@example.com`,
    emailVerified: true,
    token: 'token',
    issuedAt: Math.floor(Date.now() / 1000),
    signedInAt: null,
    secondFactor: false,
    sessionId: null,
    ...changes,
  };
}

describe.each(featureModes)('accounts and users, %s', (mode) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  afterAll(() => database.close());

  const add = (who: Bearer, profile = {}, now?: Date) =>
    signUp(
      database.db,
      who,
      profile,
      {
        onAccountCreated: (trx, account) =>
          createFirstBusiness({ onBusinessAdded: async () => undefined }, trx, account),
        isInvited: async () => false,
      },
      now,
    );
  const get = (who: Bearer) => getUser({ db: database.db, plansEnabled: true }, who, undefined);
  const count = (table: 'accounts' | 'users' | 'businesses' | 'locations' | 'audit_entries') =>
    inSystem(database.db, async (trx) => {
      const row = await trx
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    });
  const counts = async () => [
    await count('accounts'),
    await count('users'),
    await count('businesses'),
    await count('locations'),
    await count('audit_entries'),
  ];

  test.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    // What browsers call zones that have been renamed.
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    [undefined, 'UTC'],
    ['Etc/Unknown', 'UTC'],
    ['+01:00', 'UTC'],
    ['AET', 'UTC'],
    ["UTC'; drop table users", 'UTC'],
  ])('a new account of a browser in %s counts its days in %s', async (zoneinfo, zone) => {
    const who = bearer(`zone-${String(zoneinfo).replace(/\W/g, '')}`);
    const { accountId } = await add(who, { zoneinfo });
    expect((await get(who)).timeZone).toBe(zone);
    const [days] = await inSystem(database.db, (trx) =>
      trx.selectFrom('accounts').select('days_zone').where('id', '=', accountId).execute(),
    );
    expect(days?.days_zone).toBe(zone);
    // Signing up again from elsewhere changes nothing.
    await add(who, { zoneinfo: 'Asia/Tokyo' });
    expect((await get(who)).timeZone).toBe(zone);
  });

  test('a sign-up makes an account with a user, a business, a location and a line in its trail, once', async () => {
    const before = await counts();
    const first = await add(bearer('ann'), {
      name: 'Ann van Berg',
      locale: 'nl-BE',
    });
    const again = await add(bearer('ann'), { name: 'Other' });
    expect(again).toEqual(first);
    expect(await counts()).toEqual(before.map((number) => number + 1));
    expect(await get(bearer('ann'))).toMatchObject({
      uid: 'sub-ann',
      email: 'ann@example.com',
      firstName: 'Ann',
      lastName: 'van Berg',
      displayName: 'Ann van Berg',
      accountName: 'Ann van Berg',
      picture: null,
      role: 'Regular',
      impersonated: false,
      locale: 'nl',
      sub_ends: trialDays,
    });
  });

  test('many calls of one sign-up at the same moment make one account and all answer alike', async () => {
    const before = await counts();
    const made = await Promise.all(Array.from({ length: 8 }, () => add(bearer('race'))));
    expect(new Set(made.map(({ userId }) => userId)).size).toBe(1);
    expect(await counts()).toEqual(before.map((number) => number + 1));
  });

  test('another identity with the same address is a conflict, in any spelling, and nothing is made', async () => {
    await add(bearer('owner'));
    const before = await counts();
    for (const other of [
      bearer('owner', { sub: 'other' }),
      bearer('owner', { sub: 'other', email: 'OWNER@Example.com' }),
      bearer('owner', { issuer: 'https://other.example.com/' }),
    ])
      await expect(add(other)).rejects.toMatchObject({ code: 'conflict' });
    expect(await counts()).toEqual(before);
  });

  test('two identities with one address at the same time: one gets it', async () => {
    const results = await Promise.allSettled(
      ['one', 'two', 'three'].map((sub) => add(bearer('wanted', { sub }))),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
  });

  test('any name is taken as text', async () => {
    const named = async (subject: string, profile = {}) => {
      await add(bearer(subject), profile);
      return get(bearer(subject));
    };
    expect(await named('odd', { displayName: '<b>O\'Neil "x"</b> 🦆', locale: 'xx' })).toMatchObject({
      displayName: '<b>O\'Neil "x"</b> 🦆',
      picture: null,
      locale: 'en',
    });
    expect((await named('bare')).displayName).toBe('bare');
    // What the database has no place for, and what turns the words around it.
    const spoilt = await named('spoilt', { name: 'An\u0000na\u202e\nBo\ud800' });
    expect([spoilt.displayName, spoilt.accountName]).toEqual(['An na Bo\ufffd', 'An na Bo\ufffd']);
    const unseen = await named('unseen', { name: '\u200b\u2060' });
    expect(unseen.accountName).toBe(bearer('unseen').email);
  });

  test('signing in: true for the known and the not yet known, false for the blocked', async () => {
    expect(await saveLogin(database.db, bearer('not-yet'))).toEqual({ status: true });
    const { userId } = await add(bearer('visitor'));
    expect(await saveLogin(database.db, bearer('visitor', { email: 'visitor@new.example.com' }))).toEqual({
      status: true,
    });
    const seen = await inSystem(database.db, (trx) =>
      trx
        .selectFrom('users')
        .select(['email', 'last_login_at'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow(),
    );
    expect(seen).toEqual({ email: 'visitor@new.example.com', last_login_at: expect.any(Date) });
    await inSystem(database.db, (trx) =>
      trx.updateTable('users').set({ blocked_at: new Date() }).where('id', '=', userId).execute(),
    );
    expect(await saveLogin(database.db, bearer('visitor'))).toMatchObject({ status: false });
    await expect(get(bearer('visitor'))).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('signing in with an address that another user holds meanwhile keeps the own one', async () => {
    await add(bearer('first'));
    await add(bearer('second'));
    expect(await saveLogin(database.db, bearer('second', { email: 'FIRST@example.com' }))).toEqual({
      status: true,
    });
    expect((await get(bearer('second'))).email).toBe('second@example.com');
  });

  test('a bearer without a user record is not found; a role comes from us alone', async () => {
    await expect(get(bearer('nobody'))).rejects.toMatchObject({ code: 'not-found' });
    await add(bearer('chief'));
    await giveRole(database.db, 'chief@example.com', 'Super Admin');
    expect((await get(bearer('chief'))).role).toBe('Super Admin');
  });
});
