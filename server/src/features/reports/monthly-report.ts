import { sourceSchema } from '@kindling/contract/platforms';
import type { MonthlyReport, ReportQuote } from '@kindling/contract/reports';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { notFound } from '../../lib/app-error.ts';
import { type ListingRow, listListingRows } from '../connections/index.ts';
import { weightedRating } from '../embeds/index.ts';
import type { Connectors } from '../reviews/index.ts';
import {
  findMedianHours,
  findSubject,
  findWaiting,
  listQuotes,
  type MonthSum,
  type QuoteRow,
  type ReportScope,
  sumDays,
  sumLocations,
  sumMonth,
  sumReplies,
  sumTrend,
} from './figure-queries.ts';

/** @param month `YYYY-MM`. @throws AppError `not-found` for a business that the caller does not see */
export async function buildMonthlyReport(
  trx: Transaction<DB>,
  accountId: string,
  connectors: Connectors,
  { month, businessId = null }: { month: string; businessId?: string | null | undefined },
): Promise<MonthlyReport> {
  const subject = await findSubject(trx, accountId, businessId);
  if (subject === null) throw notFound();
  const scope: ReportScope = { accountId, businessId, month: `${month}-01` };
  const sums = await sumMonth(trx, scope);
  const stars = sums.filter(({ rating }) => rating > 0);
  const { unanswered, oldest } = await findWaiting(trx, scope, connectors);
  return {
    month,
    business: subject.business,
    accountName: subject.account_name,
    timeZone: subject.time_zone,
    running: month >= subject.this_month,
    written: total(sums, 'now'),
    writtenBefore: total(sums, 'before'),
    average: {
      now: averageOf(stars, 'now'),
      before: averageOf(stars, 'before'),
      sources: sourcesOf(stars.filter(({ now }) => now > 0)),
    },
    histogram: [1, 2, 3, 4, 5].map((rating) =>
      total(
        stars.filter((sum) => sum.rating === rating),
        'now',
      ),
    ),
    sources: await presentSources(trx, scope, sums),
    days: await sumDays(trx, scope),
    trend: await sumTrend(trx, scope),
    locations: await sumLocations(trx, scope),
    replies: {
      ...(await sumReplies(trx, scope, connectors)),
      medianHours: await findMedianHours(trx, scope),
      unanswered,
      oldest:
        oldest === null
          ? null
          : {
              reviewId: oldest.id,
              writtenAt: oldest.written_at.toISOString(),
              locationName: oldest.location_name,
              source: sourceSchema.parse(oldest.source),
              rating: oldest.rating,
              recommendation: oldest.recommendation,
            },
    },
    quotes: {
      high: (await listQuotes(trx, scope, 'high')).map(presentQuote),
      low: (await listQuotes(trx, scope, 'low')).map(presentQuote),
    },
  };
}

type Span = 'now' | 'before';

function total(sums: readonly MonthSum[], span: Span): number {
  return sums.reduce((sum, row) => sum + row[span], 0);
}

/** Every review counts the same, whatever its source. */
function averageOf(stars: readonly MonthSum[], span: Span): number | null {
  const count = total(stars, span);
  return count === 0 ? null : stars.reduce((sum, row) => sum + row.rating * row[span], 0) / count;
}

function sourcesOf(sums: readonly MonthSum[]) {
  return [...new Set(sums.map(({ source }) => source))].sort().map((source) => sourceSchema.parse(source));
}

/** Sources with reviews in one of the two months, or with figures of their platform. */
async function presentSources(
  trx: Transaction<DB>,
  { accountId, businessId }: ReportScope,
  sums: readonly MonthSum[],
): Promise<MonthlyReport['sources']> {
  const listings = await listingsOf(trx, accountId, businessId);
  const names = new Set([...sums.map(({ source }) => source), ...listings.map(({ platform }) => platform)]);
  return [...names].sort().map((name) => {
    const own = sums.filter(({ source }) => source === name);
    const recommendations = (kind: string) =>
      total(
        own.filter((sum) => sum.recommendation === kind),
        'now',
      );
    const places = listings.filter(({ platform }) => platform === name);
    const { average, count } = weightedRating(places);
    return {
      source: sourceSchema.parse(name),
      written: total(own, 'now'),
      writtenBefore: total(own, 'before'),
      average: averageOf(
        own.filter(({ rating }) => rating > 0),
        'now',
      ),
      recommended: recommendations('positive'),
      notRecommended: recommendations('negative'),
      platformAverage: average,
      platformCount: places.some(({ platform_count }) => platform_count !== null) ? count : null,
    };
  });
}

async function listingsOf(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string | null,
): Promise<ListingRow[]> {
  const listings = await listListingRows(trx, accountId);
  if (businessId === null) return listings;
  const rows = await trx
    .selectFrom('locations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('business_id', '=', businessId)
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  return listings.filter(({ location_id }) => ids.has(location_id));
}

function presentQuote(row: QuoteRow): ReportQuote {
  return {
    reviewId: row.id,
    source: sourceSchema.parse(row.source),
    locationName: row.location_name,
    authorName: row.author_name,
    rating: row.rating,
    recommendation: row.recommendation,
    text: row.text.trim(),
    cut: row.cut,
  };
}
