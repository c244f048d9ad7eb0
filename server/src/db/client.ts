import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { openEmbedded } from './embedded/embedded-pool.ts';
import { createServerListener, type Listen } from './listener.ts';
import { type Maintenance, startEmbeddedMaintenance, vacuumEveryTable } from './maintenance.ts';
import { openServer } from './server.ts';
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
  statementLimitMs?: number;
  /** Milliseconds a transaction may wait for its next statement (default 30,000). */
  idleInTransactionMs?: number;
  /** Milliseconds to wait for a server that cannot be reached yet (default 30,000). */
  reachableWithinMs?: number;
  /** Connections to a server (default 10). */
  poolSize?: number;
  /** Milliseconds that closing waits for clients in use (default 10,000). */
  closeLimitMs?: number;
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

const CLOSE_LIMIT_MS = 10_000;

/** Opens the database named by the options. Throws one sentence for the operator when that is not possible. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) return openPostgres(options, options.url);
  if (options.dataFolder !== undefined) return openInFolder(options, options.dataFolder);
  throw new Error('Neither a database address nor a data folder is given.');
}

async function openPostgres(options: DatabaseOptions, url: string): Promise<Database> {
  const { pool, unlimitedClient } = await openServer({ ...options, url });
  const unlimited = lender(unlimitedClient, options.log);
  const listener = createServerListener(unlimitedClient, pool, options.log);
  return {
    ...queries(pool),
    mode: 'postgres',
    listen: listener.listen,
    unlimited,
    maintenance: {
      vacuum: () => unlimited(vacuumEveryTable),
      vacuumSoon: () => {},
      checkpoint: async () => {},
    },
    close: once(async () => {
      await listener.close();
      await endPool(pool, options.closeLimitMs);
    }),
  };
}

async function openInFolder(options: DatabaseOptions, dataFolder: string): Promise<Database> {
  const embedded = await openEmbedded({ ...options, dataFolder });
  const unlimited = lender(embedded.unlimitedClient, options.log);
  const timers = startEmbeddedMaintenance({
    unlimited,
    syncCount: embedded.syncCount,
    dataFolder,
    log: options.log,
  });
  return {
    ...queries(embedded.pool),
    mode: 'embedded',
    listen: embedded.listen,
    unlimited,
    maintenance: timers.maintenance,
    close: once(async () => {
      await endPool(embedded.pool, options.closeLimitMs);
      await timers.stop();
      await embedded.close();
    }),
  };
}

function queries(pool: pg.Pool): Pick<Database, 'pool' | 'kysely' | 'health'> {
  return {
    pool,
    kysely: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    async health() {
      await pool.query('select 1');
    },
  };
}

function lender(settings: pg.ClientConfig, log: DatabaseLog): Database['unlimited'] {
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
async function endPool(pool: pg.Pool, limitMs = CLOSE_LIMIT_MS): Promise<void> {
  const stop = new AbortController();
  const limit = wait(limitMs, undefined, { signal: stop.signal }).catch(() => {});
  await Promise.race([pool.end(), limit]);
  stop.abort();
}

function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | null = null;
  return () => {
    result ??= work();
    return result;
  };
}
