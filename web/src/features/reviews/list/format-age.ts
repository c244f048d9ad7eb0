/** How old a review is, in as little room as possible: "3h ago", "yesterday", "Nov 4", "Nov 2024". */
import { languageFacts, languages } from '@kindling/locales/languages.ts';

interface Written {
  writtenAt: string;
  /** The day, when the time is not known. */
  writtenDay: string | null;
}

const formatters = new Map<string, Intl.RelativeTimeFormat | Intl.DateTimeFormat>();

function cached<T extends Intl.RelativeTimeFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const known = formatters.get(key);
  // The key names the kind of formatter.
  if (known !== undefined) return known as T;
  const made = make();
  formatters.set(key, made);
  return made;
}

const dayLength = 86_400_000;

/** @param timeZone IANA zone whose days are meant; the reader's own when it is left out. */
export function formatAge(written: Written, language: string, timeZone?: string, now = Date.now()): string {
  const tag = languages.find((one) => one === language);
  const locale = tag === undefined ? language : languageFacts[tag].tag;
  const zone = written.writtenDay === null ? timeZone : 'UTC';
  const time =
    written.writtenDay === null
      ? Date.parse(written.writtenAt)
      : Date.parse(`${written.writtenDay}T12:00:00Z`);
  const days = dayNumber(now, timeZone) - dayNumber(time, zone);
  if (days < 7 && days >= 0) {
    const relative = cached(
      `r:${locale}`,
      // The narrow form is no age elsewhere: "-7 min" in French, "vor 7 m" in German.
      () =>
        new Intl.RelativeTimeFormat(locale, {
          style: locale.startsWith('en') ? 'narrow' : 'short',
          numeric: 'auto',
        }),
    );
    if (days > 0 || written.writtenDay !== null) return relative.format(-days, 'day');
    // Zero minutes is "within a minute" in Dutch.
    const minutes = Math.max(1, Math.floor((now - time) / 60_000));
    return minutes < 60
      ? relative.format(-minutes, 'minute')
      : relative.format(-Math.floor(minutes / 60), 'hour');
  }
  const sameYear = yearOf(time, zone) === yearOf(now, timeZone);
  return cached(
    `d:${locale}:${zone}:${sameYear}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        month: 'short',
        timeZone: zone,
        ...(sameYear ? { day: 'numeric' } : { year: 'numeric' }),
      }),
  ).format(time);
}

/** Days since an arbitrary one, as the calendars of a zone count them. */
function dayNumber(time: number, timeZone: string | undefined): number {
  const day = cached(`n:${timeZone}`, () => new Intl.DateTimeFormat('en-CA', { timeZone })).format(time);
  return Date.parse(`${day}T00:00:00Z`) / dayLength;
}

function yearOf(time: number, timeZone: string | undefined): number {
  return new Date(dayNumber(time, timeZone) * dayLength).getUTCFullYear();
}
