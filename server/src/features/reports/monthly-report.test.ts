/** The monthly report: its figures against a count of the test's own, its limits, and the file. */
import type { MonthlyReport } from '@kindling/contract/reports';
import { languages } from '@kindling/locales/languages.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformReview } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, connectListings, markReviews } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const hour = 3_600_000;
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
    expect(report).toMatchObject({ month, business: null, running: false, timeZone: zone });
    expect(report.written).toBe(now.length);
    expect(report.writtenBefore).toBe(before.length);
    expect(report.average.now).toBeCloseTo(mean(starsOf(now)) ?? 0, 10);
    expect(report.average.before).toBeCloseTo(mean(starsOf(before)) ?? 0, 10);
    expect(report.average.sources).toEqual(['google']);
    expect(report.histogram).toEqual(
      [1, 2, 3, 4, 5].map((star) => starsOf(now).filter((one) => one === star).length),
    );
    expect(report.days).toHaveLength(31);
    expect(report.days.reduce((sum, day) => sum + day.written, 0)).toBe(now.length);
    expect(report.trend.map((one) => one.written).slice(-2)).toEqual([before.length, now.length]);
    expect(report.trend.at(-1)?.month).toBe(month);
    const facebook = report.sources.find(({ source }) => source === 'facebook');
    const recommending = now.filter(({ review }) => review.recommendation === 'positive').length;
    expect(facebook).toMatchObject({ recommended: recommending, average: null });
    expect(report.locations.reduce((sum, one) => sum + one.written, 0)).toBe(now.length);
  });

  test('says what was replied to and how fast, and what waits longest', async () => {
    const { report } = await reportOf(`month=${month}`);
    const now = written(month);
    const replied = now.filter(({ review }) => review.reply !== null);
    const hours = replied
      .map(({ review }) => ((review.reply?.at?.getTime() ?? 0) - review.writtenAt.getTime()) / hour)
      .sort((a, b) => a - b);
    const middle = (hours.length - 1) / 2;
    const median = ((hours[Math.floor(middle)] ?? 0) + (hours[Math.ceil(middle)] ?? 0)) / 2;
    expect(report.replies).toMatchObject({ replied: replied.length, possible: now.length });
    expect(report.replies.medianHours).toBeCloseTo(median, 6);
    const waiting = stored.filter(({ review }) => review.reply === null);
    expect(report.replies.unanswered).toBe(waiting.length);
    const oldest = waiting.map(({ review }) => review.writtenAt.toISOString()).sort()[0];
    expect(report.replies.oldest?.writtenAt).toBe(oldest);
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
    expect(report.replies.possible).toBe(own.length);
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
