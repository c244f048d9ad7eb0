/** Daily sums after a change of the time zone: list and chart agree, also for reviews that change during the recount. */
import type { DashboardFigures } from '@kindling/contract/analytics';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { addReviews, type ConnectedListing, connectListings } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { importFile } from '../../testing/import-files.ts';
import { startWorker } from '../../testing/start-worker.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { recountDays, recountJobs, sweepRecounts } from './recount.ts';

const signal = new AbortController().signal;
/** Offsets of quarter and half hours, daylight saving of half an hour, and both sides of the date line. */
const zones = [
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/New_York',
  'Europe/Belgrade',
  'UTC',
];
const quarter = 15 * 60_000;
let people = 0;

describe.each(featureModes)('a recount of the days, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listing: ConnectedListing;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    user = await app.signIn(`owner-${people}@example.com`);
    app.platforms.google.account = { externalId: `owner-${people}`, displayName: 'Owner' };
    app.platforms.google.listings = [aPlatformListing(`${people}00`)];
    const { listings } = await connectListings(app, user);
    const [first] = listings;
    if (first === undefined) throw new Error('No listing');
    listing = first;
  });

  const at = (time: number, number: number, changes: object = {}) =>
    aReview({ externalId: `${people}-${number}`, writtenAt: new Date(time), ...changes });
  /** Reviews a quarter of an hour before and after every midnight and clock change in some zone. */
  const edges = (from: number) =>
    Array.from(
      { length: 120 },
      (_, index) => from + Math.floor(index / 2) * 11 * 3_600_000 - (index % 2) * quarter,
    );
  const begin = async (timeZone: string) => {
    const answer = await user.call('PUT', '/profile/region', { locale: 'en', timeZone });
    expect(answer.status).toBe(200);
  };
  const recount = async (size = 1_000) => {
    const options = { size, maxMs: Number.POSITIVE_INFINITY };
    expect(await recountDays(app.services.reviews, user.accountId, signal, options)).toBe(false);
  };
  const dashboard = async () =>
    (await user.call('GET', '/dashboard')).json as {
      total: number;
      recounting: boolean;
    };
  const months = async () => {
    const from = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10);
    const { json } = await user.call('GET', `/dashboard/figures?from=${from}&step=month`);
    return (json as DashboardFigures).trend.points.map(({ from, total }) => ({
      month: from.slice(0, 7),
      count: total,
    }));
  };
  const days = (zone: string) =>
    inTenant(app.services.db, user.accountId, async (trx) => {
      const { rows: counted } = await sql`
        select to_char(day, 'YYYY-MM-DD') as day, source, rating, sum(total)::int as total,
               sum(answered)::int as answered, sum(with_text)::int as with_text
          from review_days group by day, source, rating
        having sum(total) <> 0 or sum(answered) <> 0 or sum(with_text) <> 0 order by 1, 2, 3`.execute(trx);
      const { rows: wanted } = await sql`
        select to_char(coalesce(written_day, (written_at at time zone ${zone})::date), 'YYYY-MM-DD') as day, source,
               coalesce(rating, 0)::smallint as rating,
               count(*)::int as total, count(*) filter (where answered)::int as answered, count(text)::int as with_text
          from reviews where removed_at is null
         group by 1, 2, 3 order by 1, 2, 3`.execute(trx);
      return { counted, wanted };
    });
  const agree = async (zone: string) => {
    const { counted, wanted } = await days(zone);
    expect(counted, zone).toEqual(wanted);
  };

  test('the chart and the list agree in every zone, once the job has run', async () => {
    const now = Date.now();
    await addReviews(
      app,
      user,
      listing,
      edges(now - 70 * 86_400_000).map((time, number) => at(time, number)),
    );
    for (const zone of zones) {
      await begin(zone);
      expect(await dashboard()).toMatchObject({ recounting: true, total: 120 });
      await recount(50);
      expect((await dashboard()).recounting).toBe(false);
      await agree(zone);
      for (const { month, count } of (await months()).slice(-4)) {
        const [year = 0, number = 0] = month.split('-').map(Number);
        const to = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
        const listed = await user.call('GET', `/reviews?from=${month}-01&to=${to}&limit=100`);
        expect((listed.json as { items: unknown[] }).items, `${zone} ${month}`).toHaveLength(count);
      }
    }
  });

  test('a clock change of half an hour moves only the reviews after the change', async () => {
    // Lord Howe's clocks go from +11:00 to +10:30 on 5 April 2026, at 15:00 UTC of the 4th.
    const change = Date.UTC(2026, 3, 4, 15);
    const times = [-8, -7, -3, -2, -1, 0, 1, 2, 3, 93, 94, 95].map((count) => change + count * quarter);
    await addReviews(
      app,
      user,
      listing,
      times.map((time, number) => at(time, number)),
    );
    await begin('Australia/Lord_Howe');
    await recount(5);
    await agree('Australia/Lord_Howe');
  });

  test('an hour that occurs twice around midnight belongs to one day, in the chart and in the list', async () => {
    // Havana's clocks go from 01:00 back to 00:00 on 1 November 2026, at 05:00 UTC.
    const change = Date.UTC(2026, 10, 1, 5);
    const times = [-5, -4, -3, -1, 0, 1, 3, 4].map((count) => change + count * quarter);
    await addReviews(
      app,
      user,
      listing,
      times.map((time, number) => at(time, number)),
    );
    await begin('America/Havana');
    await recount();
    await agree('America/Havana');
    const listed = async (day: string) => {
      const { json } = await user.call('GET', `/reviews?from=${day}&to=${day}`);
      return (json as { items: unknown[] }).items.length;
    };
    expect(await listed('2026-10-31')).toBe(1);
    expect(await listed('2026-11-01')).toBe(7);
  });

  test('reviews that are stored, changed, deleted, hidden or shown during a recount count exactly once', async () => {
    const start = Date.UTC(2026, 2, 1, 23, 50);
    const some = edges(start).map((time, number) => at(time, number));
    await addReviews(app, user, listing, some);
    const rows = Array.from(
      { length: 20 },
      (_, row) => `${row},Guest ${row},4,from a file,2026-03-0${1 + (row % 9)}T23:40:00Z`,
    );
    const imported = await importFile(app, user, ['id,author,rating,text,date', ...rows].join('\n'));
    await begin('Asia/Kathmandu');
    const stop = new AbortController();
    let batches = 0;
    // Changes by another session between the transactions of the job.
    const between = async () => {
      batches += 1;
      const step = batches;
      const changed = some
        .slice(step * 7, step * 7 + 5)
        .map((review) => ({ ...review, rating: 1 + (step % 5) }));
      const fresh = [1, 2].map((extra) =>
        at(start + step * extra * 7 * 3_600_000, 1_000 + step * 10 + extra),
      );
      await addReviews(app, user, listing, [...changed, ...fresh]);
      await inTenant(app.services.db, user.accountId, (trx) =>
        trx
          .deleteFrom('reviews')
          .where('account_id', '=', user.accountId)
          .where('external_id', '=', `${people}-${119 - step}`)
          .execute(),
      );
      if (step === 2) await user.call('POST', `/imports/${imported.id}/undo`);
      // The zone changes again before the recount has ended.
      if (step === 3) await begin('Australia/Lord_Howe');
      if (step === 5) stop.abort();
    };
    const interrupted = {
      ...app.services.db,
      pool: new Proxy(app.services.db.pool, {
        get(target, name) {
          const value = Reflect.get(target, name) as unknown;
          if (name !== 'connect' || typeof value !== 'function') return value;
          return async () => {
            await between();
            return (await value.call(target)) as unknown;
          };
        },
      }),
    };
    await expect(recountDays({ db: interrupted }, user.accountId, stop.signal, { size: 10 })).rejects.toThrow(
      /abort/i,
    );
    expect(batches).toBe(5);
    expect(await dashboard()).toMatchObject({ recounting: true });
    await sweepRecounts(app.services.reviews);
    const { rows: jobs } = await app.services.db.pool.query<{ id: string }>(
      `select data->>'accountId' as id from pgboss.job where name = 'reviews.recount' and data->>'accountId' = $1`,
      [user.accountId],
    );
    expect(jobs).toHaveLength(1);
    await recount(10);
    await agree('Australia/Lord_Howe');
    await recount(10);
    await agree('Australia/Lord_Howe');
    expect((await dashboard()).recounting).toBe(false);
  });

  test('a long recount is several jobs, so that those of other accounts come in between', async () => {
    await addReviews(
      app,
      user,
      listing,
      edges(Date.now() - 70 * 86_400_000).map((time, number) => at(time, number)),
    );
    await begin('Australia/Lord_Howe');
    const jobs = recountJobs(app.services.reviews, { size: 50, maxMs: 0 });
    const stop = await startWorker(app, jobs, async () => {});
    const states = async () => {
      const { rows } = await app.services.db.pool.query<{ state: string }>(
        `select state from pgboss.job where name = 'reviews.recount' and data->>'accountId' = $1`,
        [user.accountId],
      );
      return rows.map(({ state }) => state);
    };
    try {
      // Three batches, and one that finds nothing left.
      await eventually(async () => expect(await states()).toEqual(Array(4).fill('completed')));
    } finally {
      await stop();
    }
    expect((await dashboard()).recounting).toBe(false);
  });

  test('the recount waits for an open transaction that stores reviews', async () => {
    await addReviews(app, user, listing, [at(Date.UTC(2026, 2, 1, 23, 50), 0)]);
    let changing: Promise<void> | undefined;
    await inTenant(app.services.db, user.accountId, async (trx) => {
      await sql`update reviews set written_at = '2026-03-05T23:50:00Z' where account_id = ${user.accountId}::uuid`.execute(
        trx,
      );
      changing = begin('Asia/Kathmandu');
    });
    await changing;
    await recount();
    await agree('Asia/Kathmandu');
  });

  test('several changes cause one delayed job, and an account has a limit per hour', async () => {
    for (let count = 0; count < 5; count += 1) {
      await begin('Asia/Kathmandu');
      await begin('Asia/Kathmandu');
      await begin('UTC');
    }
    const { rows } = await app.services.db.pool.query<{ waits: boolean }>(
      `select start_after > created_on as waits from pgboss.job
        where name = 'reviews.recount' and data->>'accountId' = $1`,
      [user.accountId],
    );
    expect(rows).toEqual([{ waits: true }]);
    const region = { locale: 'en', timeZone: 'Asia/Kathmandu' };
    expect(await user.call('PUT', '/profile/region', region)).toMatchObject({
      status: 429,
      json: { code: 'rate-limited', retryAfter: expect.any(Number) },
    });
    // A change of the language causes no recount.
    await begin('UTC');
  });
});
