/** Converts between local times of an IANA time zone and instants. */
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Size of the cache, enough for a file of ten years. When it is full, it is cleared. */
const maxCachedOffsets = 10_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/**
 * The instant at which clocks in the zone show `local` (ms since 1970 as if the zone were UTC). A time that the clocks
 * skip counts as after the change; a time that they show twice counts as the first one.
 */
export function toUtc(local: number, zone: string): number {
  if (zone === 'UTC') return local;
  const earlier = local - offsetAt(local - 12 * hourMs, zone);
  const later = local - offsetAt(local + 12 * hourMs, zone);
  if (earlier + offsetAt(earlier, zone) === local) return earlier;
  return later + offsetAt(later, zone) === local ? later : earlier;
}

/** The local time of the zone at an instant, in ms since 1970 as if the zone were UTC. */
export function toLocal(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone);
}

/**
 * Offset of the zone from UTC in ms. Zones change only at full quarters of an hour, so the cache has one entry per
 * quarter.
 */
function offsetAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / (hourMs / 4)) * (hourMs / 4);
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= maxCachedOffsets) offsets.clear();
  const offset = computeOffset(quarter, zone);
  offsets.set(key, offset);
  return offset;
}

function computeOffset(instant: number, zone: string): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds] = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name) ?? [];
  if (sign === undefined) return 0;
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** @param day `YYYY-MM-DD`. An hour that the clocks skip counts as after the change. */
export function atHour(day: string, hour: number, zone: string): Date {
  return new Date(toUtc(Date.parse(`${day}T00:00:00Z`) + hour * hourMs, zone));
}

/** The day of the zone at an instant, as `YYYY-MM-DD`, and when the next one begins. */
export function dayOf(now: Date, zone: string): { day: string; endsAt: Date } {
  const day = Math.floor(toLocal(now.getTime(), zone) / dayMs);
  return {
    day: new Date(day * dayMs).toISOString().slice(0, 10),
    endsAt: new Date(toUtc((day + 1) * dayMs, zone)),
  };
}

/** The day of the zone that is so many days after the one at an instant, as `YYYY-MM-DD`. */
export function addDays(at: Date, days: number, zone: string): string {
  const day = Math.floor(toLocal(at.getTime(), zone) / dayMs) + days;
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
