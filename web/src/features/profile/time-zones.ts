/** Every zone that this browser knows, with its present distance from UTC; `known` is among them in any case. */
export function listTimeZones(known: string, now: Date = new Date()): { value: string; label: string }[] {
  const zones = new Set(['UTC', known, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones]
    .sort()
    .map((value) => ({ value, label: `${value.replaceAll('_', ' ')} (${offsetOf(value, now)})` }));
}

function offsetOf(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now);
  return parts.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC';
}
