/** The program as an operator meets it: the bundle in a process of its own, started, killed, started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from './db/client.ts';
import { asOwner, createTestDatabase, databaseModes, silentLog } from './testing/database.ts';
import { type StandIns, standInSecret, startStandIns } from './testing/stand-ins.ts';

const program = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const place = 'accounts/7/locations/77';
const many = 5000;
const secret = 'a secret of the tests that is long enough';

let folder: string;
let standIns: StandIns;
const children = new Set<ChildProcess>();

vi.setConfig({ testTimeout: 240_000 });

beforeAll(async () => {
  if (!existsSync(program)) throw new Error('The program is not built: run "node tools/build.mjs" first.');
  folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-main-'));
  standIns = await startStandIns();
});
afterEach(async () => {
  for (const child of children) await kill(child);
});
afterAll(async () => {
  await standIns.close();
  await rm(folder, { recursive: true, force: true });
});

const ports = new Map<string, [number, number]>();

/** A data folder keeps its ports: the address of the sign-in service is part of who its people are. */
async function portsOf(data: string): Promise<[number, number]> {
  const known = ports.get(data) ?? (await freePorts());
  ports.set(data, known);
  return known;
}

interface Started {
  child: ChildProcess;
  /** Everything said so far on both streams. */
  said(): string;
  /** Resolves when the program said that it is ready; rejects when it ends before. */
  ready: Promise<void>;
  exited: Promise<number | null>;
  port: number;
}

/** Starts the program on free ports with a data folder of this name; `env` comes over the usual settings. */
async function run(data: string, env: Record<string, string> = {}, args: string[] = []): Promise<Started> {
  const [port, identityPort] = await portsOf(data);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      IDENTITY_PORT: String(identityPort),
      KINDLING_DATA: path.join(folder, data),
      KINDLING_SECRET: secret,
      KINDLING_GOOGLE_SIMULATOR_URL: standIns.urls.google,
      KINDLING_FACEBOOK_SIMULATOR_URL: standIns.urls.facebook,
      ...standInSecret,
      KINDLING_MAILBOX_SMTP_URL: 'smtp://127.0.0.1:1',
      KINDLING_EXIT_WITH_PARENT: '1',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.add(child);
  let text = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  void exited.then(() => children.delete(child));
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      text += chunk.toString();
      if (text.includes(' is ready: ')) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('close', () => reject(new Error(`The program ended before it was ready: ${text}`)));
  });
  ready.catch(() => {});
  return { child, said: () => text, ready, exited, port };
}

