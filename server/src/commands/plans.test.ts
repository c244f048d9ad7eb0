/** The commands of the operator about plans, as a terminal runs them: each opens the database and closes it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../db/client.ts';
import { inSystem } from '../db/transaction.ts';
import { recordActivation } from '../features/billing/index.ts';
import { addMembership, signUp } from '../features/identity/index.ts';
import { createLog } from '../lib/log.ts';
import { openMigrated } from '../open-migrated.ts';
import { type CommandDatabase, prepareCommandDatabase } from '../testing/command-database.ts';
import { queryAsOwner } from '../testing/database.ts';
import { paymentSettings } from '../testing/payment-settings.ts';
import { runCommand } from './run-command.ts';

const log = createLog('silent');
let database: CommandDatabase;
let ann: string;
let ben: string;

const settingsOf = (more: Record<string, string> = paymentSettings) => database.settings(more);
const run = async (...args: string[]) => (await runCommand(args, settingsOf(), log)).lines;

/** Between two commands, because one process at a time can have the database. */
async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openMigrated(settingsOf(), log);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function addOwner(db: Database, email: string): Promise<{ userId: string; accountId: string }> {
  const now = Math.floor(Date.now() / 1000);
  const signedIn = {
    issuedAt: now,
    signedInAt: null,
    sessionId: null,
    secondFactor: false,
    emailVerified: true,
  };
  const bearer = { issuer: 'https://issuer.example', sub: email, email, token: '', ...signedIn };
  const hooks = { isInvited: async () => false, onAccountCreated: async () => undefined };
  const { userId, accountId } = await signUp(db, bearer, {}, hooks);
  if (accountId === null) throw new Error('There is no account.');
  return { userId, accountId };
}

const readPlan = async (accountId: string) => {
  const sql = 'select plan_state, plan_ends_at from accounts where id = $1';
  return (await withDatabase((db) => queryAsOwner(db, sql, [accountId]))).rows[0];
};

beforeAll(async () => {
  database = await prepareCommandDatabase();
  await withDatabase(async (db) => {
    await recordActivation(db, true);
    const first = await addOwner(db, 'ann@example.com');
    const second = await addOwner(db, 'ben@example.com');
    [ann, ben] = [first.accountId, second.accountId];
    await inSystem(db, (trx) =>
      addMembership(
        trx,
        { accountId: ann, userId: second.userId, actorId: first.userId },
        { role: 'owner', locationIds: null },
      ),
    );
  });
});
afterAll(() => database.remove());

describe('give-plan and take-plan', () => {
  test('give an account everything until the end of a day, for ever, and no longer', async () => {
    expect(await run('give-plan', 'Ann@example.com', '2099-12-31')).toEqual([
      `The account ${ann} has everything for free, until the end of 2099-12-31 (UTC). What it pays already goes on.`,
    ]);
    expect(await readPlan(ann)).toEqual({
      plan_state: 'free',
      plan_ends_at: new Date('2099-12-31T23:59:59.999Z'),
    });
    expect(await run('give-plan', ann)).toEqual([
      `The account ${ann} has everything for free, without an end. What it pays already goes on.`,
    ]);
    expect(await readPlan(ann)).toEqual({ plan_state: 'free', plan_ends_at: null });
    expect(await run('take-plan', 'ann@example.com')).toEqual([
      `The account ${ann} has no free plan any more.`,
    ]);
    expect(await readPlan(ann)).toMatchObject({ plan_state: 'trial' });
    const { rows } = await withDatabase((db) =>
      queryAsOwner<{ action: string }>(
        db,
        `select action from audit_entries where account_id = $1 and action like 'plan.%' order by at, id`,
        [ann],
      ),
    );
    expect(rows.map(({ action }) => action)).toEqual(['plan.given', 'plan.given', 'plan.taken-back']);
  });

  test('change nothing for nobody, for somebody with several accounts, and for no day', async () => {
    await expect(run('give-plan', 'nobody@example.com')).rejects.toThrow(
      'nobody with the address or id nobody@example.com owns an account.',
    );
    for (const command of ['give-plan', 'take-plan'])
      await expect(run(command, 'ben@example.com')).rejects.toThrow(
        /ben@example\.com owns several accounts; give the id of one instead/,
      );
    for (const day of ['tomorrow', '2027-02-31', '2027-1-1'])
      await expect(run('give-plan', ann, day)).rejects.toThrow(`"${day}" is no day such as 2027-12-31.`);
    expect(await readPlan(ben)).toMatchObject({ plan_state: 'trial' });
  });

  test('without an account are explained with the list of commands', async () => {
    for (const command of ['give-plan', 'take-plan', 'give-plans', 'constructor'])
      await expect(run(command)).rejects.toThrow(
        /^unknown command\.\nCommands:\n {2}migrate +brings the database[\s\S]*\n {2}take-plan <e-mail\|account id>/,
      );
  });
});

describe('ended-accounts', () => {
  test('lists what the next run does, and changes nothing', async () => {
    expect(await run('ended-accounts')).toEqual([
      '0 plans ended a few days ago, or so long ago that the deletion is near; 0 of their accounts would be deleted now.',
    ]);
    const endedAt = new Date(Date.now() - 100 * 86_400_000);
    await withDatabase((db) =>
      queryAsOwner(db, 'update accounts set trial_ends_at = $2, plan_ends_at = $2 where id = $1', [
        ben,
        endedAt,
      ]),
    );
    const before = await readPlan(ben);
    const [sum, line, ...more] = await run('ended-accounts');
    expect(sum).toMatch(/^1 plans ended .* 0 of their accounts would be deleted now\.$/);
    expect(line).toMatch(
      new RegExp(
        `^${ben}  ended ${endedAt.toISOString().slice(0, 10)}  (?:mail deletion-30; deletion at the earliest on \\d{4}-\\d\\d-\\d\\d|nothing is due)$`,
      ),
    );
    expect(more).toEqual([]);
    expect(await readPlan(ben)).toEqual(before);
  });

  test('has nothing to list on an installation without plans', async () => {
    expect((await runCommand(['ended-accounts'], settingsOf({}), log)).lines).toEqual([
      'This installation has no plans, so no account is deleted for want of one.',
    ]);
  });
});
