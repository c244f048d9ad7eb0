import type { Call } from './call.ts';
import type { OutageWorld } from './outage-faults.ts';
import type { Reply } from './reply.ts';

/** What a platform gives so that it can be failed by name, and its calls counted per quota. */
export type NamedFaults = Omit<OutageWorld, 'failed'> & {
  /** The quota a call counts in: an API, a page; null for what is not counted. */
  bucketOf(call: Call): string | null;
  /** Calls per minute that a quota allows; null where it is not counted by the minute. */
  limitOf(bucket: string): number | null;
  /** Whether an answer refuses for a limit, and the wait in seconds it tells otherwise than by `Retry-After`. */
  limitIn(reply: Reply): { waitSeconds: number | null } | null;
  /** Whether a call makes a new token out of an old one. */
  isRefresh(call: Call): boolean;
  /** Lets happen what has become due, after the clock was moved. */
  onClock?(): Promise<void>;
  /** Ends what waits outside of calls, when the simulator closes. */
  close?(): void;
};
