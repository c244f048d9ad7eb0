/**
 * Counts in memory how often something was done, per key. For limits that keep noise out, where each process counting
 * for itself is good enough; guesses at secrets are counted in the database.
 */
export interface Limiter {
  /** Counts one. @returns 0 when it may be done, else the seconds until it may. */
  take(key: string): number;
}

/** Keys remembered at most; past it the oldest is forgotten, so that a flood of keys does not fill the memory. */
const mostKeys = 20_000;

/** `max` per key and window; a window begins with the first count. */
export function createLimiter(options: { max: number; windowSeconds: number; now?: () => number }): Limiter {
  const { max, windowSeconds, now = Date.now } = options;
  const windows = new Map<string, { count: number; endsAt: number }>();
  return {
    take(key) {
      const at = now();
      const known = windows.get(key);
      if (known === undefined || known.endsAt <= at) {
        windows.delete(key);
        const [oldest] = windows.keys();
        if (windows.size >= mostKeys && oldest !== undefined) windows.delete(oldest);
        windows.set(key, { count: 1, endsAt: at + windowSeconds * 1000 });
        return 0;
      }
      if (known.count >= max) return Math.ceil((known.endsAt - at) / 1000);
      known.count += 1;
      return 0;
    },
  };
}
