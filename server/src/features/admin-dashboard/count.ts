/** Fills the two tables that the dashboard reads. Safe to repeat, and safe when two processes do it at once. */
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { type FigureMetric, figures } from './figures.ts';
import {
  deleteCountsBefore,
  findCountedUntil,
  lockCounts,
  recount,
  replaceFigure,
  setCountedUntil,
} from './queries.ts';
import { countRevenue, hourlySeries, type SeriesMetric } from './series.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How far back the first run counts, and how long counts are kept; a chart shows 90 days at most. */
const keptDays = 100;
/** Rows that became visible late are counted by the runs of these hours. */
const repeatedHours = 2;
/** Revenue is counted again for as many months once a day, because money may be paid back long after its payment. */
const repeatedMonths = 13;

export interface CountDeps {
  db: Pick<Database, 'pool'>;
  now?: () => Date;
}

/** Counts what is new, and everything that there is. Each step is a short transaction. */
export async function countAll(
  { db, now = () => new Date() }: CountDeps,
  signal: AbortSignal,
): Promise<void> {
  const at = now();
  for (const metric of Object.keys(hourlySeries) as SeriesMetric[]) await countHours(db, metric, at, signal);
  await countMonths(db, at);
  for (const metric of Object.keys(figures) as FigureMetric[]) {
    signal.throwIfAborted();
    await inSystem(db, async (system) => {
      await lockCounts(system);
      await replaceFigure(system, metric, figures[metric], at);
    });
  }
}

/**
 * Day by day, so that the first run on a large installation has no long statement. A time behind `at` is that of a clock that was
 * ahead, and says nothing of what was counted.
 */
async function countHours(
  db: Pick<Database, 'pool'>,
  metric: SeriesMetric,
  at: Date,
  signal: AbortSignal,
): Promise<void> {
  const oldest = floorTo(dayMs, at.getTime() - keptDays * dayMs);
  const end = floorTo(hourMs, at.getTime()) + hourMs;
  const found = await inSystem(db, (system) => findCountedUntil(system, metric));
  const known = found !== null && found.getTime() > end ? null : found;
  let from = known === null ? oldest : Math.max(oldest, known.getTime() - repeatedHours * hourMs);
  while (from < end) {
    signal.throwIfAborted();
    const until = Math.min(end, from + dayMs);
    const hours = { from: new Date(from), until: new Date(until) };
    await inSystem(db, async (system) => {
      await lockCounts(system);
      await recount(system, metric, hourlySeries[metric], hours);
      await setCountedUntil(system, metric, hours.until);
    });
    from = until;
  }
  await inSystem(db, (system) => deleteCountsBefore(system, metric, new Date(oldest)));
}

async function countMonths(db: Pick<Database, 'pool'>, at: Date): Promise<void> {
  const today = new Date(floorTo(dayMs, at.getTime()));
  await inSystem(db, async (system) => {
    await lockCounts(system);
    const known = await findCountedUntil(system, 'revenue');
    const months = known === null || known < today || known > at ? repeatedMonths : 2;
    await recount(system, 'revenue', countRevenue, {
      from: monthStart(at, 1 - months),
      until: monthStart(at, 1),
    });
    await setCountedUntil(system, 'revenue', at);
  });
}

const floorTo = (unit: number, time: number) => Math.floor(time / unit) * unit;

/** The start (UTC) of the month that is so many months after that of `at`. */
export function monthStart(at: Date, months: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1));
}
