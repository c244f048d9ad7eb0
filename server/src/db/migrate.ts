/**
 * Forward-only migrations. Each one runs in one transaction together with its row in kindling_migrations, so a failing
 * migration leaves nothing behind. A database of a newer version is never changed.
 *
 * A version must work on the schema of the next ones, while processes are replaced one after another. So a migration only adds,
 * unless a line of it begins with `-- contract:`: then it takes away what earlier versions use, and they refuse to start.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Database } from './client.ts';
import type { DatabaseLog } from './database-log.ts';

export interface Migration {
  /** `NNNN-name`, unique in its set. A set is applied in the order of the names. */
  name: string;
  sql: string;
}

/** The migrations of one owner. Names are unique only within their set. */
export interface MigrationSet {
  set: string;
  migrations: readonly Migration[];
}

export interface MigrateOptions {
  log: DatabaseLog;
  /** Folder of the product's files `NNNN-name.sql`; default `migrations/` beside this module or the bundle. */
  migrationsFolder?: URL | string;
  /** Sets to apply after the product's own, for example those of the sign-in service. */
  extraSets?: readonly MigrationSet[];
  /** Applies these and no others: the schema that a backup has. */
  only?: readonly { set: string; name: string }[];
}

export const PRODUCT_SET = 'kindling';
const FILE_NAME = /^(\d{4}-[a-z0-9-]+)\.sql$/;
/** An arbitrary number that is the same in every process that migrates a database. */
const LOCK_KEY = 7_305_816_211;
const CONTRACT = /^-- contract: \S/m;
/**
 * A change of a table waits for running statements, and all later statements wait behind it. So it gives up early and tries
 * again: about two minutes in all.
 */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_ATTEMPTS = 40;
const LOCK_PAUSE_MS = 1_000;
/** SQLSTATEs of a migration that met others: no lock in time, deadlock. */
const MET_OTHERS = new Set(['55P03', '40P01']);
/**
 * Roles belong to the whole server. Where other databases make the same ones, a session that waited for them may not know
 * them before its next transaction (22023 at SET ROLE, 42704), and two may grant the same membership (23505, XX000).
 */
const MET_OTHERS_AT_ROLES = new Set(['22023', '42704', '23505', 'XX000']);
const MAKES_ROLES = /\bcreate role\b/;
const ROLE_ATTEMPTS = 5;

/**
 * Applies all missing migrations and returns their names as `set/name`. Processes that start at the same time wait for
 * each other.
 * @throws Error with one sentence when a migration fails, when an applied migration was changed later, or when the database
 *   is newer than the program.
 */
export async function migrate(
  db: Pick<Database, 'withOwnerConnection'>,
  options: MigrateOptions,
): Promise<string[]> {
  const sets = await readMigrationSets(options);
  return db.withOwnerConnection(async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    try {
      await client.query(`create table if not exists public.kindling_migrations (
        set text not null, name text not null, sha256 text not null,
        applied_at timestamptz not null default now(), primary key (set, name))`);
      await addContractColumn(client);
      const applied: string[] = [];
      for (const set of sets) applied.push(...(await applySet(client, set, options.log)));
      return applied;
    } finally {
      // The embedded session outlives this connection and would keep the lock. An error here must not replace the first
      // one.
      await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => {});
    }
  });
}

