/** Pauses between the batches of a long task, because each batch occupies the only session of the embedded database. */
import { setTimeout as wait } from 'node:timers/promises';

const maxPauseMs = 2_000;

/**
 * Runs one batch, then waits twice as long as it took, so that other work gets two thirds of the time.
 * @param signal Aborts the pause, not the work.
 * @throws AbortError when the pause was aborted; the work is done by then.
 */
export async function runWithCooldown<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const began = performance.now();
  const result = await work();
  const pause = Math.min(2 * (performance.now() - began), maxPauseMs);
  await wait(pause, undefined, signal === undefined ? {} : { signal });
  return result;
}

/**
 * Runs batches with a pause after each, until one did less than its whole size.
 * @param batch Does at most `size` items. Resolves to how many it did.
 */
export async function runBatches(
  size: number,
  batch: () => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await runWithCooldown(batch, signal);
    total += count;
    if (count < size) return total;
    signal?.throwIfAborted();
  }
}
