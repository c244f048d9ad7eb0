/** For tests only: a migrated database that each command of a terminal opens and closes. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readSettings, type Settings } from '../config/settings.ts';
import { anyMode, copyEmbeddedDatabase, createTestDatabase } from './database.ts';
import { runsEverything } from './scope.ts';

export interface CommandDatabase {
  /** The settings of the program for this database. `more` overrides them. */
  settings(more?: Record<string, string>): Settings;
  /** Deletes the database and the folder. */
  remove(): Promise<void>;
}

/** Opening the embedded database takes a second, so only `npm test -- --all` takes it where PostgreSQL is. */
export async function prepareCommandDatabase(): Promise<CommandDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-commands-'));
  const env: Record<string, string> = {};
  let close = async (): Promise<void> => {};
  if (runsEverything || anyMode === 'embedded') await copyEmbeddedDatabase(path.join(folder, 'database'));
  else {
    const database = await createTestDatabase(anyMode);
    await database.db.close();
    if (database.options.url !== undefined) env.DATABASE_URL = database.options.url;
    close = database.close;
  }
  return {
    settings: (more = {}) =>
      readSettings({
        KINDLING_DATA: folder,
        KINDLING_SECRET: 'a secret of the tests that is long enough',
        SMTP_URL: 'smtp://127.0.0.1:1',
        ...env,
        ...more,
      }),
    async remove() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