/** Whether earlier versions cannot work with what a migration left. Looked at first, because the change locks the table. */
async function addContractColumn(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'public.kindling_migrations'::regclass and attname = 'contracts'`,
  );
  if (rows.length === 0)
    await client.query(
      'alter table public.kindling_migrations add column if not exists contracts boolean not null default true',
    );
}

async function readMigrationSets({
  migrationsFolder,
  extraSets = [],
  only,
}: Omit<MigrateOptions, 'log'>): Promise<MigrationSet[]> {
  const own = await readMigrations(migrationsFolder ?? new URL('./migrations/', import.meta.url));
  const sets = [{ set: PRODUCT_SET, migrations: own }, ...extraSets];
  if (only === undefined) return sets;
  return sets.map(({ set, migrations }) => ({
    set,
    migrations: migrations.filter(({ name }) => only.some((one) => one.set === set && one.name === name)),
  }));
}

/** Names of migrations that the database does not have; null when a newer version made it or it was never migrated. */
export async function missingMigrations(
  db: Pick<Database, 'withOwnerConnection'>,
  options: Pick<MigrateOptions, 'migrationsFolder' | 'extraSets'>,
): Promise<string[] | null> {
  const sets = await readMigrationSets(options);
  return db.withOwnerConnection(async (client) => {
    const { rows: found } = await client.query<{ present: boolean }>(
      `select to_regclass('public.kindling_migrations') is not null as present`,
    );
    if (found[0]?.present !== true) return null;
    const { rows } = await client.query<{ set: string; name: string; sha256: string }>(
      'select set, name, sha256 from public.kindling_migrations',
    );
    if ((await unknownMigration(rows, options)) !== null) return null;
    const applied = new Set(rows.map(({ set, name }) => `${set}/${name}`));
    return sets
      .flatMap(({ set, migrations }) => migrations.map(({ name }) => `${set}/${name}`))
      .filter((name) => !applied.has(name));
  });
}

/** One of these applied migrations that this version does not have, or has with another content. Null when it has all. */
export async function unknownMigration(
  applied: readonly { set: string; name: string; sha256: string }[],
  options: Pick<MigrateOptions, 'migrationsFolder' | 'extraSets'>,
): Promise<string | null> {
  const sets = await readMigrationSets(options);
  for (const { set, name, sha256 } of applied) {
    const known = sets.find((one) => one.set === set)?.migrations.find((one) => one.name === name);
    if (known === undefined || checksum(known.sql) !== sha256) return `${set}/${name}`;
  }
  return null;
}

/**
 * Reads the files `NNNN-name.sql` of a folder in order.
 * @throws Error for a file with another name or a number used twice.
 */
export async function readMigrations(folder: URL | string): Promise<Migration[]> {
  const base = typeof folder === 'string' ? folder : fileURLToPath(folder);
  const files = (await readdir(base)).filter((file) => file.endsWith('.sql')).sort();
  const numbers = new Set<string>();
  return Promise.all(
    files.map(async (file) => {
      const name = FILE_NAME.exec(file)?.[1];
      if (!name) throw new Error(`The migration file ${file} is not named NNNN-name.sql.`);
      const number = name.slice(0, 4);
      if (numbers.has(number)) throw new Error(`Two migration files have the number ${number}.`);
      numbers.add(number);
      // A checkout with CRLF line ends must have the same checksum.
      const sql = (await readFile(`${base}/${file}`, 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql };
    }),
  );
}

async function applySet(
  client: pg.Client,
  { set, migrations }: MigrationSet,
  log: DatabaseLog,
): Promise<string[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select name, sha256, contracts from public.kindling_migrations where set = $1 order by name collate "C"',
    [set],
  );
  const missing = checkHistory(set, migrations, rows);
  const newer = rows.length + missing.length - migrations.length;
  if (newer > 0)
    log.info({ set, count: newer }, 'The database has migrations of a newer version, which only added');
  const applied: string[] = [];
  for (const migration of missing) {
    if (!(await applyWhenOthersAllow(client, set, migration, log))) continue;
    log.info({ set, migration: migration.name }, 'Migration applied');
    applied.push(`${set}/${migration.name}`);
  }
  return applied;
}

interface AppliedMigration {
  name: string;
  sha256: string;
  contracts: boolean;
}

/**
 * The applied migrations must be the first ones of the program's list, unchanged, and then those of newer versions that only
 * added. @returns those that are missing
 */
function checkHistory(
  set: string,
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const done = new Set<string>();
  for (const { name, sha256, contracts } of applied) {
    const migration = known.get(name);
    if (!migration) {
      if (!contracts) continue;
      throw new Error(
        `The database was made by a newer version of Kindling (it has the migration ${set}/${name}); start that version or a newer one.`,
      );
    }
    if (checksum(migration.sql) !== sha256) {
      throw new Error(
        `The migration ${set}/${name} was changed after it had been applied; restore its file.`,
      );
    }
    done.add(name);
  }
  const missing = migrations.filter(({ name }) => !done.has(name));
  const last = applied.at(-1)?.name ?? '';
  const late = missing.find(({ name }) => name < last);
  if (late) {
    throw new Error(
      `The migration ${set}/${late.name} comes before ones that are applied already; give it a later number.`,
    );
  }
  return missing;
}

/** Tries again while other sessions are in the way of the migration. */
async function applyWhenOthersAllow(
  client: pg.Client,
  set: string,
  migration: Migration,
  log: DatabaseLog,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyMigration(client, set, migration);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
      if (attempt >= attemptsAfter(code, migration)) throw error;
      log.info({ set, migration: migration.name, code }, 'A migration met other sessions and is tried again');
    }
    await wait(LOCK_PAUSE_MS);
  }
}

function attemptsAfter(code: string, { sql }: Migration): number {
  if (MET_OTHERS.has(code)) return LOCK_ATTEMPTS;
  return MET_OTHERS_AT_ROLES.has(code) && MAKES_ROLES.test(sql) ? ROLE_ATTEMPTS : 1;
}

async function applyMigration(client: pg.Client, set: string, { name, sql }: Migration): Promise<boolean> {
  await client.query('begin');
  try {
    // If row-level security applies to the owner too, a data migration must fail and not silently change 0 rows.
    await client.query('set local row_security = off');
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    // Inserted first, so that a second run in the same process, which shares the lock above, sees it as applied.
    const noted = await client.query(
      'insert into public.kindling_migrations (set, name, sha256, contracts) values ($1, $2, $3, $4) on conflict do nothing',
      [set, name, checksum(sql), CONTRACT.test(sql)],
    );
    if (noted.rowCount === 1) await executeMigration(client, set, name, sql);
    await client.query('commit');
    return noted.rowCount === 1;
  } catch (error) {
    // The server rolls back a lost connection. Report the first error, not that of the rollback.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function executeMigration(client: pg.Client, set: string, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The migration ${set}/${name} failed${errorPosition(sql, error)} and was undone: ${text}`,
      {
        cause: error,
      },
    );
  }
}

function errorPosition(sql: string, error: unknown): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : Number.NaN;
  if (!Number.isInteger(position)) return '';
  // PostgreSQL counts code points from 1.
  const before = Array.from(sql)
    .slice(0, position - 1)
    .join('')
    .split('\n');
  return ` at line ${before.length}, column ${Array.from(before.at(-1) ?? '').length + 1}`;
}

function checksum(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
