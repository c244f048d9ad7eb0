/** The simulator's time: the machine's, moved forward by tests that cannot wait. All values in milliseconds. */
export type Clock = { now(): number; advance(milliseconds: number): void; reset(): void };

/** A clock that starts at the machine's time. */
export function createClock(): Clock {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    reset: () => {
      offset = 0;
    },
  };
}
