import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiKeyConnector, ConnectorFailure, type Tokens } from '../connector.ts';
import { type ScriptedResponse, startTestingServer, type TestingServer } from '../kit/testing-server.ts';
import { createGooglePlacesConnector } from './index.ts';

const tokens: Tokens = { accessToken: '', refreshToken: null, expiresAt: null, scopes: [] };
const placeId = 'ChIJN1t_tDeuEmsRUsoyG83frY4';
const listing = { externalId: placeId, resourceName: `places/${placeId}` };

/** A review in the format of `GoogleMapsPlacesV1Review` in the discovery document. */
const review = {
  name: `places/${placeId}/reviews/Ci9DQUlRQUNvZENodHljRjlv`,
  relativePublishTimeDescription: 'a month ago',
  rating: 4,
  text: { text: 'Good coffee', languageCode: 'en' },
  originalText: { text: 'Guter Kaffee', languageCode: 'de' },
  authorAttribution: {
    displayName: 'A. B.',
    uri: 'https://www.google.com/maps/contrib/1/reviews',
    photoUri: 'https://lh3.googleusercontent.com/a/x=s128',
  },
  publishTime: '2026-09-01T08:30:00.123456789Z',
  flagContentUri: 'https://www.google.com/local/review/rap/report?postId=x',
  googleMapsUri: 'https://www.google.com/maps/reviews/data=x',
  visitDate: { year: 2026, month: 8 },
};

let places: TestingServer;
let connector: ApiKeyConnector;

beforeEach(async () => {
  places = await startTestingServer();
  connector = createGooglePlacesConnector({ apiKey: 'SECRET-key', url: places.url, timeoutMs: 300 });
});
afterEach(() => places.close());

async function failureOf(call: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ConnectorFailure))
    throw new Error(`expected ConnectorFailure, got ${String(error)}`);
  expect(`${error.message} ${error.stack}`).not.toContain('SECRET');
  return error;
}

describe('a search', () => {
  it('asks for ids, names and addresses only, and returns at most five', async () => {
    const found = Array.from({ length: 6 }, (_, at) => ({
      id: `ChIJ${at}`,
      displayName: { text: `Café ${at}`, languageCode: 'de' },
      ...(at === 0 ? {} : { formattedAddress: `Markt ${at}, Leipzig` }),
    }));
    places.respondWith(() => ({ json: { places: [{ id: '../x' }, ...found] } }));
    const candidates = await connector.search('café leipzig', 'de');
    expect(candidates).toHaveLength(5);
    expect(candidates.slice(0, 2)).toEqual([
      { placeId: 'ChIJ0', name: 'Café 0', address: null },
      { placeId: 'ChIJ1', name: 'Café 1', address: 'Markt 1, Leipzig' },
    ]);
    const [request] = places.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/places:searchText' });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      textQuery: 'café leipzig',
      languageCode: 'de',
      pageSize: 5,
    });
    expect(request?.headers).toMatchObject({
      'x-goog-api-key': 'SECRET-key',
      'x-goog-fieldmask': 'places.id,places.displayName,places.formattedAddress',
      'content-type': 'application/json',
    });
  });

  it('returns an empty list when nothing is found', async () => {
    places.respondWith(() => ({ json: {} }));
    expect(await connector.search('nowhere', 'en')).toEqual([]);
  });
});

