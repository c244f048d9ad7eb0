import { expect, onTestFinished, test } from 'vitest';
import { anyMode, createTestDatabase, queryAsOwner } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { openReadOnlyMode } from './read-only-mode.ts';

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
