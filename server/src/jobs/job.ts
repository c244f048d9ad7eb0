import type { z } from 'zod';

/** Defines a job: its name, the schema of its payload, and its retries. */
export interface JobDefinition<T extends z.ZodType = z.ZodType> {
  name: string;
  payload: T;
  /** Attempts after the first one (default 5), with exponential backoff. */
  retryLimit?: number;
  /** How long one attempt may take (default an hour); after that the queue takes it for failed. */
  expireInSeconds?: number;
  /** A cron expression in UTC for scheduled jobs; their payload is an empty object. */
  cron?: string;
  /** How many jobs of this name one process runs at once (default 1). */
  concurrency?: number;
}

/** Why the signal of a job is aborted when its process stops. */
export class StoppingError extends Error {
  constructor() {
    super('The process is stopping.');
  }
}

/** Whether the process stops; false for a job that takes too long. */
export const isStopping = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && signal.reason instanceof StoppingError;

export interface JobHandler<T extends z.ZodType = z.ZodType> {
  job: JobDefinition<T>;
  /** Runs one job; it must be idempotent. `signal` is aborted when the process stops or the job times out. */
  run(payload: z.output<T>, signal: AbortSignal): Promise<void>;
}

export function defineJob<T extends z.ZodType>(definition: JobDefinition<T>): JobDefinition<T> {
  return definition;
}

/** Combines a job with its handler. The queue refuses to start with two handlers for one name. */
export function defineJobHandler<T extends z.ZodType>(
  job: JobDefinition<T>,
  run: JobHandler<T>['run'],
): JobHandler {
  return { job, run: (payload, signal) => run(payload as z.output<T>, signal) };
}
