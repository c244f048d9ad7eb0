/** The built program and its commands in processes of their own, on the embedded database, which one process holds. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../db/client.ts';
import { databaseModes, queryAsOwner, silentLog } from '../testing/database.ts';
import {
  prepareAnyDatabase,
  prepareDatabase,
  runToExit,
  setUpPrograms,
  startProgram,
  stopProgram,
  waitForEnd,
} from '../testing/programs.ts';
import { runsEverything } from '../testing/scope.ts';
import { exitCodes } from './command-result.ts';

vi.setConfig({ hookTimeout: 120_000, testTimeout: 240_000 });

const programs = setUpPrograms();
const key = 'kG7tR2vXq9LmZ4wYb8NcD1fHs6JpA3eU';
const env = { KINDLING_BACKUP_KEY: key, KINDLING_ROLES: 'worker,identity' };
let folder: string;

beforeAll(async () => {
  folder = path.join(programs.dataFolder('files'));
  await mkdir(folder, { recursive: true });
});

/** Runs a command to its end. @returns its exit code and its JSON object */
async function run(data: string, ...words: string[]) {
  const { code, said } = await runToExit(data, env, [...words, '--json']);
  const line = said.split('\n').find((one) => one.startsWith('{"ok"')) ?? '{}';
  return { code, ...(JSON.parse(line) as Record<string, unknown>) };
}

test('commands work in the read-only mode, which one of them ends', async () => {
  const { options } = await prepareDatabase('factor');
  const email = 'locked-out@example.com';
  const db = await openDatabase({ ...options, log: silentLog });
  for (const statement of [
    `insert into identity.account (sub, email, password_hash, locale, email_verified_at, credentials_changed_at, created_at)
     values ('local|one', '${email}', 'a hash', 'en', now(), now(), now())`,
    `insert into identity.authenticator_app (sub, secret_sealed, last_step, created_at) values ('local|one', '', 0, now())`,
    `insert into users (id, issuer, sub, email, first_name, last_name, display_name, role)
     values ('0199f000-0000-7000-8000-00000000000c', 'https://id.example', 'one', '${email}', 'Lo', 'Out', 'Lo Out', 'Regular')`,
    'update maintenance_mode set read_only_since = now()',
  ])
    await queryAsOwner(db, statement);
  await db.close();
  const program = await startProgram('factor', env);
  await program.ready;
  expect(await run('factor', 'remove-second-factor', email)).toMatchObject({
    code: exitCodes.ok,
    email,
    removed: ['the authenticator app'],
  });
  // `remove-second-factor.test.ts` has the same without processes.
  if (runsEverything) {
    expect(await run('factor', 'remove-second-factor', email)).toMatchObject({
      code: exitCodes.ok,
      removed: [],
    });
    expect(await run('factor', 'remove-second-factor', 'nobody@example.com')).toMatchObject({
      code: exitCodes.failed,
      error: expect.stringContaining('nobody signs in with the address nobody@example.com'),
    });
    expect(await run('factor', 'remove-second-factor')).toMatchObject({ code: exitCodes.usage });
  }
  expect(await run('factor', 'set-role', email, 'Super Admin')).toMatchObject({
    code: exitCodes.ok,
    role: 'Super Admin',
  });
  expect(await run('factor', 'rotate-keys')).toMatchObject({ code: exitCodes.ok, left: 0 });
  expect(await run('factor', 'backup', path.join(folder, 'read-only.backup'))).toMatchObject({
    code: exitCodes.ok,
  });
  expect(await run('factor', 'maintenance', 'read-only', 'off')).toMatchObject({
    code: exitCodes.ok,
    readOnlySince: null,
  });
  await stopProgram(program);
  const after = await openDatabase({ ...options, log: silentLog });
  const { rows } = await queryAsOwner<{ left: number; mails: number }>(
    after,
    `select (select count(*)::int from identity.authenticator_app) as left,
       (select count(*)::int from emails where recipient = '${email}') as mails`,
  );
  await after.close();
  // That the factor was removed, and that the role was given.
  expect(rows).toEqual([{ left: 0, mails: 2 }]);
});

