/** The read-only mode: every route of the contract, what visitors and others send, and a second process. */
import path from 'node:path';
import { isWriteRefusal } from '@kindling/service/query-failure';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeModules, createServices } from '../../app.ts';
import { runInProgram } from '../../commands/run-command.ts';
import { openDatabase } from '../../db/client.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { withWrites } from '../../db/write-refusal.ts';
import { declaredRoutes } from '../../http/api.ts';
import matrix from '../../http/authz-matrix.json' with { type: 'json' };
import { exceptions } from '../../http/read-only.ts';
import { newId } from '../../lib/ids.ts';
import { routeName } from '../../testing/api-address.ts';
import { sendRequest, validRequests } from '../../testing/api-requests.ts';
import { anyMode, silentLog } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { type PaymentsWorld, startPaymentsWorld } from '../../testing/payments-world.ts';
import { ProviderMessages } from '../../testing/provider-messages.ts';
import { createTenantFixture, type TenantFixture } from '../../testing/tenant-fixture.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { createVisitor, firstPipeline } from '../../testing/visitor.ts';

const rows: Record<string, { access: string; regular: number; admin: number }> = matrix;
const routes = declaredRoutes();
/** They ask a platform, and the database counts the calls of the installation to it. */
const askPlatforms = ['GET /connections/{id}/available', 'GET /api-key-places'];
const isException = (name: string) => Object.hasOwn(exceptions, name);

