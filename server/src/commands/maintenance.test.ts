/** `maintenance read-only`, as a terminal runs it while no process of the product runs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystem } from '../db/transaction.ts';
import { createLog } from '../lib/log.ts';
import { openMigrated } from '../open-migrated.ts';
import { type CommandDatabase, prepareCommandDatabase } from '../testing/command-database.ts';
import { runCommand } from './run-command.ts';

const log = createLog('silent');
let database: CommandDatabase;
const settings = () => database.settings();
const run = async (...args: string[]) => (await runCommand(['maintenance', ...args], settings(), log)).lines;

beforeAll(async () => {
  database = await prepareCommandDatabase();
});
afterAll(() => database.remove());

test('switches the mode on and off, says which it is, and leaves an entry for each change', async () => {
  expect(await run('read-only', 'status')).toEqual(['The read-only mode is off.']);
  const [on] = await run('read-only', 'on');
  expect(on).toMatch(/^The read-only mode is on since 20.*Z, switched on by a command\.$/);
  // Again changes nothing, also not since when.
  expect(await run('read-only', 'on')).toEqual([on]);
  expect(await run('read-only', 'status')).toEqual([on]);
  const [off] = await run('read-only', 'off');
  expect(off).toMatch(/^The read-only mode is off\. It was switched off at 20.*Z by a command\.$/);
  const db = await openMigrated(settings(), log);
  const entries = await inSystem(db, (system) =>
    system.selectFrom('operator_entries').select(['action', 'admin_id']).orderBy('at').execute(),
  );
  await db.close();
  expect(entries).toEqual([
    { action: 'maintenance.read-only-on', admin_id: null },
    { action: 'maintenance.read-only-off', admin_id: null },
  ]);
});

test.each([
  [[]],
  [['read-only']],
  [['read-only', 'maybe']],
  [['read-only', 'on', 'now']],
  [['notices', 'on']],
])('refuses %j', async (words) => {
  await expect(run(...words)).rejects.toThrow(/^unknown command/);
});
