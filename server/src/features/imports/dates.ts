/**
 * Parses dates as people and programs write them: ISO 8601, day and month in either order, month names in our
 * languages, day numbers of spreadsheets, seconds and milliseconds since 1970.
 */
import { languages } from '@kindling/contract/constants';
import type { DateOrder, ImportFault } from '@kindling/contract/import-files';
import { languageTag } from '@kindling/contract/site';
import { dateWordPattern, dateWords } from '@kindling/locales/import-dates.ts';
import { toUtc } from '../../lib/time-zones.ts';
import type { DateSpan } from '../reviews/index.ts';
import { type DayRange, parseTimeAgo, possibleDays, subtractTimeAgo } from './relative-dates.ts';

export interface ParsedDate {
  at: Date;
  /** The written calendar day, `YYYY-MM-DD`. */
  day: string;
  /** Whether a time was written too. Without one, `at` is noon in the account's time zone and only `day` is shown. */
  timed: boolean;
  /** The possible range of a relative date such as "2 weeks ago"; null for an absolute date. */
  span: DateSpan | null;
}
type DateFault = Extract<ImportFault, `date-${string}`>;
export type DateResult = ParsedDate | { fault: DateFault };

/** Earliest accepted year; no review on the platforms is older. */
const minYear = 2000;
/** How far in the future a date may be, for wrong clocks and time zones. */
const clockToleranceMs = 24 * 3_600_000;
/** Day 0 of spreadsheets. It is one day early, because spreadsheets treat 1900 as a leap year. */
const spreadsheetEpoch = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;

