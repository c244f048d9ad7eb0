/**
 * Answers refusals late. Whoever asks again as soon as they are refused would keep the process busy with nothing but
 * refusals, and everybody else waiting.
 */

/** Milliseconds: a program that repeats itself asks once a second, and a person who is refused waits anyway. */
const delayMs = 1_000;
/** Refusals held back at once, each with its connection; what is more is answered at once. */
const maxDelayed = 2_000;

export interface RefusalDelay {
  /** Resolves when a refusal is to be answered. */
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
