/**
 * Parses relative dates as the platforms show them: "3 weeks ago", "vor 2 Monaten", "juče", in our languages (Serbian
 * in both scripts). They mean something only together with the day on which they were copied, which the owner gives.
 */
import { languages } from '@kindling/contract/constants';
import { languageTag } from '@kindling/contract/site';
import { dateWordPattern, dateWords } from '@kindling/locales/import-dates.ts';
import { cyrillicToLatin } from './cyrillic.ts';

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

export interface TimeAgo {
  unit: Unit;
  count: number;
}

const units = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const satisfies readonly Unit[];
const unitPatterns = new Map(
  units.map((unit) => [unit, new RegExp(`^(?:${dateWordPattern(unit)})$`, 'u')] as const),
);

/** The words before or after the number and its unit. */
const pastPattern = new RegExp(
  `^(?:${dateWordPattern('before')}) (.+)$|^(.+) (?:${dateWordPattern('after')})$`,
  'u',
);
const onePattern = new RegExp(`^(?:${dateWordPattern('one')})$`, 'u');
/** The platforms' prefix for the date of an edited review. */
const editedPrefix = new RegExp(`^(?:${dateWordPattern('edited')})[: ]+`, 'u');
/**
 * Words such as "about", which are ignored: the range of possible days is wide enough. Spanish "unos" means about before
 * a number, and some before a noun.
 */
const approximatePrefix = new RegExp(
  String.raw`^(?:${dateWordPattern('about')}|(?:${dateWordPattern('aboutOrSome')})(?= \S+ \S)) `,
  'u',
);
/** The platforms' suffix with the name of the site, such as "on Google". */
const platformSuffix = new RegExp(String.raw` (?:${dateWordPattern('site')}) [\p{L}-]+$`, 'u');

/** Number words from two to twelve. */
const numberWords = new Map(
  dateWords('numbers').flatMap((words) =>
    words
      .split(' ')
      .flatMap((variants, index) => variants.split('/').map((word) => [word, index + 2] as const)),
  ),
);

const phrases = fixedPhrases();

/** Phrases without a number: "yesterday", "last week", "prošle godine". */
function fixedPhrases(): ReadonlyMap<string, TimeAgo> {
  const found = new Map<string, TimeAgo>([
    ...dateWords('now').map((phrase) => [phrase, { unit: 'day', count: 0 }] as const),
    ...dateWords('lastWeek').map((phrase) => [phrase, { unit: 'week', count: 1 }] as const),
  ]);
  for (const tag of languages.flatMap((language) => [language, languageTag(language)])) {
    const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
    for (const unit of ['day', 'week', 'month', 'year'] as const)
      for (const count of [0, 1, 2]) found.set(normalizePhrase(format.format(-count, unit)), { unit, count });
  }
  return found;
}

function normalizePhrase(text: string): string {
  return cyrillicToLatin(
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/đ/g, 'dj')
      .replace(/[\p{M}.]/gu, '')
      .replace(/['’\s]+/g, ' ')
      .trim(),
  );
}

/** Parses a relative date; null when the text is not one. */
export function parseTimeAgo(value: string): TimeAgo | null {
  const text = normalizePhrase(value)
    .replace(editedPrefix, '')
    .replace(platformSuffix, '')
    .replace(approximatePrefix, '');
  const fixed = phrases.get(text);
  if (fixed !== undefined) return fixed;
  const [, after, before] = pastPattern.exec(text) ?? [];
  const [first = '', ...rest] = (after ?? before ?? '').replace(approximatePrefix, '').split(' ');
  const spelled = numberWords.get(first);
  const numbered = /^\d{1,3}$/.test(first) || onePattern.test(first) || spelled !== undefined;
  const named = numbered ? rest : [first, ...rest];
  // "pre nedelju dana" means one week. The number may also stand without a space: "2w ago".
  const [, digits, letters] = /^(\d{1,3})(\p{L}+)$/u.exec(first) ?? [];
  const word = letters ?? named[0] ?? '';
  const unit = units.find((name) => unitPatterns.get(name)?.test(word));
  if (unit === undefined || named.length > 2) return null;
  return { unit, count: spelled ?? Number(digits ?? (/^\d/.test(first) ? first : 1)) };
}

/** The day that is `ago` before `day` (`YYYY-MM-DD`). In a shorter month it is the last day. */
export function subtractTimeAgo(day: string, { unit, count }: TimeAgo): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  if (unit === 'minute' || unit === 'hour') return day;
  if (unit === 'day' || unit === 'week')
    return iso(Date.UTC(year, month - 1, date - count * (unit === 'week' ? 7 : 1)));
  const months = unit === 'year' ? count * 12 : count;
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return iso(Date.UTC(year, month - 1 - months, Math.min(date, last)));
}

/** First and last day (`YYYY-MM-DD`). */
export interface DayRange {
  from: string;
  to: string;
}

/** Half of each unit in days. */
const halfUnitDays = { minute: 0, hour: 0, day: 0, week: 3, month: 15, year: 182 } as const;

/**
 * The days that `ago` can mean when it was shown on `day`. Most programs round down, so that "2 months ago" is shown until
 * three months have passed. Others round to the nearest unit, so that it is shown from a month and a half on.
 */
export function possibleDays(day: string, ago: TimeAgo): DayRange {
  const { unit, count } = ago;
  const from =
    unit === 'minute' || unit === 'hour'
      ? subtractTimeAgo(day, { unit: 'day', count: 1 + (unit === 'hour' ? Math.floor(count / 24) : 0) })
      : subtractTimeAgo(day, { unit, count: count + 1 });
  const rounded = Date.parse(subtractTimeAgo(day, ago)) + halfUnitDays[unit] * 86_400_000;
  return { from, to: iso(Math.min(rounded, Date.parse(day))) };
}

function iso(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
