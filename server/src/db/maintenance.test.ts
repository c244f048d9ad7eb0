import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseModes, queryAsOwner, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { analyzeGrownTables, startEmbeddedMaintenance, vacuumIsDue } from './maintenance.ts';

describe('vacuumIsDue', () => {
  const at = (day: number, hour: number): Date => new Date(2026, 2, day, hour);

  test('is due at night, once a day', () => {
    expect(vacuumIsDue(at(1, 3), at(1, 4))).toBe(false);
    expect(vacuumIsDue(at(1, 3), at(2, 1))).toBe(false);
    expect(vacuumIsDue(at(1, 3), at(2, 2))).toBe(true);
    expect(vacuumIsDue(at(1, 3), at(2, 12))).toBe(false);
  });

  test('is due at any hour after missed nights', () => {
    expect(vacuumIsDue(at(1, 3), at(2, 16))).toBe(true);
  });
});

describe.each(databaseModes)('maintenance, %s', (mode) => {
  let testDb: TestDatabase;

  beforeAll(async () => {
    testDb = await createTestDatabase(mode, { empty: true });
    await queryAsOwner(
      testDb.db,
      'create table counted as select n from generate_series(1, 500) n; grant insert on counted to public',
    );
  });

  afterAll(() => testDb.close());

  test('vacuum updates the row statistics and waits for a running transaction', async () => {
    const client = await testDb.db.pool.connect();
    await client.query('begin; insert into counted values (501)');
    const vacuum = testDb.db.maintenance.vacuum();
    await client.query('commit');
    client.release();
    await vacuum;
    const { rows } = await testDb.db.pool.query(`select reltuples from pg_class where relname = 'counted'`);
    expect(rows).toEqual([{ reltuples: 501 }]);
  });
});

describe('statistics of the embedded database', () => {
  let testDb: TestDatabase;

  beforeAll(async () => {
    testDb = await createTestDatabase('embedded', { empty: true });
    await queryAsOwner(testDb.db, 'create table growing (n int); grant insert on growing to public');
  });

  afterAll(() => testDb.close());

  const fill = (count: number) =>
    testDb.db.pool.query('insert into growing select n from generate_series(1, $1) n', [count]);
  const known = async (): Promise<number | undefined> => {
    const { rows } = await testDb.db.pool.query<{ reltuples: number }>(
      `select reltuples from pg_class where relname = 'growing'`,
    );
    return rows[0]?.reltuples;
  };
  const analyze = () => testDb.db.withOwnerConnection(analyzeGrownTables);

  test('are made once a table has more than a few pages, and again when it has doubled', async () => {
    await fill(100);
    await analyze();
    expect(await known()).toBe(-1);
    await fill(9_900);
    await analyze();
    expect(await known()).toBe(10_000);
    await fill(5_000);
    await analyze();
    expect(await known()).toBe(10_000);
    await fill(6_000);
    await analyze();
    expect(await known()).toBe(21_000);
    const { rows } = await testDb.db.withOwnerConnection((client) =>
      analyzeGrownTables(client).then(() => client.query('show default_statistics_target')),
    );
    expect(rows).toEqual([{ default_statistics_target: '100' }]);
  });

  test('the timer asks for them after a write and after a failure, and not without one', async () => {
    let syncs = 0;
    let asked = 0;
    let looks = 0;
    const { stop } = startEmbeddedMaintenance({
      withOwnerConnection: async (work) => {
        asked += 1;
        if (asked === 1) throw new Error('The engine has ended.');
        return work({ query: async () => ({ rows: [] }) } as unknown as pg.Client);
      },
      syncCount: () => {
        looks += 1;
        return syncs;
      },
      dataFolder: testDb.options.dataFolder ?? '',
      log: testDb.options.log,
      growthIntervalMs: 5,
    });
    await eventually(() => expect(looks).toBeGreaterThan(6));
    expect(asked).toBe(2);
    syncs += 1;
    await eventually(() => expect(asked).toBe(3));
    await stop();
  });
});

describe('checkpoints of the embedded database', () => {
  let testDb: TestDatabase;

  beforeAll(async () => {
    testDb = await createTestDatabase('embedded', { empty: true });
  });

  afterAll(() => testDb.close());

  const lastCheckpoint = async (): Promise<string> => {
    const { rows } = await queryAsOwner<{ at: string }>(
      testDb.db,
      'select checkpoint_lsn::text as at from pg_control_checkpoint()',
    );
    return rows[0]?.at ?? '';
  };

  test('happen after a write and not without one', async () => {
    await queryAsOwner(testDb.db, 'create table written (n int); grant insert on written to public');
    await testDb.db.maintenance.checkpoint();
    const first = await lastCheckpoint();
    await testDb.db.maintenance.checkpoint();
    expect(await lastCheckpoint()).toBe(first);
    await testDb.db.pool.query('insert into written values (1)');
    await testDb.db.maintenance.checkpoint();
    expect(await lastCheckpoint()).not.toBe(first);
  });

  test('the timer makes checkpoints until it is stopped', async () => {
    let syncs = 0;
    const asked: string[] = [];
    const looked = Promise.withResolvers<void>();
    const { stop } = startEmbeddedMaintenance({
      withOwnerConnection: async () => {
        asked.push('checkpoint');
        return undefined as never;
      },
      syncCount: () => {
        // Read again after the first checkpoint, which remembers its sync count.
        if (asked.length === 1) looked.resolve();
        return syncs;
      },
      dataFolder: testDb.options.dataFolder ?? '',
      log: testDb.options.log,
      intervalMs: 5,
    });
    await looked.promise;
    syncs += 1;
    await stop();
    expect(asked).toEqual(['checkpoint', 'checkpoint']);
  });

  test('the timer vacuums each scheduled table once', async () => {
    const asked: string[] = [];
    const looked = Promise.withResolvers<void>();
    const { maintenance, stop } = startEmbeddedMaintenance({
      withOwnerConnection: async (work) => {
        const query = async (text: string) => {
          asked.push(text);
          if (text === 'CHECKPOINT') looked.resolve();
        };
        return work({ query } as unknown as pg.Client);
      },
      syncCount: () => 0,
      dataFolder: testDb.options.dataFolder ?? '',
      log: testDb.options.log,
      intervalMs: 5,
    });
    maintenance.scheduleVacuum('import_parts');
    maintenance.scheduleVacuum('import_parts');
    await looked.promise;
    await stop();
    expect(asked).toEqual(['VACUUM "import_parts"', 'CHECKPOINT']);
  });
});
