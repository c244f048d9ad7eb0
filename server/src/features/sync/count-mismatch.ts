/** What a disagreement between the platform's count and ours asks of a run that reads the newest changes only. */
import type { Trigger } from './run-context.ts';

/** A disagreement is answered by a full pass within this time, and by no more than one in it unless a person asks. */
const fullPassCooldownMs = 3_600_000;

interface Counts {
  trigger: Trigger;
  /** The platform's own count; null where it gives none. */
  counted: number | null;
  /** Reviews that we hold and count as shown. */
  held: number;
  /** The difference that the last full pass left: what it could not settle, another one will not settle either. */
  left: number | null;
  lastFullPassAt: Date | null;
  now: Date;
}

/** Seconds until a full pass has to begin, 0 for at once; null where the counts ask for none. */
export function fullPassInSeconds({
  trigger,
  counted,
  held,
  left,
  lastFullPassAt,
  now,
}: Counts): number | null {
  if (counted === null || counted === held) return null;
  if (trigger === 'manual') return 0;
  if (counted - held === left) return null;
  const age = lastFullPassAt === null ? fullPassCooldownMs : now.getTime() - lastFullPassAt.getTime();
  return Math.max(0, Math.ceil((fullPassCooldownMs - age) / 1000));
}
