/** A time in the unit that people say: the only place that chooses it. It loads no library, because screens and files use it. */

export interface WaitTime {
  value: number;
  unit: 'minute' | 'hour' | 'day';
}

const hour = 60;
const day = 24 * hour;

/** Minutes up to an hour and a half, hours up to a day and a half, then days; below ten of these with one decimal. */
export function waitTime(minutes: number): WaitTime {
  if (minutes < 1.5 * hour) return { value: Math.round(minutes), unit: 'minute' };
  if (minutes < 1.5 * day) return { value: rounded(minutes / hour), unit: 'hour' };
  return { value: rounded(minutes / day), unit: 'day' };
}

function rounded(value: number): number {
  return value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
}
