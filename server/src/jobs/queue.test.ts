import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { returnJob } from '../db/return-job.ts';
import { createLog } from '../lib/log.ts';
import { createTestDatabase, databaseModes, type TestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { defineJob, defineJobHandler, type JobDefinition } from './job.ts';
import { type Queue, retryBackoff, startQueue } from './queue.ts';

const payload = z.strictObject({ n: z.number() });

describe.each(databaseModes)('the queue, %s', (mode) => {
  let database: TestDatabase;
  const queues: Queue[] = [];
  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.stop();
  });
  afterAll(() => database.close());

  async function open(jobs: JobDefinition[], pollSeconds = 0.5): Promise<Queue> {
    const queue = await startQueue({
      db: database.db,
      log: createLog('silent'),
      jobs,
      pollSeconds,
    });
    queues.push(queue);
    return queue;
  }

  async function statesOf(name: string): Promise<Record<string, number>> {
    const { rows } = await database.db.pool.query<{ state: string; count: number }>(
      'select state::text, count(*)::int as count from pgboss.job where name = $1 group by 1',
      [name],
    );
    return Object.fromEntries(rows.map((row) => [row.state, row.count]));
  }

  test('an idle worker polls all queues with one query, and starts a new job at once', async () => {
    const jobs = Array.from({ length: 10 }, (_, at) => defineJob({ name: `test.idle-${at}`, payload }));
    const queue = await open(jobs);
    const run = vi.fn(async () => {});
    await queue.startWorkers(jobs.map((job) => defineJobHandler(job, run)));
    await eventually(async () => expect(await statesOf('test.idle-0')).toEqual({}));
    const query = vi.spyOn(database.db.pool, 'query');
    const asked = (part: string) => query.mock.calls.filter(([text]) => String(text).includes(part)).length;
    await eventually(() => expect(asked('select name from pgboss.queue')).toBeGreaterThan(3));
    // Polling each of the ten queues twice a second would need ten times as many.
    expect(asked('SKIP LOCKED')).toBeLessThan(jobs.length);
    query.mockRestore();
    const [first] = jobs;
    if (first === undefined) throw new Error('there are ten jobs');
    await queue.enqueue(first, { n: 1 }, { key: 'a' });
    await eventually(() => expect(run).toHaveBeenCalledTimes(1));
  });

  test('a newer version changes how long a job may take', async () => {
    const job = defineJob({ name: 'test.long', payload });
    const seconds = async () =>
      (
        await database.db.pool.query<{ seconds: number }>(
          `select expire_seconds as seconds from pgboss.queue where name = 'test.long'`,
        )
      ).rows[0]?.seconds;
    await open([job]);
    expect(await seconds()).toBe(3600);
    await open([{ ...job, expireInSeconds: 7200 }]);
    expect(await seconds()).toBe(7200);
  });

  test('a job that a stop cuts off is taken by another worker at once, and uses up no attempt', async () => {
    const job = defineJob({ name: 'test.cut-off', payload, retryLimit: 0 });
    const [first, second] = [await open([job]), await open([job])];
    let begun = 0;
    await first.startWorkers([
      defineJobHandler(job, async (_, signal) => {
        begun += 1;
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      }),
    ]);
    await first.enqueue(job, { n: 1 }, { key: 'a' });
    await eventually(() => expect(begun).toBe(1));
    first.stopWorkers();
    const done: number[] = [];
    await second.startWorkers([
      defineJobHandler(job, async ({ n }) => {
        done.push(n);
      }),
    ]);
    await eventually(() => expect(done).toEqual([1]));
    await eventually(async () => expect(await statesOf('test.cut-off')).toEqual({ completed: 1 }));
    expect(begun).toBe(1);
  });

  test('a worker gives no job back that another one has taken', async () => {
    const job = defineJob({ name: 'test.taken', payload });
    const queue = await open([job]);
    await queue.enqueue(job, { n: 1 }, { key: 'a' });
    const { rows } = await database.db.pool.query<{ id: string }>(
      `update pgboss.job set state = 'active', started_on = now(), retry_count = 1 where name = 'test.taken' returning id`,
    );
    const id = rows[0]?.id ?? '';
    await returnJob(database.db, job.name, { id, retryCount: 0 });
    expect(await statesOf('test.taken')).toEqual({ active: 1 });
    await returnJob(database.db, job.name, { id, retryCount: 1 });
    expect(await statesOf('test.taken')).toEqual({ retry: 1 });
  });

  test('what waits of a job that no longer exists is deleted when the queue starts', async () => {
    const old = defineJob({ name: 'test.old', payload });
    const kept = defineJob({ name: 'test.kept', payload });
    const before = await open([old, kept]);
    for (const job of [old, kept]) await before.enqueue(job, { n: 1 }, { key: 'a' });
    const after = { db: database.db, log: createLog('silent'), jobs: [kept], removedJobs: ['test.old'] };
    // The second start finds nothing to delete.
    for (let start = 0; start < 2; start += 1) queues.push(await startQueue(after));
    expect(await statesOf('test.old')).toEqual({});
    expect(await statesOf('test.kept')).toEqual({ created: 1 });
  });

  test('a later start writes only the queues and the schedules that are new or changed', async () => {
    const daily = defineJob({ name: 'test.daily', payload: z.object({}), cron: '0 3 * * *' });
    const hourly = defineJob({ name: 'test.hourly', payload: z.object({}), cron: '0 * * * *' });
    const added = defineJob({ name: 'test.added', payload });
    await open([daily, hourly]);
    const query = vi.spyOn(database.db.pool, 'query');
    await open([daily, { ...hourly, cron: '30 * * * *' }, added]);
    const asked = (part: string) => query.mock.calls.filter(([text]) => String(text).includes(part)).length;
    expect([asked("create_queue('test."), asked('INSERT INTO pgboss.schedule')]).toEqual([1, 1]);
    query.mockRestore();
    const { rows } = await database.db.pool.query<{ name: string; cron: string; timezone: string }>(
      'select name, cron, timezone from pgboss.schedule order by name',
    );
    expect(rows).toEqual([
      { name: 'test.daily', cron: '0 3 * * *', timezone: 'UTC' },
      { name: 'test.hourly', cron: '30 * * * *', timezone: 'UTC' },
    ]);
  });

  test('a notification starts a job, and the poll starts a delayed job', async () => {
    const job = defineJob({ name: 'test.told', payload });
    const queue = await open([job], 3600);
    const seen: number[] = [];
    await queue.startWorkers([
      defineJobHandler(job, async ({ n }) => {
        seen.push(n);
      }),
    ]);
    for (const n of [1, 2, 3]) await queue.enqueue(job, { n }, { key: String(n) });
    await eventually(() => expect(seen.toSorted()).toEqual([1, 2, 3]));
    await queue.enqueue(job, { n: 4 }, { key: 'later', delaySeconds: 1 });
    const looking = await open([job]);
    await looking.startWorkers([
      defineJobHandler(job, async ({ n }) => {
        seen.push(n);
      }),
    ]);
    await eventually(() => expect(seen).toContain(4));
  });

  test('a job that is defined twice, handled twice or not handled is refused at the start', async () => {
    const one = defineJob({ name: 'test.one', payload });
    const two = defineJob({ name: 'test.two', payload });
    await expect(open([one, defineJob({ name: 'test.one', payload })])).rejects.toThrow(
      'The job test.one is declared twice.',
    );
    const queue = await open([one, two]);
    const noop = async () => {};
    await expect(
      queue.startWorkers([
        defineJobHandler(one, noop),
        defineJobHandler(one, noop),
        defineJobHandler(two, noop),
      ]),
    ).rejects.toThrow('test.one is declared twice');
    await expect(queue.startWorkers([defineJobHandler(one, noop)])).rejects.toThrow(
      'No handler for the jobs test.two.',
    );
  });

  test('one job waits per key, and each key has its own', async () => {
    const job = defineJob({ name: 'test.dedupe', payload });
    const queue = await open([job]);
    await Promise.all(
      [1, 2, 3, 4].flatMap((n) => [
        queue.enqueue(job, { n }, { key: 'a' }),
        queue.enqueue(job, { n }, { key: 'b', delaySeconds: 3600 }),
      ]),
    );
    expect(await statesOf('test.dedupe')).toEqual({ created: 2 });
    const run = vi.fn(async () => {});
    await queue.startWorkers([defineJobHandler(job, run)]);
    await eventually(async () => expect(await statesOf('test.dedupe')).toEqual({ created: 1, completed: 1 }));
    expect(run).toHaveBeenCalledTimes(1);
    // The first job is done, so another one may wait.
    await queue.enqueue(job, { n: 9 }, { key: 'a' });
    await eventually(() => expect(run).toHaveBeenLastCalledWith({ n: 9 }, expect.any(AbortSignal)));
  });

  test('many jobs are added at once, one per key, beside those that wait', async () => {
    const job = defineJob({ name: 'test.many', payload });
    const queue = await open([job]);
    await queue.enqueue(job, { n: 1 }, { key: 'a' });
    await queue.enqueueMany(job, []);
    await queue.enqueueMany(job, [
      { payload: { n: 2 }, key: 'a' },
      { payload: { n: 3 }, key: 'b' },
      { payload: { n: 4 }, key: 'b' },
    ]);
    expect(await statesOf('test.many')).toEqual({ created: 2 });
    const seen: number[] = [];
    await queue.startWorkers([defineJobHandler(job, async ({ n }) => void seen.push(n))]);
    await eventually(() => expect(seen.toSorted()).toEqual([1, 3]));
  });

  test('a request without delay makes a delayed job due now, but not the other way round', async () => {
    const job = defineJob({ name: 'test.sooner', payload });
    const queue = await open([job]);
    await queue.enqueue(job, { n: 1 }, { key: 'a', delaySeconds: 3600 });
    await queue.enqueue(job, { n: 2 }, { key: 'a' });
    await queue.enqueue(job, { n: 3 }, { key: 'a', delaySeconds: 60 });
    expect(await statesOf('test.sooner')).toEqual({ created: 1 });
    await queue.enqueue(job, { n: 4 }, { key: 'b', delaySeconds: 36_000 });
    // The clock of this process is ahead of the database's.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await queue.enqueue(job, { n: 5 }, { key: 'b' }).finally(() => vi.useRealTimers());
    const run = vi.fn(async () => {});
    await queue.startWorkers([defineJobHandler(job, run)]);
    await eventually(async () => expect(await statesOf('test.sooner')).toEqual({ completed: 2 }));
    expect(run).toHaveBeenCalledWith({ n: 5 }, expect.anything());
    expect(run).toHaveBeenCalledWith({ n: 2 }, expect.anything());
  });

  test('a request while a job with its key runs is queued and runs after it', async () => {
    const job = defineJob({ name: 'test.follow', payload });
    const queue = await open([job]);
    const seen: number[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await queue.enqueue(job, { n: 1 }, { key: 'a' });
    await queue.startWorkers([
      defineJobHandler(job, async ({ n }) => {
        seen.push(n);
        if (n === 1) await held;
      }),
    ]);
    await eventually(() => expect(seen).toEqual([1]));
    await queue.enqueue(job, { n: 2 }, { key: 'a' });
    release();
    await eventually(() => expect(seen).toEqual([1, 2]));
  });

  test('a failed job is retried and the others continue', async () => {
    const job = defineJob({ name: 'test.retry', payload, retryLimit: 3 });
    const queue = await open([job]);
    let tries = 0;
    let failedAt = Number.POSITIVE_INFINITY;
    const done: number[] = [];
    await queue.enqueue(job, { n: 1 }, { key: 'a' });
    await queue.enqueue(job, { n: 2 }, { key: 'b' });
    await queue.startWorkers([
      defineJobHandler(job, async ({ n }) => {
        if (n === 1) {
          tries += 1;
          if (tries === 1) {
            failedAt = Date.now();
            throw new Error('not yet');
          }
        }
        done.push(n);
      }),
    ]);
    // A slow machine may see the retry only after its delay: the job keeps when it may start.
    const { rows } = await eventually(async () => {
      const retry = await database.db.pool.query<{ start_after: Date }>(
        `select start_after from pgboss.job where name = 'test.retry' and (state = 'retry' or retry_count > 0)`,
      );
      expect(retry.rows).toHaveLength(1);
      return retry;
    });
    // The queue takes a random delay between half of it and all of it.
    expect(rows[0]?.start_after.getTime()).toBeGreaterThanOrEqual(
      failedAt + (retryBackoff.initialSeconds * 1_000) / 2,
    );
    const startRetry = (at: string) =>
      database.db.pool.query(
        `update pgboss.job set start_after = now() + $1::interval where name = 'test.retry' and state = 'retry'`,
        [at],
      );
    // The other job does not wait for the retry.
    await startRetry('1 hour');
    await eventually(() => expect(done).toContain(2));
    await startRetry('0');
    await eventually(() => expect(done.toSorted()).toEqual([1, 2]));
    expect(tries).toBe(2);
  });

  test('an invalid payload is refused by enqueue, and an already queued one fails without reaching the handler', async () => {
    const job = defineJob({ name: 'test.payload', payload, retryLimit: 0 });
    const queue = await open([job]);
    const wrong: unknown = { n: 'x' };
    await expect(queue.enqueue(job, wrong as { n: number }, { key: 'a' })).rejects.toThrow(z.ZodError);
    const loose: JobDefinition = { ...job, payload: z.unknown() };
    await queue.enqueue(loose, wrong, { key: 'a' });
    const run = vi.fn(async () => {});
    await queue.startWorkers([defineJobHandler(job, run)]);
    await eventually(async () => expect(await statesOf('test.payload')).toEqual({ failed: 1 }));
    expect(run).not.toHaveBeenCalled();
  });

  test('stopping aborts the signal of the running job', async () => {
    const job = defineJob({ name: 'test.stop', payload });
    const queue = await open([job]);
    let reason: unknown;
    let started = false;
    await queue.enqueue(job, { n: 1 }, { key: 'a' });
    await queue.startWorkers([
      defineJobHandler(job, (_payload, signal) => {
        started = true;
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            resolve();
          });
        });
      }),
    ]);
    await eventually(() => expect(started).toBe(true));
    await queue.stop();
    expect(reason).toEqual(new Error('The process is stopping.'));
  });
});
