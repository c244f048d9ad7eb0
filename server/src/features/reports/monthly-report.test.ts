/** The monthly report: its figures against a count of the test's own, its limits, and the file. */
import type { Dashboard, DashboardFigures } from '@kindling/contract/analytics';
import { sameDaysBefore } from '@kindling/contract/day-spans';
import type { MonthlyReport } from '@kindling/contract/reports';
import { languages } from '@kindling/locales/languages.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformReview } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { expectMedian } from '../../testing/expect-median.ts';
import { addReviews, type ConnectedListing, connectListings, markReviews } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const minute = 60_000;
const hour = 60 * minute;
const month = '2026-03';
const zone = 'America/New_York';

describe.each(featureModes)('the monthly report, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let listings: ConnectedListing[];
  const stored: { review: PlatformReview; place: ConnectedListing }[] = [];

  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('owner@example.com');
    app.platforms.google.listings = [aPlatformListing('one'), aPlatformListing('two')];
    const google = await connectListings(app, owner, 'google');
    const facebook = await connectListings(app, owner, 'facebook');
    listings = [...google.listings, ...facebook.listings];
    await inTenant(app.services.db, owner.accountId, (trx) =>
      sql`update accounts set time_zone = ${zone}`.execute(trx),
    );
    for (const [place, listing] of listings.entries()) {
      const isGoogle = listing.platform === 'google';
      const reviews = Array.from({ length: 40 }, (_, index) => {
        // The last one is of the evening of March 31 in New York.
        const late = Date.UTC(2026, 3, 1, 2);
        const writtenAt = new Date(
          index === 39 ? late : Date.UTC(2026, 1, 20) + index * (place + 5) * 9 * hour,
        );
        const isReplied = index % 3 === 0;
        return aReview({
          writtenAt,
          text: index % 4 === 0 ? null : `Text ${index} ${'so '.repeat(index * 10)}`,
          rating: isGoogle ? (index % 5) + 1 : null,
          recommendation: isGoogle ? null : index % 2 === 0 ? 'positive' : 'negative',
          reply: isReplied
            ? {
                text: 'Thanks',
                at: new Date(writtenAt.getTime() + (1 + index) * hour),
                state: 'published',
                reason: null,
              }
            : null,
        });
      });
      await addReviews(app, owner, listing, reviews);
      stored.push(...reviews.map((review) => ({ review, place: listing })));
    }
    const gone = stored.filter((_, index) => index % 11 === 0);
    await markReviews(
      app,
      owner,
      gone.map(({ review }) => review.externalId),
      'removed_at',
    );
    stored.splice(0, stored.length, ...stored.filter((one) => !gone.includes(one)));
  });
  afterAll(() => app.close());

  const reportOf = async (query: string, user = owner) => {
    const answer = await user.call('GET', `/reports/monthly?${query}`);
    return { status: answer.status, report: (answer.json as { report: MonthlyReport }).report };
  };
  const monthIn = ({ review }: { review: PlatformReview }) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' })
      .format(review.writtenAt)
      .slice(0, 7);
  const written = (wanted: string) => stored.filter((one) => monthIn(one) === wanted);
  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
  const starsOf = (list: typeof stored) =>
    list.flatMap(({ review }) => (review.rating === null ? [] : [review.rating]));

  test('counts what was written in the month, by the days of the account', async () => {
    const { report } = await reportOf(`month=${month}`);
    const [now, before] = [written(month), written('2026-02')];
    // Near midnight the day differs from that of UTC.
    expect(now.some(({ review }) => !review.writtenAt.toISOString().startsWith(month))).toBe(true);
    expect(report).toMatchObject({ month, running: false, timeZone: zone });
    const { json } = await owner.call('GET', '/businesses');
    const { businesses } = json as { businesses: { id: string; name: string }[] };
    expect(businesses).toHaveLength(1);
    expect(report.business).toMatchObject({ name: businesses[0]?.name });
    expect(report.written).toBe(now.length);
    expect(report.writtenBefore).toBe(before.length);
    expect(report.average.now).toBe(mean(starsOf(now)));
    expect(report.average.before).toBe(mean(starsOf(before)));
    expect(report.average.sources).toEqual(['google']);
    expect(report.histogram).toEqual(
      [1, 2, 3, 4, 5].map((star) => starsOf(now).filter((one) => one === star).length),
    );
    expect(report.days).toHaveLength(31);
    expect(report.days.reduce((sum, day) => sum + (day.written ?? 0), 0)).toBe(now.length);
    expect(report.trend.map((one) => one.written).slice(-2)).toEqual([before.length, now.length]);
    expect(report.trend.at(-1)?.month).toBe(month);
    const facebook = report.sources.find(({ source }) => source === 'facebook');
    const recommending = now.filter(({ review }) => review.recommendation === 'positive').length;
    expect(facebook).toMatchObject({ recommended: recommending, average: null });
    expect(report.locations.reduce((sum, one) => sum + one.written, 0)).toBe(now.length);
  });

  test('compares a running month with the same days, and knows nothing of the days to come', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
    const running = today.slice(0, 7);
    const span = sameDaysBefore({ from: `${running}-01`, to: today }, 1);
    const { report } = await reportOf(`month=${running}`);
    const figures = (await owner.call('GET', `/dashboard/figures?from=${span.from}&to=${span.to}`))
      .json as DashboardFigures;
    expect(report).toMatchObject({ running: true, writtenBefore: figures.figures.total });
    expect(report.days.map(({ written }) => written === null)).toEqual(
      report.days.map(({ day }) => day > today),
    );
  });

  test('says what was replied to and how fast, and what waits longest', async () => {
    const { report } = await reportOf(`month=${month}`);
    const now = written(month);
    const replied = now.filter(({ review }) => review.reply !== null);
    expect(report.replies.replied).toBe(replied.length);
    const waits = replied.map(
      ({ review }) => ((review.reply?.at?.getTime() ?? 0) - review.writtenAt.getTime()) / minute,
    );
    expectMedian(report.replies.medianWait, waits);
    const waiting = stored.filter(({ review }) => review.reply === null);
    expect(report.replies.unanswered).toBe(waiting.length);
    const oldest = waiting.map(({ review }) => review.writtenAt.toISOString()).sort()[0];
    expect(report.replies.oldestWaiting?.writtenAt).toBe(oldest);
  });

  test('every figure is that of the dashboard with the month as its period', async () => {
    const [first, second] = listings;
    const { json } = await owner.call('GET', '/businesses');
    const [business] = (json as { businesses: { id: string }[] }).businesses;
    const member = await addTeamMember(app, owner, 'compared@example.com', {
      role: 'viewer',
      locationIds: [second?.locationId ?? ''],
    });
    expect(second?.locationId).not.toBe(first?.locationId);
    for (const user of [owner, member])
      for (const scope of ['', `&businessId=${business?.id}`])
        for (const [asked, last] of [
          [month, '31'],
          ['2026-02', '28'],
          ['2026-04', '30'],
        ] as const) {
          const { report } = await reportOf(`month=${asked}${scope}`, user);
          expect(report.written).toBeGreaterThan(0);
          const period = `from=${asked}-01&to=${asked}-${last}&step=day${scope}`;
          const figures = (await user.call('GET', `/dashboard/figures?${period}`)).json as DashboardFigures;
          const today = (await user.call('GET', `/dashboard?${scope.slice(1)}`)).json as Dashboard;
          expect(figuresOf(report)).toEqual(dashboardOf(figures, today));
        }
  });

  test('the trend is that of the dashboard of a year', async () => {
    const { report } = await reportOf(`month=${month}`);
    const figures = (await owner.call('GET', '/dashboard/figures?from=2025-04-01&to=2026-03-31&step=month'))
      .json as DashboardFigures;
    expect(report.trend).toEqual(
      figures.trend.points.map(({ from, total, average }) => ({
        month: from.slice(0, 7),
        written: total,
        average,
      })),
    );
  });

  test('quotes the highest and the lowest ratings with the longest texts, cut', async () => {
    const { report } = await reportOf(`month=${month}`);
    for (const quote of report.quotes.high)
      expect(quote.rating === 5 || quote.recommendation === 'positive').toBe(true);
    for (const quote of report.quotes.low)
      expect(quote.rating === 1 || quote.recommendation === 'negative').toBe(true);
    const all = [...report.quotes.high, ...report.quotes.low];
    expect(all).toHaveLength(6);
    expect(all.some(({ cut }) => cut)).toBe(true);
    for (const { text } of all) expect(text.length).toBeLessThanOrEqual(200);
  });

  test('a member sees their locations only, and no business of others', async () => {
    const [first] = listings;
    const member = await addTeamMember(app, owner, 'limited@example.com', {
      role: 'viewer',
      locationIds: [first?.locationId ?? ''],
    });
    const { report } = await reportOf(`month=${month}`, member);
    const own = written(month).filter(({ place }) => place.locationId === first?.locationId);
    expect(report.written).toBe(own.length);
    const stranger = await app.signIn('stranger@example.com');
    const { json } = await owner.call('GET', '/businesses');
    const [business] = (json as { businesses: { id: string; name: string }[] }).businesses;
    expect((await reportOf(`month=${month}&businessId=${business?.id}`)).report.business).toEqual({
      id: business?.id,
      name: business?.name,
    });
    expect((await reportOf(`month=${month}&businessId=${business?.id}`, stranger)).status).toBe(404);
  });

  test('an empty month is a report of zeros, and what is no month is refused', async () => {
    const { report } = await reportOf('month=2020-01');
    expect(report).toMatchObject({ written: 0, writtenBefore: 0, average: { now: null, sources: [] } });
    expect(report.quotes).toEqual({ high: [], low: [] });
    // The trend of the first month names months before it.
    expect((await reportOf('month=2000-01')).report.trend[0]?.month).toBe('1999-02');
    for (const wrong of ['2026-13', '1999-12', '2026-3', 'now', '']) {
      expect((await reportOf(`month=${wrong}`)).status, wrong).toBe(400);
    }
  });

  test('the file has the figures of the page, in every language, with embedded fonts', async () => {
    const { report } = await reportOf(`month=${month}`);
    for (const language of languages) {
      const answer = await app.web.inject({
        url: `/api/v1/reports/monthly.pdf?month=${month}&language=${language}`,
        headers: { authorization: `Bearer ${owner.token}` },
      });
      expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
      expect(answer.headers['content-type']).toBe('application/pdf');
      const { pages, fonts } = readPdf(answer.rawPayload);
      expect(pages.length).toBeLessThanOrEqual(4);
      expect(fonts.every(({ embedded }) => embedded)).toBe(true);
      const texts = pages.flatMap((one) => one.texts.map(({ text }) => text));
      expect(texts, language).toContain(String(report.written));
      expect(texts, language).toContain(String(report.replies.replied));
      // Nothing is beyond the paper.
      for (const { corners } of pages.flatMap((one) => one.texts))
        for (const [x, y] of corners) {
          expect(x).toBeGreaterThan(20);
          expect(x).toBeLessThan(595 - 20);
          expect(y).toBeGreaterThan(0);
          expect(y).toBeLessThan(842);
        }
    }
    const refused = await app.web.inject({
      url: `/api/v1/reports/monthly.pdf?month=${month}&language=tlh`,
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(refused.statusCode).toBe(400);
    expect(
      (await app.web.inject({ url: `/api/v1/reports/monthly.pdf?month=${month}&language=en` })).statusCode,
    ).toBe(401);
  });
});

