/** Formats numbers, times, lists and names with Intl. Formatters are cached: creating one takes 50 µs. */
import { waitTime } from '@kindling/contract/wait-time';
import { languageFacts, languages } from '@kindling/locales/languages.ts';

const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

function cachedFormatter<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  const known = cache.get(key);
  // The key names the kind of formatter, so the cached one is of that kind.
  if (known !== undefined) return known as T;
  const made = make();
  cache.set(key, made);
  return made;
}

/** The tag for Intl: plain `sr` would give Cyrillic letters. The app's language may also be a test's own. */
function tagOf(language: string): string {
  const known = languages.find((one) => one === language);
  return known === undefined ? language : languageFacts[known].tag;
}

export function formatNumber(value: number, language: string): string {
  return cachedFormatter(`n:${language}`, () => new Intl.NumberFormat(tagOf(language))).format(value);
}

/** Bytes as KB or MB, with at most one decimal. */
export function formatBytes(bytes: number, language: string): string {
  const mega = bytes >= 1024 * 1024;
  const unit = mega ? 'megabyte' : 'kilobyte';
  return cachedFormatter(
    `b:${unit}:${language}`,
    () =>
      new Intl.NumberFormat(tagOf(language), { style: 'unit', unit, maximumFractionDigits: mega ? 1 : 0 }),
  ).format(bytes / (mega ? 1024 * 1024 : 1024));
}

/** Always one decimal: averages of stars. */
export function formatAverage(value: number, language: string): string {
  return cachedFormatter(
    `a:${language}`,
    () => new Intl.NumberFormat(tagOf(language), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  ).format(value);
}

/** "40 minutes", "5 hours", "3 days". */
export function formatWait(minutes: number, language: string): string {
  const { value, unit } = waitTime(minutes);
  return cachedFormatter(
    `u:${language}:${unit}`,
    () => new Intl.NumberFormat(tagOf(language), { style: 'unit', unit, unitDisplay: 'long' }),
  ).format(value);
}

/** @param share 0 to 1. */
export function formatPercent(share: number, language: string, signed = false): string {
  return cachedFormatter(
    `p:${language}:${signed}`,
    () =>
      new Intl.NumberFormat(tagOf(language), {
        style: 'percent',
        maximumFractionDigits: 0,
        signDisplay: signed ? 'exceptZero' : 'auto',
      }),
  ).format(share);
}

/** A difference with its sign: "+0.3", "−2"; none for zero. */
export function formatChange(value: number, language: string, digits: number): string {
  return cachedFormatter(
    `s:${language}:${digits}`,
    () =>
      new Intl.NumberFormat(tagOf(language), {
        signDisplay: 'exceptZero',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  ).format(value);
}

/**
 * @param iso RFC 3339 time.
 * @param timeZone IANA zone whose day is meant; the reader's own when it is left out.
 */
export function formatDay(iso: string, language: string, timeZone?: string): string {
  return cachedFormatter(
    `d:${language}:${timeZone}`,
    () => new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'medium', timeZone }),
  ).format(new Date(iso));
}

/**
 * The day of a review: the day that the source gave when it gave no time, else the day of its time.
 * @param timeZone As for `formatDay`.
 */
export function formatWrittenDay(
  { writtenAt, writtenDay }: { writtenAt: string; writtenDay: string | null },
  language: string,
  timeZone?: string,
): string {
  return writtenDay === null
    ? formatDay(writtenAt, language, timeZone)
    : formatDay(writtenDay, language, 'UTC');
}

/** The reader's time of day, with the day in front unless it is today: "14:05", "28 Nov, 03:12", "28 Nov 2024, 03:12". */
export function formatMoment(iso: string, language: string, now: Date = new Date()): string {
  const time = new Date(iso);
  const today = time.toDateString() === now.toDateString();
  const sameYear = time.getFullYear() === now.getFullYear();
  const options: Intl.DateTimeFormatOptions = today
    ? { hour: 'numeric', minute: '2-digit' }
    : {
        day: 'numeric',
        month: 'short',
        ...(sameYear ? {} : { year: 'numeric' }),
        hour: 'numeric',
        minute: '2-digit',
      };
  return cachedFormatter(
    `t:${language}:${today}:${sameYear}`,
    () => new Intl.DateTimeFormat(tagOf(language), options),
  ).format(time);
}

/** Day, year and time with seconds by the reader's clock: "28 Nov 2026, 03:12:09". */
export function formatTimestamp(iso: string, language: string): string {
  return cachedFormatter(
    `ts:${language}`,
    () => new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'medium', timeStyle: 'medium' }),
  ).format(new Date(iso));
}