describe('a place', () => {
  it('becomes a listing', async () => {
    places.respondWith(() => ({
      json: {
        id: placeId,
        displayName: { text: 'Google Workplace 6' },
        formattedAddress: '48 Pirrama Rd, Pyrmont NSW 2009, Australia',
        addressComponents: [{ shortText: 'AU', types: ['country', 'political'] }, 'odd'],
        businessStatus: 'OPERATIONAL',
        googleMapsUri: 'https://maps.google.com/?cid=1',
        googleMapsLinks: { writeAReviewUri: 'https://www.google.com/maps/place//data=x' },
      },
    }));
    expect(await connector.readListing(placeId, 'en')).toEqual({
      ...listing,
      name: 'Google Workplace 6',
      address: '48 Pirrama Rd, Pyrmont NSW 2009, Australia',
      country: 'AU',
      mapsUrl: 'https://maps.google.com/?cid=1',
      writeReviewUrl: 'https://www.google.com/maps/place//data=x',
      readable: true,
      state: 'ok',
    });
    expect(places.requests[0]?.path).toBe(`/v1/places/${placeId}`);
    expect(places.requests[0]?.query.get('languageCode')).toBe('en');
  });

  it('location-closed: a permanently closed place has the state `closed`', async () => {
    places.respondWith(() => ({ json: { id: placeId, businessStatus: 'CLOSED_PERMANENTLY' } }));
    expect(await connector.readListing(placeId, 'en')).toMatchObject({ name: placeId, state: 'closed' });
  });

  it.each(['', '../x', 'a/b', 'a?b', 'a b'])('id %j is refused before any request', async (id) => {
    expect((await failureOf(connector.readListing(id, 'en'))).kind).toBe('rejected');
    expect(places.requests).toHaveLength(0);
  });
});

