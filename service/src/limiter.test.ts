import type pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { createLimiter, createSharedLimiter } from './limiter.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('counts per key and returns the time to wait', async () => {
  vi.useFakeTimers({ now: 0 });
  const limiter = createLimiter({ max: 2, windowSeconds: 60 });
  expect([await limiter.consume('a'), await limiter.consume('a'), await limiter.consume('b')]).toEqual([
    0, 0, 0,
  ]);
  vi.setSystemTime(20_000);
  expect(await limiter.consume('a')).toBe(40);
  vi.setSystemTime(60_000);
  expect(await limiter.consume('a')).toBe(0);
});

test('concurrent counts never exceed the limit', async () => {
  const limiter = createLimiter({ max: 3, windowSeconds: 60 });
  const waits = await Promise.all(Array.from({ length: 50 }, () => limiter.consume('a')));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
});

test('clears the count of a key', async () => {
  const limiter = createLimiter({ max: 1, windowSeconds: 60 });
  await limiter.consume('a');
  await limiter.clear('a');
  expect(await limiter.consume('a')).toBe(0);
});

test('too many keys drop only the oldest ones', async () => {
  vi.useFakeTimers({ now: 0 });
  const limiter = createLimiter({ max: 1, windowSeconds: 60 });
  await limiter.consume('first');
  await limiter.consume('second');
  for (let key = 0; key < 19_999; key += 1) await limiter.consume(String(key));
  expect(await limiter.consume('second')).toBe(60);
  expect(await limiter.consume('first')).toBe(0);
});

test('a key above its limit is refused without a query, and statements have no names', async () => {
  let points = 0;
  const asked: unknown[] = [];
  const query = async (...statement: unknown[]) => {
    asked.push(statement);
    points += 1;
    return { rows: [{ points, expire: String(Date.now() + 60_000) }] };
  };
  const pool = { query } as unknown as pg.Pool;
  const limiter = createSharedLimiter(
    { name: 'guess', max: 2, windowSeconds: 60 },
    { pool, schema: 'identity', table: 'rate_limit' },
  );
  const waits = [];
  for (let i = 0; i < 100; i += 1) waits.push(await limiter.consume('a'));
  expect(waits.slice(0, 2)).toEqual([0, 0]);
  expect(waits.slice(2).every((wait) => wait > 0)).toBe(true);
  expect(asked).toHaveLength(2);
  for (const statement of asked) expect(statement).toEqual([expect.any(String), expect.any(Array)]);
});

test('a database failure is an error and allows nothing', async () => {
  const pool = { query: () => Promise.reject(new Error('away')) } as unknown as pg.Pool;
  const limiter = createSharedLimiter(
    { name: 'guess', max: 2, windowSeconds: 60 },
    { pool, schema: 'identity', table: 'rate_limit' },
  );
  await expect(limiter.consume('a')).rejects.toThrow('away');
});
