/** Days as people write them in their own language, to show and to read. */
import { languageFacts, languages } from '@kindling/locales/languages.ts';
import { isDay } from '../../lib/is-day.ts';

type Part = 'day' | 'month' | 'year';

/**
 * The tag for the order of day, month and year: the browser's own when it is of the same language (`en-GB` for English),
 * because a language alone says too little.
 */
export function dateLocale(language: string, preferred: readonly string[] = navigator.languages): string {
  const own = preferred.find((tag) => tag.split('-')[0]?.toLowerCase() === language);
  if (own !== undefined && language !== 'sr') return own;
  const known = languages.find((one) => one === language);
  return known === undefined ? language : languageFacts[known].tag;
}

function formatterOf(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  });
}

/** @param day `YYYY-MM-DD`. */
export function writeDay(day: string, locale: string): string {
  return formatterOf(locale).format(new Date(`${day}T00:00:00Z`));
}

/** The order in which the language writes day, month and year. */
function orderOf(locale: string): Part[] {
  const known: readonly string[] = ['day', 'month', 'year'] satisfies Part[];
  return formatterOf(locale)
    .formatToParts(new Date('2026-11-22T00:00:00Z'))
    .flatMap(({ type }) => (known.includes(type) ? [type as Part] : []));
}

/** How a day is written, with the letters that the language uses for its parts: "DD.MM.YYYY". */
export function dayPattern(locale: string, letters: Readonly<Record<Part, string>>): string {
  return formatterOf(locale)
    .formatToParts(new Date('2026-11-22T00:00:00Z'))
    .map(({ type, value }) => (type === 'day' || type === 'month' || type === 'year' ? letters[type] : value))
    .join('');
}

/**
 * Reads a day in the order of the language or as `YYYY-MM-DD`. A year may have two digits or be left out, which means
 * the last such day. Null when it is none.
 */
export function readDay(typed: string, locale: string, today: string): string | null {
  const text = typed.replace(/\p{Cf}/gu, '').trim();
  const numbers = text.match(/\d+/g) ?? [];
  if (/[^\d\s./,\-–年月日]/u.test(text)) return null;
  const isIso = numbers.length === 3 && numbers[0]?.length === 4;
  const order = isIso ? (['year', 'month', 'day'] as const) : orderOf(locale);
  const parts = splitDigits(numbers, order);
  if (parts === null) return null;
  const { day, month, year } = parts;
  if (day === undefined || month === undefined) return null;
  if (year !== undefined) return checked(year.length === 2 ? `20${year}` : year, month, day);
  const thisYear = checked(today.slice(0, 4), month, day);
  if (thisYear !== null && thisYear <= today) return thisYear;
  return checked(String(Number(today.slice(0, 4)) - 1), month, day);
}

/** The parts by name; digits without separators are split by their number: `22112026`, `221126`, `2211`. */
function splitDigits(
  numbers: readonly string[],
  order: readonly Part[],
): Partial<Record<Part, string>> | null {
  const [only = ''] = numbers;
  const widths = { day: 2, month: 2, year: only.length - 4 };
  let pieces = [...numbers];
  let names = order;
  if (numbers.length === 1) {
    if (![4, 6, 8].includes(only.length)) return null;
    if (only.length === 4) names = order.filter((part) => part !== 'year');
    const ends = names.map((_, at) => names.slice(0, at + 1).reduce((sum, part) => sum + widths[part], 0));
    pieces = ends.map((end, at) => only.slice(ends[at - 1] ?? 0, end));
  } else if (numbers.length === 2) names = order.filter((part) => part !== 'year');
  else if (numbers.length !== 3) return null;
  return Object.fromEntries(names.map((part, at) => [part, pieces[at]]));
}

function checked(year: string, month: string, day: string): string | null {
  const text = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) && Number(year) >= 1990 && Number(year) <= 2099 ? text : null;
}
