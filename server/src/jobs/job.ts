import type { z } from 'zod';

/** A job's declaration: its name, the schema of its payload, and how it is retried. */
export interface JobDefinition<T extends z.ZodType = z.ZodType> {
  name: string;
  payload: T;
  /** Tries after the first one (default 5), with growing pauses. */
  retryLimit?: number;
  /** A cron expression in UTC for jobs that run by the clock; their payload is an empty object. */
  cron?: string;
  /** Jobs of this name that run at once in one process (default 1). */
  concurrency?: number;
}

export interface JobHandler<T extends z.ZodType = z.ZodType> {
  job: JobDefinition<T>;
  /** Runs one job; must be safe to repeat. `signal` is aborted when the process stops or the job's time is up. */
  run(payload: z.output<T>, signal: AbortSignal): Promise<void>;
}

export function defineJob<T extends z.ZodType>(definition: JobDefinition<T>): JobDefinition<T> {
  return definition;
}

/** Pairs a declaration with the work; the queue refuses to start with two handlers of one name. */
export function defineJobHandler<T extends z.ZodType>(
  job: JobDefinition<T>,
  run: JobHandler<T>['run'],
): JobHandler {
  return { job, run: (payload, signal) => run(payload as z.output<T>, signal) };
}
