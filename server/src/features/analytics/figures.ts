/** The figures of a period: the reviews written in it, by everything that the sums know of them. */
import type { DashboardFigures, DaySpan, PeriodFigures, TrendStep } from '@kindling/contract/analytics';
import { pointsOf, stepsOf, trendStepOf } from '@kindling/contract/day-spans';
import { sourceSchema } from '@kindling/contract/platforms';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { type Connectors, findReplyListings } from '../reviews/index.ts';
import { medianWait } from './median-wait.ts';
import { listTagRows } from './queries.ts';
import type { Period } from './scope.ts';
import { rangesOf } from './spans.ts';
import {
  type DayRow,
  type Dimension,
  type Scope,
  type SumRow,
  sumDays,
  sumLocations,
  sumParts,
} from './sum-queries.ts';

const dimensions: readonly Dimension[] = ['source', 'language', 'tag', 'wait', 'reply'];
const maxLanguages = 12;
const maxLocations = 50;
const maxTags = 12;

interface FiguresOptions {
  period: Period;
  step: TrendStep | undefined;
  connectors: Connectors;
}

export async function buildFigures(
  trx: Transaction<DB>,
  accountId: string,
  scope: Scope,
  { period, step: asked, connectors }: FiguresOptions,
): Promise<DashboardFigures> {
  const { span, before } = period;
  const spans = pointsOf(span);
  const answerable = await listAnswerable(trx, accountId, connectors);
  // The period before is one more part behind those of the period.
  const parts = [...spans, ...(before === null ? [] : [before])].map(rangesOf);
  const rows = await sumParts(trx, accountId, scope, { parts, dimensions });
  const now = rows.filter(({ part }) => part < spans.length);
  const earlier = rows.filter(({ part }) => part === spans.length);
  const locations = await sumLocations(trx, accountId, scope, rangesOf(span));
  const step = trendStepOf(span, asked);
  return {
    period: span,
    figures: figuresOf(now, answerable),
    before: before === null ? null : { ...before, figures: figuresOf(earlier, answerable) },
    points: spans.map((point, index) => ({
      ...point,
      figures: figuresOf(
        now.filter(({ part }) => part === index),
        answerable,
      ),
    })),
    trend: {
      step,
      points: await buildTrend(trx, accountId, scope, { span, step, known: { points: spans, rows: now } }),
    },
    sources: presentSources(now, earlier),
    languages: presentLanguages(now),
    locations: locations.slice(0, maxLocations).map(({ id, name, total, answered, rated, stars }) => ({
      id,
      name,
      total,
      answered,
      average: averageOf(rated, stars),
    })),
    moreLocations: Math.max(0, locations.length - maxLocations),
    tags: await presentTags(trx, accountId, { now, earlier, points: spans.length }),
  };
}

/** Not rounded, because whoever shows it rounds it, and a number rounded twice ends in a wrong digit. Null without stars. */
function averageOf(rated: number, stars: number): number | null {
  return rated === 0 ? null : stars / rated;
}

function sumRatings(rows: readonly SumRow[]): number[] {
  return [0, 1, 2, 3, 4].map((index) => rows.reduce((sum, row) => sum + (row.ratings[index] ?? 0), 0));
}

function averageOfRatings(ratings: readonly number[]): number | null {
  return averageOf(
    ratings.reduce((sum, count) => sum + count, 0),
    ratings.reduce((sum, count, index) => sum + count * (index + 1), 0),
  );
}

const sumOf = (rows: readonly SumRow[], name: 'total' | 'answered' | 'positive' | 'negative') =>
  rows.reduce((sum, row) => sum + row[name], 0);

/** Values of the dimension `reply`: listings on platforms that take replies from here, and our own pages. */
async function listAnswerable(
  trx: Transaction<DB>,
  accountId: string,
  connectors: Connectors,
): Promise<ReadonlySet<string>> {
  return new Set(['first-party', ...(await findReplyListings(trx, accountId, connectors))]);
}

/** Every review has one source, so the sums by source are those of all reviews. */
function figuresOf(rows: readonly SumRow[], answerable: ReadonlySet<string>): PeriodFigures {
  const bySource = rows.filter(({ dimension }) => dimension === 'source');
  const replies = rows.filter(({ dimension, value }) => dimension === 'reply' && answerable.has(value));
  const ratings = sumRatings(bySource);
  const waits = new Map<number, number>();
  for (const { dimension, value, total } of rows)
    if (dimension === 'wait') waits.set(Number(value), (waits.get(Number(value)) ?? 0) + total);
  return {
    total: sumOf(bySource, 'total'),
    answerable: sumOf(replies, 'total'),
    answered: sumOf(replies, 'answered'),
    ratings,
    average: averageOfRatings(ratings),
    recommended: sumOf(bySource, 'positive'),
    notRecommended: sumOf(bySource, 'negative'),
    medianWait: medianWait(waits),
  };
}

