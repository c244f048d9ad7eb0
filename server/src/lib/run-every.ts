import type { Log } from './log.ts';

/**
 * Runs `work` every `everyMs` milliseconds, never twice at once. A failure is logged, and the next run follows as
 * usual.
 * @returns a function that stops it and waits for the current run
 */
export function runEvery(
  everyMs: number,
  work: () => Promise<unknown>,
  log: Pick<Log, 'error'>,
): () => Promise<unknown> {
  let running = Promise.resolve<unknown>(undefined);
  const timer = setInterval(() => {
    running = running
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'A recurring task failed'));
  }, everyMs);
  return () => {
    clearInterval(timer);
    return running;
  };
}
