import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Review } from '@kindling/contract/reviews';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { submitConsentForm } from './commands/consent.ts';
import { runSync } from './features/sync/run-sync.ts';
import { featureModes } from './testing/database.ts';
import { type Simulators, startAppWithSimulators, startSimulators } from './testing/simulators.ts';
import type { TestApp, TestUser } from './testing/test-app.ts';

const neverStops = new AbortController().signal;

const googleReviews = [
  {
    reviewId: 'g1',
    reviewer: { displayName: 'Ada L.' },
    starRating: 'FIVE',
    comment: 'Sehr gut\nund schnell',
    createTime: '2026-03-28T23:30:00Z',
    updateTime: '2026-03-28T23:30:00Z',
    reviewReply: {
      comment: 'Danke!',
      updateTime: '2026-03-30T08:00:00Z',
      reviewReplyState: 'APPROVED',
    },
  },
  {
    reviewId: 'g2',
    reviewer: { displayName: 'A Google user', isAnonymous: true },
    starRating: 'TWO',
    createTime: '2024-02-29T12:00:00Z',
    updateTime: '2025-01-01T00:00:00Z',
  },
  {
    reviewId: 'g3',
    reviewer: { displayName: '<b>Bold</b>' },
    starRating: 'FOUR',
    comment: '<script>alert(1)</script> & "quotes" 😀',
    createTime: '2026-10-31T09:15:30.123Z',
    updateTime: '2026-10-31T09:15:30.123Z',
  },
];

const googleData = {
  users: [{ sub: '100', email: 'owner@example.com', name: 'Owner', accounts: ['accounts/1'] }],
  accounts: [{ name: 'accounts/1', accountName: 'My café', type: 'LOCATION_GROUP' }],
  locations: {
    'accounts/1': [
      {
        name: 'locations/2',
        title: 'My café',
        metadata: { placeId: 'ChIJx', hasVoiceOfMerchant: true, mapsUri: 'https://maps.google.com/?cid=2' },
      },
    ],
  },
  reviews: { 'accounts/1/locations/2': googleReviews },
};

const facebookData = {
  users: [{ id: '1', name: 'Owner', email: 'owner@example.com', pages: ['555'] }],
  pages: [
    {
      id: '555',
      name: 'My café',
      category: 'Café',
      tasks: ['MODERATE', 'MANAGE'],
      ratings: {
        data: [
          {
            created_time: '2026-10-01T10:00:00+0000',
            has_rating: false,
            has_review: true,
            recommendation_type: 'positive',
            review_text: 'Good',
            reviewer: { id: '9', name: 'B. C.' },
            open_graph_story: {
              id: '777',
              comments: {
                data: [
                  {
                    id: '777_1',
                    message: 'Thank you',
                    created_time: '2026-10-02T10:00:00+0000',
                    from: { id: '555', name: 'My café' },
                  },
                ],
              },
            },
          },
          {
            created_time: '2026-09-01T10:00:00+0000',
            has_rating: false,
            has_review: false,
            recommendation_type: 'negative',
            reviewer: { id: '10', name: 'D. E.' },
            open_graph_story: { id: '778', comments: { data: [] } },
          },
        ],
      },
    },
  ],
};

