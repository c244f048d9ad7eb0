/** Lets so many pieces of heavy work run at once in this process; others wait for their turn in the order they came. */
import { AppError } from './app-error.ts';

export interface Turns {
  /** @throws AppError `rate-limited` when too many wait already. */
  take<T>(work: () => Promise<T>): Promise<T>;
}

export interface TurnsOptions {
  atOnce: number;
  mostWaiting: number;
  /** Seconds. */
  retryAfter: number;
}

export function createTurns(options: TurnsOptions): Turns {
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

export interface KeyedTurns {
  /** @throws AppError `rate-limited` when too much of the key waits already. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Turns of each key by itself: what is too much of one waits behind its own, not before others'. */
export function createKeyedTurns(options: TurnsOptions): KeyedTurns {
  const byKey = new Map<string, { turns: Turns; users: number }>();
  return {
    async take(key, work) {
      const mine = byKey.get(key) ?? { turns: createTurns(options), users: 0 };
      byKey.set(key, mine);
      mine.users += 1;
      try {
        return await mine.turns.take(work);
      } finally {
        mine.users -= 1;
        if (mine.users === 0) byKey.delete(key);
      }
    },
  };
}