/** Day and hour as the clocks of a zone show them: "Wed, 25 Nov, 09:00". @param timeZone IANA name. */
export function formatMomentIn(iso: string, language: string, timeZone: string): string {
  return cachedFormatter(
    `z:${language}:${timeZone}`,
    () =>
      new Intl.DateTimeFormat(tagOf(language), {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: 'numeric',
        minute: '2-digit',
        timeZone,
      }),
  ).format(new Date(iso));
}

/** From one moment to another, with the zone: "Sat, 28 Nov, 22:00 – 23:30 CET". @param timeZone the reader's own without one. */
export function formatMomentRange(from: string, until: string, language: string, timeZone?: string): string {
  const format = cachedFormatter(
    `q:${language}:${timeZone}`,
    () =>
      new Intl.DateTimeFormat(tagOf(language), {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }),
  );
  return format.formatRange(new Date(from), new Date(until));
}

/** A full hour of the day, 0 to 23: "9:00 AM", "09:00". */
export function formatHour(hour: number, language: string): string {
  return cachedFormatter(
    `h:${language}`,
    () => new Intl.DateTimeFormat(tagOf(language), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }),
  ).format(new Date(Date.UTC(2000, 0, 1, hour)));
}

const dayStyles = {
  weekday: { weekday: 'short' },
  short: { day: 'numeric', month: 'short' },
  long: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
} as const;

/** @param day `YYYY-MM-DD`; read as UTC, so that no time zone shifts it. */
export function formatCalendarDay(day: string, language: string, style: keyof typeof dayStyles): string {
  const options: Intl.DateTimeFormatOptions = { ...dayStyles[style], timeZone: 'UTC' };
  return cachedFormatter(
    `c:${language}:${style}`,
    () => new Intl.DateTimeFormat(tagOf(language), options),
  ).format(new Date(day));
}

/** @param month `YYYY-MM`; read as UTC, so that no time zone shifts it into another month. */
export function formatMonth(month: string, language: string, style: 'short' | 'long'): string {
  const options: Intl.DateTimeFormatOptions =
    style === 'short'
      ? { month: 'short', timeZone: 'UTC' }
      : { month: 'long', year: 'numeric', timeZone: 'UTC' };
  return cachedFormatter(
    `m:${language}:${style}`,
    () => new Intl.DateTimeFormat(tagOf(language), options),
  ).format(new Date(`${month}-01T00:00:00Z`));
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 days ago", "in 5 hours"; under a minute the language's word for "now". */
export function formatRelative(iso: string, language: string, now: number = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const format = cachedFormatter(
    `r:${language}`,
    () => new Intl.RelativeTimeFormat(tagOf(language), { numeric: 'auto' }),
  );
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, 'second');
}

/** "A, B and C"; with `disjunction` "A, B or C", with `unit` as short as the language allows. */
export function formatList(
  names: readonly string[],
  language: string,
  type: 'conjunction' | 'disjunction' | 'unit' = 'conjunction',
): string {
  return new Intl.ListFormat(tagOf(language), { type }).format(names);
}

/** Names of countries by their ISO 3166-1 alpha-2 codes. */
export function regionNames(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames(tagOf(language), { type: 'region' });
}

/** Names of languages by their ISO 639 codes. */
export function languageNames(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames(tagOf(language), { type: 'language' });
}

/** By the alphabet of the language; numbers in texts by their value. */
export function compareTexts(language: string): (a: string, b: string) => number {
  return new Intl.Collator(tagOf(language), { numeric: true }).compare;
}