/** What the report and the dashboard both say, under the names of the report. */
function figuresOf({
  written,
  writtenBefore,
  average,
  histogram,
  sources,
  days,
  locations,
  replies,
}: MonthlyReport) {
  return { written, writtenBefore, average, histogram, sources, days, locations, replies };
}

function dashboardOf(period: DashboardFigures, today: Dashboard): ReturnType<typeof figuresOf> {
  const { figures, before } = period;
  const platformOf = (source: string) => today.sources.find((one) => one.source === source);
  return {
    written: figures.total,
    writtenBefore: before?.figures.total ?? 0,
    average: {
      now: figures.average,
      before: before?.figures.average ?? null,
      sources: period.sources.filter(({ average }) => average !== null).map(({ source }) => source),
    },
    histogram: figures.ratings,
    sources: period.sources
      .map(({ source, total, before: then, average, recommended, notRecommended }) => ({
        source,
        written: total,
        writtenBefore: then,
        average,
        recommended,
        notRecommended,
        platformAverage: platformOf(source)?.platformAverage ?? null,
        platformCount: platformOf(source)?.platformCount ?? null,
      }))
      .sort((one, other) => (one.source < other.source ? -1 : 1)),
    days: period.trend.points.map(({ from, total }) => ({ day: from, written: total })),
    locations: period.locations.map(({ id, name, total, average }) => ({
      id,
      name,
      written: total,
      average,
    })),
    replies: {
      answerable: figures.answerable,
      replied: figures.answered,
      medianWait: figures.medianWait,
      unanswered: today.unanswered,
      oldestWaiting: today.oldestWaiting,
    },
  };
}
