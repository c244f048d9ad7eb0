import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseModes, silentLog, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { openChangeNotifications } from './change-notifications.ts';
import { openDatabase } from './client.ts';
import { createServerListener } from './listener.ts';
import { inSystem, inTenant } from './transaction.ts';

describe.each(databaseModes)('notifications, %s', (mode) => {
  let database: TestDatabase;
  const received: string[] = [];
  let reconnects = 0;
  beforeAll(async () => {
    database = await createTestDatabase(mode, { statementTimeoutMs: 2_000 });
    await database.db.listen(
      'notes',
      (payload) => received.push(payload),
      () => {
        reconnects += 1;
      },
    );
  });
  afterAll(() => database.close());

  const send = (payload: string) => database.db.pool.query('select pg_notify($1, $2)', ['notes', payload]);

  test('a notification arrives after the commit, and never after a rollback', async () => {
    await send('first');
    const undone = inSystem(database.db, async (trx) => {
      await sql`select pg_notify('notes', 'undone')`.execute(trx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await send('second');
    await eventually(() => expect(received).toEqual(['first', 'second']));
  });

  test('a channel can have several subscribers, and a closed one gets nothing more', async () => {
    const mine: string[] = [];
    const subscription = await database.db.listen(
      'notes',
      (payload) => mine.push(payload),
      () => {},
    );
    await send('both');
    await eventually(() => expect(mine).toEqual(['both']));
    await subscription.close();
    await send('one');
    await eventually(() => expect(received.at(-1)).toBe('one'));
    expect(mine).toEqual(['both']);
  });

  test('a lost session is replaced, reports that notifications may be missing, and receives again', async () => {
    if (mode === 'embedded')
      await expect(
        database.db.pool.query('select count(*) from generate_series(1, 10000000000)'),
      ).rejects.toThrow();
    else
      await database.db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
    await eventually(() => expect(reconnects).toBeGreaterThan(0));
    await send('after');
    await eventually(() => expect(received.at(-1)).toBe('after'));
  });

  test('triggers send the account or embed of changed sync runs, imports and snapshots', async () => {
    const changes = await openChangeNotifications(database.db);
    const told: [string, string | null][] = [];
    for (const topic of ['sync', 'imports', 'snapshots'] as const)
      changes.subscribe(topic, (key) => told.push([topic, key]));
    const account = crypto.randomUUID();
    const other = crypto.randomUUID();
    const file = JSON.stringify([{ name: 'a.csv', bytes: 1 }]);
    await inSystem(database.db, (trx) =>
      sql`insert into accounts (id, name, trial_ends_at) values (${account}, 'a', now()), (${other}, 'b', now())`.execute(
        trx,
      ),
    );
    for (const one of [account, other])
      await inTenant(database.db, one, (trx) =>
        sql`insert into imports (account_id, id, state, files, created_by)
          values (${one}, gen_random_uuid(), 'uploading', ${file}, ${one})`.execute(trx),
      );
    await inTenant(database.db, account, (trx) => sql`update imports set updated_at = now()`.execute(trx));
    await eventually(() =>
      expect(told).toEqual([
        ['imports', account],
        ['imports', other],
        ['imports', account],
      ]),
    );
    await changes.close();
  });
});

describe.each(databaseModes.filter((mode) => mode === 'postgres'))('behind a pooler, %s', (mode) => {
  test('sessions without the settings that a pooler cannot set are refused, with the statements to run', async () => {
    const { db, options, close } = await createTestDatabase(mode);
    const pooled = { ...options, directUrl: options.url ?? '' };
    await expect(openDatabase(pooled)).rejects.toThrow(/alter database "test_\w+" set TimeZone = 'UTC'/);
    const { rows } = await db.pool.query<{ name: string }>('select current_database() as name');
    for (const setting of [
      `TimeZone = 'UTC'`,
      `statement_timeout = '30s'`,
      `idle_in_transaction_session_timeout = '30s'`,
    ])
      await db.pool.query(`alter database ${rows[0]?.name} set ${setting}`);
    const opened = await openDatabase(pooled);
    await opened.health();
    await opened.close();
    await close();
  });
});

describe.each(databaseModes.filter((mode) => mode === 'postgres'))('reconnecting, %s', (mode) => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  afterAll(async () => {
    proxy.close();
    await database.close();
  });

  /** A proxy to the database that holds back all connections after the first until `release`. */
  async function openProxy(target: URL) {
    const sockets: Socket[] = [];
    let release = () => {};
    const through = new Promise<void>((resolve) => {
      release = resolve;
    });
    const seen = { connections: 0, ready: 0 };
    const server = createServer(async (socket) => {
      seen.connections += 1;
      sockets.push(socket.on('error', () => {}));
      if (seen.connections > 1) await through;
      const upstream = connect(Number(target.port), target.hostname);
      sockets.push(upstream.on('error', () => {}));
      // PostgreSQL's ReadyForQuery.
      upstream.on('data', (bytes) => {
        if (bytes.includes('Z\0\0\0\x05')) seen.ready += 1;
      });
      socket.pipe(upstream).pipe(socket);
      socket.once('close', () => upstream.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(target);
    url.port = String((server.address() as { port: number }).port);
    return {
      url: url.href,
      seen,
      release,
      cut: () => sockets.forEach((socket) => void socket.destroy()),
      close: () => server.close(),
    };
  }

  test('a connection that is still being opened is closed together with the database', async () => {
    const { db, options } = database;
    proxy = await openProxy(new URL(options.url ?? ''));
    const named = { connectionString: proxy.url, application_name: 'made-anew' };
    const listener = createServerListener(named, db.pool, silentLog);
    const present = async () => {
      const { rows } = await db.pool.query(
        `select pid from pg_stat_activity where application_name = 'made-anew'`,
      );
      return rows.length;
    };
    await listener.listen(
      'notes',
      () => {},
      () => {},
    );
    expect(await present()).toBe(1);
    proxy.cut();
    await eventually(() => expect(proxy.seen.connections).toBe(2));
    const before = proxy.seen.ready;
    const closed = listener.close();
    proxy.release();
    await eventually(() => expect(proxy.seen.ready).toBeGreaterThan(before));
    await closed;
    await eventually(async () => expect(await present()).toBe(0));
  });
});