/** The rows of a dimension by value, most reviews first. */
function byValue(rows: readonly SumRow[], wanted: Dimension): [string, SumRow[]][] {
  const groups = Map.groupBy(
    rows.filter(({ dimension }) => dimension === wanted),
    ({ value }) => value,
  );
  return [...groups].sort(
    ([one, its], [other, others]) => sumOf(others, 'total') - sumOf(its, 'total') || (one < other ? -1 : 1),
  );
}

function presentSources(now: readonly SumRow[], earlier: readonly SumRow[]): DashboardFigures['sources'] {
  const before = new Map(byValue(earlier, 'source'));
  const current = byValue(now, 'source');
  const silent = [...before.keys()].filter((source) => !current.some(([name]) => name === source));
  return [...current, ...silent.map((source): [string, SumRow[]] => [source, []])].map(([source, rows]) => ({
    source: sourceSchema.parse(source),
    total: sumOf(rows, 'total'),
    before: sumOf(before.get(source) ?? [], 'total'),
    average: averageOfRatings(sumRatings(rows)),
    recommended: sumOf(rows, 'positive'),
    notRecommended: sumOf(rows, 'negative'),
  }));
}

function presentLanguages(now: readonly SumRow[]): DashboardFigures['languages'] {
  return byValue(now, 'language')
    .slice(0, maxLanguages)
    .map(([language, rows]) => ({
      language: language === '' ? null : language,
      total: sumOf(rows, 'total'),
      average: averageOfRatings(sumRatings(rows)),
    }));
}

async function presentTags(
  trx: Transaction<DB>,
  accountId: string,
  { now, earlier, points }: { now: readonly SumRow[]; earlier: readonly SumRow[]; points: number },
): Promise<DashboardFigures['tags']> {
  const groups = byValue(now, 'tag');
  const tags = await listTagRows(
    trx,
    accountId,
    groups.map(([id]) => id),
  );
  return groups
    .flatMap(([id, rows]) => {
      const tag = tags.find((one) => one.id === id);
      // Reviews may still have the id of a tag that was deleted.
      if (tag === undefined) return [];
      return {
        ...tag,
        total: sumOf(rows, 'total'),
        before: sumOf(
          earlier.filter(({ dimension, value }) => dimension === 'tag' && value === id),
          'total',
        ),
        average: averageOfRatings(sumRatings(rows)),
        points: Array.from({ length: points }, (_, index) =>
          sumOf(
            rows.filter(({ part }) => part === index),
            'total',
          ),
        ),
      };
    })
    .slice(0, maxTags);
}

interface TrendOptions {
  span: DaySpan;
  step: TrendStep;
  /** The sums of the points, which are also those of the trend where both go by months. */
  known?: { points: readonly DaySpan[]; rows: readonly SumRow[] };
}

/** Every step of a period, oldest first, also without a review. */
export async function buildTrend(
  trx: Transaction<DB>,
  accountId: string,
  scope: Scope,
  { span, step, known }: TrendOptions,
): Promise<DashboardFigures['trend']['points']> {
  const steps = stepsOf(span, step);
  if (step === 'month') {
    const sums =
      known !== undefined && isSame(steps, known.points)
        ? known.rows
        : await sumParts(trx, accountId, scope, { parts: steps.map(rangesOf), dimensions: ['source'] });
    return steps.map((one, index) => {
      const its = sums.filter(({ part, dimension }) => part === index && dimension === 'source');
      return { ...one, total: sumOf(its, 'total'), average: averageOfRatings(sumRatings(its)) };
    });
  }
  const days = new Map((await sumDays(trx, accountId, scope, span)).map((row) => [row.day, row]));
  return steps.map((one) => {
    const its = stepsOf(one, 'day').flatMap(({ from }) => days.get(from) ?? []);
    const sum = (name: 'total' | 'rated' | 'stars') =>
      its.reduce((all: number, day: DayRow) => all + day[name], 0);
    return { ...one, total: sum('total'), average: averageOf(sum('rated'), sum('stars')) };
  });
}

function isSame(steps: readonly DaySpan[], points: readonly DaySpan[]): boolean {
  return steps.length === points.length && steps.every(({ from }, index) => from === points[index]?.from);
}
