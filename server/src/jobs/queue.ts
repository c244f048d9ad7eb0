/**
 * The job queue: pg-boss on the application's own database, through the same pool in both database modes. The features
 * define the jobs. A job runs at least once, so every handler must be idempotent. When a worker dies, its heartbeat stops
 * and the job runs again within a minute.
 *
 * Workers sleep until something wakes them: the notification that a job was added to their queue, the end of their
 * previous job, or a query every two seconds that finds due jobs in all queues.
 */

import { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Database } from '../db/client.ts';
import type { ReadOnlyMode } from '../db/read-only-mode.ts';
import { reportQueryFailure } from '../db/watch-transaction.ts';
import type { FailureReports } from '../lib/failure-reports.ts';
import type { Log } from '../lib/log.ts';
import { type JobDefinition, type JobHandler, StoppingError } from './job.ts';
import { startWhileWritable } from './pause-workers.ts';
import { toQueueError } from './queue-error.ts';
import { type QueueLoad, readQueueLoad } from './queue-load.ts';
import { createStateIndex, type QueueState, readQueueState } from './queue-state.ts';
import { heartbeatSeconds, startWorker, type WakeWorkers, withTrace } from './worker.ts';

/** Interval of the heartbeat check. A dead worker's job is ready again after 20 + 25 s and the first retry delay. */
const superviseSeconds = 25;
/** Interval of the query for due jobs. */
const pollSeconds = 2;
/** The same for pg-boss's own worker, which sends scheduled jobs. It accepts no longer interval. */
const cronIdlePollSeconds = 45;
/** Interval of pg-boss's check for jobs that depend on other jobs. We have none, so it runs rarely. */
const flowIntervalSeconds = 3600;

/** Delay before a retry: it starts with `initialSeconds` and doubles up to `maxSeconds`. */
export const retryBackoff = { initialSeconds: 5, maxSeconds: 600 } as const;

export interface Queue {
  /**
   * Adds a job to the queue. At most one job waits per name and `key`; a second call while one waits adds nothing. When
   * the second call has no delay and the waiting job has one, the waiting job becomes due now with the new payload.
   * `delaySeconds` is the time before the job may run.
   */
  enqueue<T extends z.ZodType>(
    job: JobDefinition<T>,
    payload: z.input<T>,
    options: { key: string; delaySeconds?: number },
  ): Promise<void>;
  /** Adds jobs that are due at once, in one statement. One whose key has a waiting job is left out. */
  enqueueMany<T extends z.ZodType>(
    job: JobDefinition<T>,
    jobs: readonly { payload: z.input<T>; key: string }[],
  ): Promise<void>;
  /** What waits and runs of each job, in all processes. */
  readState(): Promise<QueueState[]>;
  /**
   * Starts the workers. A process that does not call this only enqueues jobs. While the read-only mode is on, they take no
   * jobs, and those that run finish.
   */
  startWorkers(handlers: readonly JobHandler[]): Promise<void>;
  /** What waits in the queues of all processes. */
  readLoad(): Promise<QueueLoad>;
  /** Takes no more jobs. Running ones finish, or return to the queue, where another worker takes them at once. */
  stopWorkers(): void;
  stop(): Promise<void>;
}

