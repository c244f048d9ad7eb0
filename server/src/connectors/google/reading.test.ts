import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connector, ConnectorFailure, type Tokens } from '../connector.ts';
import { type ScriptedResponse, startTestingServer, type TestingServer } from '../kit/testing-server.ts';
import { createGoogleConnector } from './index.ts';

const now = new Date('2026-11-20T10:00:00Z');
const businessScope = 'https://www.googleapis.com/auth/business.manage';
const tokens: Tokens = {
  accessToken: 'ya29.SECRET-access',
  refreshToken: '1//0SECRET-refresh',
  expiresAt: new Date('2026-11-20T10:30:00Z'),
  scopes: [businessScope],
};
const listing = { externalId: '2', resourceName: 'accounts/1/locations/2' };

let google: TestingServer;
let connector: Connector;

beforeEach(async () => {
  google = await startTestingServer();
  const { url } = google;
  const urls = { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url };
  const config = { clientId: 'client', clientSecret: 'SECRET-client', urls };
  connector = createGoogleConnector(config, () => now);
});

afterEach(() => google.close());

async function failureOf(call: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ConnectorFailure))
    throw new Error(`expected ConnectorFailure, got ${String(error)}`);
  // Checked for every failure of this file: the logged message contains no token and no text.
  expect(`${error.message} ${error.stack} ${JSON.stringify(error.cause ?? '')}`).not.toContain('SECRET');
  return error;
}

describe('listings', () => {
  it('are those of all accounts and pages, each once, without malformed ones', async () => {
    google.respondWith(({ path, query }) => {
      const token = query.get('pageToken');
      if (path === '/v1/accounts') {
        return token
          ? { json: { accounts: [{ name: 'accounts/20' }, { name: '../evil' }] } }
          : { json: { accounts: [{ name: 'accounts/10', type: 'NEW_KIND' }], nextPageToken: 'p2' } };
      }
      if (path === '/v1/accounts/20/locations') {
        return { json: { locations: [{ name: 'locations/1', title: 'again' }, { name: 'locations/3' }] } };
      }
      return token
        ? { json: { locations: [{ name: 'locations/2' }, 7, { name: 'locations/a?b' }] } }
        : { json: { locations: [{ name: 'locations/1', title: 'One' }], nextPageToken: 'x' } };
    });
    const { listings } = await connector.listListings(tokens);
    expect(listings.map((found) => found.resourceName)).toEqual([
      'accounts/10/locations/1',
      'accounts/10/locations/2',
      'accounts/20/locations/3',
    ]);
    const first = google.requests.find((request) => request.path.endsWith('/locations'));
    expect(first?.query.get('readMask')).toContain('storefrontAddress');
    expect(first?.query.get('pageSize')).toBe('100');
    expect(first?.authorization).toBe(`Bearer ${tokens.accessToken}`);
  });

  it('are empty for an account without locations', async () => {
    google.respondWith(({ path }) => ({
      json: path === '/v1/accounts' ? { accounts: [{ name: 'accounts/1' }] } : {},
    }));
    expect(await connector.listListings(tokens)).toEqual({ listings: [] });
  });

  it('token-loop: reading ends when a page token is repeated', async () => {
    google.respondWith(() => ({ json: { nextPageToken: 'again' } }));
    expect((await failureOf(connector.listListings(tokens))).kind).toBe('unexpected-answer');
    expect(google.requests).toHaveLength(2);
  });
});

