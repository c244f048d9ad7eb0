import { join } from 'node:path';
import { identityMigrations } from '@kindling/identity';
import type { Settings } from './config/settings.ts';
import { type Database, openDatabase } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import type { Log } from './lib/log.ts';

/** Opens and migrates the database. @throws Error with one sentence for the operator. */
export async function openMigrated(settings: Settings, log: Log): Promise<Database> {
  const db = await openDatabase({
    ...(settings.databaseUrl === null
      ? { dataFolder: join(settings.dataFolder, 'database') }
      : { url: settings.databaseUrl }),
    ...(settings.databaseDirectUrl === null ? {} : { directUrl: settings.databaseDirectUrl }),
    log,
  });
  try {
    await migrate(db, { log, extraSets: [{ set: 'identity', migrations: identityMigrations }] });
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}
