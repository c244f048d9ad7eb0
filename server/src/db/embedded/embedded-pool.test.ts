import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, queryAsOwner, silentLog, type TestDatabase } from '../../testing/database.ts';
import { openDatabase } from '../client.ts';
import { openEmbedded } from './embedded-pool.ts';

let testDb: TestDatabase;
let pool: pg.Pool;

/** Opens an empty database with the table `notes` for the tests of a group. */
function useDatabase(options: { statementTimeoutMs?: number; idleInTransactionTimeoutMs?: number }): void {
  beforeAll(async () => {
    testDb = await createTestDatabase('embedded', { empty: true, ...options });
    pool = testDb.db.pool;
    await queryAsOwner(
      testDb.db,
      'create table notes (id int primary key, text text not null); grant all on notes to public',
    );
  });
  afterAll(() => testDb.close());
}

/** Opens a client whose connection the other side will end. */
async function clientToBeEnded(): Promise<{ client: pg.PoolClient; ended: Promise<Error> }> {
  const client = await pool.connect();
  const ended = new Promise<Error>((resolve) => {
    client.on('error', resolve);
  });
  return { client, ended };
}

describe('queries', () => {
  useDatabase({});

  test('concurrent queries each get their own rows', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const { rows } = await pool.query('select $1::int as number, $2::text as text', [index, `é${index}`]);
        return rows;
      }),
    );
    expect(answers).toEqual(
      Array.from({ length: 1000 }, (_, index) => [{ number: index, text: `é${index}` }]),
    );
  });

  test('large parameters and results arrive completely', async () => {
    const text = Buffer.alloc(5_000_000, 'päckchen ').toString();
    const { rows } = await pool.query('select $1::text as text', [text]);
    expect(rows[0].text === text).toBe(true);
    const many = await pool.query(`select n, repeat('y', 500) as text from generate_series(1, 10000) n`);
    expect(many.rows.map((row) => row.n)).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 1));
  });

  test('after an error, this and the other connections still work', async () => {
    const mixed = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0
        ? pool.query('select $1::int / 0', [index]).catch((error: pg.DatabaseError) => error.code)
        : pool.query('select $1::int as n', [index]).then(({ rows }) => rows[0].n),
    );
    expect(await Promise.all(mixed)).toEqual(mixed.map((_, index) => (index % 3 === 0 ? '22012' : index)));
  });

  test('an error in a transaction rolls back all of it', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`insert into notes values (100, 'gone')`);
    await expect(client.query('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' });
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' });
    expect((await client.query('commit')).command).toBe('ROLLBACK');
    client.release();
    expect((await pool.query('select * from notes where id = 100')).rows).toEqual([]);
  });

  test('concurrent transactions are isolated', async () => {
    const add = async (id: number): Promise<number> => {
      const client = await pool.connect();
      await client.query('begin');
      await client.query('insert into notes values ($1, $2)', [id, 'one of many']);
      const { rows } = await client.query(`select count(*) as n from notes where text = 'one of many'`);
      await client.query('rollback');
      client.release();
      return rows[0].n;
    };
    expect(await Promise.all(Array.from({ length: 20 }, (_, index) => add(1000 + index)))).toEqual(
      Array(20).fill(1),
    );
  });
});

