import { execFileSync } from 'node:child_process';
import { createDraining } from '@kindling/service/draining';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { inSystem } from '../db/transaction.ts';
import { backupAgeReading } from '../features/backups/age-reading.ts';
import { lagReading } from '../features/connections/lag-reading.ts';
import { unsentReading } from '../features/mail/unsent-reading.ts';
import { defineJob } from '../jobs/job.ts';
import { startQueue } from '../jobs/queue.ts';
import { newId } from '../lib/ids.ts';
import { createLog } from '../lib/log.ts';
import type { GaugeReading } from '../slices/gauge-reading.ts';
import { createTestDatabase, databaseModes, queryAsOwner, type TestDatabase } from '../testing/database.ts';
import { createGaugeReader } from './gauge-readings.ts';
import { createMetrics } from './metrics.ts';
import { createMonitoringServer } from './monitoring-server.ts';
import { deliveryReading, queueReading } from './queue-readings.ts';

const waitingJob = defineJob({ name: 'test.waiting', payload: z.strictObject({}) });

describe.each(databaseModes)('gauges from the database, %s', (mode) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  afterAll(() => database.close());

  test('the age and the depth of queues, deliveries, listings, mails and backups', async () => {
    const { db } = database;
    const queue = await startQueue({ db, log: createLog('silent'), jobs: [waitingJob] });
    for (const key of ['a', 'b']) await queue.enqueue(waitingJob, {}, { key });
    await queue.enqueue(waitingJob, {}, { key: 'later', delaySeconds: 3600 });
    await db.pool.query(
      `update pgboss.job set start_after = now() - interval '90 seconds'
        where name = 'test.waiting' and singleton_key = 'a'`,
    );
    await queryAsOwner(
      db,
      `insert into emails (id, account_id, recipient, template, locale, sealed, state, created_at, next_try_at, give_up_at, ended_at)
       select gen_random_uuid(), null, 'ann@example.com', 'welcome', 'en', 'sealed', state, now() - age, now(), now(),
              case when state = 'dead' then now() end
         from (values ('queued', interval '10 minutes'), ('sending', '1 minute'), ('dead', '9 days')) mails (state, age)`,
    );
    const read = createGaugeReader(
      db,
      [
        queueReading(['test.waiting']),
        deliveryReading(['tags.rules']),
        lagReading,
        unsentReading,
        backupAgeReading,
      ],
      0,
    );
    const before = await read();
    expect(before.samples.map(({ name }) => name)).not.toContain('kindling_backup_age_seconds');
    await queryAsOwner(
      db,
      `insert into backups (id, began_at, alive_at, finished_at, bytes)
       select gen_random_uuid(), now() - age, now(), ended, 1
         from (values (interval '2 hours', now()), ('1 hour', null), ('3 hours', now())) made (age, ended)`,
    );
    const { isUp, failed, samples } = await read();
    expect([isUp, failed]).toEqual([true, 0]);
    const value = (name: string, labels: object = {}) =>
      samples.find((one) => one.name === name && JSON.stringify(one.labels ?? {}) === JSON.stringify(labels))
        ?.value;
    expect(value('kindling_queue_waiting', { job_name: 'test.waiting' })).toBe(2);
    const age = value('kindling_queue_oldest_seconds', { job_name: 'test.waiting' });
    expect(age).toBeGreaterThanOrEqual(90);
    expect(age).toBeLessThan(3600);
    expect(value('kindling_event_delivery_lag_seconds', { subscriber: 'tags.rules' })).toBe(0);
    expect(value('kindling_mail_unsent')).toBe(2);
    expect(value('kindling_mail_oldest_unsent_seconds')).toBeGreaterThanOrEqual(600);
    expect(value('kindling_mail_oldest_unsent_seconds')).toBeLessThan(86_400);
    const backupAge = value('kindling_backup_age_seconds');
    expect(backupAge).toBeGreaterThanOrEqual(7200);
    expect(backupAge).toBeLessThan(10_800);
    for (const state of ['ok', 'unverified', 'closed', 'gone'])
      expect(value('kindling_sync_due_listings', { state })).toBe(0);
    await queue.stop();
  });

  test('what is read is kept for a while, and shared by all who ask at once', async () => {
    const reading = countingReading(async ({ inSystem: system }) => {
      await system((trx) => sql`select 1`.execute(trx));
    });
    const kept = createGaugeReader(database.db, [reading]);
    await Promise.all([kept(), kept(), kept()]);
    await kept();
    expect(reading.read).toHaveBeenCalledTimes(1);
    const fresh = createGaugeReader(database.db, [reading], 0);
    await Promise.all([fresh(), fresh()]);
    await fresh();
    expect(reading.read).toHaveBeenCalledTimes(3);
  });

  test('a reading that fails leaves the others, and its connection is not used again', async () => {
    const bad = countingReading(async ({ query }) => {
      await query('select nothing from nowhere');
    });
    const good = countingReading(async ({ query }) => {
      await query('select 1 as one');
    });
    const read = createGaugeReader(database.db, [bad, good], 0);
    const { isUp, failed, samples } = await read();
    expect([isUp, failed, samples.length]).toEqual([true, 1, 1]);
    // No connection of the pool is left inside of a transaction that failed.
    await inSystem(database.db, (trx) => sql`select 1`.execute(trx));
  });
});

