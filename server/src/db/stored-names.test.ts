/** Migration 0049, which renames stored words, on a database with jobs and rows of an older version. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineJob, defineJobHandler, type JobDefinition } from '../jobs/job.ts';
import { type Queue, startQueue } from '../jobs/queue.ts';
import { newId } from '../lib/ids.ts';
import { createLog } from '../lib/log.ts';
import { databaseModes, silentLog, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { createOlderDatabase, rowsOfRun, runStatements } from '../testing/older-database.ts';
import { migrate } from './migrate.ts';

const payload = z.strictObject({ n: z.number() });
const oldImport = defineJob({ name: 'imports.work', payload });
const oldSweep = defineJob({ name: 'notifications.sweep', payload, cron: '0 0 1 1 *' });
const newImport = defineJob({ name: 'imports.run', payload });
const newSweep = defineJob({ name: 'platform-webhooks.sweep', payload, cron: '0 0 1 1 *' });
/** A job that keeps its name. */
const otherJob = defineJob({ name: 'sync.listing', payload });

describe.each(databaseModes)('names that an older version stored, %s', (mode) => {
  let database: TestDatabase;
  const queues: Queue[] = [];
  const runId = newId();

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

  beforeAll(async () => {
    database = await createOlderDatabase(mode, '0049');
    const older = await open(oldImport, oldSweep, otherJob);
    for (const n of [1, 2, 3]) await older.enqueue(oldImport, { n }, { key: `${n}`, delaySeconds: 1 });
    await older.enqueue(otherJob, { n: 4 }, { key: '4', delaySeconds: 3600 });
    await older.stop();
    queues.pop();
    await database.db.pool.query(
      `update pgboss.job set state = 'retry', retry_count = 1 where name = 'imports.work' and singleton_key = '3'`,
    );
    await runStatements(database, runId, ...rowsOfRun('active', 'removals-held-back'));

    await migrate(database.db, { log: silentLog });
  });

  afterAll(async () => {
    for (const queue of queues.splice(0)) await queue.stop();
    await database.close();
  });

  test('jobs that wait for their start or their retry run after the upgrade', async () => {
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
    expect(await runStatements(database, runId, 'select error_code from sync_runs where id = $1')).toEqual([
      { error_code: 'removals-pending' },
    ]);
  });
});