describe('misbehaving clients', () => {
  // A busy machine can pause between two messages for longer than the short timeouts, so each
  // transaction here is one message.
  useDatabase({ statementTimeoutMs: 1500, idleInTransactionTimeoutMs: 400 });

  test('a transaction of a client that disappears is rolled back', async () => {
    const client = await pool.connect();
    await client.query(`begin; insert into notes values (200, 'unfinished')`);
    client.release(true);
    expect((await pool.query('select * from notes where id = 200')).rows).toEqual([]);
  });

  test('an idle transaction is rolled back with an error, also while other clients wait', async () => {
    const { client, ended } = await clientToBeEnded();
    await client.query(`begin; insert into notes values (300, 'forgotten')`);
    const waiting = pool.query('select * from notes where id = 300');
    expect(await ended).toMatchObject({ code: '25P03' });
    client.release(true);
    expect((await waiting).rows).toEqual([]);
  });

  test('a runaway statement is ended; other clients continue and committed rows remain', async () => {
    await pool.query(`insert into notes values (400, 'kept')`);
    const { client, ended } = await clientToBeEnded();
    const runaway = client.query(
      `begin; insert into notes values (401, 'not kept'); select count(*) from generate_series(1, 100000000000)`,
    );
    await expect(runaway).rejects.toMatchObject({ code: '57014' });
    await ended;
    client.release(true);
    expect((await pool.query('select id from notes where id in (400, 401)')).rows).toEqual([{ id: 400 }]);
    await pool.query(`insert into notes values (402, 'after')`);
    expect((await pool.query('select id from notes where id = 402')).rows).toEqual([{ id: 402 }]);
  });

  test('statements of the owner connection have no timeout', async () => {
    const rows = await testDb.db.withOwnerConnection(async (client) => {
      const slow = await client.query<{ n: number }>(
        `select count(*) as n from generate_series(1, 400) n where (select pg_sleep(0.005 + n * 0)) is not null`,
      );
      return slow.rows;
    });
    expect(rows).toEqual([{ n: 400 }]);
  });

  test('a crashed engine is restarted', async () => {
    // COPY from the client is not supported and crashes the engine.
    const { client, ended } = await clientToBeEnded();
    await expect(client.query('copy notes from stdin')).rejects.toThrow('terminated');
    await ended;
    client.release(true);
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  });
});

describe('opening', () => {
  useDatabase({});

  async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-open-'));
    try {
      await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  test('an engine that does not sync its writes is refused', () =>
    withFolder(async (dataFolder) => {
      const workerUrl = new URL('./undurable-worker.ts', import.meta.url);
      const opening = openEmbedded({ dataFolder, log: silentLog, workerUrl });
      await expect(opening).rejects.toThrow('does not sync its writes to disk');
      // The refused start has released the folder.
      const { pool: durable, close } = await openEmbedded({ dataFolder, log: silentLog });
      await durable.query('select 1');
      await durable.end();
      await close();
    }));

  test('a read-only folder is refused', () =>
    withFolder(async (folder) => {
      await writeFile(path.join(folder, 'file'), '');
      const opening = openDatabase({ dataFolder: path.join(folder, 'file', 'data'), log: silentLog });
      await expect(opening).rejects.toThrow('cannot be written to (ENOTDIR)');
    }));

  test('data of another PostgreSQL version and other folders are refused', () =>
    withFolder(async (dataFolder) => {
      const database = path.join(dataFolder, 'database');
      await mkdir(database);
      await writeFile(path.join(database, 'PG_VERSION'), '17\n');
      await expect(openDatabase({ dataFolder, log: silentLog })).rejects.toThrow('was not made by Kindling');
      await writeFile(path.join(database, 'kindling-embedded.json'), '{}');
      await expect(openDatabase({ dataFolder, log: silentLog })).rejects.toThrow('made by PostgreSQL 17');
    }));

  test('close does not wait forever for a client that was never released', async () => {
    const leaky = await createTestDatabase('embedded', { empty: true, closeTimeoutMs: 50 });
    const client = await leaky.db.pool.connect();
    const ended = new Promise((resolve) => {
      client.on('error', resolve);
    });
    await leaky.close();
    await ended;
  });

  test('opening the same folder twice in one process is refused', async () => {
    await expect(openDatabase(testDb.options)).rejects.toThrow(`(process ${process.pid})`);
  });

  test('rows survive close and open', async () => {
    const first = await createTestDatabase('embedded', { empty: true });
    await queryAsOwner(first.db, 'create table kept as select 7 as n; grant select on kept to public');
    await first.db.close();
    const again = await openDatabase(first.options);
    expect((await again.pool.query('select * from kept')).rows).toEqual([{ n: 7 }]);
    await again.health();
    await again.close();
    await expect(again.health()).rejects.toThrow();
    await first.close();
  });
});
