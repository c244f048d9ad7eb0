/** Stops a network that tries out codes: each unknown address costs readings of the database. */
import type { Limits } from '@kindling/service/limits';

const unknownPerMinute = 60;
/** Above it the oldest network is forgotten. */
const maxNetworks = 10_000;

export interface GuessLimit {
  /** Whether this network gets no more answers from the database. */
  isBlocked(network: string): boolean;
  countUnknown(network: string): Promise<void>;
}

export function createGuessLimit(limits: Limits, now: () => number = Date.now): GuessLimit {
  const limiter = limits.create({ name: 'unknown-pages', max: unknownPerMinute, windowSeconds: 60 });
  /** Milliseconds since 1970. */
  const blockedUntil = new Map<string, number>();
  return {
    isBlocked: (network) => (blockedUntil.get(network) ?? 0) > now(),
    async countUnknown(network) {
      const wait = await limiter.consume(network);
      if (wait === 0) return;
      const [oldest] = blockedUntil.keys();
      if (blockedUntil.size >= maxNetworks && oldest !== undefined) blockedUntil.delete(oldest);
      blockedUntil.set(network, now() + wait * 1000);
    },
  };
}