describe('reviews', () => {
  it('come in one answer, in Google’s order, with the links that Google’s terms require', async () => {
    const plain = { name: `places/${placeId}/reviews/b`, rating: 5, publishTime: '2026-01-01T00:00:00Z' };
    places.respondWith(() => ({
      json: { id: placeId, rating: 4.5, userRatingCount: 973, reviews: [review, plain] },
    }));
    const page = await connector.fetchReviews(tokens, listing, null);
    expect(page).toMatchObject({ average: 4.5, count: 973, nextCursor: null, requests: 1, skipped: [] });
    expect(page.reviews[0]).toEqual({
      externalId: review.name,
      resourceName: review.name,
      authorName: 'A. B.',
      authorPhotoUrl: review.authorAttribution.photoUri,
      anonymous: false,
      rating: 4,
      recommendation: null,
      text: 'Guter Kaffee',
      translation: 'Good coffee',
      writtenAt: new Date('2026-09-01T08:30:00.123Z'),
      editedAt: null,
      reply: null,
      permalink: review.googleMapsUri,
      mediaCount: 0,
      attribution: {
        authorUrl: review.authorAttribution.uri,
        flagUrl: review.flagContentUri,
        mapsUrl: review.googleMapsUri,
      },
    });
    expect(page.reviews[1]).toMatchObject({ anonymous: true, text: null, translation: null, rating: 5 });
    expect(page.reviews[1]?.attribution).toEqual({ authorUrl: null, flagUrl: null, mapsUrl: null });
    expect(places.requests[0]?.headers['x-goog-fieldmask']).toBe('id,rating,userRatingCount,reviews');
  });

  it('have no translation when there is only one language', async () => {
    const own = { ...review, text: review.originalText };
    const bare = { ...review, originalText: null };
    places.respondWith(() => ({ json: { id: placeId, reviews: [own, bare] } }));
    const { reviews } = await connector.fetchReviews(tokens, listing, null);
    expect(reviews.map(({ text, translation }) => [text, translation])).toEqual([
      ['Guter Kaffee', null],
      ['Good coffee', null],
    ]);
  });

  it('are empty, with a count of zero, for a place without ratings', async () => {
    places.respondWith(() => ({ json: { id: placeId } }));
    expect(await connector.fetchReviews(tokens, listing, null)).toMatchObject({
      reviews: [],
      average: null,
      count: 0,
    });
  });

  it('SYN-13 wrong-type, null-full: one malformed item is skipped; links that are not https are ignored', async () => {
    const odd = [
      null,
      7,
      { ...review, publishTime: 'soon' },
      { ...review, name: 'places/x' },
      Object.fromEntries(Object.keys(review).map((key) => [key, null])),
      { ...review, rating: 4.5, flagContentUri: 'javascript:alert(1)', googleMapsUri: 'http://a.example' },
    ];
    places.respondWith(() => ({ json: { id: placeId, rating: 'high', userRatingCount: -1, reviews: odd } }));
    const page = await connector.fetchReviews(tokens, listing, null);
    expect(page.skipped).toHaveLength(5);
    expect(page).toMatchObject({ average: null, count: null });
    expect(page.reviews).toMatchObject([
      { rating: null, permalink: null, attribution: { flagUrl: null, mapsUrl: null } },
    ]);
  });

  const api = (code: number, status: string, reason?: string, metadata?: unknown): ScriptedResponse => ({
    status: code,
    json: {
      error: {
        code,
        status,
        message: 'SECRET free text',
        details: reason ? [{ reason, metadata }] : undefined,
      },
    },
    headers: { 'retry-after': '17' },
  });
  const table: [string, ScriptedResponse, string][] = [
    ['bad key', api(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID'), 'not-approved'],
    ['invalid argument', api(400, 'INVALID_ARGUMENT'), 'rejected'],
    ['401', api(401, 'UNAUTHENTICATED'), 'not-approved'],
    ['403 API off', api(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED'), 'not-approved'],
    ['403 key blocked', api(403, 'PERMISSION_DENIED', 'API_KEY_SERVICE_BLOCKED'), 'not-approved'],
    ['403 of a proxy', { status: 403, text: '<h1>Forbidden</h1>' }, 'unexpected-answer'],
    ['404', api(404, 'NOT_FOUND'), 'gone'],
    ['404 html', { status: 404, text: '<h1>Not Found</h1>' }, 'unexpected-answer'],
    ['429', api(429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED'), 'retry-after'],
    ['quota 0', api(429, 'RESOURCE_EXHAUSTED', 'X', { quota_limit_value: '0' }), 'not-approved'],
    ['500', api(500, 'INTERNAL'), 'retry-after'],
    ['502 html', { status: 502, text: '<h1>Bad Gateway</h1>' }, 'retry-after'],
    ['503', api(503, 'UNAVAILABLE'), 'retry-after'],
    ['redirect', { status: 302, headers: { location: 'https://evil.example' } }, 'unexpected-answer'],
    ['bad-json', { text: '{"id":' }, 'unexpected-answer'],
    ['no id', { json: {} }, 'unexpected-answer'],
    ['never-answers', { trouble: 'hang' }, 'retry-after'],
    ['reset', { trouble: 'reset' }, 'retry-after'],
    ['cut-mid-body', { text: '{"id":', trouble: 'cut' }, 'retry-after'],
  ];

  it.each(table)('%s gives the failure of the error table', async (_name, answer, kind) => {
    places.respondWith(() => answer);
    const failure = await failureOf(connector.fetchReviews(tokens, listing, null));
    expect(failure.kind).toBe(kind);
    if (answer.status === 429 && kind === 'retry-after') expect(failure.retryAfter).toBe(17);
  });
});

it('has no owner: calls that need one are refused or do nothing, and make no request', async () => {
  const request = { state: 's', redirectUri: 'http://localhost/cb', codeChallenge: 'c' };
  const exchange = { code: 'c', redirectUri: 'http://localhost/cb', codeVerifier: 'v' };
  const asked = { externalId: review.name, resourceName: review.name };
  expect(() => connector.authorizationUrl(request)).toThrow(ConnectorFailure);
  expect((await failureOf(connector.exchangeCode(exchange))).kind).toBe('rejected');
  expect((await failureOf(connector.reply(tokens, listing, asked, 'Hi'))).kind).toBe('rejected');
  expect((await failureOf(connector.deleteReply(tokens, listing, asked))).kind).toBe('rejected');
  expect(await connector.lookUp(tokens, listing, asked)).toEqual({ found: 'unknown' });
  expect(await connector.listListings(tokens)).toEqual({ listings: [] });
  expect(connector.isRefreshDue(tokens, new Date())).toBe(false);
  expect(await connector.refresh(tokens, new Date())).toBe(tokens);
  await connector.revoke(tokens);
  await connector.subscribe(tokens, listing);
  expect(places.requests).toHaveLength(0);
  expect(connector.capabilities).toMatchObject({ fullSnapshot: true, reply: false, retentionDays: 1 });
});
