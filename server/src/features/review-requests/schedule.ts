/** Days and hours of a campaign, in the time zone of its location. */
import { timeZoneSchema } from '@kindling/contract/profile';
import { toLocal, toUtc } from '../../lib/time-zones.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The zone of the location where it has one that is known, else that of the account. */
export function zoneOf(locationZone: string | null, accountZone: string): string {
  return timeZoneSchema.safeParse(locationZone).data ?? accountZone;
}

/** @param day `YYYY-MM-DD`. An hour that the clocks skip counts as after the change. */
export function atHour(day: string, hour: number, zone: string): Date {
  return new Date(toUtc(Date.parse(`${day}T00:00:00Z`) + hour * hourMs, zone));
}

/** The first time after `now`, on a later day of the zone, at the time of day of `start`. */
export function nextDayAt(start: Date, zone: string, now: Date): Date {
  return daysLater(start, zone, now, 1);
}

/** The time of day of `start`, on the day of the zone that is `days` days after the day of `from`. */
export function daysLater(start: Date, zone: string, from: Date, days: number): Date {
  const timeOfDay = modulo(toLocal(start.getTime(), zone), dayMs);
  const day = Math.floor(toLocal(from.getTime(), zone) / dayMs) + days;
  return new Date(toUtc(day * dayMs + timeOfDay, zone));
}

/** The day of the zone at an instant, as `YYYY-MM-DD`, and when the next one begins. */
export function dayOf(now: Date, zone: string): { day: string; endsAt: Date } {
  const day = Math.floor(toLocal(now.getTime(), zone) / dayMs);
  return {
    day: new Date(day * dayMs).toISOString().slice(0, 10),
    endsAt: new Date(toUtc((day + 1) * dayMs, zone)),
  };
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
