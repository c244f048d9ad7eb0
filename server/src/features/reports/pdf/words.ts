/** The figures of a report in the words and numbers of a language. */
import type { MonthlyReport, ReportQuote } from '@kindling/contract/reports';
import { waitTime } from '@kindling/contract/wait-time';
import { commonTexts } from '@kindling/locales/common.ts';
import { fillText, pluralText, type TextValues } from '@kindling/locales/fill-text.ts';
import { type Language, languageFacts } from '@kindling/locales/languages.ts';
import { type ReportTexts, reportTexts } from '@kindling/locales/report.ts';

// locale-keys: report.undrawable*
// locale-keys: report.unreadableName*
// locale-keys: report.signsLeftOut*

export interface ReportWords {
  texts: ReportTexts;
  fill(text: string, values: TextValues): string;
  number(value: number): string;
  average(value: number | null): string;
  /** @param month `YYYY-MM` */
  month(month: string): string;
  shortMonth(month: string): string;
  figures(report: MonthlyReport): { label: string; value: string; notes: string[] }[];
  sourceName(source: MonthlyReport['sources'][number]['source']): string;
  /** What a source says of its ratings in the month. */
  ratings(source: MonthlyReport['sources'][number]): string;
  platformFigure(source: MonthlyReport['sources'][number]): string;
  /** @param drawn a name as the fonts can draw it; null where they cannot */
  by(quote: ReportQuote, drawn: (name: string) => string | null): string;
}

/** Letters of a name in a line with others, so that the end of the line stays. */
const maxNameLength = 32;
const shortened = (name: string) =>
  [...name].length <= maxNameLength
    ? name
    : `${[...name]
        .slice(0, maxNameLength - 1)
        .join('')
        .trimEnd()}…`;

export function reportWords(language: Language): ReportWords {
  const { tag } = languageFacts[language];
  const texts = reportTexts[language];
  const number = new Intl.NumberFormat(tag).format;
  const oneDigit = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format;
  const percent = new Intl.NumberFormat(tag, { style: 'percent' }).format;
  const rules = new Intl.PluralRules(tag);
  const plural = (key: string, count: number) => pluralText(texts, key, rules, count);
  const average = (value: number | null) => (value === null ? '–' : oneDigit(value));
  const monthName = (month: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));
  const list = (sources: readonly string[]) =>
    new Intl.ListFormat(tag, { type: 'conjunction' }).format(sources);
  const sourceName: ReportWords['sourceName'] = (source) => commonTexts[language].source[source];

  const arrow = (now: number, before: number, format: (value: number) => string) =>
    format(now) === format(before) ? '=' : now > before ? '↑' : '↓';
  const compared = (
    { running }: MonthlyReport,
    now: number,
    before: number,
    format: (value: number) => string,
  ) =>
    `${arrow(now, before, format)} ${fillText(running ? texts.sameDaysBefore : texts.before, { number: format(before) })}`;

  const duration = (minutes: number): string => {
    const { value, unit } = waitTime(minutes);
    return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  };

  const averageNotes = (report: MonthlyReport): string[] => {
    const { now, before, sources } = report.average;
    if (now === null) return [texts.noStars];
    const names = sources.map(sourceName);
    const origin =
      names.length > 1
        ? fillText(texts.combined, { sources: list(names) })
        : fillText(texts.onlySource, { source: names[0] ?? '' });
    return [...(before === null ? [] : [compared(report, now, before, oneDigit)]), origin];
  };

  return {
    texts,
    fill: fillText,
    number,
    average,
    month: (month) => monthName(month, { month: 'long', year: 'numeric' }),
    shortMonth: (month) => monthName(month, { month: 'short' }),
    figures(report) {
      const { written, writtenBefore, replies } = report;
      const { answerable, replied, medianWait, unanswered } = replies;
      return [
        {
          label: texts.written,
          value: number(written),
          notes: [compared(report, written, writtenBefore, number)],
        },
        { label: texts.average, value: average(report.average.now), notes: averageNotes(report) },
        {
          label: texts.replied,
          value: number(replied),
          notes: [
            ...(answerable === 0
              ? []
              : [
                  fillText(texts.repliedOf, {
                    percent: percent(replied / answerable),
                    of: number(answerable),
                  }),
                ]),
            ...(medianWait === null ? [] : [fillText(texts.median, { time: duration(medianWait) })]),
          ],
        },
        { label: texts.unanswered, value: number(unanswered), notes: [texts.waitingToday] },
      ];
    },
    sourceName,
    ratings({ source, average: stars, recommended, notRecommended }) {
      const votes = { yes: number(recommended), no: number(notRecommended) };
      const parts = [
        ...(stars === null ? [] : [oneDigit(stars)]),
        ...(recommended + notRecommended === 0
          ? []
          : [fillText(plural(source === 'first-party' ? 'thumbs' : 'recommend', recommended), votes)]),
      ];
      return parts.join(', ') || '–';
    },
    platformFigure: ({ platformAverage, platformCount }) =>
      platformAverage === null || platformCount === null
        ? '–'
        : fillText(plural('platformFigure', platformCount), {
            average: oneDigit(platformAverage),
            number: number(platformCount),
          }),
    by({ rating, recommendation, source, authorName, locationName }, drawn) {
      const isThumb = source === 'first-party';
      const verdict =
        rating !== null
          ? fillText(texts.starsOfFive, { number: number(rating) })
          : recommendation === 'positive'
            ? isThumb
              ? texts.thumbUp
              : texts.recommended
            : isThumb
              ? texts.thumbDown
              : texts.notRecommended;
      const author =
        authorName === null ? texts.nobody : shortened(drawn(authorName) ?? texts.unreadableName);
      const place = drawn(locationName);
      return [verdict, author, ...(place === null ? [] : [shortened(place)]), sourceName(source)].join(' · ');
    },
  };
}
