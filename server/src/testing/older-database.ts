/** For tests of migrations only: a database as the version before a migration left it, and rows that it stored. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { migrate } from '../db/migrate.ts';
import { inSystem } from '../db/transaction.ts';
import { createTestDatabase, type DatabaseMode, silentLog, type TestDatabase } from './database.ts';

/** Creates a database with all migrations before the one with this number: '0049'. */
export async function createOlderDatabase(mode: DatabaseMode, number: string): Promise<TestDatabase> {
  const database = await createTestDatabase(mode, { empty: true });
  const migrations = fileURLToPath(new URL('../db/migrations/', import.meta.url));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-older-migrations-'));
  try {
    for (const file of await readdir(migrations))
      if (file < number) await cp(path.join(migrations, file), path.join(folder, file));
    await migrate(database.db, { log: silentLog, migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return database;
}

/** Runs the statements one after the other; `$1` is `id`, the only value that they need. @returns rows of the last one */
export function runStatements(
  { db }: TestDatabase,
  id: string,
  ...statements: string[]
): Promise<Record<string, string | null>[]> {
  return inSystem(db, async (trx) => {
    let last: Record<string, string | null>[] = [];
    for (const text of statements) {
      const query = sql.raw<Record<string, string | null>>(text.replaceAll('$1', `'${id}'`));
      last = (await query.execute(trx)).rows;
    }
    return last;
  });
}

export const rowOfAccount = `insert into accounts (id, name, trial_ends_at) values ($1, 'A', now())`;

/** An account with a run of a listing. */
export const rowsOfRun = (status: string, errorCode: string): string[] => [
  rowOfAccount,
  `insert into businesses (account_id, id, name) values ($1, $1, 'B')`,
  `insert into locations (account_id, id, business_id, name) values ($1, $1, $1, 'L')`,
  `insert into connections (account_id, id, platform, connector, external_id, display_name, status, reason, sealed_tokens, created_by)
    values ($1, $1, 'google', 'google', $1, 'X', '${status}', '${errorCode}', '', $1)`,
  `insert into listings (account_id, id, connection_id, location_id, platform, external_id, resource_name, name)
    values ($1, $1, $1, $1, 'google', $1, 'x', 'X')`,
  `insert into sync_runs (account_id, id, listing_id, trigger, outcome, error_code)
    values ($1, $1, $1, 'schedule', 'partial', '${errorCode}')`,
];
