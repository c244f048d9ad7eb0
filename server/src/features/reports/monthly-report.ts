/** The report of a month is the dashboard of that month: its figures come from the same functions. */
import type { Dashboard, DashboardFigures } from '@kindling/contract/analytics';
import { monthsUntil, sameDaysBefore, spanBefore } from '@kindling/contract/day-spans';
import { type MonthlyReport, maxReportLocations, trendMonths } from '@kindling/contract/reports';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { notFound } from '../../lib/app-error.ts';
import {
  buildFigures,
  buildSources,
  buildTrend,
  buildWaiting,
  resolveScope,
  type Scope,
} from '../analytics/index.ts';
import { findToday } from '../identity/index.ts';
import type { Connectors } from '../reviews/index.ts';
import { listQuotes } from './quotes.ts';
import { findSubject } from './subject.ts';

/** @param month `YYYY-MM`. @throws AppError `not-found` for a business that the caller does not see */
export async function buildMonthlyReport(
  trx: Transaction<DB>,
  accountId: string,
  connectors: Connectors,
  { month, businessId }: { month: string; businessId?: string | undefined },
): Promise<MonthlyReport> {
  const subject = await findSubject(trx, accountId, businessId);
  if (subject === null) throw notFound();
  const scope = await resolveScope(trx, accountId, { businessId });
  const span = monthsUntil(`${month}-01`, 1);
  const today = await findToday(trx, accountId);
  const answer = await buildFigures(trx, accountId, scope, {
    // Of a month that runs, with the days of the one before until the day of today.
    period: {
      span,
      before: today.startsWith(month) ? sameDaysBefore({ from: span.from, to: today }, 1) : spanBefore(span),
    },
    step: 'day',
    connectors,
  });
  const { figures, before, sources, locations, trend } = answer;
  return {
    month,
    ...subject,
    running: month >= today.slice(0, 7),
    written: figures.total,
    writtenBefore: before?.figures.total ?? 0,
    average: {
      now: figures.average,
      before: before?.figures.average ?? null,
      sources: sources.flatMap(({ source, average }) => (average === null ? [] : source)).sort(),
    },
    histogram: figures.ratings,
    sources: joinSources(sources, await buildSources(trx, accountId, scope)),
    days: trend.points.map(({ from, total }) => ({ day: from, written: from > today ? null : total })),
    trend: await trendUntil(trx, accountId, scope, month),
    locations: locations
      .slice(0, maxReportLocations)
      .map(({ id, name, total, average }) => ({ id, name, written: total, average })),
    replies: {
      answerable: figures.answerable,
      replied: figures.answered,
      medianWait: figures.medianWait,
      ...(await waitingToday(trx, accountId, scope, connectors)),
    },
    quotes: {
      high: await listQuotes(trx, accountId, scope, { span, wanted: 'high' }),
      low: await listQuotes(trx, accountId, scope, { span, wanted: 'low' }),
    },
  };
}

async function trendUntil(
  trx: Transaction<DB>,
  accountId: string,
  scope: Scope,
  month: string,
): Promise<MonthlyReport['trend']> {
  const span = monthsUntil(`${month}-01`, trendMonths);
  const points = await buildTrend(trx, accountId, scope, { span, step: 'month' });
  return points.map(({ from, total, average }) => ({ month: from.slice(0, 7), written: total, average }));
}

async function waitingToday(
  trx: Transaction<DB>,
  accountId: string,
  scope: Scope,
  connectors: Connectors,
): Promise<Pick<MonthlyReport['replies'], 'unanswered' | 'oldestWaiting'>> {
  const { unanswered, oldestWaiting } = await buildWaiting(trx, accountId, scope, connectors);
  return { unanswered, oldestWaiting };
}

/** Sources with reviews in one of the two months, or with figures of their platform. */
function joinSources(
  months: DashboardFigures['sources'],
  today: Dashboard['sources'],
): MonthlyReport['sources'] {
  const names = [
    ...months.map(({ source }) => source),
    ...today.flatMap(({ source, platformAverage, platformCount }) =>
      platformAverage === null && platformCount === null ? [] : source,
    ),
  ];
  return [...new Set(names)].sort().map((source) => {
    const its = months.find((one) => one.source === source);
    const platform = today.find((one) => one.source === source);
    return {
      source,
      written: its?.total ?? 0,
      writtenBefore: its?.before ?? 0,
      average: its?.average ?? null,
      recommended: its?.recommended ?? 0,
      notRecommended: its?.notRecommended ?? 0,
      platformAverage: platform?.platformAverage ?? null,
      platformCount: platform?.platformCount ?? null,
    };
  });
}
