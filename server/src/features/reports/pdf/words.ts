/** The figures of a report in the words and numbers of a language. */
import type { MonthlyReport, ReportQuote } from '@kindling/contract/reports';
import { waitTime } from '@kindling/contract/wait-time';
import { commonTexts } from '@kindling/locales/common.ts';
import { fillText, pluralText, type TextValues } from '@kindling/locales/fill-text.ts';
import { type Language, languageFacts } from '@kindling/locales/languages.ts';
import { type ReportTexts, reportTexts } from '@kindling/locales/report.ts';

// locale-keys: report.undrawable*

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
  by(quote: ReportQuote, name: (name: string) => string): string;
}

export function reportWords(language: Language): ReportWords {
  const { tag } = languageFacts[language];
  const texts = reportTexts[language];
  const number = new Intl.NumberFormat(tag).format;
  const oneDigit = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format;
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
  const compared = (now: number, before: number, format: (value: number) => string) =>
    `${arrow(now, before, format)} ${fillText(texts.before, { number: format(before) })}`;

  const duration = (minutes: number): string => {
    const { value, unit } = waitTime(minutes);
    return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  };

  const averageNotes = ({ average: { now, before, sources } }: MonthlyReport): string[] => {
    if (now === null) return [texts.noStars];
    const names = sources.map(sourceName);
    const origin =
      names.length > 1
        ? fillText(texts.combined, { sources: list(names) })
        : fillText(texts.onlySource, { source: names[0] ?? '' });
    return [...(before === null ? [] : [compared(now, before, oneDigit)]), origin];
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
      const { replied, medianWait, unanswered } = replies;
      return [
        { label: texts.written, value: number(written), notes: [compared(written, writtenBefore, number)] },
        { label: texts.average, value: average(report.average.now), notes: averageNotes(report) },
        {
          label: texts.replied,
          value: number(replied),
          notes: [
            fillText(texts.repliedOf, { number: number(replied), of: number(written) }),
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
    by({ rating, recommendation, source, authorName, locationName }, name) {
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
      const author = authorName === null ? texts.nobody : name(authorName);
      return [verdict, author, name(locationName), sourceName(source)].join(' · ');
    },
  };
}
