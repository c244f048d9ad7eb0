/**
 * The queue engine: pg-boss on the database that is there anyway, in both modes through the same pool. No job lives
 * here. Jobs run at least once, so every handler is safe to repeat; a job whose worker died is taken up again when
 * its heartbeat has been missed, within a minute.
 *
 * Workers sleep until they are woken: by the notification that a job was put on their queue, when they have ended one, and
 * by one look every two seconds over all queues, which finds the jobs whose time has come.
 */

import { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Database } from '../db/client.ts';
import type { Log } from '../lib/log.ts';
import type { JobDefinition, JobHandler } from './job.ts';

/** pg-boss's smallest allowed heartbeat is 10 s; 20 s of silence means that the worker is gone. */
const heartbeatSeconds = 20;
/** How often heartbeats are checked: a dead worker's job is ready again after 20 + 25 s and the first pause of a retry. */
const superviseSeconds = 25;
/** Between two looks for jobs whose time has come. */
const pollSeconds = 2;
/** A worker that nobody wakes looks by itself this often. */
const idlePollSeconds = 300;
/** The same for pg-boss's own worker, which sends the jobs that run by the clock; it takes no longer one. */
const cronIdlePollSeconds = 45;
/** Jobs that wait for other jobs: we have none. */
const flowIntervalSeconds = 3600;

/** Seconds between tries of a job: the first pause, doubled each time up to the greatest. */
export const retryBackoff = { initialSeconds: 5, maxSeconds: 600 } as const;

/** Makes the sleeping workers of a queue look for jobs at once. */
type WakeWorkers = (name: string) => void;

export interface Queue {
  /**
   * Puts a job on the queue. At most one job waits per name and `key`: a second request while one waits adds
   * nothing, unless it may run at once and that one later: then it takes its place. `after` is the number of seconds
   * before it may run.
   */
  enqueue<T extends z.ZodType>(
    job: JobDefinition<T>,
    payload: z.input<T>,
    options: { key: string; delaySeconds?: number },
  ): Promise<void>;
  /** Starts working the handlers; without it the process only enqueues. */
  startWorkers(handlers: readonly JobHandler[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startQueue(options: {
  db: Pick<Database, 'pool' | 'mode' | 'listen'>;
  log: Log;
  jobs: readonly JobDefinition[];
  /** Between two looks for jobs whose time has come (default 2). */
  pollSeconds?: number;
}): Promise<Queue> {
  const { db, log, jobs } = options;
  let wake: WakeWorkers = () => {};
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => db.pool.query(text, values),
      listen(channel, onNotification, onReconnect) {
        wake = onNotification;
        return db.listen(channel, onNotification, onReconnect);
      },
    },
    useListenNotify: true,
    backend: db.mode === 'embedded' ? 'pglite' : 'postgres',
    schema: 'pgboss',
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronWorkerIntervalSeconds: cronIdlePollSeconds,
    flowIntervalSeconds: flowIntervalSeconds,
    // One line a minute about a queue is noise; real trouble arrives as 'error'.
    persistWarnings: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'The queue reports an error'));
  await boss.start();
  assertUnique(jobs.map((job) => job.name));
  await createQueues(boss, jobs);
  const stopping = new AbortController();
  let stopPolling = async () => {};
  return {
    async enqueue(job, payload, { key, delaySeconds: after }) {
      const data = job.payload.parse(payload) as object;
      const sent = await boss.send(job.name, data, {
        singletonKey: key,
        ...(after === undefined ? {} : { startAfter: after }),
      });
      if (sent === null && !after) await rescheduleToNow(boss, job.name, key, data);
    },
    async startWorkers(handlers) {
      assertUnique(handlers.map((handler) => handler.job.name));
      const missing = jobs.filter((job) => !handlers.some((handler) => handler.job.name === job.name));
      if (missing.length > 0)
        throw new Error(`No handler for the jobs ${missing.map((job) => job.name).join(', ')}.`);
      for (const handler of handlers) await startWorker(boss, handler, log, stopping.signal, () => wake);
      stopPolling = pollDueJobs(db, log, (options.pollSeconds ?? pollSeconds) * 1000, (name) => wake(name));
    },
    async stop() {
      stopping.abort(new Error('The process is stopping.'));
      await stopPolling();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/**
 * What waits with the same key may wait for the end of a lease or of a pause: who asks now must not wait with it. When it
 * begins between the two looks, it begins after the request and does what was asked.
 */
async function rescheduleToNow(boss: PgBoss, name: string, key: string, data: object): Promise<void> {
  const found = await boss.findJobs(name, { key, queued: true });
  const waiting = found.find((job) => job.state === 'created' && job.startAfter.getTime() > Date.now());
  if (waiting !== undefined) await boss.update(name, data, { id: waiting.id, startAfter: new Date() });
}

async function createQueues(boss: PgBoss, jobs: readonly JobDefinition[]): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const job of jobs) await createOrUpdateQueue(boss, job, present.get(job.name)?.notify === false);
}

async function createOrUpdateQueue(boss: PgBoss, job: JobDefinition, silent: boolean): Promise<void> {
  // Made by a version that asked each queue every second.
  if (silent) await boss.updateQueue(job.name, { notify: true });
  await boss.createQueue(job.name, {
    notify: true,
    // One waiting job per key: a second request while one waits adds nothing.
    policy: 'short',
    retryLimit: job.retryLimit ?? 5,
    retryDelay: retryBackoff.initialSeconds,
    retryBackoff: true,
    retryDelayMax: retryBackoff.maxSeconds,
    heartbeatSeconds,
    expireInSeconds: 3600,
  });
  if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
}

async function startWorker(
  boss: PgBoss,
  handler: JobHandler,
  log: Log,
  stopping: AbortSignal,
  wake: () => WakeWorkers,
): Promise<void> {
  await boss.work(
    handler.job.name,
    {
      batchSize: 1,
      pollingIntervalSeconds: idlePollSeconds,
      localConcurrency: handler.job.concurrency ?? 1,
      heartbeatRefreshSeconds: heartbeatSeconds / 2,
    },
    async (batch) => {
      for (const job of batch) {
        const payload = handler.job.payload.parse(job.data ?? {});
        try {
          await handler.run(payload, AbortSignal.any([stopping, job.signal]));
        } catch (error) {
          log.warn({ err: error, job: handler.job.name, id: job.id }, 'A job failed and will be tried again');
          throw error;
        } finally {
          // There may be more: nobody waits for the next look.
          wake()(handler.job.name);
        }
      }
    },
  );
}

/**
 * Wakes the workers of every queue that has a job whose time has come, in one statement for all. An index of pg-boss's own
 * answers it queue by queue.
 */
function pollDueJobs(
  db: Pick<Database, 'pool'>,
  log: Log,
  everyMs: number,
  wake: WakeWorkers,
): () => Promise<void> {
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    const { rows } = await db.pool.query<{ name: string }>(dueSql);
    for (const { name } of rows) wake(name);
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'The queue could not be looked at and will be again'),
      )
      .finally(() => {
        looking = null;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

const dueSql = `select name from pgboss.queue where exists (
  select from pgboss.job where job.name = queue.name and state < 'active' and not blocked and start_after <= now())`;

function assertUnique(names: string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`The job ${twice} is declared twice.`);
}
