/** The statistics that the owner sees: per day, by site and by country. */
import { dayAfter } from '@kindling/contract/day-spans';
import type { Traffic, TrafficCounts } from '@kindling/contract/embed-traffic';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { DB } from '../../db/types.gen.ts';
import { findToday } from '../identity/index.ts';
import { deleteDaysBefore, sumCountries, sumDays, sumSites, sumViews } from './queries.ts';

/** Sites and countries in one response: a short list for reading, not a report. */
const maxListed = 10;
/** Two full years and the current month, so that a year can be compared with the one before. */
const retentionMonths = 25;
const none: TrafficCounts = { views: 0, clicks: 0, reads: 0, writes: 0 };

/** The traffic of one embed over the last `days` days in the account's time zone, today included. */
export async function readTraffic(
  trx: Transaction<DB>,
  accountId: string,
  embedId: string,
  days: number,
): Promise<Traffic> {
  const since = dayAfter(await findToday(trx, accountId), 1 - days);
  const page = { since, limit: maxListed };
  const known = new Map((await sumDays(trx, accountId, embedId, since)).map((row) => [row.day, row]));
  const everyDay = Array.from({ length: days }, (_, index) => {
    const day = dayAfter(since, index);
    return known.get(day) ?? { day, ...none };
  });
  return {
    totals: everyDay.reduce(
      (sum, day) => ({
        views: sum.views + day.views,
        clicks: sum.clicks + day.clicks,
        reads: sum.reads + day.reads,
        writes: sum.writes + day.writes,
      }),
      none,
    ),
    days: everyDay,
    sites: await sumSites(trx, accountId, embedId, page),
    countries: await sumCountries(trx, accountId, embedId, page),
  };
}

/** Views of the last 30 days by embed; embeds without views are missing. */
export async function sumRecentViews(
  trx: Transaction<DB>,
  accountId: string,
  embedIds: readonly string[],
): Promise<Map<string, number>> {
  const today = await findToday(trx, accountId);
  return sumViews(trx, accountId, embedIds, dayAfter(today, -29));
}

export async function deleteOldDays(
  deps: { db: Pick<Database, 'pool'> },
  now = new Date(),
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now);
  // Set to the first of the month before months are subtracted, so that a short month cannot move the date on.
  before.setUTCDate(1);
  before.setUTCMonth(before.getUTCMonth() - retentionMonths);
  await deleteDaysBefore(deps.db, before.toISOString().slice(0, 10), signal);
}
