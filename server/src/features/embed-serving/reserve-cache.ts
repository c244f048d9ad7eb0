/**
 * Computes and caches the height that the pasted code of an embed reserves. One computation takes up to half a second of
 * the only thread, so it runs once per version and yields to the event loop between two widths.
 */
import { setImmediate } from 'node:timers/promises';
import type { Snapshot } from '@kindling/contract/embeds';
import { type Reserve, reserveSteps } from '@kindling/guest/embed/render/reserve';
import { createSemaphore } from '../../lib/semaphore.ts';

/** Entries; each has about 60 steps of two numbers. */
const maxCached = 500;

export interface ReserveCache {
  /** @param hash of the snapshot; the result is cached under it. */
  get(snapshot: Snapshot, hash: string): Promise<Reserve>;
}

export function createReserveCache(): ReserveCache {
  const cache = new Map<string, Promise<Reserve>>();
  // One step per turn of the event loop: immediates of several computations would all run in the same turn.
  const turns = createSemaphore({ maxConcurrent: 1, maxQueued: Number.POSITIVE_INFINITY, retryAfter: 0 });

  async function compute(snapshot: Snapshot): Promise<Reserve> {
    const steps = reserveSteps(snapshot);
    for (;;) {
      await turns.run(() => setImmediate());
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  return {
    get(snapshot, hash) {
      const cached = cache.get(hash);
      if (cached !== undefined) return cached;
      const computing = compute(snapshot);
      cache.set(hash, computing);
      // A failed computation is repeated with the next call.
      computing.catch(() => cache.delete(hash));
      const oldest = cache.size > maxCached ? cache.keys().next().value : undefined;
      if (oldest !== undefined) cache.delete(oldest);
      return computing;
    },
  };
}
