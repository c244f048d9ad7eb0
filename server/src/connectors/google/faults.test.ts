/** Each row of Google's error table and each transport fault, produced by the simulator and read over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGoogleSimulator } from '../../../../simulators/google/server.ts';
import { controlSimulator, signInToConnector } from '../../testing/connector-sign-in.ts';
import { type Connector, ConnectorFailure, type PlatformListing, type Tokens } from '../connector.ts';
import { createGoogleConnector } from './index.ts';

const reviewsPath = '/v4/accounts/1/locations/2/reviews';
const world = {
  users: [{ sub: '100', email: 'owner@example.com', name: 'Owner', accounts: ['accounts/1'] }],
  accounts: [{ name: 'accounts/1', accountName: 'My café', type: 'LOCATION_GROUP' }],
  locations: {
    'accounts/1': [
      { name: 'locations/2', title: 'My café', metadata: { placeId: 'x', hasVoiceOfMerchant: true } },
      { name: 'locations/3', title: 'New', metadata: { hasVoiceOfMerchant: false, canDelete: true } },
    ],
  },
  reviews: {},
};

let google: Awaited<ReturnType<typeof startGoogleSimulator>>;
let connector: Connector;
let tokens: Tokens;
let listing: PlatformListing;

beforeAll(async () => {
  google = await startGoogleSimulator({ port: 0, clientId: 'id', clientSecret: 'secret' });
  const { url } = google;
  const urls = { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url };
  connector = createGoogleConnector({ clientId: 'id', clientSecret: 'secret', urls, timeoutMs: 1_000 });
});
afterAll(() => google.close());

beforeEach(async () => {
  await controlSimulator(google.url, { action: 'reset' });
  await controlSimulator(google.url, { action: 'seed', data: world });
  await controlSimulator(google.url, { action: 'seed', location: 'accounts/1/locations/2', count: 60 });
  const signedIn = await signInToConnector(connector);
  tokens = signedIn.tokens;
  const [first] = signedIn.listings;
  if (!first) throw new Error('a location is expected');
  listing = first;
});

const read = (cursor: string | null = null) => connector.fetchReviews(tokens, listing, cursor);

/** Makes the next request for the listing's reviews fail. */
const fail = (fault: Record<string, unknown>) =>
  controlSimulator(google.url, { action: 'fail', match: reviewsPath, ...fault });

async function failureOf(call: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (error instanceof ConnectorFailure) return error;
  throw new Error(`expected ConnectorFailure, got ${String(error)}`);
}

describe('the error table', () => {
  it.each([
    [400, {}, 'rejected'],
    [401, {}, 'reauthorize'],
    [403, {}, 'reauthorize'],
    [403, { reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }, 'reauthorize'],
    [403, { reason: 'SERVICE_DISABLED' }, 'not-approved'],
    [404, {}, 'gone'],
    [409, { name: 'ABORTED' }, 'retry-after'],
    [409, { name: 'ALREADY_EXISTS' }, 'rejected'],
    [429, {}, 'retry-after'],
    [500, {}, 'retry-after'],
    [503, {}, 'retry-after'],
    [504, {}, 'retry-after'],
  ])('%i %j fails one call; the next call succeeds', async (status, more, kind) => {
    await fail({ with: 'status', status, ...more });
    expect((await failureOf(read())).kind).toBe(kind);
    expect((await read()).reviews).toHaveLength(50);
  });

  it('an expired token is renewed', async () => {
    await controlSimulator(google.url, { action: 'expire-access-tokens' });
    expect((await failureOf(read())).kind).toBe('reauthorize');
    const renewed = await connector.refresh({ ...tokens, expiresAt: new Date(0) }, new Date());
    expect((await connector.fetchReviews(renewed, listing, null)).reviews).toHaveLength(50);
  });

  it('revoked: the access token and the refresh token both fail', async () => {
    await controlSimulator(google.url, { action: 'revoke', email: 'owner@example.com' });
    expect((await failureOf(read())).kind).toBe('reauthorize');
    const refresh = connector.refresh({ ...tokens, expiresAt: new Date(0) }, new Date());
    expect((await failureOf(refresh)).kind).toBe('reauthorize');
  });

  it('page-role-lost: the owner must reconnect', async () => {
    await controlSimulator(google.url, { action: 'remove-access', account: 'accounts/1' });
    expect((await failureOf(read())).kind).toBe('reauthorize');
  });

  it('a quota of zero waits for the operator, a used-up quota waits for the next minute', async () => {
    await controlSimulator(google.url, { action: 'quota', perMinute: 0 });
    expect((await failureOf(read())).kind).toBe('not-approved');
    await controlSimulator(google.url, { action: 'quota', perMinute: 1 });
    await controlSimulator(google.url, { action: 'clock', advanceSeconds: 60 });
    await read();
    expect(await failureOf(read())).toMatchObject({ kind: 'retry-after', reach: 'platform' });
  });

  it('an API that is not enabled waits for the operator', async () => {
    await controlSimulator(google.url, { action: 'service-disabled' });
    expect((await failureOf(read())).kind).toBe('not-approved');
  });

  it('location-unverified and a deleted place give different failures', async () => {
    const { listings } = await connector.listListings(tokens);
    expect(listings.map(({ state }) => state)).toEqual(['ok', 'unverified']);
    const unverified = { externalId: '3', resourceName: 'accounts/1/locations/3' };
    const refused = await failureOf(connector.fetchReviews(tokens, unverified, null));
    expect([refused.kind, refused.reason]).toEqual(['rejected', 'location-unverified']);
    const missing = { externalId: '4', resourceName: 'accounts/1/locations/4' };
    expect((await failureOf(connector.fetchReviews(tokens, missing, null))).kind).toBe('gone');
  });

  it('token-expired: an unknown page token has its own reason', async () => {
    const refused = await failureOf(read('forged'));
    expect([refused.kind, refused.reason]).toEqual(['rejected', 'page-token-refused']);
  });
});

