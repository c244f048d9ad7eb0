/** Lets so many pieces of heavy work run at once in this process; others wait for their turn in the order they came. */
import { AppError } from './app-error.ts';

export interface Semaphore {
  /** @throws AppError `rate-limited` when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface SemaphoreOptions {
  maxConcurrent: number;
  maxQueued: number;
  /** Seconds. */
  retryAfter: number;
}

export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { maxConcurrent: atOnce, maxQueued: mostWaiting, retryAfter } = options;
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
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

export interface KeyedSemaphore {
  /** @throws AppError `rate-limited` when too much of the key waits already. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Turns of each key by itself: what is too much of one waits behind its own, not before others'. */
export function createKeyedSemaphore(options: SemaphoreOptions): KeyedSemaphore {
  const byKey = new Map<string, { turns: Semaphore; users: number }>();
  return {
    async run(key, work) {
      const entry = byKey.get(key) ?? { turns: createSemaphore(options), users: 0 };
      byKey.set(key, entry);
      entry.users += 1;
      try {
        return await entry.turns.run(work);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) byKey.delete(key);
      }
    },
  };
}
