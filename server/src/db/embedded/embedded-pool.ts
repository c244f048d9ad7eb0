import path from 'node:path';
import pg from 'pg';
import type { DatabaseLog } from '../database-log.ts';
import { createEmbeddedListener, type Listen } from '../listener.ts';
import { logLostConnections } from '../lost-connections.ts';
import { typeParsers } from '../type-parsers.ts';
import { Engine } from './engine.ts';
import { lockFolder } from './folder-lock.ts';

export interface EmbeddedOptions {
  dataFolder: string;
  log: DatabaseLog;
  /** Maximum run time of a statement in ms (default 30,000). */
  statementTimeoutMs?: number;
  /** Maximum time in ms between two statements of a transaction (default 30,000). */
  idleInTransactionTimeoutMs?: number;
  /** Alternative worker file, for tests. */
  workerUrl?: URL;
}

/** Name of PostgreSQL's own folder within a data folder. */
export const DATABASE_FOLDER = 'database';

export interface EmbeddedDatabase {
  pool: pg.Pool;
  /** PostgreSQL's own folder. */
  databaseFolder: string;
  listen: Listen;
  /** Settings of a client that acts as the owner of the tables and has no statement timeout. */
  ownerClientConfig: pg.ClientConfig;
  /** Changes whenever something was written. */
  syncCount(): number;
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** More clients than the engine's one session, so that callers wait in the engine's fair queue and not in the pool. */
const POOL_SIZE = 8;
/** Long enough for a restart of the worker after a runaway statement (0.3-1 s, more with a long log to replay). */
const CONNECT_TIMEOUT_MS = 60_000;

/**
 * Opens the database embedded in this process: PostgreSQL in a worker thread behind a normal pool, with its files in
 * `<dataFolder>/database`.
 * @throws Error with one sentence when the folder is in use, not writable, or not ours.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataFolder = path.resolve(options.dataFolder);
  const lock = lockFolder(dataFolder);
  const databaseFolder = path.join(dataFolder, DATABASE_FOLDER);
  const engine = new Engine({
    databaseFolder,
    log: options.log,
    statementTimeoutMs: options.statementTimeoutMs ?? DEFAULT_TIMEOUT_MS,
    idleInTransactionTimeoutMs: options.idleInTransactionTimeoutMs ?? DEFAULT_TIMEOUT_MS,
    ...(options.workerUrl ? { workerUrl: options.workerUrl } : {}),
  });
  try {
    await engine.start();
  } catch (error) {
    lock.release();
    throw error;
  }
  const pool = createPool(engine, options.log);
  const listener = createEmbeddedListener(pool);
  engine.onRestart(() => listener.onEngineRestart());
  return {
    pool,
    databaseFolder,
    listen: listener.listen,
    ownerClientConfig: {
      stream: () => engine.stream(true),
      types: typeParsers,
      ssl: false,
      user: 'postgres',
    },
    syncCount: () => engine.syncCount(),
    async close() {
      await engine.close();
      lock.release();
    },
  };
}

function createPool(engine: Engine, log: DatabaseLog): pg.Pool {
  const pool = new pg.Pool({
    // Set explicitly everything that a client would otherwise read from PG* environment variables.
    stream: () => engine.stream(false),
    user: 'postgres',
    password: '',
    database: 'postgres',
    host: 'embedded',
    ssl: false,
    types: typeParsers,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 0,
  });
  logLostConnections(pool, log);
  return pool;
}
