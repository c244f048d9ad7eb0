import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseModes, silentLog, type TestDatabase } from '../testing/database.ts';
import { type PostgresServer, runAsAdmin, startPostgresServer } from '../testing/postgres-server.ts';
import { openDatabase } from './client.ts';
import { migrate, PRODUCT_SET, readMigrations } from './migrate.ts';

const first = { name: '0001-first', sql: 'create table public.first (id int primary key);' };
const second = { name: '0002-second', sql: 'create table public.second (id int primary key);' };
let none: string;

beforeAll(async () => {
  none = await mkdtemp(path.join(os.tmpdir(), 'kindling-no-migrations-'));
});

afterAll(() => rm(none, { recursive: true, force: true }));

// Its own server, because roles belong to the whole server and those of the other tests exist already.
describe.runIf(databaseModes.includes('postgres'))('new databases of one new server', () => {
  let folder: string;
  let server: PostgresServer;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-new-server-'));
    server = await startPostgresServer(folder);
  });

  afterEach(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Migrates so many new databases at the same moment. @returns how many migrations each one got */
  async function migrateTogether(count: number, only?: { set: string; name: string }[]): Promise<number[]> {
    const clients: pg.Client[] = [];
    for (let index = 0; index < count; index += 1) {
      await runAsAdmin(server.admin, `create database new_${index} owner kindling_owner`);
      const client = new pg.Client({ connectionString: `${server.owner}new_${index}` });
      await client.connect();
      clients.push(client);
    }
    try {
      return await Promise.all(
        clients.map(async (client) => {
          const options = { log: silentLog, ...(only ? { only } : {}) };
          return (await migrate({ withOwnerConnection: (work) => work(client) }, options)).length;
        }),
      );
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  }

  const roles = [{ set: PRODUCT_SET, name: '0001-roles' }];

  test('make the same roles', async () => {
    expect(await migrateTogether(6, roles)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('grant the same roles', async () => {
    for (const role of ['kindling_app', 'kindling_system'])
      await runAsAdmin(server.admin, `create role ${role} nologin`);
    expect(await migrateTogether(6, roles)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('apply every migration', async () => {
    const all = (await readMigrations(new URL('./migrations/', import.meta.url))).length;
    expect(await migrateTogether(3)).toEqual([all, all, all]);
  });
});

describe.each(databaseModes)('migrate, %s', (mode) => {
  let testDb: TestDatabase;

  beforeEach(async () => {
    testDb = await createTestDatabase(mode, { empty: true });
  });

  afterEach(async () => {
    await testDb.close();
  });

  const apply = (...migrations: { name: string; sql: string }[]): Promise<string[]> =>
    migrate(testDb.db, { log: silentLog, migrationsFolder: none, extraSets: [{ set: 'test', migrations }] });
  const tables = async (): Promise<string[]> => {
    const { rows } = await testDb.db.pool.query(
      `select tablename from pg_tables where schemaname = 'public' and tablename <> 'kindling_migrations' order by 1`,
    );
    return rows.map(({ tablename }) => tablename);
  };

  test('applies missing migrations once', async () => {
    expect(await apply(first)).toEqual(['test/0001-first']);
    expect(await apply(first, second)).toEqual(['test/0002-second']);
    expect(await apply(first, second)).toEqual([]);
    expect(await tables()).toEqual(['first', 'second']);
  });

  test('a failing migration is rolled back completely, and the error names the line', async () => {
    const broken = {
      name: '0002-broken',
      sql: 'create table public.half (id int);\n-- é\nselect nothing  from nowhere;',
    };
    await expect(apply(first, broken)).rejects.toThrow(
      'The migration test/0002-broken failed at line 3, column 22 and was undone: relation "nowhere" does not exist',
    );
    expect(await tables()).toEqual(['first']);
    expect(await apply(first, second)).toEqual(['test/0002-second']);
  });

  test('a changed migration is refused', async () => {
    await apply(first);
    await expect(apply({ ...first, sql: `${first.sql} ` }, second)).rejects.toThrow(
      'The migration test/0001-first was changed after it had been applied',
    );
    expect(await tables()).toEqual(['first']);
  });

  test('a database newer than the program is used as long as its migrations only added', async () => {
    await apply(first, second);
    expect(await apply(first)).toEqual([]);
    expect(await tables()).toEqual(['first', 'second']);
  });

  test('a database from which a newer version took something away is refused and not changed', async () => {
    await apply(first, { ...second, sql: `-- contract: nothing reads it since version 2\n${second.sql}` });
    const third = { name: '0003-third', sql: 'create table public.third (id int);' };
    await expect(apply(first, third)).rejects.toThrow(
      'The database was made by a newer version of Kindling (it has the migration test/0002-second)',
    );
    expect(await tables()).toEqual(['first', 'second']);
  });

  test('a new migration with a number before applied ones is refused', async () => {
    await apply(second);
    await expect(apply(first, second)).rejects.toThrow(
      'test/0001-first comes before ones that are applied already',
    );
  });

  test('two concurrent runs apply each migration once', async () => {
    const other = mode === 'postgres' ? await openDatabase(testDb.options) : testDb.db;
    const run = (db: typeof other): Promise<string[]> =>
      migrate(db, {
        log: silentLog,
        migrationsFolder: none,
        extraSets: [{ set: 'test', migrations: [first, second] }],
      });
    const applied = await Promise.all([run(testDb.db), run(other), run(testDb.db)]);
    expect(applied.flat().sort()).toEqual(['test/0001-first', 'test/0002-second']);
    if (other !== testDb.db) await other.close();
  });

  test("the product's own migrations apply and give every tenant table row-level security", async () => {
    await migrate(testDb.db, { log: silentLog });
    const { rows } = await testDb.db.pool.query(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
         and not (c.relrowsecurity and c.relforcerowsecurity)`,
    );
    expect(rows).toEqual([]);
    const open = await testDb.db.pool.query(
      `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and (has_table_privilege('kindling_app', oid, 'TRUNCATE')
         or (relname = 'kindling_migrations' and has_table_privilege('kindling_app', oid, 'SELECT')))`,
    );
    expect(open.rows).toEqual([]);
  });
});

describe('readMigrations', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-migrations-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test('reads files in order and ignores CRLF differences', async () => {
    await writeFile(path.join(folder, '0002-b.sql'), 'select\r\n2');
    await writeFile(path.join(folder, '0001-a.sql'), 'select\n1');
    expect(await readMigrations(folder)).toEqual([
      { name: '0001-a', sql: 'select\n1' },
      { name: '0002-b', sql: 'select\n2' },
    ]);
  });

  test('refuses a number used twice and other file names', async () => {
    await writeFile(path.join(folder, '0001-a.sql'), '');
    await writeFile(path.join(folder, '0001-b.sql'), '');
    await expect(readMigrations(folder)).rejects.toThrow('Two migration files have the number 0001.');
    await rm(path.join(folder, '0001-b.sql'));
    await writeFile(path.join(folder, 'two.sql'), '');
    await expect(readMigrations(folder)).rejects.toThrow('two.sql is not named NNNN-name.sql');
  });
});