const timePattern = String.raw`(?:[T\s,]+(?:(?:${dateWordPattern('at')})\s+)?(\d{1,2})(?:[:.h](\d{2}))(?:[:.](\d{2})(?:[.,](\d+))?)?\s*(?:([ap])\.?\s?m\.?)?(?:\s*(?:${dateWordPattern('clock')}))?\s*(Z|(?:UTC|GMT)?\s*[+-]\d{2}:?\d{2}|UTC|GMT)?)?`;
const yearFirstPattern = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?${timePattern}$`, 'iu');
const yearLastPattern = new RegExp(
  String.raw`^(\d{1,2})\s?([-/. ])\s?(\d{1,2})\s?[-/. ]\s?(\d{4}|\d{2})\.?${timePattern}$`,
  'iu',
);
const monthNamePattern = new RegExp(
  String.raw`^(?:\p{L}+\.?,?\s+)?(?:(\d{1,2})(?:st|nd|rd|th|er|\.|º)?[\s-]+(?:de\s+)?(\p{L}+)\.?|(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?)(?:[\s,-]+|\s+(?:de|del)\s+)(\d{4}|\d{2})\.?${timePattern}$`,
  'iu',
);
const compactPattern = /^(\d{4})(\d{2})(\d{2})$/;

const months = monthNames();

/** Long, short and inflected month names without accents and dots. */
function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of languages)
    for (const month of ['long', 'short'] as const)
      for (const dayOption of [{}, { day: 'numeric' } as const]) {
        const format = new Intl.DateTimeFormat(languageTag(language), {
          month,
          timeZone: 'UTC',
          ...dayOption,
        });
        for (let index = 0; index < 12; index += 1) {
          const parts = format.formatToParts(Date.UTC(2025, index, 15));
          names.set(normalizeMonthName(parts.find((part) => part.type === 'month')?.value ?? ''), index + 1);
        }
      }
  for (const entry of dateWords('months').flatMap((entries) => entries.split(' '))) {
    const [name = '', month] = entry.split('=');
    names.set(name, Number(month));
  }
  return names;
}

function normalizeMonthName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}|\./gu, '')
    .toLowerCase();
}

export interface DateParseOptions {
  /** How to read `3/4/2025`. A value that is valid in one order only is read in that order. */
  order: DateOrder;
  /** IANA time zone for times without an offset, and for the noon of a day without a time. */
  zone: string;
  /** Current time in ms since 1970, to refuse dates in the future and to complete two-digit years. */
  now: number;
  /** The day (`YYYY-MM-DD`) from which "2 weeks ago" counts back; null while the owner has not given it. */
  asOf: string | null;
}

export function parseDate(value: string, { order, zone, now, asOf }: DateParseOptions): DateResult {
  const text = value.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const ago = parseTimeAgo(text);
  if (ago !== null && asOf === null) return { fault: 'date-relative' };
  const read =
    ago !== null && asOf !== null
      ? buildRelativeDate(subtractTimeAgo(asOf, ago), possibleDays(asOf, ago), zone)
      : /^\d+(?:[.,]\d+)?$/.test(text)
        ? parseNumericDate(text, zone)
        : parseWrittenDate(text, order, zone, now);
  if (read === null || Number.isNaN(read.at.getTime())) return { fault: 'date-unreadable' };
  if (Number(read.day.slice(0, 4)) < minYear) return { fault: 'date-old' };
  return read.at.getTime() > now + clockToleranceMs ? { fault: 'date-future' } : read;
}

function buildRelativeDate(day: string, { from, to }: DayRange, zone: string): ParsedDate | null {
  const read = parseIsoDay(day, zone);
  const [first, last] = [parseIsoDay(from, zone), parseIsoDay(to, zone)];
  if (read === null || first === null || last === null) return null;
  return { ...read, span: { from: first.at, to: last.at } };
}

function parseIsoDay(day: string, zone: string): ParsedDate | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return buildDate(year, month, date, [], zone);
}

function parseNumericDate(text: string, zone: string): ParsedDate | null {
  const [, year, month, day] = compactPattern.exec(text) ?? [];
  if (year !== undefined) return buildDate(Number(year), Number(month), Number(day), [], zone);
  const number = Number(text.replace(',', '.'));
  const whole = text.split(/[.,]/)[0] ?? '';
  if (whole.length === 10) return fromInstant(number * 1000);
  if (whole.length === 13) return fromInstant(number);
  if (whole.length !== 5) return null;
  const day0 = new Date(spreadsheetEpoch + Math.floor(number) * dayMs);
  const minutes = Math.round((number % 1) * 1440);
  const clock = number % 1 === 0 ? [] : [String(Math.floor(minutes / 60)), String(minutes % 60)];
  return buildDate(day0.getUTCFullYear(), day0.getUTCMonth() + 1, day0.getUTCDate(), clock, zone);
}

function fromInstant(ms: number): ParsedDate {
  const at = new Date(ms);
  return { at, day: at.toISOString().slice(0, 10), timed: true, span: null };
}

function parseWrittenDate(text: string, order: DateOrder, zone: string, now: number): ParsedDate | null {
  const iso = yearFirstPattern.exec(text);
  if (iso !== null) return buildDate(Number(iso[1]), Number(iso[2]), Number(iso[3]), iso.slice(4), zone);
  const numeric = yearLastPattern.exec(text);
  if (numeric !== null) {
    const [a, b] = [Number(numeric[1]), Number(numeric[3])];
    // With dots the day comes first everywhere; a number above 12 is a day.
    const dayFirst = numeric[2] === '.' || a > 12 || (b <= 12 && order === 'dmy');
    const year = expandYear(numeric[4] ?? '', now);
    return buildDate(year, dayFirst ? b : a, dayFirst ? a : b, numeric.slice(5), zone);
  }
  const words = monthNamePattern.exec(text);
  if (words === null) return null;
  const month = months.get(normalizeMonthName(words[2] ?? words[3] ?? ''));
  if (month === undefined) return null;
  return buildDate(
    expandYear(words[5] ?? '', now),
    month,
    Number(words[1] ?? words[4]),
    words.slice(6),
    zone,
  );
}

/** `25` is 2025. A year in the future becomes 19xx, which is then refused as too old. */
function expandYear(digits: string, now: number): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return 2000 + year > new Date(now).getUTCFullYear() + 1 ? 1900 + year : 2000 + year;
}

function buildDate(
  year: number,
  month: number,
  day: number,
  [hour, minute, second, fraction, half, offset]: (string | undefined)[],
  zone: string,
): ParsedDate | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || date.getUTCFullYear() !== year)
    return null;
  const clock = hour === undefined ? [12, 0, 0] : parseClock(hour, minute, second, half);
  if (clock === null) return null;
  const [h = 0, m = 0, s = 0] = clock;
  // Drop everything below a millisecond, as for the times of the platforms.
  const ms = Number(`${fraction ?? ''}000`.slice(0, 3));
  const local = date.getTime() + ((h * 60 + m) * 60 + s) * 1000 + ms;
  const at = offset === undefined ? toUtc(local, zone) : local - parseOffsetMs(offset);
  return { at: new Date(at), day: date.toISOString().slice(0, 10), timed: hour !== undefined, span: null };
}

function parseClock(hour: string, minute = '0', second = '0', half?: string): number[] | null {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (m > 59 || s > 60 || h > 23 || (half !== undefined && (h === 0 || h > 12))) return null;
  if (half === undefined) return [h, m, s];
  return [(h % 12) + (half.toLowerCase() === 'p' ? 12 : 0), m, s];
}

function parseOffsetMs(offset: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** What one value says about the order of day and month in its column; null when it is not a date. */
export function detectDateOrder(value: string): DateOrder | 'either' | 'clear' | 'relative' | null {
  const text = value.trim();
  if (parseTimeAgo(text) !== null) return 'relative';
  const numeric = yearLastPattern.exec(text);
  if (numeric === null) {
    const result = parseDate(text, { order: 'dmy', zone: 'UTC', now: Number.MAX_SAFE_INTEGER, asOf: null });
    return 'fault' in result ? null : 'clear';
  }
  const [a, b] = [Number(numeric[1]), Number(numeric[3])];
  if (a > 31 || b > 31 || (a > 12 && b > 12) || a === 0 || b === 0) return null;
  if (numeric[2] === '.' || a === b) return 'clear';
  if (a > 12) return 'dmy';
  return b > 12 ? 'mdy' : 'either';
}