describe(`the read-only mode, ${anyMode}`, () => {
  let payments: PaymentsWorld;
  let app: TestApp;
  let world: TenantFixture;
  let admin: TestUser;
  beforeAll(async () => {
    payments = await startPaymentsWorld(anyMode);
    app = payments.app;
    world = await createTenantFixture(app, 'regular');
    admin = await app.signInAdmin('admin@example.com');
  });
  afterAll(() => payments.close());

  async function version(): Promise<number> {
    const { json } = await admin.call('GET', '/admin/maintenance');
    return (json as { readOnly: { version: number } }).readOnly.version;
  }
  const turn = async (on: boolean) =>
    admin.call('PUT', '/admin/maintenance/read-only', { on, version: await version() });

  /** Count and hash of the rows of each table, across all accounts. */
  async function contents(): Promise<Record<string, string>> {
    const hashes: Record<string, string> = {};
    await inSystem(app.services.db, async (system) => {
      const tables = await sql<{ name: string }>`
        select c.relname as name from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'kindling_migrations'
           and has_table_privilege('kindling_system', c.oid, 'select') order by 1`.execute(system);
      for (const { name } of tables.rows) {
        const found = await sql<{ hash: string }>`
          select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash
            from ${sql.table(name)} t`.execute(system);
        hashes[name] = found.rows[0]?.hash ?? '';
      }
    });
    return hashes;
  }

  const send = (name: string) => {
    const build = validRequests[name];
    if (build === undefined) throw new Error(`No request for ${name}`);
    const caller = rows[name]?.access === 'admin' ? { ...world, user: admin } : world;
    return sendRequest(app, build(caller), caller.user.token);
  };

  test('the exceptions are routes of the contract that are not read with GET, each with its reason', () => {
    const writing = routes.filter(({ method }) => method !== 'GET').map(routeName);
    for (const [name, { reason }] of Object.entries(exceptions)) {
      expect.soft(writing).toContain(name);
      expect.soft(reason, name).toMatch(/\.$/);
    }
  });

  describe('while it is on', () => {
    let before: Record<string, string>;
    beforeAll(async () => {
      expect((await turn(true)).json).toMatchObject({
        readOnly: { since: expect.any(String), changedBy: 'admin' },
      });
      before = await contents();
      expect(Object.keys(before).length).toBeGreaterThan(80);
    });
    afterAll(() => turn(false));

    test('each other route that changes something is refused, and says when to try again', async () => {
      const refused = routes
        .filter(({ method }) => method !== 'GET')
        .map(routeName)
        .filter((name) => !isException(name));
      expect(refused.length).toBeGreaterThan(100);
      for (const name of refused) {
        const answer = await send(name);
        expect.soft(`${name} ${answer.status}`).toBe(`${name} 503`);
        expect.soft(answer.json, name).toMatchObject({ code: 'read-only', retryAfter: 60 });
      }
      const { headers } = await world.user.call('POST', '/businesses', { name: 'Second' });
      expect(headers['retry-after']).toBe('60');
      expect(await contents()).toEqual(before);
    });

    test('who may not call a route learns that first', async () => {
      expect((await app.callWith('no token')('POST', '/businesses', { name: 'x' })).status).toBe(401);
      expect((await world.user.call('PUT', '/admin/maintenance/read-only', {})).status).toBe(403);
    });

    test('everything can be read as before', async () => {
      const reads = routes
        .map(routeName)
        .filter((name) => name.startsWith('GET ') || exceptions[name]?.kind === 'reads');
      for (const name of reads) {
        const row = rows[name];
        const expected = askPlatforms.includes(name)
          ? 503
          : row?.access === 'admin'
            ? row.admin
            : row?.regular;
        expect.soft(`${name} ${(await send(name)).status}`).toBe(`${name} ${expected}`);
      }
      expect(await contents()).toEqual(before);
    });

    test('the database refuses what the routes would not', async () => {
      const insert = () =>
        inTenant(app.services.db, world.user.accountId, (trx) =>
          trx
            .insertInto('businesses')
            .values({ account_id: world.user.accountId, id: newId(), name: 'Written anyway' })
            .execute(),
        );
      await expect(insert()).rejects.toSatisfy(isWriteRefusal);
      expect(await contents()).toEqual(before);
    });

    test('a message of the payment provider is refused, so that it comes again', async () => {
      const messages = new ProviderMessages(payments);
      const event = messages.makeEvent();
      const answer = await messages.postSigned(JSON.stringify(event));
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('60');
      expect(await messages.rowsOf(event.id)).toEqual([]);
    });

    test('a visit to an embed waits in memory', async () => {
      const event = { method: 'POST' as const, url: `/e/${world.code}/event`, payload: 'click' };
      expect((await app.request({ ...event, headers: { 'content-type': 'text/plain' } })).status).toBe(204);
      await app.services.visits.flush();
      expect(await contents()).toEqual(before);
    });
  });

  test('what a visitor sends meanwhile arrives afterwards, once', async () => {
    const user = await app.signIn('visited@example.com');
    const pipeline = await firstPipeline(user);
    const visitor = createVisitor(app);
    const address = `/c/${pipeline.slug}`;
    const fields = visitor.fields(`c/${pipeline.slug}`, { step: 'review', rating: '4', text: 'Meanwhile.' });
    const stored = () =>
      inTenant(app.services.db, user.accountId, (trx) =>
        trx.selectFrom('reviews').select('rating').where('text', '=', 'Meanwhile.').execute(),
      );
    await visitor.open(address);
    await turn(true);
    // Sent twice, as by a browser that got no answer.
    for (let time = 0; time < 2; time += 1) expect((await visitor.send(address, fields)).status).toBe(200);
    expect(await app.services.submissions.intake.drain()).toBe(0);
    expect(await stored()).toEqual([]);
    await turn(false);
    await app.services.submissions.intake.drain();
    await app.services.submissions.intake.drain();
    expect(await stored()).toEqual([{ rating: 4 }]);
  });

  test('signing in, ending sessions and notices still work', async () => {
    await turn(true);
    const user = await app.signIn('regular@example.com').catch(() => null);
    // Somebody new cannot sign up, and somebody known can sign in.
    expect(user).toBeNull();
    const known = app.callWith(world.user.token);
    const credentials = { useremail: world.user.email, userToken: world.user.token };
    expect((await known('POST', '/users/savelogin', credentials)).json).toEqual({ data: { status: true } });
    expect((await known('DELETE', '/profile/sessions')).status).toBe(200);
    expect((await known('GET', '/profile')).status).toBe(401);
    await turn(false);
  });

  test('a backup before an upgrade and the archive of an account are made, and noted', async () => {
    const { services, dataFolder } = app;
    const { email, accountId } = world.user;
    await turn(true);
    const target = path.join(dataFolder, 'before-upgrade.backup');
    expect(await runInProgram(['backup', target], services)).toMatchObject({ json: { file: target } });
    const archive = path.join(dataFolder, 'account.zip');
    expect(await runInProgram(['export-account', email, archive], services)).toMatchObject({
      json: { file: archive, accountId },
    });
    await turn(false);
    const finished = await inSystem(services.db, (system) =>
      system.selectFrom('backups').select('id').where('finished_at', 'is not', null).execute(),
    );
    expect(finished).toHaveLength(1);
    const entries = await inTenant(services.db, accountId, (trx) =>
      trx
        .selectFrom('audit_entries')
        .select('id')
        .where('action', '=', 'account.exported-by-operator')
        .execute(),
    );
    expect(entries).toHaveLength(1);
  });

  test('of two administrators the second one learns that the first was faster', async () => {
    const read = await version();
    await turn(true);
    const late = await admin.call('PUT', '/admin/maintenance/read-only', { on: true, version: read });
    expect(late.json).toMatchObject({ status: 409, code: 'conflict' });
    await turn(false);
    const actions = await inSystem(app.services.db, (system) =>
      system
        .selectFrom('operator_entries')
        .select(['action', 'admin_id'])
        .where('action', 'like', 'maintenance.read-only%')
        .orderBy('at', 'desc')
        .limit(2)
        .execute(),
    );
    expect(actions).toEqual([
      { action: 'maintenance.read-only-off', admin_id: admin.userId },
      { action: 'maintenance.read-only-on', admin_id: admin.userId },
    ]);
  });

  test.runIf(anyMode === 'postgres')(
    'another process follows within moments, one that starts meanwhile begins in it, and running work finishes',
    async () => {
      const { settings, log, connections, db } = app.services;
      const url = db.pool.options.connectionString;
      if (url === undefined) throw new Error('The database has no address.');
      const folders = {
        web: `${app.dataFolder}/web`,
        guest: `${app.dataFolder}/guest`,
        maps: `${app.dataFolder}/maps`,
      };
      const start = async () => {
        const otherDb = await openDatabase({ url, log: silentLog });
        const services = await createServices(settings, otherDb, folders, log, connections.connectors);
        return {
          services,
          async stop() {
            await closeModules(services);
            await services.queue.stop();
            await otherDb.close();
          },
        };
      };
      const first = await start();
      await turn(true);
      const switchedAt = performance.now();
      await eventually(() => expect(first.services.readOnly.isOn()).toBe(true), 5);
      expect(performance.now() - switchedAt).toBeLessThan(1000);
      const second = await start();
      expect(second.services.readOnly.isOn()).toBe(true);
      const write = () =>
        inTenant(second.services.db, world.user.accountId, (trx) =>
          trx.updateTable('accounts').set({ name: 'Changed' }).execute(),
        );
      await expect(write()).rejects.toSatisfy(isWriteRefusal);
      await withWrites(true, write);
      await turn(false);
      await eventually(() => expect(second.services.readOnly.isOn()).toBe(false));
      await write();
      await first.stop();
      await second.stop();
    },
  );
});
