import { createServer, type Server } from 'node:http';
import { freePort } from '@kindling/service/testing/free-port';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { anyMode } from '../../testing/database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { exitCodes } from '../command-result.ts';
import { type CheckContext, ok } from './check.ts';
import { skewFinding } from './database-checks.ts';
import { type CheckResult, doctorCommand, runChecks } from './doctor.ts';
import { certificateFinding } from './network-checks.ts';

let app: TestApp;
let keys: Server;
let keysUrl: string;

beforeAll(async () => {
  app = await startTestApp(anyMode);
  keys = createServer((request, response) => {
    response.setHeader('date', new Date(Date.now() + 120_000).toUTCString());
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/jwks' ? { keys: [{ kty: 'RSA' }] } : {}));
  });
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  const address = keys.address();
  keysUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  keys.close();
  await app.close();
});

async function check(
  more: Partial<CheckContext['settings']> = {},
): Promise<(name: string) => Omit<CheckResult, 'check'>[]> {
  const { settings, db } = app.services;
  const found = await runChecks({
    settings: {
      ...settings,
      publicUrl: keysUrl,
      auth: { ...settings.auth, keysUrl: `${keysUrl}/jwks` },
      ...more,
    },
    db,
    databaseProblem: null,
  });
  return (name) => found.filter(({ check }) => check === name).map(({ check: _, ...finding }) => finding);
}

test('says of each part what it found, and what to do', async () => {
  const of = await check();
  expect(of('database')[0]).toEqual(ok(expect.stringMatching(/^PostgreSQL 1\d.* answers\.$/)));
  expect(of('migrations')).toEqual([ok('The tables are those of this version.')]);
  expect(of('clock')).toEqual([ok('The clock agrees with that of the database.')]);
  expect(of('disk')).toMatchObject([{ says: expect.stringContaining('KINDLING_DATA has') }]);
  expect(of('sign-in-keys')).toEqual([ok('The keys of the sign-in service can be fetched.')]);
  expect(of('backups')).toMatchObject([
    { status: 'warning', says: 'No backup was made yet.' },
    { status: 'warning', says: 'Backups are not encrypted.' },
  ]);
  expect(of('erasure-journal')).toMatchObject([
    { status: 'warning', todo: expect.stringContaining('worker') },
  ]);
  expect(of('mail')).toMatchObject([{ status: 'failure', says: expect.stringContaining('127.0.0.1:1') }]);
  expect(of('public-address')).toMatchObject([
    { status: 'ok' },
    { status: 'failure', says: expect.stringMatching(/differs from this machine's by 1[12]\d seconds/) },
  ]);
  expect(of('platforms').length).toBeGreaterThan(1);
  expect(of('queue').map(({ status }) => status)).toContain('warning');
});

test('a restore that did not end, and services that do not answer, are failures', async () => {
  const { db } = app.services;
  await inSystem(db, (trx) =>
    sql`insert into restores (backup_id, backup_began_at, began_at) values (gen_random_uuid(), now(), now())`.execute(
      trx,
    ),
  );
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const { settings } = app.services;
  const of = await check({ publicUrl: nobody, auth: { ...settings.auth, keysUrl: `${nobody}/jwks` } });
  await inSystem(db, (trx) => sql`delete from restores`.execute(trx));
  expect(of('migrations')).toMatchObject([
    { status: 'failure', says: expect.stringContaining('did not come to its end') },
  ]);
  expect(of('sign-in-keys')).toMatchObject([
    { status: 'failure', says: expect.stringContaining('ECONNREFUSED') },
  ]);
  expect(of('public-address')).toMatchObject([
    { status: 'warning', says: expect.stringContaining('ECONNREFUSED') },
  ]);
});

test('each check has a deadline, and one that throws is a failure of its own', async () => {
  const context = { settings: app.services.settings, db: null, databaseProblem: null };
  const results = await runChecks(context, 50, [
    { name: 'slow', run: () => new Promise(() => {}) },
    { name: 'broken', run: () => Promise.reject(new Error('postgres://user:password@db/x is away')) },
    { name: 'good', run: async () => ok('It is there.') },
  ]);
  expect(results).toMatchObject([
    { check: 'slow', status: 'failure', says: 'There was no answer within 0.05 seconds.' },
    { check: 'broken', status: 'failure', says: 'It could not be checked (postgres://db/x is away).' },
    { check: 'good', status: 'ok' },
  ]);
});

test('a certificate is looked at where the address has TLS', async () => {
  const signal = new AbortController().signal;
  expect(await certificateFinding('http://localhost:4000', signal)).toMatchObject({ status: 'ok' });
  expect(await certificateFinding(`https://127.0.0.1:${await freePort()}`, signal)).toMatchObject({
    status: 'failure',
  });
});

test('a clock that is five seconds away is a warning, one that is a minute away a failure', () => {
  expect([1, -4, 6, -30, 61, -90].map((skew) => skewFinding('the database', skew).status)).toEqual([
    'ok',
    'ok',
    'warning',
    'warning',
    'failure',
    'failure',
  ]);
});

test('the command ends with 1 when something failed, and never prints a secret', async () => {
  const { settings, log, db } = app.services;
  const { lines, json, exitCode } = await doctorCommand({
    settings: { ...settings, mail: { ...settings.mail, url: 'smtp://user:hidden@127.0.0.1:1' } },
    log,
    db,
  });
  expect(exitCode).toBe(exitCodes.failed);
  expect(json.failures).toBeGreaterThan(0);
  expect(lines.at(-1)).toMatch(/^\d+ failures, \d+ warnings\.$/);
  expect(JSON.stringify([lines, json])).not.toMatch(/hidden|a secret of the tests/);
});
