import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from './config/settings.ts';
import { openChangeNotifications } from './db/change-notifications.ts';
import { createLog } from './lib/log.ts';
import { openMigrated } from './open-migrated.ts';
import { createTestDatabase, databaseModes } from './testing/database.ts';

test.each(databaseModes.filter((mode) => mode === 'postgres'))(
  'DATABASE_DIRECT_URL is where notifications are heard, DATABASE_URL where queries go, %s',
  async (mode) => {
    const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'kindling-direct-'));
    const { db, options, close } = await createTestDatabase(mode);
    const { rows } = await db.pool.query<{ name: string }>('select current_database() as name');
    for (const setting of [
      `TimeZone = 'UTC'`,
      `statement_timeout = '30s'`,
      `idle_in_transaction_session_timeout = '30s'`,
    ])
      await db.pool.query(`alter database ${rows[0]?.name} set ${setting}`);
    const address = (name: string) => {
      const url = new URL(options.url ?? '');
      url.searchParams.set('application_name', name);
      return url.href;
    };
    const settings = readSettings({
      KINDLING_DATA: dataFolder,
      KINDLING_SECRET: 'a secret of the tests that is long enough',
      DATABASE_URL: address('pooled'),
      DATABASE_DIRECT_URL: address('direct'),
    });
    const opened = await openMigrated(settings, createLog('silent'));
    const changes = await openChangeNotifications(opened);
    const sessions = await db.pool.query<{ name: string; query: string }>(
      `select application_name as name, query from pg_stat_activity
        where datname = current_database() and application_name in ('pooled', 'direct')`,
    );
    const of = (name: string) => sessions.rows.filter((row) => row.name === name).map(({ query }) => query);
    expect(of('direct').join()).toMatch(/LISTEN/);
    expect(of('pooled').length).toBeGreaterThan(0);
    expect(of('pooled').join()).not.toMatch(/LISTEN/);
    await changes.close();
    await opened.close();
    await close();
    await rm(dataFolder, { recursive: true });
  },
);
