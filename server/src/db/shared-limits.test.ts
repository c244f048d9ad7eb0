/** Limits that processes share through PostgreSQL. */
import { createSharedLimits, type Limits } from '@kindling/service/limits';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, databaseModes, silentLog, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';

describe.each(databaseModes.filter((mode) => mode === 'postgres'))('shared limits, %s', (mode) => {
  let database: TestDatabase;
  const open: Limits[] = [];
  const key = Buffer.alloc(32, 1);
  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  afterEach(async () => {
    for (const limits of open.splice(0)) await limits.close();
  });
  afterAll(() => database.close());

  /** One process. */
  function limiter(options: { name: string; max: number; windowSeconds: number; exact?: boolean }) {
    const limits = createSharedLimits(
      { pool: database.db.pool, schema: 'public', table: 'rate_limits' },
      { key, log: silentLog },
    );
    open.push(limits);
    return limits.create(options);
  }

  test('processes add up what they counted, and refuse together until the window ends', async () => {
    const options = { name: 'visits', max: 5, windowSeconds: 60 };
    const [one, two] = [limiter(options), limiter(options)];
    for (let count = 0; count < 3; count += 1) expect(await one.consume('a')).toBe(0);
    for (let count = 0; count < 2; count += 1) expect(await two.consume('a')).toBe(0);
    await eventually(async () => {
      const { rows } = await database.db.pool.query<{ points: number }>(
        `select points from rate_limits where key like 'visits:%'`,
      );
      expect(rows).toEqual([{ points: 5 }]);
    });
    // The process that exchanged first hears of the rest with its next exchange.
    await eventually(async () => expect(await two.consume('a')).toBeGreaterThan(0));
    await eventually(async () => expect(await one.consume('a')).toBeGreaterThan(50));
    expect(await one.consume('b')).toBe(0);
  });

  test('no network address is stored, and each limit has keys of its own', async () => {
    const network = '198.51.100.7';
    for (const exact of [false, true])
      for (const name of [`network-${exact}`, `other-${exact}`])
        await limiter({ name, max: 5, windowSeconds: 60, exact }).consume(network);
    const stored = async () => {
      const { rows } = await database.db.pool.query<{ key: string }>('select key from rate_limits');
      return rows.map(({ key }) => key).filter((key) => /^(network|other)-/.test(key));
    };
    await eventually(async () => expect(await stored()).toHaveLength(4));
    const keys = await stored();
    expect(keys.filter((key) => key.includes(network))).toEqual([]);
    expect(new Set(keys.map((key) => key.split(':').at(-1))).size).toBe(4);
  });

  test('two limits of one name are refused, unless they are the same', () => {
    const limits = createSharedLimits(
      { pool: database.db.pool, schema: 'public', table: 'rate_limits' },
      { key, log: silentLog },
    );
    open.push(limits);
    const options = { name: 'one', max: 5, windowSeconds: 60 };
    expect(limits.create({ ...options })).toBe(limits.create({ ...options }));
    expect(() => limits.create({ ...options, max: 6 })).toThrow('Two limits have the name one');
  });

  test('an exact limit lets not one more pass', async () => {
    const options = { name: 'exact', max: 5, windowSeconds: 60, exact: true };
    const processes = [limiter(options), limiter(options)];
    const waits = await Promise.all(Array.from({ length: 40 }, (_, at) => processes[at % 2]?.consume('a')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  test('a window that ended begins again, also where another process still knows it', async () => {
    const options = { name: 'short', max: 1, windowSeconds: 2 };
    const [one, two] = [limiter(options), limiter(options)];
    expect(await one.consume('a')).toBe(0);
    expect(await one.consume('a')).toBeGreaterThan(0);
    await eventually(async () => expect(await one.consume('a')).toBe(0));
    expect(await two.consume('other')).toBe(0);
  });

  test('without an answer of the database each process counts for itself', async () => {
    const pool = { query: () => Promise.reject(new Error('no database')) };
    const warned: string[] = [];
    const limits = createSharedLimits(
      { pool: pool as never, schema: 'public', table: 'rate_limits' },
      { key, log: { warn: (_, message) => void warned.push(message) } },
    );
    const alone = limits.create({ name: 'alone', max: 2, windowSeconds: 60 });
    expect([await alone.consume('a'), await alone.consume('a')]).toEqual([0, 0]);
    expect(await alone.consume('a')).toBeGreaterThan(0);
    await limits.close();
    expect(warned).toHaveLength(1);
  });
});