describe('reviews', () => {
  const review = { reviewId: 'r1', starRating: 'FOUR', createTime: '2026-01-01T00:00:00Z' };

  it('come page by page, newest change first, with the average and count of the answer', async () => {
    google.respondWith(() => ({
      json: { reviews: [review], averageRating: 4.5, totalReviewCount: 12, nextPageToken: 'next' },
    }));
    const page = await connector.fetchReviews(tokens, listing, null);
    expect(page).toMatchObject({ nextCursor: 'next', average: 4.5, count: 12, requests: 1, skipped: [] });
    expect(page.reviews.map((found) => found.externalId)).toEqual(['2/r1']);
    await connector.fetchReviews(tokens, listing, 'next');
    expect(google.requests[0]?.path).toBe('/v4/accounts/1/locations/2/reviews');
    expect(Object.fromEntries(google.requests[0]?.query ?? [])).toEqual({
      pageSize: '50',
      orderBy: 'updateTime desc',
    });
    expect(google.requests[1]?.query.get('pageToken')).toBe('next');
  });

  it('of an empty location are none, with a count of zero; later pages have no count', async () => {
    google.respondWith(() => ({ json: {} }));
    expect(await connector.fetchReviews(tokens, listing, null)).toEqual({
      reviews: [],
      skipped: [],
      nextCursor: null,
      average: null,
      count: 0,
      requests: 1,
    });
    expect((await connector.fetchReviews(tokens, listing, 'c')).count).toBeNull();
  });

  it('page-empty-with-token: reading continues, without a count', async () => {
    google.respondWith(() => ({ json: { nextPageToken: 'more' } }));
    expect(await connector.fetchReviews(tokens, listing, null)).toMatchObject({
      nextCursor: 'more',
      count: null,
    });
  });

  it('SYN-13 wrong-type, null-full: one malformed item is skipped, and the rest of the page is read', async () => {
    const reviews = [{ ...review, createTime: 5 }, null, { ...review, reviewId: 'r2' }];
    google.respondWith(() => ({ json: { reviews, averageRating: 'high', totalReviewCount: -1 } }));
    const page = await connector.fetchReviews(tokens, listing, null);
    expect(page.reviews.map((found) => found.externalId)).toEqual(['2/r2']);
    expect(page.skipped).toHaveLength(2);
    expect(page).toMatchObject({ average: null, count: null });
  });

  const api = (code: number, status: string, detail?: unknown): ScriptedResponse => ({
    status: code,
    json: { error: { code, status, message: 'SECRET free text', details: detail ? [detail] : undefined } },
  });
  const reason = (name: string, metadata?: unknown) => ({
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: name,
    metadata,
  });
  const table: [string, ScriptedResponse, string][] = [
    ['400 invalid', api(400, 'INVALID_ARGUMENT'), 'rejected'],
    ['400 precondition', api(400, 'FAILED_PRECONDITION'), 'rejected'],
    ['401', api(401, 'UNAUTHENTICATED', reason('ACCESS_TOKEN_EXPIRED')), 'reauthorize'],
    ['403 role lost', api(403, 'PERMISSION_DENIED'), 'reauthorize'],
    ['403 scope', api(403, 'PERMISSION_DENIED', reason('ACCESS_TOKEN_SCOPE_INSUFFICIENT')), 'reauthorize'],
    ['403 disabled', api(403, 'PERMISSION_DENIED', reason('SERVICE_DISABLED')), 'not-approved'],
    ['403 of a proxy', { status: 403, text: '<h1>Forbidden</h1>' }, 'unexpected-answer'],
    ['403 rate', api(403, 'PERMISSION_DENIED', reason('RATE_LIMIT_EXCEEDED')), 'retry-after'],
    ['404', api(404, 'NOT_FOUND'), 'gone'],
    ['404 of a route', api(404, 'UNIMPLEMENTED'), 'unexpected-answer'],
    ['404 html', { status: 404, text: '<h1>Not Found</h1>' }, 'unexpected-answer'],
    ['409 aborted', api(409, 'ABORTED'), 'retry-after'],
    ['409 exists', api(409, 'ALREADY_EXISTS'), 'rejected'],
    [
      '429',
      api(429, 'RESOURCE_EXHAUSTED', reason('RATE_LIMIT_EXCEEDED', { quota_limit_value: '300' })),
      'retry-after',
    ],
    [
      '429 quota 0',
      api(429, 'RESOURCE_EXHAUSTED', reason('RATE_LIMIT_EXCEEDED', { quota_limit_value: '0' })),
      'not-approved',
    ],
    ['429 odd details', api(429, 'RESOURCE_EXHAUSTED', 'odd'), 'retry-after'],
    ['500', api(500, 'INTERNAL'), 'retry-after'],
    ['502 html', { status: 502, text: '<h1>Bad Gateway</h1>' }, 'retry-after'],
    ['503', api(503, 'UNAVAILABLE'), 'retry-after'],
    ['504', api(504, 'DEADLINE_EXCEEDED'), 'retry-after'],
    ['redirect', { status: 302, headers: { location: 'https://evil.example' } }, 'unexpected-answer'],
    ['bad-json', { text: '{"reviews":[' }, 'unexpected-answer'],
    ['wrong type of list', { json: { reviews: 'SECRET' } }, 'unexpected-answer'],
    ['null', { json: null }, 'unexpected-answer'],
    ['cut-mid-body', { text: '{"reviews":', trouble: 'cut' }, 'retry-after'],
    ['huge answer', { text: 'x'.repeat(10_000_001) }, 'unexpected-answer'],
  ];

  it.each(table)('%s gives the failure of the error table', async (_name, answer, kind) => {
    google.respondWith(() => answer);
    expect((await failureOf(connector.fetchReviews(tokens, listing, null))).kind).toBe(kind);
  });

  it.each(['hang', 'cut', 'reset'] as const)('a transport failure is retried later: %s', async (trouble) => {
    const { url } = google;
    const urls = { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url };
    const config = { clientId: 'client', clientSecret: 'SECRET-client', urls, timeoutMs: 300 };
    google.respondWith(() => ({ text: '{"reviews":', trouble }));
    const call = createGoogleConnector(config).fetchReviews(tokens, listing, null);
    expect((await failureOf(call)).kind).toBe('retry-after');
  });

  it('location-unverified: has its own reason, also on later pages', async () => {
    google.respondWith(() => api(400, 'FAILED_PRECONDITION'));
    for (const cursor of [null, 'next']) {
      const failure = await failureOf(connector.fetchReviews(tokens, listing, cursor));
      expect([failure.kind, failure.reason]).toEqual(['rejected', 'location-unverified']);
    }
  });

  it('the failure names the wait', async () => {
    google.respondWith(() => ({ ...api(429, 'RESOURCE_EXHAUSTED'), headers: { 'retry-after': '17' } }));
    expect((await failureOf(connector.fetchReviews(tokens, listing, null))).retryAfter).toBe(17);
    google.respondWith(() => api(429, 'RESOURCE_EXHAUSTED'));
    expect((await failureOf(connector.fetchReviews(tokens, listing, null))).retryAfter).toBeUndefined();
  });

  it('token-expired: a refused page token has its own reason', async () => {
    google.respondWith(() => api(400, 'INVALID_ARGUMENT'));
    const failure = await failureOf(connector.fetchReviews(tokens, listing, 'SECRET-old'));
    expect([failure.kind, failure.reason]).toEqual(['rejected', 'page-token-refused']);
  });

  it('a canceled read throws the reason of the caller’s signal', async () => {
    const controller = new AbortController();
    google.respondWith(() => {
      controller.abort(new Error('shutting down'));
      return { trouble: 'hang' };
    });
    const call = connector.fetchReviews(tokens, listing, null, { signal: controller.signal });
    await expect(call).rejects.toThrow('shutting down');
  });

  it('requests stay at the API’s host for any stored name', async () => {
    for (const resourceName of ['../../x', 'accounts/1?x=', 'accounts/1#', 'a b']) {
      await expect(connector.fetchReviews(tokens, { externalId: '2', resourceName }, null)).rejects.toThrow();
    }
    expect(google.requests).toHaveLength(0);
  });
});
