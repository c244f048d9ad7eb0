/**
 * Whole days until the end, rounded up, by the clock of the account's time zone: a day lasts until the same time of day, so
 * that a change to or from daylight saving time adds none. At least 1 before the end, at most 0 from the end on.
 */
export function daysLeft(ends: Date, now: Date, timeZone: string): number {
  const days = Math.ceil((wallClock(ends, timeZone) - wallClock(now, timeZone)) / 86_400_000);
  if (ends > now) return Math.max(1, days);
  // Rounding up gives -0 on the first day after the end.
  return Math.min(0, days) + 0;
}

/** What clocks show there, as milliseconds of a day in UTC. */
function wallClock(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
    at.getUTCMilliseconds(),
  );
}
