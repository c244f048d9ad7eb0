/** Runs the jobs of one queue: their context for logs and traces, what is counted of them, and what their failures report. */
import { measure } from '@kindling/service/measurements';
import { currentTraceparent, inSpan } from '@kindling/service/tracing';
import { withWork } from '@kindling/service/work-context';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../db/client.ts';
import { returnJob } from '../db/return-job.ts';
import { withWrites } from '../db/write-refusal.ts';
import { withCallerScope } from '../lib/caller-scope.ts';
import type { FailureReports } from '../lib/failure-reports.ts';
import type { Log } from '../lib/log.ts';
import type { JobHandler } from './job.ts';

/** A worker without a heartbeat for 20 s counts as dead. pg-boss allows 10 s at the least. */
export const heartbeatSeconds = 20;
/** A worker that nothing wakes polls its queue at this interval. */
const idlePollSeconds = 300;

/** Makes the sleeping workers of a queue fetch jobs now. */
export type WakeWorkers = (name: string) => void;

export interface WorkerContext {
  db: Pick<Database, 'pool'>;
  log: Log;
  failures: Pick<FailureReports, 'report'> | undefined;
  stopping: AbortSignal;
  wake: () => WakeWorkers;
}

export async function startWorker(boss: PgBoss, handler: JobHandler, context: WorkerContext): Promise<void> {
  await boss.work(
    handler.job.name,
    {
      batchSize: 1,
      includeMetadata: true,
      pollingIntervalSeconds: idlePollSeconds,
      localConcurrency: handler.job.concurrency ?? 1,
      heartbeatRefreshSeconds: heartbeatSeconds / 2,
    },
    async (batch) => {
      for (const job of batch)
        try {
          await runJob(handler, job, context);
        } finally {
          // More jobs may wait; fetch the next one without waiting for the poll.
          context.wake()(handler.job.name);
        }
    },
  );
}

interface FetchedJob {
  id: string;
  data: unknown;
  signal: AbortSignal;
  retryCount: number;
  retryLimit: number;
}

/** The span that a job continues, beside its payload. No payload has a field of this name. */
const traceField = 'traceparent';

/** A payload with the span that it comes from. */
export function withTrace(payload: unknown): object {
  const traceparent = currentTraceparent();
  return traceparent === null ? (payload as object) : { ...(payload as object), [traceField]: traceparent };
}

async function runJob(handler: JobHandler, job: FetchedJob, context: WorkerContext): Promise<void> {
  const { name, payload: schema } = handler.job;
  const { [traceField]: traceparent, ...data } = (job.data ?? {}) as Record<string, unknown>;
  const parent = typeof traceparent === 'string' ? traceparent : null;
  const attributes = { 'kindling.job': name, 'kindling.job_id': job.id };
  const signal = AbortSignal.any([context.stopping, job.signal]);
  const began = performance.now();
  const report = (outcome: 'completed' | 'failed') =>
    measure('jobEnded', { job: name, outcome, seconds: (performance.now() - began) / 1000 });
  measure('jobStarted', { job: name });
  // A request may have woken the worker; a job is the program's own work, and a job that runs finishes.
  await withCallerScope(null, () =>
    withWork({ request: null, job: { name, id: job.id }, span: null }, () =>
      inSpan(name, { kind: 'consumer', parent, attributes }, async () => {
        try {
          await withWrites(true, () => handler.run(schema.parse(data), signal));
          report('completed');
        } catch (error) {
          // A stop of the process is no failure.
          if (context.stopping.aborted && (await release(name, job, context))) return;
          report('failed');
          reportFailure(name, job, error, context);
          throw error;
        }
      }),
    ),
  );
}

/** @returns false when the database did not take the job back; the queue then repeats it as a failed one */
async function release(name: string, job: FetchedJob, { db, log }: WorkerContext): Promise<boolean> {
  try {
    await returnJob(db, name, job);
    log.info({}, 'A job was stopped and returned to the queue');
    return true;
  } catch (error) {
    log.warn({ err: error }, 'A job that was stopped was not returned to the queue');
    return false;
  }
}

const accountPayload = z.object({ accountId: z.uuid() });

function reportFailure(
  name: string,
  { data, retryCount, retryLimit }: FetchedJob,
  error: unknown,
  { log, failures }: WorkerContext,
): void {
  const isFinal = retryCount >= retryLimit;
  if (isFinal) log.error({ err: error }, 'A job failed and is given up');
  else log.warn({ err: error }, 'A job failed and will be retried');
  // The first failure is often a passing one.
  if (!isFinal && retryCount === 0) return;
  // Most payloads of an account's work name the account.
  const named = accountPayload.safeParse(data);
  failures?.report({
    origin: 'job',
    level: isFinal ? 'error' : 'warn',
    error,
    route: name,
    requestId: null,
    accountId: named.success ? named.data.accountId : null,
  });
}
