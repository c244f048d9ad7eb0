/** For tests only: a PostgreSQL server of one's own that can be restarted, with a streaming replica and PgBouncer in front. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@kindling/service/testing/free-port';
import { findPostgresBinaries } from './postgres-binaries.ts';
import {
  runAsAdmin,
  serverAccount,
  spawnServer,
  testServerSettings,
  waitUntilReady,
} from './postgres-server.ts';

const run = promisify(execFile);

export interface PostgresCluster {
  /** Address of the superuser's database. */
  admin: string;
  /** Address of an empty database of the owner role. */
  url: string;
  /** Stops the server as an administrator does, running transactions included, and starts it again. */
  restart(): Promise<void>;
  startReplica(): Promise<PostgresReplica>;
  /** PgBouncer in transaction mode. @returns the address of the same database behind it */
  startPooler(): Promise<string>;
  stop(): Promise<void>;
}

export interface PostgresReplica {
  url: string;
  /** Stops replaying; the replica goes on answering with what it has. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Debian's PgBouncer; null where it is not installed. */
export function findPooler(): string | null {
  return ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file)) ?? null;
}

const databaseName = 'kindling';
const owner = 'kindling_owner';

export async function startPostgresCluster(): Promise<PostgresCluster> {
  const binaries = findPostgresBinaries();
  if (binaries === null) throw new Error('No PostgreSQL server programs on this machine');
  const account = serverAccount();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-cluster-'));
  const give = (file: string) => {
    if (account) execFileSync('chown', [`${account.uid}:${account.gid}`, file]);
  };
  await chmod(folder, 0o755);
  give(folder);
  const data = path.join(folder, 'primary');
  const options = { ...account, cwd: '/' };
  const auth = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  await run(path.join(binaries, 'initdb'), ['-D', data, ...auth], options);
  const start = (of: string, port: number) =>
    spawnServer(
      path.join(binaries, 'postgres'),
      ['-D', of, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...testServerSettings],
      account,
    );
  const port = await freePort();
  const adminOf = (at: number) => `postgres://postgres@127.0.0.1:${at}/postgres`;
  let stopPrimary = start(data, port);
  const stops: (() => Promise<void>)[] = [() => stopPrimary()];
  const admin = adminOf(port);
  await waitUntilReady(admin);
  await runAsAdmin(admin, `create role ${owner} login createrole`);
  await runAsAdmin(admin, `create database ${databaseName} owner ${owner}`);
  const urlOf = (at: number) => `postgres://${owner}@127.0.0.1:${at}/${databaseName}`;
  return {
    admin,
    url: urlOf(port),
    async restart() {
      await stopPrimary();
      stopPrimary = start(data, port);
      await waitUntilReady(admin);
    },
    async startReplica() {
      const copy = path.join(folder, `replica-${crypto.randomUUID().slice(0, 8)}`);
      const from = ['-d', admin, '-D', copy, '--write-recovery-conf', '--wal-method=stream'];
      await run(path.join(binaries, 'pg_basebackup'), [...from, '--checkpoint=fast'], options);
      const at = await freePort();
      const stop = start(copy, at);
      stops.unshift(stop);
      await waitUntilReady(adminOf(at));
      return {
        url: urlOf(at),
        pause: () => runAsAdmin(adminOf(at), 'select pg_wal_replay_pause()'),
        resume: () => runAsAdmin(adminOf(at), 'select pg_wal_replay_resume()'),
        stop,
      };
    },
    async startPooler() {
      const settings = [
        "TimeZone = 'UTC'",
        "statement_timeout = '30s'",
        "idle_in_transaction_session_timeout = '30s'",
      ];
      for (const setting of settings)
        await runAsAdmin(admin, `alter database ${databaseName} set ${setting}`);
      const pooler = await startPooler(path.join(folder, 'pooler'), port, give);
      stops.unshift(pooler.stop);
      return urlOf(pooler.port);
    },
    async stop() {
      for (const stop of stops) await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startPooler(
  folder: string,
  server: number,
  give: (file: string) => void,
): Promise<{ port: number; stop(): Promise<void> }> {
  const program = findPooler();
  if (program === null) throw new Error('This test needs PgBouncer: install the package "pgbouncer".');
  const port = await freePort();
  await mkdir(folder);
  const users = path.join(folder, 'users.txt');
  const config = path.join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${owner}" ""\n`);
  await writeFile(
    config,
    `[databases]
${databaseName} = host=127.0.0.1 port=${server} dbname=${databaseName}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 15
server_login_retry = 1
max_client_conn = 400
logfile = ${path.join(folder, 'log')}
pidfile = ${path.join(folder, 'pid')}
`,
  );
  for (const file of [folder, users, config]) give(file);
  const stop = spawnServer(program, [config], serverAccount());
  await waitUntilReady(`postgres://${owner}@127.0.0.1:${port}/${databaseName}`);
  return { port, stop };
}
