/**
 * The queue engine: pg-boss on the database that is there anyway, in both modes through the same pool. No job lives
 * here. Jobs run at least once, so every handler is safe to repeat; a job whose worker died is taken up again when
 * its heartbeat has been missed, within a minute.
 */

import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Log } from '../lib/log.ts';
import type { JobDefinition, JobHandler } from './job.ts';

/** pg-boss's smallest allowed heartbeat is 10 s; 20 s of silence means that the worker is gone. */
const heartbeatSeconds = 20;
/** From so many waiting jobs of one name on, workers take one after the other without a pause. */
const burstAbove = 20;

/** Seconds between tries of a job: the first pause, doubled each time up to the greatest. */
export const retryPauses = { first: 5, greatest: 600 } as const;

export interface Queue {
  /**
   * Puts a job on the queue. At most one job waits per name and `key`: a second request while one waits adds
   * nothing, unless it may run at once and that one later: then it takes its place. `after` is the number of seconds
   * before it may run.
   */
  enqueue<T extends z.ZodType>(
    job: JobDefinition<T>,
    payload: z.input<T>,
    options: { key: string; after?: number },
  ): Promise<void>;
  /** Starts working the handlers; without it the process only enqueues. */
  work(handlers: readonly JobHandler[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startQueue(options: {
  pool: pg.Pool;
  embedded: boolean;
  log: Log;
  jobs: readonly JobDefinition[];
  pollingSeconds?: number;
}): Promise<Queue> {
  const { pool, log, jobs } = options;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    backend: options.embedded ? 'pglite' : 'postgres',
    schema: 'pgboss',
    // One line a minute about a queue is noise; real trouble arrives as 'error'.
    persistWarnings: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'The queue reports an error'));
  await boss.start();
  assertUnique(jobs.map((job) => job.name));
  for (const job of jobs) await declare(boss, job);
  const stopping = new AbortController();
  return {
    async enqueue(job, payload, { key, after }) {
      const data = job.payload.parse(payload) as object;
      const sent = await boss.send(job.name, data, {
        singletonKey: key,
        ...(after === undefined ? {} : { startAfter: after }),
      });
      if (sent === null && !after) await bringForward(boss, job.name, key, data);
    },
    async work(handlers) {
      assertUnique(handlers.map((handler) => handler.job.name));
      const missing = jobs.filter((job) => !handlers.some((handler) => handler.job.name === job.name));
      if (missing.length > 0)
        throw new Error(`No handler for the jobs ${missing.map((job) => job.name).join(', ')}.`);
      for (const handler of handlers)
        await workOne(boss, handler, log, stopping.signal, options.pollingSeconds ?? 1);
    },
    async stop() {
      stopping.abort(new Error('The process is stopping.'));
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/**
 * What waits with the same key may wait for the end of a lease or of a pause: who asks now must not wait with it. When it
 * begins between the two looks, it begins after the request and does what was asked.
 */
async function bringForward(boss: PgBoss, name: string, key: string, data: object): Promise<void> {
  const found = await boss.findJobs(name, { key, queued: true });
  const waiting = found.find((job) => job.state === 'created' && job.startAfter.getTime() > Date.now());
  if (waiting !== undefined) await boss.update(name, data, { id: waiting.id, startAfter: new Date() });
}

async function declare(boss: PgBoss, job: JobDefinition): Promise<void> {
  await boss.createQueue(job.name, {
    // One waiting job per key: a second request while one waits adds nothing.
    policy: 'short',
    retryLimit: job.retryLimit ?? 5,
    retryDelay: retryPauses.first,
    retryBackoff: true,
    retryDelayMax: retryPauses.greatest,
    heartbeatSeconds,
    expireInSeconds: 3600,
  });
  if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
}

async function workOne(
  boss: PgBoss,
  handler: JobHandler,
  log: Log,
  stopping: AbortSignal,
  pollingSeconds: number,
): Promise<void> {
  await boss.work(
    handler.job.name,
    {
      batchSize: 1,
      pollingIntervalSeconds: pollingSeconds,
      localConcurrency: handler.job.concurrency ?? 1,
      // With this much to do nobody waits for the next look.
      burstWhenReadyExceeds: burstAbove,
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
        }
      }
    },
  );
}

function assertUnique(names: string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`The job ${twice} is declared twice.`);
}
