import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type CopyStreams, embeddedCopyStreams, serverCopyStreams } from './copy-streams.ts';
import type { DatabaseLog } from './database-log.ts';
import { copyDatabaseFiles } from './embedded/copy-files.ts';
import { DATABASE_FOLDER, openEmbedded } from './embedded/embedded-pool.ts';
import { createServerListener, type Listen } from './listener.ts';
import { type Maintenance, startEmbeddedMaintenance, vacuumEveryTable } from './maintenance.ts';
import { openPostgresPool } from './postgres-pool.ts';
import { openReplica, type Replica, type ReplicaOptions } from './replica.ts';
import type { DB } from './types.gen.ts';

export interface DatabaseOptions {
  /** Address of a PostgreSQL server (postgres://...); without it the embedded database is used. */
  url?: string;
  /** Address of the same database without a pooler, when `url` goes through one. */
  directUrl?: string;
  /** A replica of the same server. */
  replica?: ReplicaOptions;
  /** Folder of the embedded database; required without `url`. */
  dataFolder?: string;
  log: DatabaseLog;
  /** Maximum run time of a statement in ms (default 30,000). */
  statementTimeoutMs?: number;
  /** Maximum time in ms between two statements of a transaction (default 30,000). */
  idleInTransactionTimeoutMs?: number;
  /** How long to wait at the start for a server that cannot be reached yet, in ms (default 30,000). */
  startupTimeoutMs?: number;
  /** Maximum number of connections to a server (default 10). */
  poolSize?: number;
  /** How long `close` waits for clients in use, in ms (default 10,000). */
  closeTimeoutMs?: number;
  /** Alternative worker file for the embedded database, for tests. */
  workerUrl?: URL;
}

export interface Database {
  /**
   * For the queue and the sign-in service. On the embedded database its role can access only their tables; on a server its
   * role is the user of the address.
   */
  pool: pg.Pool;
  /** Uses the same connections as the pool. Features use `inTenant` and `inSystem` instead. */
  kysely: Kysely<DB>;
  mode: 'embedded' | 'postgres';
  maintenance: Maintenance;
  /** Subscribes to notifications that are sent with `pg_notify`. */
  listen: Listen;
  /** Opens a separate connection as the owner of the tables, without a statement timeout, and closes it after `work`. */
  withOwnerConnection<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  /** COPY on a connection of `withOwnerConnection`. */
  copy: CopyStreams;
  /**
   * Copies the files of the embedded database into a new data folder, consistent and while others use it. Null on a server.
   */
  copyFiles: ((dataFolder: string) => Promise<void>) | null;
  /** For lists and dashboards; null without one. */
  replica: Replica | null;
  /** Resolves when the database answers and rejects when it does not. */
  health(): Promise<void>;
  close(): Promise<void>;
}

const DEFAULT_CLOSE_TIMEOUT_MS = 10_000;

/** Opens the database that the options select. @throws Error with one sentence for the operator when that fails. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) return openPostgres(options, options.url);
  if (options.dataFolder !== undefined) return openEmbeddedDatabase(options, options.dataFolder);
  throw new Error('Neither a database address nor a data folder is given.');
}

async function openPostgres(options: DatabaseOptions, url: string): Promise<Database> {
  const { pool, ownerClientConfig } = await openPostgresPool({ ...options, url });
  const withOwnerConnection = createOwnerConnectionRunner(ownerClientConfig, options.log);
  const listener = createServerListener(ownerClientConfig, pool, options.log);
  const replica = options.replica === undefined ? null : openReplica(options.replica, pool, options);
  return {
    ...queryAccess(pool),
    mode: 'postgres',
    listen: listener.listen,
    withOwnerConnection,
    copy: serverCopyStreams,
    copyFiles: null,
    replica,
    maintenance: {
      vacuum: () => withOwnerConnection(vacuumEveryTable),
      scheduleVacuum: () => {},
      checkpoint: async () => {},
    },
    close: runOnce(async () => {
      await listener.close();
      await replica?.close();
      await endPool(pool, options.closeTimeoutMs);
    }),
  };
}

async function openEmbeddedDatabase(options: DatabaseOptions, dataFolder: string): Promise<Database> {
  const embedded = await openEmbedded({ ...options, dataFolder });
  const withOwnerConnection = createOwnerConnectionRunner(embedded.ownerClientConfig, options.log);
  const timers = startEmbeddedMaintenance({
    withOwnerConnection,
    syncCount: embedded.syncCount,
    dataFolder,
    log: options.log,
  });
  return {
    ...queryAccess(embedded.pool),
    mode: 'embedded',
    listen: embedded.listen,
    withOwnerConnection,
    copy: embeddedCopyStreams(embedded.databaseFolder),
    replica: null,
    copyFiles: (folder) =>
      timers.between(() =>
        withOwnerConnection((client) =>
          copyDatabaseFiles(client, embedded.databaseFolder, join(folder, DATABASE_FOLDER)),
        ),
      ),
    maintenance: timers.maintenance,
    close: runOnce(async () => {
      await endPool(embedded.pool, options.closeTimeoutMs);
      await timers.stop();
      await embedded.close();
    }),
  };
}

function queryAccess(pool: pg.Pool): Pick<Database, 'pool' | 'kysely' | 'health'> {
  return {
    pool,
    kysely: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    async health() {
      await pool.query('select 1');
    },
  };
}

function createOwnerConnectionRunner(
  settings: pg.ClientConfig,
  log: DatabaseLog,
): Database['withOwnerConnection'] {
  return async (work) => {
    const client = new pg.Client(settings);
    // Without a listener, a connection that ends between two statements would crash the process.
    client.on('error', (error) => log.warn({ reason: error.message }, 'A database connection ended'));
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
}

/** A client that is never released must not keep the process from exiting, so closing has a timeout. */
async function endPool(pool: pg.Pool, timeoutMs = DEFAULT_CLOSE_TIMEOUT_MS): Promise<void> {
  await Promise.race([pool.end(), wait(timeoutMs, undefined, { ref: false })]);
}

function runOnce(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | null = null;
  return () => {
    result ??= work();
    return result;
  };
}
