/**
 * The simulator's clock, which tests can move. All values are milliseconds. `now` decides when tokens and time windows end;
 * `platformTime` is what the platform stores and sends, and differs while the fault `source-skew` is on.
 */
export type Clock = {
  now(): number;
  platformTime(): number;
  advance(milliseconds: number): void;
  /** Sets the time, also backwards. The clock runs on from there, or stands still with `hold`. */
  setTime(to: number, hold: boolean): void;
  /** Sets how far `platformTime` is ahead of `now`; negative is behind. */
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
