/** The command for an administrator who has lost the second factor, as a terminal runs it. */
import { BrowserSessions, SecondFactors } from '@kindling/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../db/client.ts';
import { signUp } from '../features/identity/index.ts';
import { openMail } from '../features/mail/stored-mail.ts';
import { createLog } from '../lib/log.ts';
import { createStoredSecretBox } from '../lib/secret-box.ts';
import { openMigrated } from '../open-migrated.ts';
import { type CommandDatabase, prepareCommandDatabase } from '../testing/command-database.ts';
import { queryAsOwner } from '../testing/database.ts';
import { runCommand } from './run-command.ts';

const log = createLog('silent');
const email = 'ann@example.com';
const sub = 'local|ann';
let database: CommandDatabase;

const settingsOf = (more: Record<string, string> = {}) => database.settings(more);
const run = async (address: string) =>
  (await runCommand(['remove-second-factor', address], settingsOf(), log)).lines;

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openMigrated(settingsOf(), log);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function addPerson(db: Database): Promise<void> {
  await db.pool.query(
    `insert into identity.account
       (sub, email, password_hash, locale, email_verified_at, credentials_changed_at, created_at)
     values ($1, $2, 'a hash', 'de', now(), now(), now())`,
    [sub, email],
  );
  for (const table of [
    'recovery_code (sub, code_hash) values ($1, $2)',
    `passkey (sub, id, public_key, counter, transports, name, created_at) values ($1, $2, '', 0, '{}', 'Firefox', now())`,
  ])
    await db.pool.query(`insert into identity.${table}`, [sub, 'one']);
  await db.pool.query(
    `insert into identity.record (model, id, sealed, uid, account_id) values ('Session', '\\x01', '', 'uid', $1)`,
    [sub],
  );
  await new BrowserSessions(db.pool).record({
    sub,
    sessionUid: 'uid',
    grantId: undefined,
    userAgent: 'Firefox/1',
    network: '192.0.2.1',
    authTime: undefined,
  });
  const bearer = {
    ...{ issuer: settingsOf().auth.issuer, sub, email, emailVerified: true, token: '' },
    ...{ issuedAt: 0, signedInAt: null, sessionId: null, secondFactor: true },
  };
  const hooks = { isInvited: async () => false, onAccountCreated: async () => undefined };
  await signUp(db, bearer, {}, hooks);
}

beforeAll(async () => {
  database = await prepareCommandDatabase();
  await withDatabase(addPerson);
});
afterAll(() => database.remove());

test('removes every factor, ends sessions and tokens, notes it in the trail, and mails the person', async () => {
  expect(await run(' Ann@Example.com ')).toEqual([
    `Removed from ${email}: 1 passkey, the recovery codes. They are signed out everywhere and sign in with the password alone.`,
    'A message tells them, as soon as a worker runs.',
  ]);
  await withDatabase(async (db) => {
    expect(await new SecondFactors(db.pool).stateOf(sub)).toMatchObject({ passkeys: 0, recoveryCodes: 0 });
    expect(await new BrowserSessions(db.pool).list(sub)).toEqual([]);
    const rows = async (sql: string) => (await queryAsOwner<Record<string, unknown>>(db, sql)).rows;
    expect(await rows("select tokens_valid_from > now() - interval '1 minute' as recent from users")).toEqual(
      [{ recent: true }],
    );
    const actions = await rows('select action from audit_entries');
    expect(actions).toContainEqual({ action: 'member.second-factor-removed' });
    const [mail] = await rows('select id, sealed, recipient from emails');
    expect(mail?.recipient).toBe(email);
    const { brand, publicUrl, plansEnabled } = settingsOf();
    const deps = { brand, publicUrl, plansEnabled, box: createStoredSecretBox(settingsOf()) };
    const { subject } = openMail(deps, { id: String(mail?.id), sealed: String(mail?.sealed) });
    expect(subject).toBe('Ihr zweiter Faktor wurde entfernt');
  });
});

test('changes nothing for somebody without a factor, and refuses an unknown address and a hosted service', async () => {
  expect(await run(email)).toEqual([`${email} has no second factor; nothing was changed.`]);
  await expect(run('nobody@example.com')).rejects.toThrow(
    'nobody signs in with the address nobody@example.com.',
  );
  const hosted = {
    AUTH_DOMAIN: 'shop.eu.auth0.com',
    AUTH_CLIENT_ID: 'spa',
    AUTH_AUDIENCE: 'https://api.example',
  };
  await expect(runCommand(['remove-second-factor', email], settingsOf(hosted), log)).rejects.toThrow(
    'shop.eu.auth0.com keeps the sign-ins',
  );
});
