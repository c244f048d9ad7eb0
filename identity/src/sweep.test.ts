import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sweepTables } from './sweep.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** A database whose table of this name never runs out of expired rows; each statement takes 15 seconds. */
function endless(name: string) {
  const swept: string[] = [];
  const query = async (sql: string) => {
    const table = /^DELETE FROM identity\.(\w+)/.exec(sql)?.[1] ?? '';
    swept.push(table);
    vi.setSystemTime(Date.now() + 15_000);
    return { rowCount: table === name ? 1000 : 3 };
  };
  return { swept, pool: { query } as unknown as Pick<pg.Pool, 'query'> };
}

test('a table with endless expired rows does not keep the other tables from being swept', async () => {
  const { swept, pool } = endless('record');
  expect(await sweepTables(pool, new Date())).toBe(1015);
  expect(swept).toEqual([
    'record',
    'one_time_token',
    'registration',
    'address_change',
    'browser_session',
    'rate_limit',
  ]);
});
