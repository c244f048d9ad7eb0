/**
 * The simulator's time: the machine's, moved by tests that cannot wait. All values in milliseconds. `now` decides about
 * lives and windows; `stamp` is what the platform writes down and sends, and is off while the source is skewed.
 */
export type Clock = {
  now(): number;
  platformTime(): number;
  advance(milliseconds: number): void;
  /** Jumps to an instant, also backwards; the time runs on from there, or stands still with `hold`. */
  setTime(to: number, hold: boolean): void;
  /** Puts `stamp` ahead of `now` (behind with a negative number). */
  skew(milliseconds: number): void;
  isFrozen(): boolean;
  reset(): void;
};

/** A clock that starts at the machine's time. */
export function createClock(): Clock {
  let offset = 0;
  let skewed = 0;
  let held: number | null = null;
  const now = () => held ?? Date.now() + offset;
  return {
    now,
    platformTime: () => now() + skewed,
    advance: (milliseconds) => {
      if (held === null) offset += milliseconds;
      else held += milliseconds;
    },
    setTime: (to, hold) => {
      offset = to - Date.now();
      held = hold ? to : null;
    },
    skew: (milliseconds) => {
      skewed = milliseconds;
    },
    isFrozen: () => held !== null,
    reset: () => {
      offset = 0;
      skewed = 0;
      held = null;
    },
  };
}
