/** The figures of a period, counted from the reviews in memory as the server counts them from its sums. */
import type {
  DashboardFigures,
  DashboardPeriod,
  DaySpan,
  PeriodFigures,
  TrendStep,
} from '@kindling/contract/analytics';
import {
  earlierOf,
  pointsOf,
  sameDaysBefore,
  spanBefore,
  stepsOf,
  trendStepOf,
} from '@kindling/contract/day-spans';
import type { OwnReview } from '@kindling/contract/reviews';
import type { ReviewTag } from '@kindling/contract/tags';
import { dayOf } from './filter-reviews.ts';

const maxLanguages = 12;

type FiguresInput = DashboardPeriod & { step?: TrendStep | undefined };

const isWithin = ({ from, to }: DaySpan) => {
  return (review: OwnReview) => dayOf(review) >= from && dayOf(review) <= to;
};

function ratingsOf(reviews: readonly OwnReview[]): number[] {
  return [1, 2, 3, 4, 5].map((stars) => reviews.filter(({ rating }) => rating === stars).length);
}

export function averageOf(reviews: readonly OwnReview[]): number | null {
  const rated = reviews.flatMap(({ rating }) => rating ?? []);
  return rated.length === 0 ? null : rated.reduce((sum, stars) => sum + stars, 0) / rated.length;
}

export const countOf = (reviews: readonly OwnReview[], kind: 'positive' | 'negative') =>
  reviews.filter(({ recommendation }) => recommendation === kind).length;

const canBeAnswered = ({ replyBox: { state } }: OwnReview) => state === 'open' || state === 'not-working';

/** Minutes; of an even number of replies the mean of the middle two. Null without any. */
function medianWait(reviews: readonly OwnReview[]): number | null {
  const waits = reviews
    .flatMap(({ writtenAt, reply }) =>
      reply?.at == null ? [] : Math.max(0, (Date.parse(reply.at) - Date.parse(writtenAt)) / 60_000),
    )
    .sort((one, other) => one - other);
  const middle = [waits[Math.ceil(waits.length / 2) - 1], waits[Math.floor(waits.length / 2)]];
  return waits.length === 0 ? null : Math.round(middle.reduce<number>((sum, one) => sum + (one ?? 0), 0) / 2);
}

function figuresOf(reviews: readonly OwnReview[]): PeriodFigures {
  const answerable = reviews.filter(canBeAnswered);
  return {
    total: reviews.length,
    answerable: answerable.length,
    answered: answerable.filter(({ answered }) => answered).length,
    ratings: ratingsOf(reviews),
    average: averageOf(reviews),
    recommended: countOf(reviews, 'positive'),
    notRecommended: countOf(reviews, 'negative'),
    medianWait: medianWait(reviews),
  };
}

/** Groups by one or more keys of each review, the largest group first. */
function grouped<Key>(
  reviews: readonly OwnReview[],
  keysOf: (review: OwnReview) => readonly Key[],
): [Key, OwnReview[]][] {
  const groups = new Map<Key, OwnReview[]>();
  for (const review of reviews)
    for (const key of keysOf(review)) groups.set(key, [...(groups.get(key) ?? []), review]);
  return [...groups].sort(([, one], [, other]) => other.length - one.length);
}

/** The period as it is counted, and the one that it is compared with. */
function resolvePeriod(
  reviews: readonly OwnReview[],
  { from, to, compare }: FiguresInput,
  today: string,
): { span: DaySpan; before: DaySpan | null } {
  const last = to ?? today;
  const first = from ?? reviews.map(dayOf).reduce(earlierOf, last);
  const span = { from: earlierOf(first, last), to: last };
  if (from === undefined) return { span, before: null };
  return { span, before: compare === 'year' ? sameDaysBefore(span, 12) : spanBefore(span) };
}

/**
 * @param reviews those of the chosen business and location, without removed ones
 * @param today `YYYY-MM-DD`
 */
export function countFigures(
  reviews: readonly OwnReview[],
  tags: readonly Pick<ReviewTag, 'id' | 'name' | 'color'>[],
  input: FiguresInput,
  today: string,
): DashboardFigures {
  const { span, before } = resolvePeriod(reviews, input, today);
  const now = reviews.filter(isWithin(span));
  const earlier = before === null ? [] : reviews.filter(isWithin(before));
  const points = pointsOf(span);
  const step = trendStepOf(span, input.step);
  return {
    period: span,
    figures: figuresOf(now),
    before: before === null ? null : { ...before, figures: figuresOf(earlier) },
    points: points.map((point) => ({ ...point, figures: figuresOf(now.filter(isWithin(point))) })),
    trend: {
      step,
      points: stepsOf(span, step).map((one) => {
        const its = now.filter(isWithin(one));
        return { ...one, total: its.length, average: averageOf(its) };
      }),
    },
    sources: countSources(now, earlier),
    languages: grouped(now, ({ language }) => [language])
      .slice(0, maxLanguages)
      .map(([language, its]) => ({ language, total: its.length, average: averageOf(its) })),
    locations: grouped(now, ({ locationId }) => [locationId]).map(([id, its]) => ({
      id,
      name: its[0]?.locationName ?? '',
      total: its.length,
      answered: its.filter(({ answered }) => answered).length,
      average: averageOf(its),
    })),
    moreLocations: 0,
    tags: countTags({ now, earlier, points }, tags),
  };
}

function countSources(now: readonly OwnReview[], earlier: readonly OwnReview[]): DashboardFigures['sources'] {
  const before = new Map(grouped(earlier, ({ source }) => [source]));
  const current = new Map(grouped(now, ({ source }) => [source]));
  return [...new Set([...current.keys(), ...before.keys()])].map((source) => {
    const its = current.get(source) ?? [];
    return {
      source,
      total: its.length,
      before: before.get(source)?.length ?? 0,
      average: averageOf(its),
      recommended: countOf(its, 'positive'),
      notRecommended: countOf(its, 'negative'),
    };
  });
}

function countTags(
  { now, earlier, points }: { now: readonly OwnReview[]; earlier: readonly OwnReview[]; points: DaySpan[] },
  tags: readonly Pick<ReviewTag, 'id' | 'name' | 'color'>[],
): DashboardFigures['tags'] {
  return grouped(now, ({ tagIds }) => tagIds).flatMap(([id, its]) => {
    const tag = tags.find((one) => one.id === id);
    if (tag === undefined) return [];
    return {
      id,
      name: tag.name,
      color: tag.color,
      total: its.length,
      before: earlier.filter(({ tagIds }) => tagIds.includes(id)).length,
      average: averageOf(its),
      points: points.map((point) => its.filter(isWithin(point)).length),
    };
  });
}
