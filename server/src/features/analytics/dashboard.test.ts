/** Compares the dashboard with a recount in memory. */
import type { Dashboard, DashboardFigures } from '@kindling/contract/analytics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformReview } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, connectListings, markReviews } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { importFile } from '../../testing/import-files.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createEmbed } from '../embeds/index.ts';

const timeZone = 'Pacific/Auckland';
const hour = 3_600_000;

describe.each(featureModes)('the dashboard, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('figures@example.com');
  });
  afterAll(() => app.close());

  const dashboard = async () => (await user.call('GET', '/dashboard')).json as Dashboard;

  test('has zeros and no figures for a new account', async () => {
    const empty = await dashboard();
    expect(empty).toMatchObject({
      total: 0,
      unanswered: 0,
      oldestWaiting: null,
      combined: null,
      sources: [],
      newest: [],
      withoutDestination: { count: 1, name: expect.any(String) },
      setup: {
        connections: 0,
        widgets: 0,
        published: 0,
        rated: false,
        firstEmbedLoad: null,
        business: { named: false, website: null },
      },
    });
  });

  test('equals a recount', async () => {
    await inSystem(app.services.db, (trx) =>
      trx.updateTable('accounts').set({ time_zone: timeZone }).where('id', '=', user.accountId).execute(),
    );
    app.platforms.google.listings = [aPlatformListing('one'), aPlatformListing('two')];
    const google = await connectListings(app, user, 'google');
    const facebook = await connectListings(app, user, 'facebook');
    const kept: PlatformReview[] = [];
    const removed: string[] = [];
    const now = Date.now();
    for (const [place, listing] of [...google.listings, ...facebook.listings].entries()) {
      const stars = listing.platform === 'google';
      const reviews = Array.from({ length: 60 }, (_, index) =>
        aReview({
          externalId: `figures-${place}-${index}`,
          writtenAt: new Date(now - index * (place + 3) * 31 * hour),
          rating: stars ? ((index * 7) % 5) + 1 : null,
          recommendation: stars ? null : index % 3 === 0 ? 'negative' : 'positive',
          reply: index % 4 === 0 ? { text: 'Thanks', at: null, state: 'published', reason: null } : null,
        }),
      );
      await addReviews(app, user, listing, reviews);
      removed.push(...reviews.filter((_, index) => index % 10 === 9).map((review) => review.externalId));
      kept.push(...reviews.filter((_, index) => index % 10 !== 9));
    }
    await markReviews(app, user, removed, 'removed_at');
    await inTenant(app.services.db, user.accountId, async (trx) => {
      const [one, two] = google.listings;
      if (one === undefined || two === undefined) throw new Error('Two listings were expected');
      await trx
        .updateTable('listings')
        .set({ platform_average: '4.5', platform_count: 100 })
        .where('account_id', '=', user.accountId)
        .where('id', '=', one.id)
        .execute();
      await trx
        .updateTable('listings')
        .set({ platform_average: '3', platform_count: 50 })
        .where('account_id', '=', user.accountId)
        .where('id', '=', two.id)
        .execute();
    });
    await createEmbed(app.services.embeds, user, { kind: 'widget', name: 'One' });
    const answer = await dashboard();
    const stars = kept.filter((review) => review.rating !== null);
    expect(answer).toMatchObject({
      total: kept.length,
      unanswered: kept.filter((review) => review.reply === null).length,
      setup: { connections: 2, widgets: 1, published: 0, firstEmbedLoad: null },
      sources: [
        {
          source: 'facebook',
          platformAverage: null,
          platformCount: null,
          stored: kept.length - stars.length,
          recommended: kept.filter((review) => review.recommendation === 'positive').length,
          notRecommended: kept.filter((review) => review.recommendation === 'negative').length,
        },
        {
          source: 'google',
          platformAverage: 4,
          platformCount: 150,
          stored: stars.length,
          recommended: 0,
          notRecommended: 0,
        },
      ],
    });
    const waiting = kept.filter((review) => review.reply === null);
    const oldest = Math.min(...waiting.map((review) => review.writtenAt.getTime()));
    expect(answer.oldestWaiting?.writtenAt).toBe(new Date(oldest).toISOString());
    // Facebook has no stars here, so there is nothing to combine.
    expect(answer.combined).toBeNull();
    const newest = kept
      .map((review) => review.writtenAt.toISOString())
      .sort()
      .reverse()
      .slice(0, 5);
    expect(answer.newest.map((review) => review.writtenAt)).toEqual(newest);
  });

  test('the response rate is of reviews that can be answered, and a year is compared with the one before', async () => {
    const owner = await app.signIn('rate@example.com');
    app.platforms.google.account = { externalId: 'rate', displayName: 'Owner' };
    app.platforms.google.listings = [aPlatformListing('rate')];
    const { listings } = await connectListings(app, owner);
    const [listing] = listings;
    if (listing === undefined) throw new Error('A listing was expected');
    const written = (day: string, number: number) =>
      aReview({
        externalId: `rate-${number}`,
        writtenAt: new Date(`${day}T12:00:00Z`),
        reply: number % 2 === 0 ? { text: 'Thanks', at: null, state: 'published', reason: null } : null,
      });
    const days = ['2024-02-10', '2024-02-11', '2024-09-01', '2025-02-10', '2025-02-11', '2025-02-12'];
    await addReviews(app, owner, listing, days.map(written));
    const rows = Array.from({ length: 8 }, (_, at) => `${at},Ana,5,Text,2025-02-1${at}`);
    await importFile(app, owner, ['id,author,rating,text,date', ...rows].join('\n'));
    const figures = async (query: string) =>
      (await owner.call('GET', `/dashboard/figures?${query}`)).json as DashboardFigures;
    const year = await figures('from=2025-01-01&to=2025-03-15&compare=year');
    expect(year.figures).toMatchObject({ total: 11, answerable: 3, answered: 1 });
    expect(year.before).toMatchObject({
      ...{ from: '2024-01-01', to: '2024-03-15' },
      figures: { total: 2, answerable: 2, answered: 1 },
    });
    const before = await figures('from=2025-01-01&to=2025-03-15');
    expect(before.before).toMatchObject({ from: '2024-10-19', to: '2024-12-31', figures: { total: 0 } });
  });
});
