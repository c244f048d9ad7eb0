/** Limits how many heavy tasks run at once in this process. Further tasks wait in the order in which they came. */
import { AppError } from './app-error.ts';

export interface Semaphore {
  /** @throws AppError `rate-limited` when too many tasks are already waiting. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface SemaphoreOptions {
  maxConcurrent: number;
  maxQueued: number;
  /** Seconds after which a refused caller should try again. */
  retryAfter: number;
}

export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { maxConcurrent, maxQueued, retryAfter } = options;
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= maxConcurrent) {
        if (waiting.length >= maxQueued) throw new AppError('rate-limited', undefined, { retryAfter });
        // The task that ends passes its place on, so that a new task cannot overtake the queue.
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
  /** @throws AppError `rate-limited` when too many tasks of this key are already waiting. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** One semaphore per key, so that the tasks of one key do not delay those of another. */
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
