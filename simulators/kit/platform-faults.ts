import type { Call } from './call.ts';
import type { OutageTarget } from './outage-faults.ts';
import type { HttpResponse } from './response.ts';

/** What the named faults and the quota ledger need of a platform. */
export type PlatformFaults = Omit<OutageTarget, 'statusResponse'> & {
  /** The quota that counts a call: an API or a page; null for calls without a quota. */
  quotaOf(call: Call): string | null;
  /** Calls per minute that a quota allows; null where the quota has no limit per minute. */
  limitOf(bucket: string): number | null;
  /** The wait (seconds) of a response that refuses for a limit and names it without `Retry-After`; null for others. */
  rateLimitIn(reply: HttpResponse): { waitSeconds: number | null } | null;
  /** Whether a call exchanges an old token for a new one. */
  isTokenRefresh(call: Call): boolean;
  /** Sends what is due, after the clock was moved. */
  onClockMoved?(): Promise<void>;
  /** Stops timers when the simulator closes. */
  close?(): void;
};
