/** Lets so many pieces of heavy work run at once in this process; others wait for their turn in the order they came. */
import { AppError } from './app-error.ts';

export interface Turns {
  /** @throws AppError `rate-limited` when too many wait already. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createTurns(options: { atOnce: number; mostWaiting: number; retryAfter: number }): Turns {
  const { atOnce, mostWaiting, retryAfter } = options;
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async take(work) {
      if (running >= atOnce) {
        if (waiting.length >= mostWaiting) throw new AppError('rate-limited', undefined, { retryAfter });
        // Whoever ends hands its place on, so nobody can slip in between.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
