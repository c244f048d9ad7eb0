/** A billing interval. */
export interface Interval {
  interval: string;
  interval_count: number;
}

const day = 86_400;

/**
 * The time `count` intervals after `anchor` (seconds). A day that the month does not have is its last day; because it is
 * counted from the anchor, the 31st of January is followed by the 28th of February and the 31st of March.
 */
export function addIntervals(anchor: number, { interval, interval_count }: Interval, count: number): number {
  const steps = count * interval_count;
  if (interval === 'day') return anchor + steps * day;
  if (interval === 'week') return anchor + steps * 7 * day;
  return addMonths(anchor, interval === 'year' ? steps * 12 : steps);
}

function addMonths(time: number, months: number): number {
  const from = new Date(time * 1000);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const clock = time * 1000 - Date.UTC(year, from.getUTCMonth(), from.getUTCDate());
  return Math.floor((Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + clock) / 1000);
}

/** The end of the period that starts at `start`. */
export function periodEnd(anchor: number, interval: Interval, start: number): number {
  let count = 1;
  while (addIntervals(anchor, interval, count) <= start) count += 1;
  return addIntervals(anchor, interval, count);
}
