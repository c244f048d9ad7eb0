/** When digests are due, by the clock of a time zone. Days are `YYYY-MM-DD`. */
import { atHour, dayOf } from '../../lib/time-zones.ts';

export const digestKinds = ['daily', 'weekly', 'monthly', 'report'] as const;
export type DigestKind = (typeof digestKinds)[number];

/** The hour of the day at which they are sent. */
export const digestHour = 8;
/** A week or month that could not be told on its first day is told on one of the days after it. */
const lateDays = 2;
const dayMs = 86_400_000;

/** The latest day of the zone whose digests are due at `now`. */
export function digestDayOf(now: Date, zone: string): string {
  const { day } = dayOf(now, zone);
  return now < atHour(day, digestHour, zone) ? addDays(day, -1) : day;
}

/** The day that names the digest of this kind which is due on `day`; null when none is. */
export function periodDayOf(kind: DigestKind, day: string): string | null {
  if (kind === 'daily') return day;
  if (kind === 'weekly') {
    const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
    return sinceMonday <= lateDays ? addDays(day, -sinceMonday) : null;
  }
  return Number(day.slice(8)) <= 1 + lateDays ? `${day.slice(0, 8)}01` : null;
}

/** The days on which the periods of a digest begin: of the one that ends on `day`, and of the one before it. */
export function periodStarts(kind: DigestKind, day: string): { from: string; before: string } {
  if (kind === 'daily') return { from: addDays(day, -1), before: addDays(day, -2) };
  if (kind === 'weekly') return { from: addDays(day, -7), before: addDays(day, -14) };
  return { from: addMonths(day, -1), before: addMonths(day, -2) };
}

/** How many days back a digest may reach when the ones in between were not made. */
export const furthestDays = { daily: 7, weekly: 28, monthly: 62, report: 62 } as const;

export function digestTime(day: string, zone: string): Date {
  return atHour(day, digestHour, zone);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** @param day the first of a month */
function addMonths(day: string, months: number): string {
  const at = new Date(day);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 10);
}
