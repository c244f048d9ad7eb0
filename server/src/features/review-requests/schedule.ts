/** Days and hours of a campaign, in the time zone of its location. */
import { timeZoneSchema } from '@kindling/contract/profile';
import { toLocal, toUtc } from '../../lib/time-zones.ts';

const dayMs = 86_400_000;

/** The zone of the location where it has one that is known, else that of the account. */
export function zoneOf(locationZone: string | null, accountZone: string): string {
  return timeZoneSchema.safeParse(locationZone).data ?? accountZone;
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

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
