import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { storedEvents } from '../../testing/deliver-events.ts';
import { type ConnectedListing, signInWithListing } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('events of connections, listings and accounts, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listing: ConnectedListing;
  let people = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    ({ user, listing } = await signInWithListing(app, people));
  });

  const run = (change: ReturnType<typeof sql>) =>
    inTenant(app.services.db, user.accountId, (trx) => change.execute(trx));
  const names = async (prefix: string) =>
    (await storedEvents(app.services, user.accountId)).filter(({ name }) => name.startsWith(prefix));

  test('a connection says when it stops working and when it works again, once each', async () => {
    for (const status of ['needs_reauthorization', 'withdrawn', 'active', 'active', 'disconnected', 'active'])
      await run(sql`update connections set status = ${status}`);
    expect((await names('connection.')).map(({ name, data }) => [name, data])).toEqual([
      ['connection.trouble', { platform: 'google', status: 'needs_reauthorization' }],
      ['connection.mended', { platform: 'google', status: 'active' }],
      ['connection.disconnected', { platform: 'google', status: 'disconnected' }],
      ['connection.mended', { platform: 'google', status: 'active' }],
    ]);
  });

  test('a listing says when it is added, when its figures change, when it moves and when it is removed', async () => {
    await run(sql`update listings set platform_average = 4.5, platform_count = 10`);
    await run(sql`update listings set platform_average = 4.5, last_success_at = now()`);
    await run(sql`delete from listings`);
    expect(await names('listing.')).toEqual(
      ['listing.added', 'listing.figures-changed', 'listing.removed'].map((name) => ({
        name,
        subjectId: listing.id,
        locationId: listing.locationId,
        data: { platform: 'google' },
      })),
    );
  });

  test('an account says when it is created, which fields change, and when its deletion is scheduled or taken back', async () => {
    await run(sql`update accounts set name = 'Another name', plan_ends_at = now()`);
    await run(sql`update accounts set name = 'Another name'`);
    await run(sql`update accounts set deletion_scheduled_for = now()`);
    await run(sql`update accounts set deletion_scheduled_for = null`);
    const events = await names('account.');
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      ['account.created', {}],
      ['account.changed', { fields: ['name', 'plan'] }],
      ['account.deletion-scheduled', {}],
      ['account.deletion-canceled', {}],
    ]);
    expect(events.every(({ subjectId }) => subjectId === user.accountId)).toBe(true);
  });
});
