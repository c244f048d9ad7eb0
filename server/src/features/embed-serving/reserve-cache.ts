/**
 * The room that the pasted code of embeds keeps free. Computing it takes up to half a second of the only thread, so it is
 * computed once for each version, and the event loop goes round between two widths, whoever else computes.
 */
import { setImmediate } from 'node:timers/promises';
import type { Snapshot } from '@kindling/contract/embeds';
import { type Reserve, reserveSteps } from '@kindling/guest/embed/render/reserve';
import { createSemaphore } from '../../lib/semaphore.ts';

/** A reserve has about 60 steps of two numbers. */
const maxCached = 500;

export interface ReserveCache {
  /** @param hash of the snapshot: what was computed for one is kept. */
  get(snapshot: Snapshot, hash: string): Promise<Reserve>;
}

export function createReserveCache(): ReserveCache {
  const kept = new Map<string, Promise<Reserve>>();
  // Immediates of many computations would run in one round, and what came in meanwhile would wait for all of them.
  const rounds = createSemaphore({ maxConcurrent: 1, maxQueued: Number.POSITIVE_INFINITY, retryAfter: 0 });

  async function compute(snapshot: Snapshot): Promise<Reserve> {
    const steps = reserveSteps(snapshot);
    for (;;) {
      await rounds.run(() => setImmediate());
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  return {
    get(snapshot, hash) {
      const known = kept.get(hash);
      if (known !== undefined) return known;
      const computing = compute(snapshot);
      kept.set(hash, computing);
      // What failed is tried again by whoever asks next.
      computing.catch(() => kept.delete(hash));
      const oldest = kept.size > maxCached ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      return computing;
    },
  };
}
