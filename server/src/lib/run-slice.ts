/** Limits how long one job holds its worker, so that the jobs of other accounts come in between. */
import { runWithCooldown } from './cooldown.ts';

export interface SliceOptions {
  /** How long it goes on, in milliseconds (default ten seconds). */
  maxMs?: number;
  now?: () => number;
}

/**
 * Runs batches, with a pause after each, until nothing is left or the time is over. It runs at least one batch, so that a worker
 * that is stopped often gets on.
 * @param batch Resolves to whether more is left.
 * @returns whether more is left; the caller enqueues it behind the jobs that wait
 */
export async function runSlice(
  batch: () => Promise<boolean>,
  signal: AbortSignal,
  { maxMs = 10_000, now = () => performance.now() }: SliceOptions = {},
): Promise<boolean> {
  const began = now();
  while (await runWithCooldown(batch, signal)) {
    signal.throwIfAborted();
    if (now() - began >= maxMs) return true;
  }
  return false;
}
