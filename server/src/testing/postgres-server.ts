/** A PostgreSQL server for one test run, on loopback. As on a real server, its owner role is not a superuser. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@kindling/service/testing/free-port';
import pg from 'pg';
import { findPostgresBinaries } from './postgres-binaries.ts';

export interface PostgresServer {
  /** Address of the superuser's database. */
  admin: string;
  /** Address of the owner role; append the name of a database. */
  owner: string;
  stop(): Promise<void>;
}

export interface ServerAccount {
  uid: number;
  gid: number;
}

const run = promisify(execFile);

/** @throws Error when this machine has no PostgreSQL server programs */
export async function startPostgresServer(folder: string): Promise<PostgresServer> {
  const binaries = findPostgresBinaries();
  if (!binaries) throw new Error('No PostgreSQL server programs on this machine');
  const data = path.join(folder, 'cluster');
  const account = serverAccount();
  if (account) execFileSync('chown', [`${account.uid}:${account.gid}`, folder]);
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  await run(path.join(binaries, 'initdb'), initdb, { ...account, cwd: '/' });
  const port = await freePort();
  const stop = spawnServer(
    path.join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...testServerSettings],
    account,
  );
  const admin = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitUntilReady(admin);
  await runAsAdmin(admin, 'create role kindling_owner login createrole');
  return { admin, owner: `postgres://kindling_owner@127.0.0.1:${port}/`, stop };
}

/**
 * Test databases exist for seconds, so background work is off. `fsync` must stay on, because the product refuses
 * `fsync=off`. Tests run side by side, each with several processes that have a pool of connections.
 */
export const testServerSettings = [
  'autovacuum=off',
  'jit=off',
  'max_wal_size=1GB',
  'max_connections=300',
].flatMap((setting) => ['-c', setting]);

/** Runs one statement as the superuser outside any transaction, as `create database` and `drop database` require. */
export async function runAsAdmin(admin: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Retries for a minute, because a busy machine starts a server slowly. */
export async function waitUntilReady(admin: string): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      return await runAsAdmin(admin, 'select 1');
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** PostgreSQL refuses to run as root, so root uses the account `postgres`. */
export function serverAccount(): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/** Starts a program that ends with SIGINT. The shell stops it when its standard input closes, which also happens when this process is killed. */
export function spawnServer(
  program: string,
  args: string[],
  account: ServerAccount | undefined,
): () => Promise<void> {
  const guard = '"$@" >/dev/null 2>&1 & server=$!; cat >/dev/null; kill -INT $server; wait $server';
  const child = spawn('sh', ['-c', guard, 'sh', program, ...args], {
    ...account,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return async () => {
    if (child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    await ended;
  };
}
