/** The built program in a process of its own: start, stop, and refusal to start. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { freePort } from '@kindling/service/testing/free-port';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from './db/client.ts';
import { queryAsOwner, silentLog } from './testing/database.ts';
import {
  listenOnPort,
  type PreparedDatabase,
  portOf,
  prepareAnyDatabase,
  prepareDatabase,
  runToExit,
  setUpPrograms,
  startProgram,
  stopProgram,
  waitForEnd,
} from './testing/programs.ts';
import { runsEverything } from './testing/scope.ts';

const { dataFolder } = setUpPrograms();

vi.setConfig({ testTimeout: 240_000 });

// The program waits half a minute for a server, so it does that beside the tests.
let unreachable: ReturnType<typeof waitForEnd>;
beforeAll(async () => {
  const server = 'postgres://user:hush-hush@127.0.0.1:1/kindling';
  unreachable = waitForEnd(await startProgram('unreachable', { DATABASE_URL: server }));
});

describe('problems that do not prevent the start', () => {
  test('unreachable token keys: reported once before the program is ready, with the address and the reason', async () => {
    const { env } = await prepareAnyDatabase('keys');
    const port = await freePort();
    const inner = `http://127.0.0.1:${port}`;
    const started = await startProgram('keys', {
      ...env,
      KINDLING_ROLES: 'web',
      IDENTITY_INTERNAL_URL: inner,
    });
    await started.ready;
    const lines = started.output().split('\n');
    const told = lines.filter((line) => line.startsWith('  Trouble   '));
    expect(told).toEqual([
      expect.stringContaining(`cannot be fetched from ${inner}/.well-known/jwks.json (ECONNREFUSED)`),
    ]);
    expect(lines.findIndex((line) => line.includes(' is ready: '))).toBeGreaterThan(
      lines.indexOf(told[0] ?? ''),
    );
    expect(await stopProgram(started)).toBe(0);
  });
});

describe('problems that end the program with one sentence and code 1', () => {
  function expectSentence(
    answer: { code: number | null; said: string },
    ...parts: (string | RegExp)[]
  ): void {
    expect(answer.code).toBe(1);
    for (const part of parts) expect(answer.said).toMatch(part);
    expect(answer.said).not.toMatch(/^\s+at /m);
    expect(answer.said.trim().split('\n')).toHaveLength(1);
  }

  async function expectStarts(
    data: string,
    env: Record<string, string>,
    end: 'SIGTERM' | 'SIGINT' | 'the end of standard input' = 'SIGTERM',
  ): Promise<void> {
    const started = await startProgram(data, env);
    await started.ready;
    expect((await fetch(`http://127.0.0.1:${started.port}/readyz`)).status).toBe(200);
    if (end === 'the end of standard input') started.child.stdin?.end();
    else started.child.kill(end);
    expect(await started.exited, end).toBe(0);
  }

  test('a port is in use', async () => {
    const { env } = await prepareAnyDatabase('taken');
    const taken = await listenOnPort();
    const port = String(portOf(taken));
    for (const variable of runsEverything ? ['PORT', 'IDENTITY_PORT'] : ['PORT']) {
      const answer = await runToExit('taken', { ...env, [variable]: port });
      expectSentence(answer, `port ${port}`, `set ${variable} to another port`);
    }
    await new Promise((resolve) => taken.close(resolve));
    if (runsEverything) await expectStarts('taken', env);
  });

  test('a second process uses the same data folder', async () => {
    await prepareDatabase('shared');
    const first = await startProgram('shared');
    await first.ready;
    expectSentence(await runToExit('shared'), 'in use by another Kindling process', String(first.child.pid));
    expect((await fetch(`http://127.0.0.1:${first.port}/readyz`)).status).toBe(200);
    expect(await stopProgram(first)).toBe(0);
  });

  test('the data folder is not writable', async () => {
    const file = dataFolder('a-file');
    await writeFile(file, 'mine');
    expectSentence(await runToExit('a-file'), /data folder .* cannot be written/);
    if (!runsEverything) return;
    const noSecret = await runToExit('a-file', { KINDLING_SECRET: '' });
    expect(noSecret.code).toBe(1);
    expect(noSecret.said).toContain('KINDLING_DATA: expected a folder that can be written');
  });

  test('REL-17 invalid settings: all of them are listed by name', async () => {
    const { code, said } = await runToExit('settings', {
      PORT: 'eighty',
      KINDLING_ROLES: 'web,cook',
      KINDLING_SECRET: 'short',
      BRAND_COLOR: 'blue',
      GOOGLE_CLIENT_ID: 'only the id',
      DATABASE_URL: 'mysql://x',
    });
    expect(code).toBe(1);
    for (const name of ['PORT', 'KINDLING_ROLES', 'KINDLING_SECRET', 'BRAND_COLOR', 'GOOGLE_CLIENT_SECRET'])
      expect(said).toMatch(new RegExp(`- ${name}: expected `));
    expect(said).toContain('DATABASE_URL: expected an address such as postgres://');
    expect(said).not.toContain('only the id');
    expect(existsSync(dataFolder('settings'))).toBe(false);
  });

  test('the demo on a public address: refused before anything is created', async () => {
    const answer = await runToExit(
      'public-demo',
      {
        PUBLIC_URL: 'https://reviews.example.com',
        IDENTITY_URL: 'https://id.example.com',
        SMTP_URL: 'smtp://127.0.0.1:1',
        KINDLING_GOOGLE_SIMULATOR_URL: '',
        KINDLING_FACEBOOK_SIMULATOR_URL: '',
        KINDLING_MAILBOX_SMTP_URL: '',
      },
      ['--demo'],
    );
    expectSentence(
      answer,
      'the demo is for trying Kindling on your own machine',
      'KINDLING_ALLOW_SIMULATORS=1',
    );
    expect(existsSync(dataFolder('public-demo'))).toBe(false);
  });

  test('the database is unreachable; the sentence does not contain its password', async () => {
    const answer = await unreachable;
    expectSentence(answer, /database at 127\.0\.0\.1:1\/kindling cannot be reached \(ECONNREFUSED\)/);
    expect(answer.said).not.toContain('hush-hush');
  });

  async function inDatabase({ options }: PreparedDatabase, ...statements: string[]): Promise<void> {
    const db = await openDatabase({ ...options, log: silentLog });
    try {
      for (const statement of statements) await queryAsOwner(db, statement);
    } finally {
      await db.close();
    }
  }

  // `migrate.test.ts` has the same without a process.
  test.runIf(runsEverything)('the database is newer than the program', async () => {
    const laid = await prepareAnyDatabase('newer');
    await inDatabase(
      laid,
      "insert into kindling_migrations (set, name, sha256) values ('kindling', '9999-future', 'x')",
    );
    expectSentence(
      await runToExit('newer', laid.env),
      'made by a newer version of Kindling',
      'kindling/9999-future',
    );
    await inDatabase(laid, "delete from kindling_migrations where name = '9999-future'");
    await expectStarts('newer', laid.env);
  });

  // The program ends by its standard input, and by SIGINT with `--all`; the other programs that are stopped here get SIGTERM.
  test('a failed migration changes nothing, and the program starts with the repaired database', async () => {
    const laid = await prepareAnyDatabase('failing', { empty: true });
    await inDatabase(laid, 'create table listings (mine text)', "insert into listings values ('kept')");
    const answer = await runToExit('failing', laid.env);
    expectSentence(answer, '0004-connections', 'listings');
    await inDatabase(laid, "do $$ begin assert (select mine from listings) = 'kept'; end $$");
    await inDatabase(laid, 'drop table listings');
    await expectStarts('failing', laid.env, 'the end of standard input');
    if (runsEverything) await expectStarts('failing', laid.env, 'SIGINT');
  });

  test('an unknown command, and a command for an unknown account', async () => {
    const { env } = await prepareAnyDatabase('commands');
    const unknown = await runToExit('commands', env, ['fly']);
    expect(unknown.code).toBe(2);
    expect(unknown.said).toContain('unknown command');
    expect(unknown.said).toContain('move-account <e-mail>');
    const help = await runToExit('commands', { ...env, PORT: 'not a port' }, ['--help']);
    expect(help).toEqual({ code: 0, said: expect.stringContaining('  verify-backup <file>') });
    if (runsEverything) {
      const flag = await runToExit('commands', env, ['--version']);
      expect(flag).toMatchObject({ code: 2, said: expect.stringContaining('unknown option --version.') });
      expectSentence(
        await runToExit('commands', env, ['set-role', 'no@example.com', 'Regular']),
        'nobody with the address',
      );
      const king = await runToExit('commands', env, ['set-role', 'no@example.com', 'King']);
      expect(king).toMatchObject({ code: 2, said: expect.stringContaining('the role is either') });
      const target = ['--to', 'postgres://nobody@127.0.0.1:1/none'];
      expectSentence(
        await runToExit('commands', env, ['move-account', 'no@example.com', ...target]),
        'there is no account with the address no@example.com',
      );
      const migrated = await runToExit('commands', env, ['migrate']);
      expect(migrated).toEqual({ code: 0, said: 'The database is up to date.\n' });
    }
  });
});
