import { currentZoneName, renamedZones } from '@kindling/contract/time-zones';

export interface TimeZoneChoice {
  /** What is stored: the zone's present name, or the one that is stored already. */
  value: string;
  label: string;
}

/**
 * Every zone that this browser knows under its present name, with its present distance from UTC. `known`, the one that
 * is chosen, is among them under the name that it has.
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

/** Those whose present or former name, or whose distance from UTC, holds every word of the search. */
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
