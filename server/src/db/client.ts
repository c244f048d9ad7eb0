import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { openEmbedded } from './embedded/embedded-pool.ts';
import { createServerListener, type Listen } from './listener.ts';
import { type Maintenance, startEmbeddedMaintenance, vacuumEveryTable } from './maintenance.ts';
import { openPostgresPool } from './postgres-pool.ts';
import type { DB } from './types.gen.ts';

export interface DatabaseOptions {
  /** Address of a PostgreSQL server (postgres://...); without it the embedded database is used. */
  url?: string;
  /** The same database without a pooler between, where `url` leads through one. */
  directUrl?: string;
  /** Folder of the embedded database; needed without `url`. */
  dataFolder?: string;
  log: DatabaseLog;
  /** Milliseconds a statement may run (default 30,000). */
  statementTimeoutMs?: number;
  /** Milliseconds a transaction may wait for its next statement (default 30,000). */
  idleInTransactionTimeoutMs?: number;
  /** Milliseconds to wait for a server that cannot be reached yet (default 30,000). */
  startupTimeoutMs?: number;
  /** Connections to a server (default 10). */
  poolSize?: number;
  /** Milliseconds that closing waits for clients in use (default 10,000). */
  closeTimeoutMs?: number;
  /** Other file for the embedded database's worker, for tests. */
  workerUrl?: URL;
}

export interface Database {
  /**
   * For the queue and the sign-in service. The embedded database acts as a role that can use their tables only, a server as
   * the user of its address.
   */
  pool: pg.Pool;
  /** The same connection as the pool; features get theirs from `inTenant` and `inSystem`. */
  kysely: Kysely<DB>;
  mode: 'embedded' | 'postgres';
  maintenance: Maintenance;
  /** Subscribes to what is sent with `pg_notify`. */
  listen: Listen;
  /** Lends a connection of its own, as the owner, whose statements have no time limit. */
  unlimited<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  /** Resolves when the database answers, rejects when not. */
  health(): Promise<void>;
  close(): Promise<void>;
}

const DEFAULT_CLOSE_TIMEOUT_MS = 10_000;

/** Opens the database named by the options. Throws one sentence for the operator when that is not possible. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) return openPostgres(options, options.url);
  if (options.dataFolder !== undefined) return openEmbeddedDatabase(options, options.dataFolder);
  throw new Error('Neither a database address nor a data folder is given.');
}

async function openPostgres(options: DatabaseOptions, url: string): Promise<Database> {
  const { pool, ownerClientConfig: unlimitedClient } = await openPostgresPool({ ...options, url });
  const unlimited = createOwnerConnectionRunner(unlimitedClient, options.log);
  const listener = createServerListener(unlimitedClient, pool, options.log);
  return {
    ...queryAccess(pool),
    mode: 'postgres',
    listen: listener.listen,
    unlimited,
    maintenance: {
      vacuum: () => unlimited(vacuumEveryTable),
      vacuumSoon: () => {},
      checkpoint: async () => {},
    },
    close: runOnce(async () => {
      await listener.close();
      await endPool(pool, options.closeTimeoutMs);
    }),
  };
}

async function openEmbeddedDatabase(options: DatabaseOptions, dataFolder: string): Promise<Database> {
  const embedded = await openEmbedded({ ...options, dataFolder });
  const unlimited = createOwnerConnectionRunner(embedded.ownerClientConfig, options.log);
  const timers = startEmbeddedMaintenance({
    unlimited,
    syncCount: embedded.syncCount,
    dataFolder,
    log: options.log,
  });
  return {
    ...queryAccess(embedded.pool),
    mode: 'embedded',
    listen: embedded.listen,
    unlimited,
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

function createOwnerConnectionRunner(settings: pg.ClientConfig, log: DatabaseLog): Database['unlimited'] {
  return async (work) => {
    const client = new pg.Client(settings);
    // Without a listener, a connection that ends between two statements would end the process.
    client.on('error', (error) => log.warn({ reason: error.message }, 'A database connection ended'));
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
}

/** A client that is never given back must not keep the process from ending. */
async function endPool(pool: pg.Pool, limitMs = DEFAULT_CLOSE_TIMEOUT_MS): Promise<void> {
  const stop = new AbortController();
  const limit = wait(limitMs, undefined, { signal: stop.signal }).catch(() => {});
  await Promise.race([pool.end(), limit]);
  stop.abort();
}

function runOnce(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | null = null;
  return () => {
    result ??= work();
    return result;
  };
}