describe('a rate limit', () => {
  const inAMinute = () => new Date(Math.floor(Date.now() / 1000) * 1000 + 60_000).toUTCString();

  it.each([429, 503])(
    '429-seconds, -date, -none, -past-date: %i gives the wait that Google names',
    async (status) => {
      await fail({ with: 'status', status, retryAfter: '17' });
      expect((await failureOf(read())).retryAfter).toBe(17);
      await fail({ with: 'status', status, retryAfter: inAMinute() });
      const dated = (await failureOf(read())).retryAfter;
      expect(dated).toBeGreaterThan(0);
      expect(dated).toBeLessThanOrEqual(60);
      await fail({ with: 'status', status });
      expect((await failureOf(read())).retryAfter).toBeUndefined();
      await fail({ with: 'status', status, retryAfter: 'Wed, 21 Oct 2015 07:28:00 GMT' });
      expect((await failureOf(read())).retryAfter).toBe(0);
      await fail({ with: 'status', status, retryAfter: '-5' });
      expect((await failureOf(read())).retryAfter).toBeUndefined();
    },
  );
});

describe('transport and content faults', () => {
  it.each([
    ['never-answers', { with: 'timeout' }, 'retry-after'],
    ['cut-mid-body', { with: 'cut' }, 'retry-after'],
    ['bad-json', { with: 'bad-json' }, 'unexpected-answer'],
  ])('%s fails one call only', async (_name, fault, kind) => {
    await fail(fault);
    expect((await failureOf(read())).kind).toBe(kind);
    expect((await read()).reviews).toHaveLength(50);
  });

  it('reset: a refused connection is retried later', async () => {
    const gone = await startGoogleSimulator({ port: 0, clientId: 'id', clientSecret: 'secret' });
    const { url } = gone;
    const urls = { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url };
    const lonely = createGoogleConnector({ clientId: 'id', clientSecret: 'secret', urls });
    await gone.close();
    expect((await failureOf(lonely.fetchReviews(tokens, listing, null))).kind).toBe('retry-after');
  });

  it.each([
    ['wrong-type', { createTime: 17 }],
    ['wrong-type', { comment: ['a'] }],
    ['wrong-type', { reviewId: {} }],
    ['null-everything', { reviewId: null, reviewer: null, starRating: null, createTime: null }],
  ])('%s %j: skips the item and reads the rest of the page', async (_name, patch) => {
    await fail({ with: 'malformed', list: 'reviews', index: 3, patch });
    const page = await read();
    expect(page.reviews).toHaveLength(49);
    expect(page.skipped).toHaveLength(1);
    expect(page.nextCursor).not.toBeNull();
  });

  it.each([
    ['unknown-enum', { starRating: 'SIX' }, { rating: null }],
    [
      'null-everything',
      { reviewer: null, comment: null, reviewReply: null },
      { authorName: null, text: null },
    ],
    ['huge-text', { comment: `${'x'.repeat(150_000)}` }, { text: 'x'.repeat(100_000) }],
    [
      'unknown-enum',
      { reviewReply: { comment: 'Hi', reviewReplyState: 'NEW', policyViolation: 'NEW' } },
      { reply: { text: 'Hi', at: null, state: 'sending', reason: null } },
    ],
    [
      'unknown-enum',
      { reviewReply: { comment: 'Hi', reviewReplyState: 'REJECTED', policyViolation: 'NEW' } },
      { reply: { text: 'Hi', at: null, state: 'failed', reason: 'NEW' } },
    ],
    [
      'media',
      { reviewMediaItems: [{ thumbnailUrl: 'https://a.example/1' }, { videoUrl: 'https://a.example/2' }] },
      { mediaCount: 2 },
    ],
    [
      'translated both ways',
      {
        comment: '(Translated by Google) Good\n\n(Original)\nGut',
        reviewReply: { comment: 'Danke\n\n(Translated by Google)\nThanks', reviewReplyState: 'APPROVED' },
      },
      {
        text: 'Gut',
        translation: 'Good',
        reply: { text: 'Danke', at: null, state: 'published', reason: null },
      },
    ],
    [
      'translated the other way',
      {
        comment: 'Gut\n\n(Translated by Google)\nGood',
        reviewReply: { comment: '(Translated by Google) Thanks\n\n(Original)\nDanke' },
      },
      {
        text: 'Gut',
        translation: 'Good',
        reply: { text: 'Danke', at: null, state: 'published', reason: null },
      },
    ],
  ])('%s %j gives a review with the fields that are known', async (_name, patch, expected) => {
    await fail({ with: 'malformed', list: 'reviews', index: 3, patch });
    const page = await read();
    expect(page.skipped).toEqual([]);
    expect(page.reviews[3]).toMatchObject(expected);
  });
});
