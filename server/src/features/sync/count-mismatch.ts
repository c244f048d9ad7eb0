/** Decides whether a `newest` run has to become a full pass because the platform's count differs from ours. */
import type { Trigger } from './run-context.ts';

/** A new difference starts a full pass within this time, and at most one within it unless a person asks. */
const fullPassCooldownMs = 3_600_000;

interface Counts {
  trigger: Trigger;
  /** The platform's own count; null when it sends none. */
  platformCount: number | null;
  /** Our reviews that count as shown. */
  storedCount: number;
  /** The difference after the last full pass. Another full pass would not resolve it either. */
  knownDifference: number | null;
  lastFullPassAt: Date | null;
  now: Date;
}

/** Seconds until a full pass has to start, 0 for at once; null when the counts require none. */
export function fullPassInSeconds({
  trigger,
  platformCount,
  storedCount,
  knownDifference,
  lastFullPassAt,
  now,
}: Counts): number | null {
  if (platformCount === null || platformCount === storedCount) return null;
  if (trigger === 'manual') return 0;
  if (platformCount - storedCount === knownDifference) return null;
  const age = lastFullPassAt === null ? fullPassCooldownMs : now.getTime() - lastFullPassAt.getTime();
  return Math.max(0, Math.ceil((fullPassCooldownMs - age) / 1000));
}
