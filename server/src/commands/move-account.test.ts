import { createHash } from 'node:crypto';
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { identityMigrations } from '@kindling/identity';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { slices } from '../app.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { inTenant } from '../db/transaction.ts';
import { deliverEvents } from '../events/deliver.ts';
import { registerSubscribers } from '../events/jobs.ts';
import { subscribe } from '../events/subscriber.ts';
import { openTokens, sealContext } from '../features/connections/tokens.ts';
import { createEmbed, publishEmbed } from '../features/embeds/index.ts';
import { audit, sealChain, verifyChain } from '../features/identity/index.ts';
import { runSync } from '../features/sync/run-sync.ts';
import { createSecretBox } from '../lib/secret-box.ts';
import { addAlerts } from '../testing/alert-fixture.ts';
import { addCollecting } from '../testing/collect-fixture.ts';
import {
  createTestDatabase,
  databaseModes,
  queryAsOwner,
  silentLog,
  type TestDatabase,
} from '../testing/database.ts';
import { deliverAllEvents, eventNames } from '../testing/deliver-events.ts';
import { connectListings } from '../testing/factories.ts';
import { aReview } from '../testing/fake-connector.ts';
import { addInboxRows } from '../testing/inbox-rows.ts';
import { makePng } from '../testing/png.ts';
import { somePicture } from '../testing/samples.ts';
import { runsEverything } from '../testing/scope.ts';
import { addSubscription } from '../testing/subscription-fixture.ts';
import { addTeamMember, fillTeam } from '../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { copyAccount, movedTables } from './move-account.ts';

const neverStops = new AbortController().signal;

// Both databases and two synced accounts are made before the first test.
vi.setConfig({ hookTimeout: 180_000 });
const extraSets = [{ set: 'identity', migrations: identityMigrations }];

/** Creates a sign-in at the identity service, which these tests do not run. */
async function addSignIn(db: Database, sub: string, email: string): Promise<void> {
  await db.pool.query(
    `insert into identity.account
       (sub, email, password_hash, locale, email_verified_at, credentials_changed_at, created_at)
     values ($1, $2, 'a hash', 'en', now(), now(), now())`,
    [sub, email],
  );
  await db.pool.query(
    `with keys as (
       insert into identity.passkey (id, sub, public_key, counter, transports, name, created_at)
       values ('key of ' || $1::text, $1::text, '\\x00ff', 7, '{internal,hybrid}', 'Firefox', now())),
     apps as (
       insert into identity.authenticator_app (sub, secret_sealed, last_step, created_at)
       values ($1::text, '\\x01', 59000000, now()))
     insert into identity.recovery_code (sub, code_hash) values ($1::text, 'one'), ($1::text, 'two')`,
    [sub],
  );
}

/** From the embedded database, as most moves are. */
const origins = runsEverything ? databaseModes : databaseModes.slice(0, 1);

