import type { Log } from './log.ts';

/**
 * Runs `work` every so many milliseconds, never twice at once. A failure is logged, and the next turn comes as usual.
 * @returns what ends it and waits for the turn that is running
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
      .catch((error: unknown) => log.error({ err: error }, 'A regular task failed'));
  }, everyMs);
  return () => {
    clearInterval(timer);
    return running;
  };
}
