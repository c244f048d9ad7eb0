/** Migrations that rename stored words, 0049 and 0054, on a database with jobs and rows of an older version. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

  /** Migrates as the last version before a migration did. */
  async function migrateBefore(number: string): Promise<void> {
    const migrations = fileURLToPath(new URL('./migrations/', import.meta.url));
    const folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-older-migrations-'));
    try {
      for (const file of await readdir(migrations))
        if (file < number) await cp(path.join(migrations, file), path.join(folder, file));
      await migrate(database.db, { log: silentLog, migrationsFolder: folder });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  const id = '01900000-0000-7000-8000-000000000001';

  /** Runs the statements one after the other; `$1` is `id`, the only id that they need. */
  async function insertRows(...statements: string[]): Promise<void> {
    await inSystem(database.db, async (trx) => {
      for (const text of statements) await sql.raw(text.replaceAll('$1', `'${id}'`)).execute(trx);
    });
  }

  /** An account with a run of a listing. */
  const rowsOfRun = (status: string, errorCode: string) => [
    `insert into accounts (id, name, trial_ends_at) values ($1, 'A', now())`,
    `insert into businesses (account_id, id, name) values ($1, $1, 'B')`,
    `insert into locations (account_id, id, business_id, name) values ($1, $1, $1, 'L')`,
    `insert into connections (account_id, id, platform, connector, external_id, display_name, status, reason, sealed_tokens, created_by)
      values ($1, $1, 'google', 'google', 'x', 'X', '${status}', '${errorCode}', '', $1)`,
    `insert into listings (account_id, id, connection_id, location_id, platform, external_id, resource_name, name)
      values ($1, $1, $1, $1, 'google', 'x', 'x', 'X')`,
    `insert into sync_runs (account_id, id, listing_id, trigger, outcome, error_code)
      values ($1, $1, $1, 'schedule', 'partial', '${errorCode}')`,
  ];

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
    await migrateBefore('0049');
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
    await migrateBefore('0049');
    await insertRows(...rowsOfRun('active', 'removals-held-back'));

    await migrate(database.db, { log: silentLog });

    expect(
      await inSystem(database.db, (trx) => trx.selectFrom('sync_runs').select('error_code').execute()),
    ).toEqual([{ error_code: 'removals-pending' }]);
  });

  test.each([
    ['platform-reauthorise', 'platform-reauthorize'],
    ['platform-broken', 'platform-unexpected-answer'],
    ['pages-repeat', 'page-repeated'],
    ['counts-differ', 'counts-differ'],
  ])('the error code %s becomes %s', async (before, after) => {
    await migrateBefore('0054');
    await insertRows(...rowsOfRun('active', before));
    await migrate(database.db, { log: silentLog });
    const { rows } = await inSystem(database.db, (trx) =>
      sql`select c.reason, r.error_code from connections c, sync_runs r`.execute(trx),
    );
    expect(rows).toEqual([{ reason: after, error_code: after }]);
  });

  test('rows with British spellings get the American ones, and store no event about it', async () => {
    await migrateBefore('0054');
    await insertRows(
      ...rowsOfRun('active', 'platform-reauthorise'),
      `update connections set status = 'needs_reauthorisation'`,
      `update accounts set deletion_scheduled_for = now()`,
      `update accounts set deletion_scheduled_for = null`,
      `insert into reviews (account_id, id, listing_id, location_id, source, external_id, author_name, written_at, content_hash)
        values ($1, $1, $1, $1, 'google', 'x', 'A', now(), '')`,
      `insert into replies (account_id, review_id, state, reason) values ($1, $1, 'failed', 'platform-reauthorise')`,
      `insert into imports (account_id, id, created_by, files, state) values ($1, $1, $1, '[]', 'cancelled')`,
      `insert into audit_entries (account_id, id, actor, action, target)
        values ($1, $1, 'system', 'connection.deauthorised', $1)`,
    );
    const read = async () => {
      const { rows } = await inSystem(database.db, (trx) =>
        sql<Record<string, string>>`
          select (select status || ' ' || reason from connections) as connection,
                 (select error_code from sync_runs) as run, (select reason from replies) as reply,
                 (select state from imports) as import, (select action from audit_entries) as entry,
                 (select string_agg(name || coalesce(' ' || (data ->> 'status'), ''), ', ' order by id)
                    from domain_events where name ~ '^(connection|account)[.]') as events`.execute(trx),
      );
      return rows[0];
    };
    const spelled = (authorize: string, canceled: string) => ({
      connection: `needs_re${authorize}ation platform-re${authorize}e`,
      run: `platform-re${authorize}e`,
      reply: `platform-re${authorize}e`,
      import: canceled,
      entry: `connection.de${authorize}ed`,
      events: `account.created, connection.trouble needs_re${authorize}ation, account.deletion-scheduled, account.deletion-${canceled}`,
    });
    expect(await read()).toEqual(spelled('authoris', 'cancelled'));

    await migrate(database.db, { log: silentLog });

    expect(await read()).toEqual(spelled('authoriz', 'canceled'));
    // Later changes are stored in the new spelling too.
    await insertRows(
      `update connections set status = 'active'`,
      `update connections set status = 'needs_reauthorization'`,
      `update accounts set deletion_scheduled_for = now()`,
      `update accounts set deletion_scheduled_for = null`,
    );
    const events = (await read())?.events?.split(', ').slice(4);
    expect(events).toEqual([
      'connection.mended active',
      'connection.trouble needs_reauthorization',
      'account.deletion-scheduled',
      'account.deletion-canceled',
    ]);
  });

  test.each([
    ['deletion-begun', 'deletion-scheduled'],
    ['deletion-taken-back', 'deletion-canceled'],
  ])('the audit entry and the mail of %s become those of %s', async (before, after) => {
    await migrateBefore('0054');
    await insertRows(
      `insert into accounts (id, name, trial_ends_at) values ($1, 'A', now())`,
      `insert into audit_entries (account_id, id, actor, action, target)
        values ($1, $1, 'system', 'account.${before}', $1)`,
      `insert into emails (id, account_id, recipient, template, locale, sealed, created_at, next_try_at, give_up_at)
        values ($1, $1, 'ann@example.com', 'account-${before}', 'en', 'x', now(), now(), now())`,
    );
    await migrate(database.db, { log: silentLog });
    const { rows } = await inSystem(database.db, (trx) =>
      sql`select a.action, e.template from audit_entries a, emails e`.execute(trx),
    );
    expect(rows).toEqual([{ action: `account.${after}`, template: `account-${after}` }]);
  });

  test('a new installation has no queue to rename', async () => {
    expect(await migrate(database.db, { log: silentLog })).toContain('kindling/0049-plain-names');
  });
});
