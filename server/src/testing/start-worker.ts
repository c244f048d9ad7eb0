/** For tests only: runs some jobs of an app, whose process is otherwise without workers. */
import type { JobHandler } from '../jobs/job.ts';
import { startQueue } from '../jobs/queue.ts';
import type { TestApp } from './test-app.ts';

/** @param afterJob is awaited after each job that succeeded. @returns what stops the worker */
export async function startWorker(
  { services: { db, log } }: Pick<TestApp, 'services'>,
  handlers: readonly JobHandler[],
  afterJob: () => Promise<void>,
): Promise<() => Promise<void>> {
  const queue = await startQueue({ db, log, jobs: handlers.map(({ job }) => job) });
  await queue.startWorkers(
    handlers.map(({ job, run }) => ({
      job,
      async run(payload, signal) {
        await run(payload, signal);
        await afterJob();
      },
    })),
  );
  return () => queue.stop();
}
