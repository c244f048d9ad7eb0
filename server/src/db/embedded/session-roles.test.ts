/** What an injected statement can reach in the embedded database, whose engine has one user. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { identityMigrations } from '@kindling/identity';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';
import { startQueue } from '../../jobs/queue.ts';
import { createLog } from '../../lib/log.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '../../testing/database.ts';
import { openDatabase } from '../client.ts';
import { migrate } from '../migrate.ts';
import { inSystem, inTenant } from '../transaction.ts';
import { LOGIN_ROLE } from './session-roles.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const whoAmI = `select current_user as user, session_user as login, current_setting('is_superuser') as superuser`;

let testDb: TestDatabase;

beforeAll(async () => {
  testDb = await createTestDatabase('embedded');
  await inSystem(testDb.db, (trx) =>
    sql`insert into accounts (id, name, trial_ends_at) values (${A}, 'a', now()), (${B}, 'b', now())`.execute(
      trx,
    ),
  );
});

afterAll(() => testDb.close());

const names = async (before?: string): Promise<unknown[]> =>
  inTenant(testDb.db, A, async (trx) => {
    if (before !== undefined) await sql.raw(before).execute(trx);
    return [
      ...(await sql`select name from accounts`.execute(trx)).rows,
      ...(await sql.raw(whoAmI).execute(trx)).rows,
    ];
  });

test.each(['reset role', 'set role none', 'set local role none'])(
  '%s inside a transaction gives no further access',
  async (statement) => {
    expect(await names(statement)).toEqual([
      { name: 'a' },
      { user: 'kindling_app', login: 'kindling_app', superuser: 'off' },
    ]);
  },
);

test.each([
  'set session authorization default',
  'reset session authorization',
  'set session authorization postgres',
  'set session/* */authorization postgres',
  'set local session -- or so\nauthorization kindling_system',
  "set session_authorization = 'postgres'",
  'set U&"session\\005fauthorization" = postgres',
  'set local role kindling_system',
  'set local role postgres',
  "select set_config('role', 'none', false)",
  "select set_config('session_' || 'authorization', 'postgres', false)",
  "update pg_settings set setting = 'postgres' where name like 'session_auth%'",
  "do $$ begin execute 'set session_' || 'authorization postgres'; end $$",
  'reset role; alter table accounts disable row level security',
  'reset role; alter table accounts no force row level security',
  'reset role; create table mine (id int)',
  'reset role; select * from identity.account',
  'reset role; select * from pgboss.job',
  'reset role; select * from kindling_migrations',
])('%s is refused', async (statement) => {
  // The queue's schema exists as in a real installation.
  await testDb.db.pool.query(
    'create schema if not exists pgboss; create table if not exists pgboss.job (id int)',
  );
  await expect(names(statement)).rejects.toMatchObject({ code: '42501' });
  expect(await names()).toMatchObject([{ name: 'a' }, { user: 'kindling_app' }]);
});

test('outside of a transaction the pool has no access to tenant tables either', async () => {
  const { pool } = testDb.db;
  expect((await pool.query(whoAmI)).rows).toEqual([
    { user: LOGIN_ROLE, login: LOGIN_ROLE, superuser: 'off' },
  ]);
  const denied = ['select * from accounts', 'alter table accounts disable row level security'];
  for (const statement of [
    ...denied,
    'alter table identity.account add mine int',
    'set role kindling_system',
  ])
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  const owned = await pool.query(
    `select oid::regclass from pg_class where relnamespace in ('public'::regnamespace, 'identity'::regnamespace)
     and relowner <> 'postgres'::regrole`,
  );
  // The view reads as its owner and asks for the tenant itself (docs/decisions/0084-lists-read-an-index-behind-a-view.md).
  expect(owned.rows).toEqual([{ oid: 'review_matches' }]);
});

test('only the owner connection acts as the owner of the tables', async () => {
  const { rows } = await testDb.db.withOwnerConnection((client) => client.query(whoAmI));
  expect(rows).toEqual([{ user: 'postgres', login: 'postgres', superuser: 'on' }]);
  expect((await testDb.db.pool.query(whoAmI)).rows).toMatchObject([{ login: LOGIN_ROLE }]);
});

test('a parameter value may contain the text of a forbidden statement', async () => {
  const text = 'SET SESSION AUTHORIZATION postgres';
  const { rows } = await testDb.db.pool.query('select $1::text as text', [text]);
  expect(rows).toEqual([{ text }]);
});

test('a folder of an older version opens with its accounts, sign-ins and jobs', {
  timeout: 120_000,
}, async () => {
  const before = await mkdtemp(path.join(os.tmpdir(), 'kindling-older-'));
  const folder = fileURLToPath(new URL('../migrations', import.meta.url));
  await cp(folder, before, { recursive: true, filter: (file) => !/\/00(3[1-9]|[4-9]\d)-/.test(file) });
  const extraSets = [{ set: 'identity', migrations: identityMigrations }];
  const older = await createTestDatabase('embedded', { empty: true });
  await migrate(older.db, { log: silentLog, migrationsFolder: before, extraSets });
  const job = defineJob({ name: 'test.older', payload: z.strictObject({ n: z.number() }) });
  const asOwner = (text: string, values?: unknown[]) =>
    older.db.withOwnerConnection((owner) => owner.query(text, values));
  const pool = Object.assign(Object.create(older.db.pool), { query: asOwner });
  const first = await startQueue({ db: { ...older.db, pool }, log: createLog('silent'), jobs: [job] });
  await first.enqueue(job, { n: 1 }, { key: 'a' });
  await first.stop();
  await asOwner(`insert into accounts (id, name, trial_ends_at) values ('${A}', 'a', now())`);
  await asOwner(`drop owned by ${LOGIN_ROLE}; drop role ${LOGIN_ROLE};
    grant execute on function set_config(text, text, boolean) to public; grant usage on language plpgsql to public`);
  await older.db.close();

  const db = await openDatabase(older.options);
  await migrate(db, { log: silentLog, extraSets });
  const queue = await startQueue({ db, log: createLog('silent'), jobs: [job] });
  await queue.enqueue(job, { n: 2 }, { key: 'b' });
  await queue.stop();
  expect((await db.pool.query('select count(*)::int as jobs from pgboss.job')).rows).toEqual([{ jobs: 2 }]);
  expect((await db.pool.query('select * from identity.account')).rows).toEqual([]);
  const own = await inTenant(db, A, async (trx) => {
    await sql`reset role`.execute(trx);
    return sql`select name, current_user as user from accounts`.execute(trx);
  });
  expect(own.rows).toEqual([{ name: 'a', user: 'kindling_app' }]);
  await db.close();
  await older.close();
  await rm(before, { recursive: true });
});