describe.each(featureModes)('reviews of the simulators, %s', (mode) => {
  let folder: string;
  let app: TestApp;
  let user: TestUser;
  let simulators: Simulators;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-data-'));
    await writeFile(path.join(folder, 'google.json'), JSON.stringify(googleData));
    await writeFile(path.join(folder, 'facebook.json'), JSON.stringify(facebookData));
    simulators = await startSimulators({ dataFolder: folder });
    app = await startAppWithSimulators(simulators, mode);
    user = await app.signIn('owner@example.com');
    for (const platform of ['google', 'facebook']) await connectThroughApi(platform);
  });
  afterAll(async () => {
    await app.close();
    await simulators.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function connectThroughApi(platform: string): Promise<void> {
    const begun = await user.call('POST', `/connections/authorize/${platform}`, {});
    const back = await submitConsentForm((begun.json as { url: string }).url);
    const [cookie = ''] = String(begun.headers['set-cookie']).split(';');
    const arrived = await app.request({
      method: 'GET',
      url: `${back.pathname}${back.search}`,
      headers: { cookie },
    });
    const id = new URL(String(arrived.headers.location), 'http://localhost').searchParams.get('connection');
    const offered = await user.call('GET', `/connections/${id}/available`);
    const { listings } = offered.json as { listings: { externalId: string }[] };
    const chosen = await user.call('PUT', `/connections/${id}/listings`, {
      externalIds: listings.map((listing) => listing.externalId),
    });
    const { connection } = chosen.json as { connection: { listings: { id: string }[] } };
    for (const listing of connection.listings)
      await runSync(app.services.sync, user.accountId, listing.id, 'first', neverStops);
  }

  test('counts, texts, dates and replies of the API equal the simulators’ data', async () => {
    const { items } = (await user.call('GET', '/reviews')).json as { items: Review[] };
    expect(items).toMatchObject([
      {
        source: 'google',
        authorName: '<b>Bold</b>',
        rating: 4,
        text: '<script>alert(1)</script> & "quotes" 😀',
        writtenAt: '2026-10-31T09:15:30.123Z',
        editedAt: null,
        reply: null,
        answered: false,
      },
      {
        source: 'facebook',
        authorName: 'B. C.',
        rating: null,
        recommendation: 'positive',
        text: 'Good',
        writtenAt: '2026-10-01T10:00:00.000Z',
        reply: { text: 'Thank you', at: '2026-10-02T10:00:00.000Z' },
        answered: true,
      },
      {
        source: 'facebook',
        authorName: 'D. E.',
        rating: null,
        recommendation: 'negative',
        text: null,
        writtenAt: '2026-09-01T10:00:00.000Z',
        reply: null,
      },
      {
        source: 'google',
        authorName: 'Ada L.',
        rating: 5,
        text: 'Sehr gut\nund schnell',
        writtenAt: '2026-03-28T23:30:00.000Z',
        reply: { text: 'Danke!', at: '2026-03-30T08:00:00.000Z', state: 'published' },
      },
      {
        source: 'google',
        anonymous: true,
        rating: 2,
        text: null,
        writtenAt: '2024-02-29T12:00:00.000Z',
        editedAt: '2025-01-01T00:00:00.000Z',
        reply: null,
      },
    ]);
    expect(items).toHaveLength(5);
  });

  test('averages and sums equal the simulators’ data; the same place is one location', async () => {
    const dashboard = await user.call('GET', '/dashboard');
    expect(dashboard.json).toMatchObject({
      total: 5,
      unanswered: 3,
      setup: { connections: 2 },
      sources: [
        { source: 'facebook', stored: 2, recommended: 1, notRecommended: 1 },
        { source: 'google', stored: 3, platformCount: 3 },
      ],
    });
    const { sources } = dashboard.json as { sources: { source: string; platformAverage: number }[] };
    const google = sources.find((source) => source.source === 'google');
    expect(google?.platformAverage).toBeCloseTo(11 / 3, 1);
    const businesses = await user.call('GET', '/businesses');
    expect(businesses.json).toMatchObject({
      businesses: [{ name: 'My café', locations: [{ name: 'My café' }] }],
    });
    const { connections } = (await user.call('GET', '/connections')).json as {
      connections: { listings: { storedCount: number; lastRun: { outcome: string } }[] }[];
    };
    expect(
      connections.map(({ listings }) =>
        listings.map(({ storedCount, lastRun }) => [storedCount, lastRun.outcome]),
      ),
    ).toEqual([[[3, 'succeeded']], [[2, 'succeeded']]]);
  });
});
