import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiKeyConnector, Tokens } from '../connector.ts';
import { startTestingServer, type TestingServer } from '../kit/testing-server.ts';
import { createGooglePlacesConnector } from './index.ts';

const tokens: Tokens = { accessToken: '', refreshToken: null, expiresAt: null, scopes: [] };
const capture = (name: string) => readFileSync(new URL(`captures/${name}.json`, import.meta.url), 'utf8');

const older = z
  .object({
    result: z.object({
      place_id: z.string(),
      name: z.string(),
      formatted_address: z.string(),
      rating: z.number(),
      user_ratings_total: z.number(),
      url: z.string(),
      business_status: z.string(),
      reviews: z.array(
        z.object({
          author_name: z.string(),
          language: z.string(),
          rating: z.number(),
          text: z.string(),
          time: z.number(),
        }),
      ),
    }),
  })
  .parse(JSON.parse(capture('place-details'))).result;

const listing = { externalId: older.place_id, resourceName: `places/${older.place_id}` };

/** The captured place in the format of the current API, by its discovery document. */
const rebuilt = {
  id: older.place_id,
  displayName: { text: older.name, languageCode: 'en' },
  formattedAddress: older.formatted_address,
  businessStatus: older.business_status,
  rating: older.rating,
  userRatingCount: older.user_ratings_total,
  googleMapsUri: older.url,
  reviews: older.reviews.map((review, at) => ({
    name: `places/${older.place_id}/reviews/r${at}`,
    rating: review.rating,
    text: { text: review.text, languageCode: review.language },
    originalText: { text: review.text, languageCode: review.language },
    authorAttribution: { displayName: review.author_name },
    publishTime: new Date(review.time * 1000).toISOString(),
  })),
};

let places: TestingServer;
let connector: ApiKeyConnector;

beforeEach(async () => {
  places = await startTestingServer();
  connector = createGooglePlacesConnector({ apiKey: 'key', url: places.url });
});
afterEach(() => places.close());

it.each(['place-details', 'over-query-limit'])(
  'the captured %s of the older API is refused, not read as a place without reviews',
  async (name) => {
    places.respondWith(() => ({ text: capture(name) }));
    const broken = { kind: 'unexpected-answer' };
    await expect(connector.fetchReviews(tokens, listing, null)).rejects.toMatchObject(broken);
    await expect(connector.readListing(listing.externalId, 'en')).rejects.toMatchObject(broken);
  },
);

it('the captured place, in the format of the current API, gives its listing and its one review', async () => {
  places.respondWith(() => ({ json: rebuilt }));
  expect(await connector.readListing(listing.externalId, 'en')).toMatchObject({
    ...listing,
    name: 'Google Workplace 6',
    address: '48 Pirrama Rd, Pyrmont NSW 2009, Australia',
    mapsUrl: 'https://maps.google.com/?cid=10281119596374313554',
    state: 'ok',
  });
  const page = await connector.fetchReviews(tokens, listing, null);
  expect(page).toMatchObject({ average: 4, count: 973, skipped: [], nextCursor: null });
  expect(page.reviews).toMatchObject([
    { rating: 1, text: 'redacted', authorName: 'redacted', writtenAt: new Date('2023-02-06T22:35:32Z') },
  ]);
});

it('the captured rate limit, in the format of the current API, is retried later', async () => {
  const { error_message: message } = z
    .object({ error_message: z.string(), status: z.literal('OVER_QUERY_LIMIT') })
    .parse(JSON.parse(capture('over-query-limit')));
  places.respondWith(() => ({
    status: 429,
    json: { error: { code: 429, message, status: 'RESOURCE_EXHAUSTED' } },
  }));
  await expect(connector.fetchReviews(tokens, listing, null)).rejects.toMatchObject({ kind: 'retry-after' });
});
