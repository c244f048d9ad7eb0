/** The dashboard's figures, compared with counts of the tables themselves. */
import type { AdminDashboard } from '@kindling/contract/admin-dashboard';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { databaseModes } from '../../testing/database.ts';
import { createTenantFixture, type TenantFixture } from '../../testing/tenant-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { setSyncPause } from '../connections/index.ts';
import { countAll } from './count.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const neverStops = new AbortController().signal;

describe.each(databaseModes)('the dashboard, %s', (mode) => {
  let app: TestApp;
  let world: TenantFixture;
  let admin: TestUser;
  const now = new Date();

  beforeAll(async () => {
    app = await startTestApp(mode, { payments: true });
    world = await createTenantFixture(app, 'counted');
    admin = await app.signInAdmin('admin@example.com');
    await spreadOverDays();
  });
  afterAll(() => app.close());

  /** Gives what happened other times: of the last 40 days, on both sides of midnight, and long ago. */
  async function spreadOverDays(): Promise<void> {
    const { accountId } = world.user;
    await inSystem(app.services.db, async (system) => {
      await sql`update reviews set created_at = date_trunc('day', now(), 'UTC')
        - make_interval(days => (abs(hashtext(id::text)) % 40))
        + make_interval(secs => (abs(hashtext(external_id)) % 3) - 1)`.execute(system);
      await sql`insert into sync_runs (account_id, id, listing_id, kind, outcome, trigger, started_at, finished_at)
        select l.account_id, gen_random_uuid(), l.id, 'newest',
               (array['succeeded', 'partial', 'failed'])[1 + n % 3], 'schedule',
               now() - make_interval(hours => n), now() - make_interval(hours => n)
          from listings l, generate_series(0, 60) n where l.account_id = ${accountId}::uuid`.execute(system);
      await sql`insert into emails (id, account_id, recipient, template, locale, sealed, state, created_at, next_try_at,
                 give_up_at, ended_at)
        select gen_random_uuid(), ${accountId}::uuid, 'somebody@example.com', 'welcome', 'en',
               case when n % 4 = 0 then 'sealed' end, case when n % 4 = 0 then 'dead' else 'sent' end,
               now(), now(), now(), now() - make_interval(hours => n)
          from generate_series(0, 50) n`.execute(system);
      await sql`update listings set paused = true where account_id = ${accountId}::uuid
        and id = (select min(id::text)::uuid from listings where account_id = ${accountId}::uuid)`.execute(
        system,
      );
      await sql`update listings set operator_paused_at = now() where account_id = ${accountId}::uuid
        and id = (select max(id::text)::uuid from listings where account_id = ${accountId}::uuid)`.execute(
        system,
      );
      await system
        .insertInto('invoices')
        .values(
          [0, 0, 40, 400].map((days, index) => ({
            account_id: accountId,
            id: newId(),
            provider_id: `in_counted_${index}`,
            number: `K-${index}`,
            status: 'paid',
            subscription_id: null,
            total: 1500,
            paid: 1500,
            refunded: index === 1 ? 500 : 0,
            currency: index === 1 ? 'usd' : 'eur',
            disputed: false,
            attempts: 1,
            payment_intent: null,
            created_at: new Date(now.getTime() - days * dayMs),
            paid_at: new Date(now.getTime() - days * dayMs),
          })),
        )
        .execute();
    });
  }

  async function read(days: number): Promise<AdminDashboard> {
    const answer = await admin.call('GET', `/admin/dashboard?days=${days}`);
    expect(answer.status).toBe(200);
    return answer.json as AdminDashboard;
  }
  const count = () => countAll({ db: app.services.db, now: () => now }, neverStops);

  /** One number of the tables themselves. */
  async function raw(text: string): Promise<number> {
    const { rows } = await inSystem(app.services.db, (system) =>
      sql.raw<{ n: string }>(text).execute(system),
    );
    return Number(rows[0]?.n);
  }

  test('before the first count it says so, and what is live is there', async () => {
    const dashboard = await read(7);
    expect(dashboard).toMatchObject({ countedAt: null, users: { all: 0 }, live: { mail: { dead: 13 } } });
    expect(dashboard.days).toHaveLength(7);
  });

  test('each figure equals a count of the tables', async () => {
    await count();
    const dashboard = await read(90);
    expect(dashboard.countedAt).toBe(now.toISOString());
    expect(dashboard.users.all).toBe(await raw('select count(*) n from users'));
    expect(dashboard.accounts.all).toBe(await raw('select count(*) n from accounts'));
    const listings = Object.values(dashboard.listings).reduce((sum, one) => sum + one, 0);
    expect(listings).toBe(await raw('select count(*) n from listings'));
    expect(dashboard.listings.paused).toBe(
      await raw('select count(*) n from listings where paused or operator_paused_at is not null'),
    );
    expect(dashboard.listings.paused).toBeGreaterThan(
      await raw('select count(*) n from listings where paused'),
    );
    const plans = Object.values(dashboard.plans ?? {}).reduce((sum, one) => sum + one, 0);
    expect(plans).toBe(dashboard.accounts.all);
    expect(dashboard.plans?.trial).toBe(
      await raw("select count(*) n from accounts where plan_state = 'trial' and plan_ends_at > now()"),
    );
    const sumOf = (pick: (day: AdminDashboard['days'][number]) => number) =>
      dashboard.days.reduce((sum, day) => sum + pick(day), 0);
    expect(sumOf((day) => day.reviews)).toBe(await raw('select count(*) n from reviews'));
    expect(sumOf((day) => day.users)).toBe(dashboard.users.all);
    expect(sumOf((day) => day.accounts)).toBe(dashboard.accounts.all);
    expect(sumOf((day) => day.mail.sent)).toBe(
      await raw(`select count(*) n from emails where state = 'sent'`),
    );
    expect(sumOf((day) => day.mail.dead)).toBe(13);
    for (const outcome of ['succeeded', 'partial', 'failed'] as const)
      expect(sumOf((day) => day.syncs[outcome])).toBe(
        await raw(`select count(*) n from sync_runs where outcome = '${outcome}'`),
      );
  });

  test('each day holds what happened on it, by UTC', async () => {
    const { days } = await read(90);
    expect(days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
    for (const { day, reviews } of days)
      expect
        .soft(`${day} ${reviews}`)
        .toBe(
          `${day} ${await raw(`select count(*) n from reviews where (created_at at time zone 'UTC')::date = '${day}'`)}`,
        );
    expect((await read(7)).days).toEqual(days.slice(-7));
  });

  test('revenue is what was paid less what was paid back, by month and currency', async () => {
    const { revenue } = await read(30);
    expect(revenue?.months).toHaveLength(13);
    expect(revenue?.months.at(-1)).toBe(now.toISOString().slice(0, 7));
    const euros = revenue?.currencies.find(({ currency }) => currency === 'eur')?.amounts ?? [];
    const dollars = revenue?.currencies.find(({ currency }) => currency === 'usd')?.amounts ?? [];
    expect(dollars.at(-1)).toBe(1000);
    // The invoice of 400 days ago is before the first month.
    expect(euros.reduce((sum, one) => sum + one, 0)).toBe(3000);
  });

  test('counting again changes nothing, and counts what is new', async () => {
    const before = await read(90);
    await count();
    await Promise.all([count(), count()]);
    expect({ ...(await read(90)), live: before.live }).toEqual(before);
    await app.signIn('later@example.com');
    await count();
    const after = await read(90);
    expect(after.accounts.all).toBe(before.accounts.all + 1);
    expect(after.days.at(-1)?.accounts).toBe((before.days.at(-1)?.accounts ?? 0) + 1);
  });

  test('after days without a worker the days between are counted too', async () => {
    const db = app.services.db;
    await inSystem(db, async (system) => {
      await system.deleteFrom('installation_counts').where('metric', '=', 'syncs.finished').execute();
      await system
        .updateTable('installation_figures')
        .set({ counted_at: new Date(now.getTime() - 4 * dayMs) })
        .where('metric', '=', 'counted')
        .where('part', '=', 'syncs.finished')
        .execute();
    });
    await count();
    const dashboard = await read(7);
    const all = dashboard.days.reduce((sum, { syncs }) => sum + syncs.failed, 0);
    expect(all).toBe(await raw(`select count(*) n from sync_runs where outcome = 'failed'`));
  });

  test('after the clock was ahead for a while, what is new is counted', async () => {
    await countAll({ db: app.services.db, now: () => new Date(now.getTime() + 2 * dayMs) }, neverStops);
    await count();
    const before = await read(7);
    await app.signIn('after-the-jump@example.com');
    await count();
    expect((await read(7)).days.at(-1)?.accounts).toBe((before.days.at(-1)?.accounts ?? 0) + 1);
  });

  test('dead letters and withdrawn platforms are on the list of what needs somebody', async () => {
    await inSystem(app.services.db, (system) =>
      system
        .updateTable('connections')
        .set({ status: 'withdrawn' })
        .where('account_id', '=', world.user.accountId)
        .where('platform', '=', 'google')
        .execute(),
    );
    await count();
    const { attention, connections } = await read(7);
    expect(attention).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'dead-letters', count: 13 }),
        expect.objectContaining({ kind: 'platform-withdrawn', platform: 'google' }),
        expect.objectContaining({ kind: 'sync-failing' }),
      ]),
    );
    expect(connections).toContainEqual({ platform: 'google', status: 'withdrawn', count: 1 });
  });

  test('a platform that an administrator paused is on that list until it is resumed', async () => {
    const pauses = async () =>
      (await read(30)).attention
        .filter(({ kind }) => kind === 'operator-paused')
        .map(({ platform }) => platform);
    expect(await pauses()).toEqual([]);
    const pause = (paused: boolean) =>
      inSystem(app.services.db, (system) => setSyncPause(system, 'google', paused));
    await pause(true);
    expect(await pauses()).toEqual(['google']);
    await pause(false);
    expect(await pauses()).toEqual([]);
  });

  test('refuses a number of days that there is not', async () => {
    expect((await admin.call('GET', '/admin/dashboard?days=8')).status).toBe(400);
  });
});
