import type { Call } from './call.ts';
import type { OutageTarget } from './outage-faults.ts';
import type { HttpResponse } from './response.ts';

/** What a platform gives so that it can be failed by name, and its calls counted per quota. */
export type PlatformFaults = Omit<OutageTarget, 'failed'> & {
  /** The quota a call counts in: an API, a page; null for what is not counted. */
  quotaOf(call: Call): string | null;
  /** Calls per minute that a quota allows; null where it is not counted by the minute. */
  limitOf(bucket: string): number | null;
  /** Whether an answer refuses for a limit, and the wait in seconds it tells otherwise than by `Retry-After`. */
  rateLimitIn(reply: HttpResponse): { waitSeconds: number | null } | null;
  /** Whether a call makes a new token out of an old one. */
  isTokenRefresh(call: Call): boolean;
  /** Lets happen what has become due, after the clock was moved. */
  onClockMoved?(): Promise<void>;
  /** Ends what waits outside of calls, when the simulator closes. */
  close?(): void;
};
