// A fresh database for tests: real PostgreSQL where its binaries are on the machine, else the embedded one.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import { freePort } from '@kindling/service/testing/free-port';
import pg from 'pg';
import { identityMigrations } from '../migrations.ts';

export type TestDatabase = { pool: pg.Pool; stop(): Promise<void> };
export type DatabaseKind = 'postgres' | 'embedded';

function findPostgresBinaries(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
  return found ?? null;
}

/** The databases to test against, never empty: PostgreSQL where it is there, and with `npm test -- --all` both. */
export function databaseKinds(): DatabaseKind[] {
  if (findPostgresBinaries() === null) return ['embedded'];
  return process.env.KINDLING_TEST_ALL === '1' ? ['postgres', 'embedded'] : ['postgres'];
}

/** PostgreSQL refuses to run as root; there its own system user runs it. */
function postgresUser(): { uid: number; gid: number } | Record<string, never> {
  if (userInfo().uid !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function startPostgres(bin: string): Promise<TestDatabase> {
  const user = postgresUser();
  const folder = mkdtempSync(join(tmpdir(), 'identity-pg-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'test', '-A', 'trust', '-E', 'UTF8', '-N'],
    options,
  );
  const port = await freePort();
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const args = [
    '-D',
    join(folder, 'data'),
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
  const child = spawn(join(bin, 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('ready to accept connections')) resolve();
    });
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
  });
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'test', database: 'postgres', max: 6 });
  return {
    pool,
    stop: async () => {
      await pool.end();
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The little of pg.Pool that the service uses, over the embedded database. */
async function startEmbedded(): Promise<TestDatabase> {
  const db = await PGlite.create();
  const buffers = { [types.BYTEA]: (value: string) => Buffer.from(value.slice(2), 'hex') };
  const query = async (text: string, values?: unknown[]) => {
    if (values === undefined) {
      await db.exec(text);
      return { rows: [], rowCount: 0 };
    }
    const result = await db.query(text, values, { parsers: buffers });
    return { rows: result.rows, rowCount: result.affectedRows ?? result.rows.length };
  };
  const rows = async (text: string, values?: unknown[]) =>
    query(text, /^\s*SELECT/i.test(text) ? (values ?? []) : values);
  const like = { query: rows, connect: async () => ({ query: rows, release: () => undefined }) };
  return { pool: like as unknown as pg.Pool, stop: () => db.close() };
}

export async function startDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const bin = findPostgresBinaries();
  const database = kind === 'postgres' && bin !== null ? await startPostgres(bin) : await startEmbedded();
  for (const { sql } of identityMigrations) await database.pool.query(sql);
  return database;
}
