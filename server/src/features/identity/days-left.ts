import { toLocal } from '../../lib/time-zones.ts';

/**
 * Whole days until the end, rounded up, by the clock of the account's time zone: a day lasts until the same time of day, so
 * that a change to or from daylight saving time adds none. At least 1 before the end, at most 0 from the end on.
 */
export function daysLeft(ends: Date, now: Date, timeZone: string): number {
  const days = Math.ceil((toLocal(ends.getTime(), timeZone) - toLocal(now.getTime(), timeZone)) / 86_400_000);
  if (ends > now) return Math.max(1, days);
  // Rounding up gives -0 on the first day after the end.
  return Math.min(0, days) + 0;
}
