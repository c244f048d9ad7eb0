/** Connecting to a PostgreSQL server, and refusing one that would lose or leak data. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { surviveLostConnections } from './lost-connections.ts';
import { typeParsers } from './type-parsers.ts';

export interface ServerOptions {
  /** Where queries go; may lead through a pooler that lends connections per transaction, when `directUrl` is given. */
  url: string;
  /** The database itself, for what needs a session of its own: migrations, maintenance, notifications. */
  directUrl?: string;
  log: DatabaseLog;
  statementLimitMs?: number;
  idleInTransactionMs?: number;
  reachableWithinMs?: number;
  poolSize?: number;
}

export interface ServerDatabase {
  pool: pg.Pool;
  /** Settings of a client whose statements have no time limit. */
  unlimitedClient: pg.ClientConfig;
}

const DEFAULT_LIMIT_MS = 30_000;
const CONNECT_LIMIT_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 4_000;
const OLDEST_VERSION = 150_000;
/** First releases without CVE-2024-10976 (row-level security lost in reused plans), by major version. */
const RLS_FIXED: Record<number, number> = { 15: 150_009, 16: 160_005, 17: 170_001 };
/** Not reachable now but perhaps soon: refused, unknown name, time-out, starting up, too many connections. */
const PASSING = new Set([
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

/** Connects to a server and checks it. Throws one sentence for the operator, never with the password in it. */
export async function openServer(options: ServerOptions): Promise<ServerDatabase> {
  const limits = {
    statement_timeout: options.statementLimitMs ?? DEFAULT_LIMIT_MS,
    idle_in_transaction_session_timeout: options.idleInTransactionMs ?? DEFAULT_LIMIT_MS,
  };
  const { directUrl } = options;
  const base =
    directUrl === undefined
      ? { ...clientSettings(options.url), ...sessionSettings, ...limits }
      : clientSettings(options.url);
  const pool = new pg.Pool({ ...base, max: options.poolSize ?? 10, idleTimeoutMillis: 30_000 });
  surviveLostConnections(pool, options.log);
  try {
    const settings = await untilReachable(pool, options.url, options.reachableWithinMs ?? DEFAULT_LIMIT_MS);
    checkSettings(settings, options.log);
    if (directUrl !== undefined) checkPooled(settings, options.url);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const direct = { ...clientSettings(directUrl ?? options.url), ...sessionSettings };
  return { pool, unlimitedClient: { ...direct, statement_timeout: 0 } };
}

/** As in the embedded database: the same query gives the same day on every server. */
const sessionSettings = { options: '-c TimeZone=UTC' };

function clientSettings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    types: typeParsers,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
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

async function untilReachable(pool: pg.Pool, url: string, withinMs: number): Promise<ServerSettings> {
  const deadline = performance.now() + withinMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const { rows } = await pool.query<ServerSettings>(SETTINGS_SQL);
      const [settings] = rows;
      if (!settings) throw new Error('no answer to the settings query');
      return settings;
    } catch (error) {
      const { code, text } = describe(error);
      if (text.includes('unsupported startup parameter'))
        throw new Error(
          `The pooler at ${place(url)} takes no settings of a session. Set DATABASE_DIRECT_URL to the address of the same database itself.`,
        );
      if (!PASSING.has(code) && !text.includes('timeout')) {
        throw new Error(`The database at ${place(url)} refused the connection: ${text}.`);
      }
      if (performance.now() + pause > deadline) {
        throw new Error(`The database at ${place(url)} cannot be reached (${code || text}).`);
      }
    }
    await wait(pause);
  }
}

function describe(error: unknown): { code: string; text: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return { code, text: error instanceof Error ? error.message : String(error) };
}

function place(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host || 'the local socket'}${pathname}`;
  } catch {
    return 'the given address';
  }
}

function checkSettings(settings: ServerSettings, log: DatabaseLog): void {
  if (settings.version < OLDEST_VERSION) {
    throw new Error(
      `The database is PostgreSQL ${Math.floor(settings.version / 10_000)}; Kindling needs 15 or newer.`,
    );
  }
  const fixed = RLS_FIXED[Math.floor(settings.version / 10_000)];
  if (fixed !== undefined && settings.version < fixed) {
    log.warn(
      { version: settings.version },
      'This PostgreSQL has known faults in row-level security; update it',
    );
  }
  if (settings.superuser === 'on') {
    log.warn(
      {},
      'The user of DATABASE_URL is a superuser, whom no wall between accounts holds; give it an ordinary user that owns the database',
    );
  }
  const unsafe = (name: string): Error =>
    new Error(`The database runs with ${name} = off, so acknowledged data could be lost; turn it on.`);
  if (settings.fsync === 'off') throw unsafe('fsync');
  if (settings.pages === 'off') throw unsafe('full_page_writes');
  if (settings.commit === 'off') throw unsafe('synchronous_commit');
}

/** A pooler takes no settings of a session from its clients, so the database itself must have them. */
function checkPooled({ zone, statement_limit, idle_limit }: ServerSettings, url: string): void {
  if (zone === 'UTC' && statement_limit !== '0' && idle_limit !== '0') return;
  const seconds = DEFAULT_LIMIT_MS / 1000;
  const wanted = ["TimeZone = 'UTC'", `statement_timeout = '${seconds}s'`];
  wanted.push(`idle_in_transaction_session_timeout = '${seconds}s'`);
  const name = new URL(url).pathname.slice(1) || 'kindling';
  const statements = wanted.map((setting) => `alter database "${name}" set ${setting};`).join(' ');
  throw new Error(
    `The sessions behind the pooler at ${place(url)} do not have the settings that Kindling needs. Run once at the database, then RECONNECT at the pooler: ${statements}`,
  );
}
