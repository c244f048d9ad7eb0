import { currentZoneName, renamedZones } from '@kindling/contract/time-zones';

export interface TimeZoneChoice {
  /** The stored value: the zone's current name, or the name that is stored already. */
  value: string;
  label: string;
}

/**
 * All zones that this browser knows, by current name and with the current UTC offset. `known`, the selected zone,
 * keeps the name it was stored under.
 */
export function listTimeZones(known: string | null, now: Date = new Date()): TimeZoneChoice[] {
  const zones = new Map(
    [
      'UTC',
      ...Intl.supportedValuesOf('timeZone').map(currentZoneName),
      ...(known === null ? [] : [known]),
    ].map((zone) => [currentZoneName(zone), zone]),
  );
  return [...zones]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({ value, label: `${spaced(name)} (${offsetOf(value, now)})` }));
}

/** The choices whose current or former name or UTC offset contains every word of the search. */
export function findTimeZones<Choice extends TimeZoneChoice>(
  choices: readonly Choice[],
  search: string,
): Choice[] {
  const words = spaced(search).toLowerCase().split(/\s+/);
  return choices.filter(({ value, label }) => {
    const text = [label, ...formerNames(value)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function formerNames(zone: string): string[] {
  const present = currentZoneName(zone);
  return Object.keys(renamedZones)
    .filter((former) => renamedZones[former] === present)
    .map(spaced);
}

function spaced(name: string): string {
  return name.replaceAll('_', ' ');
}

function offsetOf(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now);
  return parts.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC';
}
