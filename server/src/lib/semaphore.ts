/** Limits how many heavy tasks run at once in this process. Further tasks wait in the order in which they came. */
import { AppError } from './app-error.ts';

/** @param waited whether the task stood in the queue, so that what was true when it came may have changed */
type Task<T> = (waited: boolean) => Promise<T>;

export interface Semaphore {
  /**
   * @param signal ends the wait for a turn; work that has begun looks at it by itself
   * @throws AppError `rate-limited` when too many tasks are already waiting, `unavailable` after `signal`
   */
  run<T>(work: Task<T>, signal?: AbortSignal): Promise<T>;
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
    async run(work, signal) {
      assertWanted(signal);
      const mustWait = running >= maxConcurrent;
      if (mustWait) {
        if (waiting.length >= maxQueued) throw new AppError('rate-limited', undefined, { retryAfter });
        // The task that ends passes its place on, so that a new task cannot overtake the queue.
        await waitForTurn(waiting, signal);
      } else running += 1;
      try {
        return await work(mustWait);
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}

/** @throws AppError `unavailable` when the caller has left; nobody reads the answer, and it is no failure of the program */
export function assertWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw noLongerWanted();
}

function noLongerWanted(): AppError {
  return new AppError('unavailable', 'The caller has left');
}

function waitForTurn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(noLongerWanted());
    };
    waiting.push(begin);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

export interface KeyedSemaphore {
  /**
   * @param signal ends the wait for a turn; work that has begun looks at it by itself
   * @throws AppError `rate-limited` when too many tasks of this key are already waiting, `unavailable` after `signal`
   */
  run<T>(key: string, work: Task<T>, signal?: AbortSignal): Promise<T>;
}

/** One semaphore per key, so that the tasks of one key do not delay those of another. */
export function createKeyedSemaphore(options: SemaphoreOptions): KeyedSemaphore {
  const byKey = new Map<string, { turns: Semaphore; users: number }>();
  return {
    async run(key, work, signal) {
      const entry = byKey.get(key) ?? { turns: createSemaphore(options), users: 0 };
      byKey.set(key, entry);
      entry.users += 1;
      try {
        return await entry.turns.run(work, signal);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) byKey.delete(key);
      }
    },
  };
}
