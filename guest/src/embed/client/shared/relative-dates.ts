/** Days of each unit; months and years have an average length. */
const units = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const;

/** Replaces each date by a relative one ("two weeks ago"), and keeps the date in the title. */
export function writeRelativeDates(root: ParentNode): void {
  const times = root.querySelectorAll('time');
  if (!times[0]) return;
  const lang = times[0].closest<HTMLElement>(`.${classNames.embed}`)?.lang;
  const words = new Intl.RelativeTimeFormat(lang);
  // `auto` says "yesterday"; for a year ago it would say "last year", which means something else.
  const near = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  times.forEach((time) => {
    const age = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 864e5));
    const [unit, days] = units.find((one) => age >= one[1]) || units[3];
    time.title ||= time.textContent || '';
    time.textContent = (age < 2 ? near : words).format(-Math.floor(age / days), unit);
  });
}
