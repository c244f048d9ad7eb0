/** Migration 0049 on a database with rows of an older version: the jobs in its queue, and the error codes of its runs. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineJob, defineJobHandler, type JobDefinition } from '../jobs/job.ts';
import { type Queue, startQueue } from '../jobs/queue.ts';
import { createLog } from '../lib/log.ts';
import { createTestDatabase, databaseModes, silentLog, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { migrate } from './migrate.ts';
import { inSystem } from './transaction.ts';

const payload = z.strictObject({ n: z.number() });
const oldImport = defineJob({ name: 'imports.work', payload });
const oldSweep = defineJob({ name: 'notifications.sweep', payload, cron: '0 0 1 1 *' });
const newImport = defineJob({ name: 'imports.run', payload });
const newSweep = defineJob({ name: 'platform-webhooks.sweep', payload, cron: '0 0 1 1 *' });
/** A job that keeps its name. */
const otherJob = defineJob({ name: 'sync.listing', payload });

let olderMigrations: string;

beforeAll(async () => {
  const folder = fileURLToPath(new URL('./migrations/', import.meta.url));
  olderMigrations = await mkdtemp(path.join(os.tmpdir(), 'kindling-older-migrations-'));
  for (const file of await readdir(folder))
    if (file < '0049') await cp(path.join(folder, file), path.join(olderMigrations, file));
});

afterAll(() => rm(olderMigrations, { recursive: true, force: true }));

describe.each(databaseModes)('names that an older version stored, %s', (mode) => {
  let database: TestDatabase;
  const queues: Queue[] = [];

  beforeEach(async () => {
    database = await createTestDatabase(mode, { empty: true });
  });

  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.stop();
    await database.close();
  });

  async function open(...jobs: JobDefinition[]): Promise<Queue> {
    const queue = await startQueue({ db: database.db, log: createLog('silent'), jobs, pollSeconds: 0.5 });
    queues.push(queue);
    return queue;
  }

  async function names(table: 'queue' | 'schedule' | 'job'): Promise<string[]> {
    const { rows } = await database.db.pool.query<{ name: string }>(
      `select distinct name from pgboss.${table} where name not like '\\_\\_%' order by 1`,
    );
    return rows.map(({ name }) => name);
  }

  test('jobs that wait for their start or their retry run after the upgrade', async () => {
    await migrate(database.db, { log: silentLog, migrationsFolder: olderMigrations });
    const older = await open(oldImport, oldSweep, otherJob);
    for (const n of [1, 2, 3]) await older.enqueue(oldImport, { n }, { key: `${n}`, delaySeconds: 1 });
    await older.enqueue(otherJob, { n: 4 }, { key: '4', delaySeconds: 3600 });
    await older.stop();
    queues.pop();
    await database.db.pool.query(
      `update pgboss.job set state = 'retry', retry_count = 1 where name = 'imports.work' and singleton_key = '3'`,
    );

    await migrate(database.db, { log: silentLog });

    expect(await names('queue')).toEqual(['imports.run', 'platform-webhooks.sweep', 'sync.listing']);
    expect(await names('schedule')).toEqual(['platform-webhooks.sweep']);
    expect(await names('job')).toEqual(['imports.run', 'sync.listing']);
    const run = vi.fn(async (_n: number) => {});
    const newer = await open(newImport, newSweep, otherJob);
    await newer.startWorkers([
      defineJobHandler(newImport, ({ n }) => run(n)),
      defineJobHandler(newSweep, async () => {}),
      defineJobHandler(otherJob, ({ n }) => run(n)),
    ]);
    await eventually(() => expect(run.mock.calls.flat().sort()).toEqual([1, 2, 3]));
  });

  test('a run whose removals wait for the owner has the new error code', async () => {
    await migrate(database.db, { log: silentLog, migrationsFolder: olderMigrations });
    const id = '01900000-0000-7000-8000-000000000001';
    await inSystem(database.db, async (trx) => {
      await sql`insert into accounts (id, name, trial_ends_at) values (${id}, 'A', now())`.execute(trx);
      await sql`insert into businesses (account_id, id, name) values (${id}, ${id}, 'B')`.execute(trx);
      await sql`insert into locations (account_id, id, business_id, name) values (${id}, ${id}, ${id}, 'L')`.execute(
        trx,
      );
      await sql`insert into connections (account_id, id, platform, connector, external_id, display_name, status, sealed_tokens, created_by)
        values (${id}, ${id}, 'google', 'google', 'x', 'X', 'active', '', ${id})`.execute(trx);
      await sql`insert into listings (account_id, id, connection_id, location_id, platform, external_id, resource_name, name)
        values (${id}, ${id}, ${id}, ${id}, 'google', 'x', 'x', 'X')`.execute(trx);
      await sql`insert into sync_runs (account_id, id, listing_id, trigger, outcome, error_code)
        values (${id}, ${id}, ${id}, 'schedule', 'partial', 'removals-held-back')`.execute(trx);
    });

    await migrate(database.db, { log: silentLog });

    expect(
      await inSystem(database.db, (trx) => trx.selectFrom('sync_runs').select('error_code').execute()),
    ).toEqual([{ error_code: 'removals-pending' }]);
  });

  test('a new installation has no queue to rename', async () => {
    expect(await migrate(database.db, { log: silentLog })).toContain('kindling/0049-plain-names');
  });
});
