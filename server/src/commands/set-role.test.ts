/** The role of a person by the terminal: by the rule of the administrators' page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../db/client.ts';
import { signUp } from '../features/identity/index.ts';
import { createLog } from '../lib/log.ts';
import { openMigrated } from '../open-migrated.ts';
import { type CommandDatabase, prepareCommandDatabase } from '../testing/command-database.ts';
import { queryAsOwner } from '../testing/database.ts';
import { exitCodes } from './command-result.ts';
import { runCommand } from './run-command.ts';

const log = createLog('silent');
let database: CommandDatabase;

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openMigrated(database.settings(), log);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const setRole = (name: string, role: string) =>
  runCommand(['set-role', `${name}@example.com`, role], database.settings(), log);
const rows = (text: string) =>
  withDatabase(async (db) => (await queryAsOwner<Record<string, unknown>>(db, text)).rows);

beforeAll(async () => {
  database = await prepareCommandDatabase();
  await withDatabase(async (db) => {
    for (const name of ['ann', 'bob'])
      await signUp(
        db,
        {
          ...{ issuer: database.settings().auth.issuer, sub: `local|${name}`, email: `${name}@example.com` },
          ...{
            emailVerified: true,
            token: '',
            issuedAt: 0,
            signedInAt: null,
            sessionId: null,
            secondFactor: true,
          },
        },
        {},
        { isInvited: async () => false, onAccountCreated: async () => undefined },
      );
  });
});
afterAll(() => database.remove());

test('the change is in both trails and the person gets a mail; the same role again changes nothing', async () => {
  const { lines } = await setRole('Ann', 'Super Admin');
  expect(lines).toEqual(['Ann@example.com is now Super Admin.']);
  await setRole('ann', 'Super Admin');
  expect(await rows('select admin_id, action, details from operator_entries')).toEqual([
    { admin_id: null, action: 'role.changed', details: { role: 'Super Admin' } },
  ]);
  expect(
    await rows(`select u.email, e.details from audit_entries e join users u on u.id::text = e.target
      where e.action = 'member.operator-role-changed' and e.actor = 'system' and e.admin_id is null`),
  ).toEqual([{ email: 'ann@example.com', details: { role: 'Super Admin' } }]);
  expect(await rows('select recipient, template from emails')).toEqual([
    { recipient: 'ann@example.com', template: 'administrator-changed' },
  ]);
});

test('the last administrator stays one', async () => {
  await expect(setRole('ann', 'Regular')).rejects.toMatchObject({
    exitCode: exitCodes.refused,
    message: expect.stringContaining('ann@example.com is the last administrator'),
  });
  expect(await rows(`select email from users where role = 'Super Admin'`)).toEqual([
    { email: 'ann@example.com' },
  ]);
  await setRole('bob', 'Super Admin');
  await setRole('ann', 'Regular');
  expect(await rows(`select email from users where role = 'Super Admin'`)).toEqual([
    { email: 'bob@example.com' },
  ]);
  await expect(setRole('nobody', 'Regular')).rejects.toThrow('nobody with the address nobody@example.com');
});