/** A database for a data folder, so that not every start makes a new one. */
async function layDatabase(data: string, kind: { empty?: boolean } = {}): Promise<void> {
  const { db, options, close } = await createTestDatabase('embedded', kind);
  await db.close();
  await cp(options.dataFolder ?? '', path.join(folder, data, 'database'), { recursive: true });
  await close();
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** Runs until the end; what it said and its exit code. */
async function ending(data: string, env: Record<string, string> = {}, args: string[] = []) {
  const started = await run(data, env, args);
  const closed = new Promise((resolve) => started.child.once('close', resolve));
  const code = await started.exited;
  await closed;
  return { code, said: started.said() };
}

async function stop(started: Started): Promise<number | null> {
  started.child.kill('SIGTERM');
  return started.exited;
}

function listening(port = 0): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

async function freePorts(): Promise<[number, number]> {
  const servers = [await listening(), await listening()];
  const ports = servers.map(portOf);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return [ports[0] ?? 0, ports[1] ?? 0];
}

/** Resolves when the platform was asked for so many pages of reviews. */
async function untilPages(count: number, started: Started): Promise<void> {
  while ((await standIns.callsTo('google', '/reviews')).length < count) {
    if (started.child.exitCode !== null) throw new Error(`The program ended: ${started.said()}`);
  }
}

/** One location with 5,000 reviews, and pages slow enough to be met in the middle. */
async function seedMany(): Promise<void> {
  await standIns.steer('google', { action: 'reset' });
  const owner = { sub: '1', email: 'owner@example.com', name: 'Owner', accounts: ['accounts/7'] };
  await standIns.steer('google', {
    action: 'seed',
    data: {
      users: [owner],
      accounts: [{ name: 'accounts/7', accountName: 'A' }],
      locations: {},
      reviews: {},
    },
  });
  await standIns.steer('google', { action: 'seed', location: place, count: many, title: 'Many' });
  await standIns.steer('google', { action: 'latency', match: '/reviews', ms: 15 });
}

interface Found {
  reviews: number;
  different: number;
  runs: { outcome: string; seen: number; added: number; unchanged: number; attempts: number }[];
}

/** What the database holds for the listing with many reviews. */
async function found(options: { url: string } | { dataFolder: string }): Promise<Found> {
  const db = await openDatabase({ ...options, log: silentLog });
  try {
    const counts = await asOwner<{ reviews: number; different: number }>(
      db,
      `select count(*)::int as reviews, count(distinct external_id)::int as different from reviews where source = 'google'`,
    );
    const runs = await asOwner<Found['runs'][number]>(
      db,
      `select r.outcome, r.seen, r.added, r.unchanged, r.attempts from sync_runs r
       join listings l on l.account_id = r.account_id and l.id = r.listing_id
       where l.platform = 'google' order by r.started_at`,
    );
    return { reviews: 0, different: 0, ...counts.rows[0], runs: runs.rows };
  } finally {
    await db.close();
  }
}

describe.each(databaseModes)('a first sync of 5,000 reviews, %s', (mode) => {
  // A kind stop differs from a hard one in this program, not in the database: one of them is enough for it.
  const stops = [
    ['kill -9', 'SIGKILL', null],
    ['SIGTERM', 'SIGTERM', 0],
  ] as const;
  test.each(mode === 'embedded' ? stops : stops.slice(0, 1))(
    '%s in the middle, start again: it finishes, each review once',
    async (_, signal, code) => {
      await seedMany();
      const data = `many-${mode}-${signal}`;
      const server = mode === 'postgres' ? await createTestDatabase('postgres', { empty: true }) : undefined;
      const url = server?.options.url;
      await server?.db.close();
      const env = url === undefined ? {} : { DATABASE_URL: url };
      const where = url === undefined ? { dataFolder: path.join(folder, data, 'database') } : { url };
      try {
        const first = await run(data, env, ['--demo']);
        await untilPages(20, first);
        first.child.kill(signal);
        expect(await first.exited).toBe(code);
        const halfway = await found(where);
        expect(halfway.reviews).toBeGreaterThan(0);
        expect(halfway.reviews).toBeLessThan(many);
        expect(halfway.runs).toMatchObject([{ outcome: 'running', seen: halfway.reviews }]);
        const second = await run(data, env, ['--demo']);
        await second.ready;
        expect(await stop(second)).toBe(0);
        expect(await found(where)).toEqual({
          reviews: many,
          different: many,
          // Attempts count the tries since the reading last got further, so going on has none of its own.
          runs: [{ outcome: 'succeeded', seen: many, added: many, unchanged: 0, attempts: 1 }],
        });
      } finally {
        await server?.close();
      }
    },
  );
});

describe('stopping', () => {
  test('SIGTERM, SIGINT and the end of standard input each end it with 0', async () => {
    await layDatabase('stopping');
    for (const end of ['SIGTERM', 'SIGINT', 'stdin'] as const) {
      const started = await run('stopping');
      await started.ready;
      expect((await fetch(`http://127.0.0.1:${started.port}/readyz`)).status).toBe(200);
      if (end === 'stdin') started.child.stdin?.end();
      else started.child.kill(end);
      expect(await started.exited, end).toBe(0);
    }
  });
});

describe('one sentence and exit code 1', () => {
  function expectSentence(
    answer: { code: number | null; said: string },
    ...parts: (string | RegExp)[]
  ): void {
    expect(answer.code).toBe(1);
    for (const part of parts) expect(answer.said).toMatch(part);
    expect(answer.said).not.toMatch(/^\s+at /m);
    expect(answer.said.trim().split('\n')).toHaveLength(1);
  }

  async function expectStarts(data: string, env: Record<string, string> = {}): Promise<void> {
    const started = await run(data, env);
    await started.ready;
    expect(await stop(started)).toBe(0);
  }

  test.each(['PORT', 'IDENTITY_PORT'])('%s is taken', async (variable) => {
    const data = `taken-${variable}`;
    await layDatabase(data);
    const taken = await listening();
    const port = String(portOf(taken));
    const answer = await ending(data, { [variable]: port });
    expectSentence(answer, `port ${port}`, `set ${variable} to another port`);
    await new Promise((resolve) => taken.close(resolve));
    await expectStarts(data);
  });

  test('a second process on the same data folder', async () => {
    await layDatabase('shared');
    const first = await run('shared');
    await first.ready;
    expectSentence(await ending('shared'), 'in use by another Kindling process', String(first.child.pid));
    expect((await fetch(`http://127.0.0.1:${first.port}/readyz`)).status).toBe(200);
    expect(await stop(first)).toBe(0);
  });

  test('a data folder that cannot be written', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, 'mine');
    expectSentence(await ending('a-file'), /data folder .* cannot be written/);
    const noSecret = await ending('a-file', { KINDLING_SECRET: '' });
    expect(noSecret.code).toBe(1);
    expect(noSecret.said).toContain('KINDLING_DATA: expected a folder that can be written');
  });

  test('REL-17 settings that are not right: all of them, by name', async () => {
    const { code, said } = await ending('settings', {
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
    expect(existsSync(path.join(folder, 'settings'))).toBe(false);
  });

  test('the demo where others reach the address: that it is local, before anything is made', async () => {
    const answer = await ending(
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
    expect(existsSync(path.join(folder, 'public-demo'))).toBe(false);
  });

  test('a database that cannot be reached, without its password', async () => {
    const [port] = await freePorts();
    const url = `postgres://user:hush-hush@127.0.0.1:${port}/kindling`;
    const answer = await ending('unreachable', { DATABASE_URL: url });
    expectSentence(answer, /database at 127\.0\.0\.1:\d+\/kindling cannot be reached \(ECONNREFUSED\)/);
    expect(answer.said).not.toContain('hush-hush');
  });

  async function inDatabase(data: string, ...statements: string[]): Promise<void> {
    const db = await openDatabase({ dataFolder: path.join(folder, data, 'database'), log: silentLog });
    try {
      for (const statement of statements) await asOwner(db, statement);
    } finally {
      await db.close();
    }
  }

  test('a database that is newer than the program', async () => {
    await layDatabase('newer');
    await expectStarts('newer');
    await inDatabase(
      'newer',
      "insert into kindling_migrations (set, name, sha256) values ('kindling', '9999-future', 'x')",
    );
    expectSentence(await ending('newer'), 'made by a newer version of Kindling', 'kindling/9999-future');
    await inDatabase('newer', "delete from kindling_migrations where name = '9999-future'");
    await expectStarts('newer');
  });

  test('a migration that fails leaves nothing behind', async () => {
    await layDatabase('failing', { empty: true });
    await inDatabase('failing', 'create table listings (mine text)', "insert into listings values ('kept')");
    const answer = await ending('failing');
    expectSentence(answer, '0004-connections', 'listings');
    await inDatabase('failing', "do $$ begin assert (select mine from listings) = 'kept'; end $$");
    await inDatabase('failing', 'drop table listings');
    await expectStarts('failing');
  });

  test('a command that nobody knows, or for nobody', async () => {
    await layDatabase('commands');
    const unknown = await ending('commands', {}, ['fly']);
    expect(unknown.code).toBe(1);
    expect(unknown.said).toContain('unknown command');
    expect(unknown.said).toContain('move-account <e-mail>');
    expectSentence(
      await ending('commands', {}, ['set-role', 'no@example.com', 'Regular']),
      'nobody with the address',
    );
    expectSentence(
      await ending('commands', {}, ['set-role', 'no@example.com', 'King']),
      'the role is either',
    );
    const target = ['--to', 'postgres://nobody@127.0.0.1:1/none'];
    expectSentence(
      await ending('commands', {}, ['move-account', 'no@example.com', ...target]),
      'there is no account with the address no@example.com',
    );
    const migrated = await ending('commands', {}, ['migrate']);
    expect(migrated).toEqual({ code: 0, said: 'The database is up to date.\n' });
  });
});
