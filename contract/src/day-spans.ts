/** Arithmetic with days as `YYYY-MM-DD`: the parts of a period. The server counts by it, and the tour without a server. */
import type { DaySpan, TrendStep } from './analytics.ts';

/** The longest period that can be drawn by day; longer ones are drawn by week, and by month beyond as many weeks. */
const maxTrendPoints = 366;

const dayMs = 86_400_000;
/** Points of a small line. */
const maxPoints = 12;
/** From this length on a period is divided by calendar months. */
const daysDividedByMonth = 183;
const daysByDay = 45;

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The number of days of a span, both ends included. */
export function lengthOf({ from, to }: DaySpan): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** As long right before: as many months for whole calendar months, else as many days. */
export function spanBefore(span: DaySpan): DaySpan {
  const isWholeMonths = span.from === firstOfMonth(span.from) && span.to === lastOfMonth(span.to);
  const from = isWholeMonths
    ? monthsBefore(span.from, stepsOf(span, 'month').length)
    : dayAfter(span.from, -lengthOf(span));
  return { from, to: dayAfter(span.from, -1) };
}

/** The last `count` calendar months up to the one of the day. */
export function monthsUntil(day: string, count: number): DaySpan {
  return { from: monthsBefore(day, count - 1), to: lastOfMonth(day) };
}

/** The same days so many months before, the last one within its month. */
export function sameDaysBefore({ from, to }: DaySpan, months: number): DaySpan {
  return { from: sameDay(from, months), to: sameDay(to, months) };
}

function sameDay(day: string, monthsBack: number): string {
  const first = monthsBefore(day, monthsBack);
  return earlierOf(dayAfter(first, Number(day.slice(8)) - 1), lastOfMonth(first));
}

/** The first day of the month that is so many months before that of the day. */
function monthsBefore(day: string, count: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 10);
}

/** Days as texts are in the order of time. */
export const earlierOf = (one: string, other: string) => (one <= other ? one : other);
export const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

export function lastOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The Monday of the week. */
function firstOfWeek(day: string): string {
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The steps that a period is made of, cut off at its ends. */
export function stepsOf(span: DaySpan, step: TrendStep): DaySpan[] {
  const steps: DaySpan[] = [];
  for (let from = span.from; from <= span.to; ) {
    const end = step === 'day' ? from : step === 'week' ? dayAfter(firstOfWeek(from), 6) : lastOfMonth(from);
    const to = earlierOf(end, span.to);
    steps.push({ from, to });
    from = dayAfter(to, 1);
  }
  return steps;
}

/** The step to draw a period by: the one that was asked for, unless it has too many. */
export function trendStepOf(span: DaySpan, asked: TrendStep | undefined): TrendStep {
  const days = lengthOf(span);
  const wanted = asked ?? (days <= daysByDay ? 'day' : days < daysDividedByMonth ? 'week' : 'month');
  if (wanted === 'day' && days <= maxTrendPoints) return 'day';
  if (wanted !== 'month' && days <= maxTrendPoints * 7) return 'week';
  return 'month';
}

/** At most twelve parts of a period: calendar months or groups of them, or as many days each. */
export function pointsOf(span: DaySpan): DaySpan[] {
  const days = lengthOf(span);
  if (days >= daysDividedByMonth) return grouped(stepsOf(span, 'month'));
  const count = Math.min(maxPoints, days);
  return Array.from({ length: count }, (_, index) => ({
    from: dayAfter(span.from, Math.floor((index * days) / count)),
    to: dayAfter(span.from, Math.floor(((index + 1) * days) / count) - 1),
  }));
}

function grouped(spans: DaySpan[]): DaySpan[] {
  const count = Math.min(maxPoints, spans.length);
  return Array.from({ length: count }, (_, index) => {
    const group = spans.slice(
      Math.floor((index * spans.length) / count),
      Math.floor(((index + 1) * spans.length) / count),
    );
    return { from: group[0]?.from ?? '', to: group.at(-1)?.to ?? '' };
  });
}
