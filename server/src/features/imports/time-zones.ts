/** Local times of an IANA zone as instants. */
const hourMs = 3_600_000;
/** A file of ten years has fewer days with times than this; past it the memory is begun anew. */
const maxCachedOffsets = 10_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/**
 * The instant at which clocks of the zone show `local` (milliseconds since 1970 as if the zone were UTC). A time that
 * clocks skip is read as after the change, one that they show twice as the first.
 */
export function toUtc(local: number, zone: string): number {
  if (zone === 'UTC') return local;
  const earlier = local - offsetAt(local - 12 * hourMs, zone);
  const later = local - offsetAt(local + 12 * hourMs, zone);
  if (earlier + offsetAt(earlier, zone) === local) return earlier;
  return later + offsetAt(later, zone) === local ? later : earlier;
}

/** What clocks of the zone show at an instant, as milliseconds since 1970 as if the zone were UTC. */
export function toLocal(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone);
}

/** How far the zone's clocks are ahead of UTC, in milliseconds. Zones change on whole quarters of an hour. */
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
