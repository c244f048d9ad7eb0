/** Days of each unit; a month and a year are of the usual length, as nobody counts them. */
const units = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const;

/** Writes "two weeks ago" where a day stands, and keeps the day in the title. */
export function writeRelativeDates(root: ParentNode): void {
  const times = root.querySelectorAll('time');
  if (!times[0]) return;
  const lang = times[0].closest<HTMLElement>('.r')?.lang;
  const words = new Intl.RelativeTimeFormat(lang);
  // Only it knows "yesterday"; of a year ago it would say "last year", which is another thing.
  const near = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  times.forEach((time) => {
    const age = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 864e5));
    const [unit, days] = units.find((one) => age >= one[1]) || units[3];
    time.title ||= time.textContent || '';
    time.textContent = (age < 2 ? near : words).format(-Math.floor(age / days), unit);
  });
}
