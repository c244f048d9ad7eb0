import { join } from 'node:path';
import { identityMigrations } from '@kindling/identity';
import type { Settings } from './config/settings.ts';
import { type Database, openDatabase } from './db/client.ts';
import { migrate, missingMigrations } from './db/migrate.ts';
import type { Log } from './lib/log.ts';

const extraSets = [{ set: 'identity', migrations: identityMigrations }];

/** Opens the database as it is. @throws Error with one sentence for the operator. */
export function openAsItIs(settings: Settings, log: Log, startupTimeoutMs?: number): Promise<Database> {
  return openDatabase({
    ...(settings.databaseUrl === null
      ? { dataFolder: join(settings.dataFolder, 'database') }
      : { url: settings.databaseUrl }),
    ...(settings.databaseDirectUrl === null ? {} : { directUrl: settings.databaseDirectUrl }),
    ...(settings.replica === null ? {} : { replica: settings.replica }),
    ...(startupTimeoutMs === undefined ? {} : { startupTimeoutMs }),
    log,
  });
}

/** Names of migrations that the database does not have; null when a newer version made it or it was never migrated. */
export const pendingMigrations = (db: Pick<Database, 'withOwnerConnection'>): Promise<string[] | null> =>
  missingMigrations(db, { extraSets });

/** Opens and migrates the database. @throws Error with one sentence for the operator. */
export async function openMigrated(settings: Settings, log: Log): Promise<Database> {
  const db = await openAsItIs(settings, log);
  try {
    await migrate(db, { log, extraSets });
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}