describe.each(databaseModes.filter((mode) => mode === 'postgres'))('slow statements, %s', (mode) => {
  test('end after two seconds', async () => {
    const database = await createTestDatabase(mode);
    const slow = countingReading(async ({ inSystem: system }) => {
      await system((trx) => sql`select pg_sleep(60)`.execute(trx));
    });
    const { isUp, failed } = await createGaugeReader(database.db, [slow], 0)();
    expect([isUp, failed]).toEqual([true, 1]);
    await database.close();
  });
});

function countingReading(work: (access: Parameters<GaugeReading['read']>[0]) => Promise<void>) {
  const read = vi.fn(async (access: Parameters<GaugeReading['read']>[0]) => {
    await work(access);
    return [{ name: 'kindling_test' as const, value: 1 }];
  });
  return { gauges: [{ name: 'kindling_test' as const, help: 'A test.' }], read };
}

describe('a database that does not answer', () => {
  const pool = { totalCount: 3, idleCount: 1, waitingCount: 7 } as pg.Pool;
  const reading = countingReading(async () => {});

  async function scrape(health: () => Promise<void>): Promise<{ status: number; text: string }> {
    const metrics = await createMetrics({ roles: ['worker'], jobs: ['a.job'], connectors: ['one'] });
    metrics.addGauges({ db: { pool, health }, readings: [reading], dataFolder: '/nowhere', maxAge: 0 });
    const server = createMonitoringServer({
      db: { health },
      draining: createDraining(),
      metrics,
      token: null,
    });
    const { statusCode, body } = await server.inject('/metrics');
    await server.close();
    metrics.close();
    return { status: statusCode, text: body };
  }

  test('makes no answer fail: the rest is there, and old values are not', async () => {
    const good = await scrape(async () => {});
    expect(good.text).toMatch(/^kindling_database_up 1$/m);
    expect(good.text).toMatch(/^kindling_test 1$/m);
    const { status, text } = await scrape(() => Promise.reject(new Error('connection refused')));
    expect(status).toBe(200);
    expect(text).toMatch(/^kindling_database_up 0$/m);
    expect(text).not.toMatch(/^kindling_test \d/m);
    expect(text).toMatch(/^kindling_database_pool_in_use 2$/m);
    expect(text).toMatch(/^kindling_database_pool_waiting 7$/m);
    expect(text).toMatch(/^kindling_jobs_ended_total\{job_name="a.job",outcome="failed"\} 0$/m);
    expect(text).not.toMatch(/^kindling_data_folder_free_bytes \S/m);
  });

  test('and one that hangs is waited for a few seconds only, and asked once', async () => {
    const health = vi.fn(() => new Promise<void>(() => {}));
    const read = createGaugeReader({ pool, health }, [reading], 0);
    const [first, second] = await Promise.all([read(), read()]);
    expect([first.isUp, second.isUp]).toEqual([false, false]);
    expect(health).toHaveBeenCalledTimes(1);
  });
});

test('neither the library of metrics nor those of traces are loaded where they are not configured', () => {
  const file = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const loaded = (environment: object) =>
    execFileSync(
      process.execPath,
      [
        ...process.execArgv.filter((flag) => flag !== '--max-semi-space-size=64'),
        '--input-type=module',
        '-e',
        `import { createRequire } from 'node:module';
         import { startMonitoring } from ${file('../processes/monitoring.ts')};
         import { readSettings } from ${file('../config/settings.ts')};
         import { createLog } from ${file('../lib/log.ts')};
         const secret = { KINDLING_SECRET: ${JSON.stringify(newId() + newId())} };
         await startMonitoring(readSettings({ ...secret, ...${JSON.stringify(environment)} }), createLog('silent'));
         const names = Object.keys(createRequire(import.meta.url).cache);
         const of = (name) => names.some((path) => path.includes('/node_modules/' + name + '/'));
         console.log([of('pg'), of('prom-client'), of('@opentelemetry')].join());
         process.exit(0);`,
      ],
      { encoding: 'utf8' },
    ).trim();
  expect(loaded({})).toBe('true,false,false');
  expect(loaded({ KINDLING_METRICS_PORT: '4090', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toBe(
    'true,true,true',
  );
});
