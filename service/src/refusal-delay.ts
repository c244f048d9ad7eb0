/** Delays refusals, because a client that repeats at once would keep the process busy with refusals alone. */

/** Milliseconds. A program that repeats then calls once a second, and a refused person waits anyway. */
const delayMs = 1_000;
/** Refusals delayed at the same time, each with its connection; above it refusals are answered at once. */
const maxDelayed = 2_000;

export interface RefusalDelay {
  /** Resolves when the refusal may be answered. */
  wait(): Promise<void>;
}

export function createRefusalDelay(most = maxDelayed, ms = delayMs): RefusalDelay {
  let held = 0;
  return {
    async wait() {
      if (held >= most) return;
      held += 1;
      await new Promise<void>((resolve) => {
        setTimeout(resolve, ms);
      });
      held -= 1;
    },
  };
}