/** The target is a PostgreSQL server, so one must be on this machine. */
describe.each(databaseModes.includes('postgres') ? origins : [])('move-account from %s', (mode) => {
  let app: TestApp;
  let target: TestDatabase;
  let mover: TestUser;
  let other: TestUser;

  beforeAll(async () => {
    app = await startTestApp(mode, { payments: true });
    target = await createTestDatabase('postgres', { empty: true });
    const source = app.services.db;
    await migrate(source, { log: silentLog, extraSets });
    other = await fill('other@example.com');
    mover = await fill('mover@example.com');
    for (const user of [mover, other]) await addSignIn(source, user.sub, user.email);
    await deliverAllEvents(app.services, mover.accountId);
    await sealChain({ db: source }, { accountId: mover.accountId }, neverStops);
    await inTenant(source, mover.accountId, async (trx) => {
      await trx.updateTable('accounts').set({ name: 'A shop that moves' }).execute();
      await audit(trx, { accountId: mover.accountId, userId: mover.userId, action: 'account.renamed' });
    });
  });
  afterAll(async () => {
    await target.close();
    await app.close();
  });

  /** Creates an account with rows in every table. */
  async function fill(email: string): Promise<TestUser> {
    const { services, platforms } = app;
    platforms.google.account = { externalId: email, displayName: email };
    const texts = ['plain', 'Zeile\nzwei "quoted" \\ {,} NULL', '😀 שלום', null];
    const reviews = Array.from({ length: 230 }, (_, at) =>
      aReview({ rating: (at % 5) + 1, text: texts[at % texts.length] ?? null }),
    );
    platforms.google.reviews.set('google-place', reviews);
    const user = await app.signIn(email);
    const { listings } = await connectListings(app, user);
    const [listing] = listings;
    if (listing === undefined) throw new Error('No listing');
    await addSubscription(app, user);
    await runSync(services.sync, user.accountId, listing.id, 'first', neverStops);
    await inTenant(services.db, user.accountId, async (trx) => {
      const account_id = user.accountId;
      await trx
        .insertInto('skipped_items')
        .values({ account_id, listing_id: listing.id, hash: 'h', reason: 'r' })
        .execute();
      const { id: run_id } = await trx.selectFrom('sync_runs').select('id').executeTakeFirstOrThrow();
      await trx
        .insertInto('sync_run_pages')
        .values({ account_id, run_id, page: 0, review_ids: [account_id, run_id] })
        .execute();
      await trx
        .insertInto('webhook_subscriptions')
        .values({ account_id, listing_id: listing.id, connection_id: listing.connectionId })
        .execute();
      const { id: review_id } = await trx.selectFrom('reviews').select('id').executeTakeFirstOrThrow();
      await trx
        .insertInto('replies')
        .values({ account_id, review_id, draft: 'Dear \n"guest"', own_texts: ['{a,"b"}', ''] })
        .execute();
      const imported = { account_id, id: review_id, created_by: user.userId, state: 'finished', files: '[]' };
      await trx.insertInto('imports').values(imported).execute();
      const fault = { number: 1, line: 2, value: '"x"', fault: 'date' };
      await trx
        .insertInto('import_faults')
        .values({ account_id, import_id: review_id, ...fault })
        .execute();
      await trx.insertInto('platform_requests').values({ account_id, platform: 'yelp' }).execute();
    });
    const { json } = await user.call('GET', '/businesses');
    const businessId = (json as { businesses: { id: string }[] }).businesses[0]?.id ?? '';
    const mark = email.split('@')[0] ?? '';
    await addCollecting(app, user, mark, { businessId, locationId: listing.locationId });
    await user.call('PUT', `/businesses/${businessId}/logo`, { data: somePicture() });
    await fillTeam(app, user, mark, listing.locationId);
    const settings = embedSettingsSchema.parse({});
    const embed = await createEmbed(services.embeds, user, { kind: 'widget', name: 'Widget', settings });
    await publishEmbed(services.embeds, user, embed.id);
    await user.call('POST', `/embeds/${embed.id}/preview-links`);
    const visits = { day: '2026-05-04', site: 'shop.example', country: '', views: 3 };
    await inTenant(services.db, user.accountId, (trx) =>
      trx
        .insertInto('embed_days')
        .values({ account_id: user.accountId, embed_id: embed.id, ...visits })
        .execute(),
    );
    await user.call('PUT', '/profile/picture', { data: makePng().toString('base64') });
    const { id: reviewId } = await inTenant(services.db, user.accountId, (trx) =>
      trx.selectFrom('reviews').select('id').executeTakeFirstOrThrow(),
    );
    const { locationId, connectionId } = listing;
    await addAlerts(app, user, { locationId, reviewId, connectionId });
    await addInboxRows(app, user, { mark, businessId, locationId, reviewId, embedId: embed.id });
    return user;
  }

  function move(email: string): Promise<string[]> {
    return copyAccount(app.services.db, target.db, email, app.services.log);
  }

  /** Row count and hash of each of the account's tables, computed without the code of the command. */
  async function contents(db: Database, user: TestUser): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    const members = 'in (select user_id from memberships where account_id = $1)';
    const conditions: Record<string, string> = {
      accounts: 'id = $1',
      users: `id ${members}`,
      user_pictures: `user_id ${members}`,
      review_days: 'account_id = $1 and total <> 0',
    };
    for (const { table, schema } of movedTables({ userIds: [], subs: [] }).filter(
      (one) => one.schema === 'public',
    )) {
      const { rows } = await queryAsOwner<{ row: string }>(
        db,
        `select to_jsonb(t)::text as row from ${schema}.${table} t where ${conditions[table] ?? 'account_id = $1'}`,
        [user.accountId],
      );
      const lines = rows.map(({ row }) => row).sort();
      found[table] = `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
    }
    for (const table of ['account', 'passkey', 'authenticator_app', 'recovery_code']) {
      const { rows } = await db.pool.query<{ row: string }>(
        `select to_jsonb(a)::text as row from identity.${table} a where sub = $1 order by 1`,
        [user.sub],
      );
      found[table] = `${rows.length} ${JSON.stringify(rows)}`;
    }
    return found;
  }

  test('copies all rows and the sign-in with equal hashes, keeps tokens readable, and leaves other accounts alone', async () => {
    const lines = await move(mover.email);
    const before = await contents(app.services.db, mover);
    expect(
      Object.entries(before).flatMap(([table, entry]) => (entry.startsWith('0 ') ? [table] : [])),
      'tables without a row',
    ).toEqual([]);
    expect(await contents(target.db, mover)).toEqual(before);
    expect((await verifyChain({ db: target.db }, { accountId: mover.accountId })).findings).toEqual([]);
    expect(lines.join('\n')).toMatch(/public\.reviews +232 rows {2}[0-9a-f]{32}/);
    expect(lines.join('\n')).toMatch(/identity\.account +1 rows/);
    expect(lines.at(-1)).toContain('equal row for row');
    // The copying itself has no events, and no event is delivered a second time.
    const events = await eventNames({ db: target.db }, mover.accountId);
    expect(events).toEqual(await eventNames(app.services, mover.accountId));
    expect(events.filter((name) => name === 'account.created')).toHaveLength(1);
    const rows = await queryAsOwner(target.db, 'select email from users order by email');
    expect(rows.rows).toEqual([{ email: 'mover-colleague@example.com' }, { email: mover.email }]);
    expect((await target.db.pool.query('select email from identity.account')).rows).toEqual([
      { email: mover.email },
    ]);
    const [connection] = await inTenant(target.db, mover.accountId, (trx) =>
      trx.selectFrom('connections').selectAll().execute(),
    );
    if (connection === undefined) throw new Error('No connection');
    const box = createSecretBox([app.services.settings.secret], 'stored-secrets');
    const context = sealContext(mover.accountId, connection.id);
    expect(openTokens(box, connection.sealed_tokens, context).accessToken).toBe('google-access');
    const sums = await inTenant(target.db, mover.accountId, (trx) =>
      sql<{ total: number }>`select sum(total)::int as total from review_days`.execute(trx),
    );
    expect(sums.rows).toEqual([{ total: 232 }]);
  });

  test('refuses an account that the target already has, and changes nothing', async () => {
    const before = await contents(target.db, mover);
    await expect(move(mover.email)).rejects.toThrow('already; nothing was changed');
    expect(await contents(target.db, mover)).toEqual(before);
  });

  test('copies nothing when the target has a sign-in with the same address', async () => {
    await addSignIn(target.db, 'somebody', other.email);
    await expect(move(other.email)).rejects.toThrow();
    const left = await contents(target.db, other);
    expect(
      Object.entries(left).filter(([table, entry]) => table !== 'account' && !entry.startsWith('0 ')),
    ).toEqual([]);
    expect(left.account).toBe('0 []');
  });

  test('explains an unknown address in one sentence', async () => {
    await expect(move('nobody@example.com')).rejects.toThrow(
      'there is no account with the address nobody@example.com.',
    );
  });

  test('an event of before the move is delivered after it, and what was delivered before is not', async () => {
    const copy = await openDatabase({ url: target.options.url ?? '', log: silentLog });
    const declared = slices
      .flatMap(({ subscribers }) => subscribers)
      .find(({ name }) => name === 'embeds.snapshots');
    if (declared === undefined) throw new Error('No such subscriber');
    const delivered: string[] = [];
    const subscriber = subscribe({ ...declared, minIntervalSeconds: 0 }, async (_, events) => {
      delivered.push(...events.map(({ name }) => name));
    });
    try {
      await registerSubscribers(copy, [declared]);
      await deliverEvents({ db: copy, log: silentLog }, subscriber, mover.accountId, neverStops);
      expect(delivered).toEqual(['account.changed']);
    } finally {
      await copy.close();
    }
  });

  test('a person of two accounts moves with the first one; with the second one comes the membership alone', async () => {
    const second = await app.signIn('second@example.com');
    await addTeamMember(app, second, mover.email, { role: 'manager', locationIds: null });
    await addSignIn(app.services.db, second.sub, second.email);
    // Here and there the person lives on by themselves.
    await queryAsOwner(target.db, `update users set display_name = 'There' where id = $1`, [mover.userId]);
    const signInsBefore = (
      await target.db.pool.query('select * from identity.account where sub = $1', [mover.sub])
    ).rows;
    const lines = await move(second.email);
    expect(lines.join('\n')).toMatch(/public\.users +1 rows/);
    expect(lines.join('\n')).toMatch(/public\.memberships +2 rows/);
    const { rows } = await queryAsOwner(
      target.db,
      `select u.display_name, m.account_id, m.role from users u join memberships m on m.user_id = u.id
        where u.id = $1 order by m.created_at`,
      [mover.userId],
    );
    expect(rows).toEqual([
      { display_name: 'There', account_id: mover.accountId, role: 'owner' },
      { display_name: 'There', account_id: second.accountId, role: 'manager' },
    ]);
    expect(
      (await target.db.pool.query('select * from identity.account where sub = $1', [mover.sub])).rows,
    ).toEqual(signInsBefore);
  });

  test('copies nothing when another person at the target has the address of a member', async () => {
    const third = await app.signIn('third@example.com');
    const member = await addTeamMember(app, third, 'taken@example.com');
    await queryAsOwner(
      target.db,
      `insert into users (id, issuer, sub, email, first_name, last_name, display_name, role)
       values ($1, 'elsewhere', 'other', 'TAKEN@example.com', '', '', '', 'Regular')`,
      [third.accountId],
    );
    await expect(move(third.email)).rejects.toThrow('already; nothing was changed');
    const { rows } = await queryAsOwner(
      target.db,
      'select id::text from accounts where id = $1 union all select id::text from users where id = $2',
      [third.accountId, member.userId],
    );
    expect(rows).toEqual([]);
  });

  test('asks for the id when somebody owns several accounts', async () => {
    const first = await app.signIn('twice@example.com');
    const other = await app.signIn('partner@example.com');
    await addTeamMember(app, other, first.email, { role: 'owner', locationIds: null });
    await expect(move(first.email)).rejects.toThrow('owns several accounts; give the id of one instead');
    expect((await move(other.accountId)).join('\n')).toMatch(/public\.memberships +2 rows/);
  });

  test('the copy works: its next sync changes nothing', async () => {
    const { services } = app;
    const copy = await openDatabase({ url: target.options.url ?? '', log: silentLog });
    try {
      const [listing] = await inTenant(copy, mover.accountId, (trx) =>
        trx.updateTable('listings').set({ watermark_at: null }).returning('id').execute(),
      );
      const deps = { ...services.sync, db: copy };
      await runSync(deps, mover.accountId, listing?.id ?? '', 'manual', neverStops);
      const runs = await inTenant(copy, mover.accountId, (trx) =>
        trx.selectFrom('sync_runs').selectAll().orderBy('started_at', 'desc').execute(),
      );
      expect(runs[0]).toMatchObject({ outcome: 'succeeded', added: 0, changed: 0, unchanged: 230 });
    } finally {
      await copy.close();
    }
  });
});
