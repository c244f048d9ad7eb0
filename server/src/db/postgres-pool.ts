/** Connects to a PostgreSQL server and refuses one whose settings could lose or leak data. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { logLostConnections } from './lost-connections.ts';
import { typeParsers } from './type-parsers.ts';

export interface PostgresOptions {
  /** Address for queries. With `directUrl`, it may go through a pooler in transaction mode. */
  url: string;
  /** Direct address of the database, for work that needs its own session: migrations, maintenance, notifications. */
  directUrl?: string;
  log: DatabaseLog;
  statementTimeoutMs?: number | undefined;
  idleInTransactionTimeoutMs?: number | undefined;
  /** How long a statement waits for its answer (default: until the connection ends). */
  answerTimeoutMs?: number;
  startupTimeoutMs?: number;
  poolSize?: number;
}

export interface PostgresDatabase {
  pool: pg.Pool;
  /** Settings of a client without a statement timeout. */
  ownerClientConfig: pg.ClientConfig;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const INITIAL_RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 4_000;
const MIN_VERSION = 150_000;
/** The first releases without CVE-2024-10976 (reused plans ignore row-level security), by major version. */
const FIRST_RLS_FIXES: Record<number, number> = { 15: 150_009, 16: 160_005, 17: 170_001 };
/**
 * Errors that may pass: connection refused, unknown name, timeout, server starting (57P03), too many connections (53300).
 */
const TRANSIENT_CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  '57P03',
  '53300',
]);

/**
 * Connects to a server and checks its settings.
 * @throws Error with one sentence for the operator, without the password.
 */
export async function openPostgresPool(options: PostgresOptions): Promise<PostgresDatabase> {
  const { directUrl } = options;
  const pool = createRequestPool(options);
  try {
    const settings = await waitUntilReachable(
      pool,
      options.url,
      options.startupTimeoutMs ?? DEFAULT_TIMEOUT_MS,
    );
    checkSettings(settings, options.log);
    if (directUrl !== undefined) checkPoolerSettings(settings, options.url);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const direct = { ...clientSettings(directUrl ?? options.url), ...sessionSettings };
  return { pool, ownerClientConfig: { ...direct, statement_timeout: 0 } };
}

/**
 * The pool of a server or a replica for what requests read and write: in UTC and with limits of time.
 * @param options with `directUrl` there is a pooler, which takes no settings of a session
 */
export function createRequestPool(options: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    ...clientSettings(options.url),
    ...(options.directUrl === undefined
      ? {
          ...sessionSettings,
          statement_timeout: options.statementTimeoutMs ?? DEFAULT_TIMEOUT_MS,
          idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? DEFAULT_TIMEOUT_MS,
        }
      : {}),
    ...(options.answerTimeoutMs === undefined ? {} : { query_timeout: options.answerTimeoutMs }),
    max: options.poolSize ?? 10,
    idleTimeoutMillis: 30_000,
  });
  logLostConnections(pool, options.log);
  return pool;
}

/** UTC as in the embedded database, so that a query gives the same day on every server. */
const sessionSettings = { options: '-c TimeZone=UTC' };

/** What every connection to a server has. */
export function clientSettings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    types: typeParsers,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'kindling',
  };
}

interface ServerSettings {
  version: number;
  fsync: string;
  pages: string;
  commit: string;
  zone: string;
  statement_limit: string;
  idle_limit: string;
  superuser: string;
}

const SETTINGS_SQL = `select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
  current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit,
  current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement_limit,
  current_setting('idle_in_transaction_session_timeout') as idle_limit,
  current_setting('is_superuser') as superuser`;

async function waitUntilReachable(pool: pg.Pool, url: string, withinMs: number): Promise<ServerSettings> {
  const deadline = performance.now() + withinMs;
  for (let pause = INITIAL_RETRY_DELAY_MS; ; pause = Math.min(pause * 2, MAX_RETRY_DELAY_MS)) {
    try {
      const { rows } = await pool.query<ServerSettings>(SETTINGS_SQL);
      const [settings] = rows;
      if (!settings) throw new Error('no answer to the settings query');
      return settings;
    } catch (error) {
      const { code, text } = describeError(error);
      // pg gives no code for its own connection timeout, and PgBouncer only a text for this refusal.
      if (text.includes('unsupported startup parameter'))
        throw new Error(
          `The pooler at ${addressWithoutCredentials(url)} accepts no session settings. Set DATABASE_DIRECT_URL to the direct address of the same database.`,
        );
      if (!TRANSIENT_CONNECTION_ERRORS.has(code) && !text.includes('timeout')) {
        throw new Error(`The database at ${addressWithoutCredentials(url)} refused the connection: ${text}.`);
      }
      if (performance.now() + pause > deadline) {
        throw new Error(
          `The database at ${addressWithoutCredentials(url)} cannot be reached (${code || text}).`,
        );
      }
    }
    await wait(pause);
  }
}

function describeError(error: unknown): { code: string; text: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { code, text: error instanceof Error ? error.message : String(error) };
}

function addressWithoutCredentials(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host || 'the local socket'}${pathname}`;
  } catch {
    return 'the given address';
  }
}

function checkSettings(settings: ServerSettings, log: DatabaseLog): void {
  if (settings.version < MIN_VERSION) {
    throw new Error(
      `The database is PostgreSQL ${Math.floor(settings.version / 10_000)}; Kindling needs 15 or newer.`,
    );
  }
  const fixed = FIRST_RLS_FIXES[Math.floor(settings.version / 10_000)];
  if (fixed !== undefined && settings.version < fixed) {
    log.warn(
      { version: settings.version },
      'This PostgreSQL has known vulnerabilities in row-level security; update it',
    );
  }
  if (settings.superuser === 'on') {
    log.warn(
      {},
      'The user of DATABASE_URL is a superuser, so row-level security between accounts does not apply; use an ordinary user that owns the database',
    );
  }
  const unsafe = (name: string): Error =>
    new Error(`The database runs with ${name} = off, so acknowledged data could be lost; turn it on.`);
  if (settings.fsync === 'off') throw unsafe('fsync');
  if (settings.pages === 'off') throw unsafe('full_page_writes');
  if (settings.commit === 'off') throw unsafe('synchronous_commit');
}

/** A pooler accepts no session settings from clients, so the database must have them. */
function checkPoolerSettings({ zone, statement_limit, idle_limit }: ServerSettings, url: string): void {
  if (zone === 'UTC' && statement_limit !== '0' && idle_limit !== '0') return;
  const seconds = DEFAULT_TIMEOUT_MS / 1000;
  const wanted = ["TimeZone = 'UTC'", `statement_timeout = '${seconds}s'`];
  wanted.push(`idle_in_transaction_session_timeout = '${seconds}s'`);
  const name = new URL(url).pathname.slice(1) || 'kindling';
  const statements = wanted.map((setting) => `alter database "${name}" set ${setting};`).join(' ');
  throw new Error(
    `The sessions behind the pooler at ${addressWithoutCredentials(url)} do not have the settings that Kindling needs. Run once at the database, then RECONNECT at the pooler: ${statements}`,
  );
}
