import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anyMode, createTestDatabase, queryAsOwner } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { openReadOnlyMode } from './read-only-mode.ts';

test('a change while the state is read at the start is not missed', async () => {
  const database = await createTestDatabase(anyMode);
  onTestFinished(() => database.close());
  const { db } = database;
  const listeners: ((key: string | null) => void)[] = [];
  await queryAsOwner(db, 'update maintenance_mode set read_only_since = now()');
  const connect = db.pool.connect.bind(db.pool) as () => Promise<pg.PoolClient>;
  let reads = 0;
  // The first read sees the state before the change, and the notification of the change comes before its answer.
  const connectStale = async () => {
    const client = await connect();
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
    const queryStale = async (...args: unknown[]) => {
      const result = await query(...args);
      if (!JSON.stringify(args[0]).includes('from maintenance_mode')) return result;
      reads += 1;
      if (reads > 1) return result;
      for (const onChange of listeners) onChange('');
      return { ...result, rows: [{ since: null }] };
    };
    Object.assign(client, { query: queryStale });
    return client;
  };
  Object.assign(db.pool, { connect: connectStale });
  const mode = await openReadOnlyMode(
    db,
    {
      subscribe(_, onChange) {
        listeners.push(onChange);
        return () => {};
      },
    },
    () => {},
  );
  await vi.waitFor(() => expect(mode.isOn()).toBe(true), { timeout: 10_000 });
  Object.assign(db.pool, { connect });
});

test('a process that could not read the change asks until it has an answer', async () => {
  const database = await createTestDatabase(anyMode);
  onTestFinished(() => database.close());
  const { db } = database;
  let notify = () => {};
  const failures: unknown[] = [];
  const mode = await openReadOnlyMode(
    db,
    {
      subscribe(_, onChange) {
        notify = () => onChange('');
        return () => {};
      },
    },
    (error) => failures.push(error),
  );
  await queryAsOwner(db, 'update maintenance_mode set read_only_since = now()');
  const { connect } = db.pool;
  db.pool.connect = () => Promise.reject(new Error('timeout exceeded when trying to connect'));
  notify();
  await eventually(async () => expect(failures).toHaveLength(1));
  expect(mode.isOn()).toBe(false);
  db.pool.connect = connect;
  await eventually(async () => expect(mode.isOn()).toBe(true));
});
