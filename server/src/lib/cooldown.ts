/** Long work in pieces, with pauses between: each piece keeps the embedded database's one session busy. */
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds after a piece at most. */
const maxPauseMs = 2_000;

/**
 * Does one piece of work and leaves two thirds of the time to others.
 * @param signal Ends the pause; the work itself it does not touch.
 * @throws AbortError from the pause, with the work done.
 */
export async function runWithCooldown<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const began = performance.now();
  const result = await work();
  const pause = Math.min(2 * (performance.now() - began), maxPauseMs);
  await wait(pause, undefined, signal === undefined ? {} : { signal });
  return result;
}