test('commands run inside of the program that holds the database; a restore is served only when it is finished', async () => {
  await prepareDatabase('source');
  const program = await startProgram('source', env);
  await program.ready;
  const control = path.join(programs.dataFolder('source'), 'control.json');
  expect((await stat(control)).mode & 0o077).toBe(0);
  const { port } = JSON.parse(await readFile(control, 'utf8')) as { port: number };
  expect(
    (await fetch(`http://127.0.0.1:${port}/command`, { method: 'POST', body: '{"words":["backup","/x"]}' }))
      .status,
  ).toBe(404);
  const file = path.join(folder, 'one.backup');
  expect(await run('source', 'backup', file)).toMatchObject({ code: exitCodes.ok, ok: true, file });
  expect(await run('source', 'backup', file)).toMatchObject({ code: exitCodes.failed, ok: false });
  if (runsEverything) {
    expect(await run('source', 'backup')).toMatchObject({ code: exitCodes.usage });
    expect(
      await run('source', 'export-account', 'nobody@example.com', path.join(folder, 'x.zip')),
    ).toMatchObject({ code: exitCodes.failed });
  }
  expect(await run('source', 'doctor')).toMatchObject({
    checks: expect.arrayContaining([expect.objectContaining({ check: 'migrations', status: 'ok' })]),
  });
  expect(await run('source', 'restore', file, '--without-journal')).toMatchObject({
    code: exitCodes.failed,
    error: expect.stringContaining('is in use by another'),
  });
  await stopProgram(program);
  expect(existsSync(control)).toBe(false);

  const journal = path.join(programs.dataFolder('source'), 'erasure-journal');
  expect(await run('target', 'verify-backup', file)).toMatchObject({ code: exitCodes.ok, expired: false });
  if (runsEverything)
    expect(await run('target', 'restore', file)).toMatchObject({
      code: exitCodes.refused,
      error: expect.stringContaining('no erasure journal'),
    });
  expect(await run('target', 'restore', file, '--journal', journal)).toMatchObject({
    code: exitCodes.ok,
    erasures: 0,
  });
  const restored = await startProgram('target', env);
  await restored.ready;
  expect(await stopProgram(restored)).toBe(0);
});

test.skipIf(!runsEverything || !databaseModes.includes('postgres'))(
  'a backup that is killed leaves no whole file, and a restore that is killed is not served, and goes on',
  async () => {
    const source = await prepareAnyDatabase('killed-source');
    const all = { ...env, ...source.env };
    const first = await startProgram('killed-source', all);
    await first.ready;
    const url = source.env.DATABASE_URL ?? '';
    await queryOn(
      url,
      `insert into identity.account (sub, email, password_hash, locale, email_verified_at, credentials_changed_at, created_at)
       select 's' || n, n || '@example.com', (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 40) m),
              'en', now(), now(), now() from generate_series(1, 60000) n`,
    );
    for (let round = 0; round < 4; round += 1) {
      const file = path.join(folder, `killed-${round}.backup`);
      const command = await startProgram('killed-source', all, ['backup', file]);
      while (!(await readdir(folder)).some((name) => name.startsWith(`killed-${round}`))) {
        if (command.child.exitCode !== null) break;
        await wait(5);
      }
      await wait(round * 100);
      command.child.kill('SIGKILL');
      await waitForEnd(command);
      if (existsSync(file))
        expect(await run('killed-source', 'verify-backup', file)).toMatchObject({ code: exitCodes.ok });
      // Two minutes later the next one may begin.
      await queryOn(
        url,
        `set role kindling_system; update backups set alive_at = now() - interval '3 minutes' where finished_at is null`,
      );
    }
    const file = path.join(folder, 'for-restore.backup');
    expect((await runToExit('killed-source', all, ['backup', file])).code).toBe(exitCodes.ok);
    const journal = path.join(programs.dataFolder('killed-source'), 'erasure-journal');
    await stopProgram(first);
    const target = await prepareAnyDatabase('killed-target', { empty: true });
    const into = { ...env, ...target.env };
    const words = ['restore', file, '--journal', journal];
    let delay = 1000;
    // Each time longer by a part of itself: by a fixed step, a slow machine would need very many attempts.
    for (let code: number | null = null; code !== exitCodes.ok; delay *= 1.4) {
      const restoring = await startProgram('killed-target', into, words);
      const timer = setTimeout(() => restoring.child.kill('SIGKILL'), delay);
      code = (await waitForEnd(restoring)).code;
      clearTimeout(timer);
      const begun = await queryOn(
        target.env.DATABASE_URL ?? '',
        `select to_regclass('restores') is not null as present`,
      );
      if (code === exitCodes.ok || begun[0]?.present !== true) continue;
      const [row] = await queryOn(
        target.env.DATABASE_URL ?? '',
        `set role kindling_system; select count(*)::int as open from restores where finished_at is null`,
      );
      if (row?.open === 1) {
        const { code: refused, said } = await runToExit('killed-target', into);
        expect([refused, said]).toEqual([
          exitCodes.failed,
          expect.stringContaining('did not come to its end'),
        ]);
      }
    }
    const restored = await startProgram('killed-target', into);
    await restored.ready;
    await stopProgram(restored);
  },
);

async function queryOn(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results = (await client.query(text)) as unknown as pg.QueryResult | pg.QueryResult[];
    return (Array.isArray(results) ? results.at(-1) : results)?.rows ?? [];
  } finally {
    await client.end();
  }
}