export async function startQueue(options: {
  db: Pick<Database, 'pool' | 'mode' | 'listen'>;
  log: Log;
  jobs: readonly JobDefinition[];
  /** Names of jobs of earlier versions; what waits of them is deleted. */
  removedJobs?: readonly string[];
  /** Interval of the query for due jobs in seconds (default 2). */
  pollSeconds?: number;
  /** Stops the workers while it is on; without it they never pause. */
  readOnly?: Pick<ReadOnlyMode, 'isOn' | 'subscribe'>;
  /** Gets the failures of jobs that failed before, or are not tried again. */
  failures?: Pick<FailureReports, 'report'>;
}): Promise<Queue> {
  const { db, log, jobs, readOnly } = options;
  let wake: WakeWorkers = () => {};
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) =>
        db.pool.query(text, values).catch((error: unknown) => {
          reportQueryFailure(error);
          throw error;
        }),
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
    // pg-boss warns once a minute about a slow queue; real failures arrive as 'error'.
    persistWarnings: false,
    monitorVacuum: false,
  });
  boss.on('error', (reported) => {
    const error = toQueueError(reported);
    log.error({ err: error }, 'The queue reported an error');
    options.failures?.report({ ...ofTheQueue, error });
  });
  await boss.start();
  assertUnique(jobs.map((job) => job.name));
  await createQueues(boss, jobs, options.removedJobs ?? []);
  await createStateIndex(db);
  const stopping = new AbortController();
  let stopPolling = async () => {};
  let working: readonly string[] = [];
  let stopPausing = () => {};
  const stopWorkers = () => {
    if (stopping.signal.aborted) return;
    stopPausing();
    stopping.abort(new StoppingError());
    for (const name of working)
      void boss.offWork(name).catch((error: unknown) => log.error({ err: error }, 'A queue was not stopped'));
  };
  return {
    async enqueue(job, payload, { key, delaySeconds }) {
      const data = withTrace(job.payload.parse(payload));
      const sent = await boss.send(job.name, data, {
        singletonKey: key,
        ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
      });
      if (sent === null && !delaySeconds) await rescheduleToNow(boss, job.name, key, data);
    },
    async enqueueMany(job, jobs) {
      if (jobs.length === 0) return;
      await boss.insert(
        job.name,
        jobs.map(({ payload, key }) => ({ data: withTrace(job.payload.parse(payload)), singletonKey: key })),
      );
    },
    readState: () => readQueueState(db),
    async startWorkers(handlers) {
      assertUnique(handlers.map((handler) => handler.job.name));
      const missing = jobs.filter((job) => !handlers.some((handler) => handler.job.name === job.name));
      if (missing.length > 0)
        throw new Error(`No handler for the jobs ${missing.map((job) => job.name).join(', ')}.`);
      const context = { db, log, failures: options.failures, stopping: stopping.signal, wake: () => wake };
      const starts = handlers.map((handler) => () => startWorker(boss, handler, context));
      working = handlers.map((handler) => handler.job.name);
      if (readOnly === undefined) for (const start of starts) await start();
      else stopPausing = await startWhileWritable(readOnly, boss, handlers, starts, log);
      stopPolling = pollDueJobs(db, log, (options.pollSeconds ?? pollSeconds) * 1000, (name) => wake(name));
    },
    readLoad: () => readQueueLoad(db),
    stopWorkers,
    async stop() {
      stopWorkers();
      await stopPolling();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/**
 * A waiting job with the same key may be delayed, for example until a lease ends. A request without delay must not wait for
 * that. 0 is the database's time, which may differ from ours. If the waiting job starts between the two statements, it starts after the request and so does the requested work.
 */
async function rescheduleToNow(boss: PgBoss, name: string, key: string, data: object): Promise<void> {
  const found = await boss.findJobs(name, { key, queued: true });
  const waiting = found.find((job) => job.state === 'created' && job.startAfter.getTime() > Date.now());
  if (waiting !== undefined) await boss.update(name, data, { id: waiting.id, startAfter: 0 });
}

/** Writes only what is missing or has changed, because each queue and each schedule takes a transaction. */
async function createQueues(
  boss: PgBoss,
  jobs: readonly JobDefinition[],
  removed: readonly string[],
): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const name of removed) if (present.has(name)) await boss.deleteQueue(name);
  for (const job of jobs) await createOrUpdateQueue(boss, job, present.get(job.name));
  const schedules = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
  for (const { name, cron } of jobs) {
    const { cron: stored, timezone } = schedules.get(name) ?? {};
    if (cron !== undefined && (stored !== cron || timezone !== 'UTC'))
      await boss.schedule(name, cron, {}, { tz: 'UTC' });
  }
}

async function createOrUpdateQueue(
  boss: PgBoss,
  job: JobDefinition,
  present: { notify?: boolean; expireInSeconds?: number } | undefined,
): Promise<void> {
  const expireInSeconds = job.expireInSeconds ?? 3600;
  if (present !== undefined && present.expireInSeconds !== expireInSeconds)
    await boss.updateQueue(job.name, { expireInSeconds });
  // Queues of older versions were polled every second and have no notifications.
  if (present?.notify === false) await boss.updateQueue(job.name, { notify: true });
  if (present !== undefined) return;
  await boss.createQueue(job.name, {
    notify: true,
    // 'short' allows one waiting job per key.
    policy: 'short',
    retryLimit: job.retryLimit ?? 5,
    retryDelay: retryBackoff.initialSeconds,
    retryBackoff: true,
    retryDelayMax: retryBackoff.maxSeconds,
    heartbeatSeconds,
    expireInSeconds,
  });
}

/** The facts of a failure of the queue itself. */
const ofTheQueue = {
  origin: 'job',
  level: 'error',
  route: 'queue',
  requestId: null,
  accountId: null,
} as const;

/**
 * Wakes the workers of every queue that has a due job, with one statement for all queues. It uses an index of pg-boss.
 */
function pollDueJobs(
  db: Pick<Database, 'pool'>,
  log: Log,
  intervalMs: number,
  wake: WakeWorkers,
): () => Promise<void> {
  let polling: Promise<void> | null = null;
  const poll = async (): Promise<void> => {
    const { rows } = await db.pool.query<{ name: string }>(dueSql);
    for (const { name } of rows) wake(name);
  };
  const timer = setInterval(() => {
    polling ??= poll()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'The query for due jobs failed and will be repeated'),
      )
      .finally(() => {
        polling = null;
      });
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await polling;
  };
}

const dueSql = `select name from pgboss.queue where exists (
  select from pgboss.job where job.name = queue.name and state < 'active' and not blocked and start_after <= now())`;

function assertUnique(names: string[]): void {
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) throw new Error(`The job ${duplicate} is declared twice.`);
}
