/** Each row of Facebook's error table and each transport fault, produced by the simulator and read over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFacebookSimulator } from '../../../../simulators/facebook/server.ts';
import { callsTo, controlSimulator, signInToConnector } from '../../testing/connector-sign-in.ts';
import { type Connector, ConnectorFailure, type PlatformListing, type Tokens } from '../connector.ts';
import { createFacebookConnector } from './index.ts';

const app = { appId: 'id', appSecret: 'secret', timeoutMs: 1_000 };
const world = {
  users: [{ id: '1', name: 'Owner', email: 'owner@example.com', pages: ['555'] }],
  pages: [{ id: '555', name: 'My café', category: 'Café', tasks: ['MODERATE'], ratings: { data: [] } }],
};

let facebook: Awaited<ReturnType<typeof startFacebookSimulator>>;
let connector: Connector;
let tokens: Tokens;
let listing: PlatformListing;

function connectTo(graphVersion: string): Connector {
  return createFacebookConnector({
    ...app,
    graphVersion,
    urls: { dialog: facebook.url, graph: facebook.url },
  });
}

beforeAll(async () => {
  facebook = await startFacebookSimulator({ port: 0, appId: 'id', appSecret: 'secret' });
  connector = connectTo('v21.0');
});
afterAll(() => facebook.close());

beforeEach(async () => {
  await controlSimulator(facebook.url, { action: 'reset' });
  await controlSimulator(facebook.url, { action: 'seed', data: world });
  await controlSimulator(facebook.url, { action: 'seed', page: '555', count: 60 });
  const signedIn = await signInToConnector(connector);
  tokens = signedIn.tokens;
  const [first] = signedIn.listings;
  if (!first) throw new Error('a page is expected');
  listing = first;
});

const read = (cursor: string | null = null) => connector.fetchReviews(tokens, listing, cursor);

/** Makes the next request for the page's ratings fail. */
const fail = (fault: Record<string, unknown>) =>
  controlSimulator(facebook.url, { action: 'fail', match: '/555/ratings', ...fault });

async function failureOf(call: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (error instanceof ConnectorFailure) return error;
  throw new Error(`expected ConnectorFailure, got ${String(error)}`);
}

describe('the error table', () => {
  it.each([
    [1, 500, 'retry-after', 'platform'],
    [2, 500, 'retry-after', 'platform'],
    [4, 403, 'retry-after', 'platform'],
    [341, 400, 'retry-after', 'platform'],
    [17, 400, 'retry-after', 'listing'],
    [32, 400, 'retry-after', 'listing'],
    [613, 400, 'retry-after', 'listing'],
    [80_001, 400, 'retry-after', 'listing'],
    [10, 403, 'reauthorize', 'platform'],
    [100, 400, 'rejected', 'platform'],
    [102, 400, 'reauthorize', 'platform'],
    [190, 401, 'reauthorize', 'platform'],
    [200, 403, 'reauthorize', 'platform'],
    [299, 403, 'reauthorize', 'platform'],
    [506, 400, 'rejected', 'platform'],
  ])('code %i (%i) fails one call; the next call succeeds', async (code, status, kind, reach) => {
    await fail({ with: 'status', status, code });
    expect(await failureOf(read())).toMatchObject({ kind, reach });
    expect((await read()).reviews).toHaveLength(50);
  });

  it.each([458, 459, 460, 463, 464, 467, 492])(
    'code 190 with subcode %i asks the owner to reconnect',
    async (subcode) => {
      await fail({ with: 'status', status: 400, code: 190, subcode });
      expect((await failureOf(read())).kind).toBe('reauthorize');
    },
  );

  it('code 368 is reported to the operator', async () => {
    await fail({ with: 'status', status: 400, code: 368 });
    expect((await failureOf(read())).reason).toBe('blocked-for-policy');
  });

  it('password-changed, expired and page-role-lost ask the owner to reconnect', async () => {
    await controlSimulator(facebook.url, { action: 'remove-role', page: '555' });
    expect((await failureOf(read())).kind).toBe('reauthorize');
    await controlSimulator(facebook.url, { action: 'revoke', email: 'owner@example.com', subcode: 460 });
    expect((await failureOf(read())).kind).toBe('reauthorize');
    await controlSimulator(facebook.url, { action: 'expire-access-tokens' });
    expect((await failureOf(read())).kind).toBe('reauthorize');
  });

  it('fb-code-12: the first read finds that ratings are withdrawn, and makes no further request', async () => {
    await controlSimulator(facebook.url, { action: 'clear-calls' });
    const later = connectTo('v22.0').fetchReviews(tokens, listing, null);
    expect((await failureOf(later)).kind).toBe('withdrawn');
    expect(await callsTo(facebook.url, '*')).toEqual(['GET /v22.0/555/ratings 400']);
    await controlSimulator(facebook.url, { action: 'ratings', withdrawn: 'always' });
    expect((await failureOf(read())).kind).toBe('withdrawn');
  });

  it('calls carry the proof of the app secret', async () => {
    await controlSimulator(facebook.url, { action: 'require-proof' });
    expect((await read()).reviews).toHaveLength(50);
  });

  it('token-expired: an unknown cursor has its own reason', async () => {
    const refused = await failureOf(read('forged'));
    expect([refused.kind, refused.reason]).toEqual(['rejected', 'page-token-refused']);
  });
});

describe('a rate limit', () => {
  it('makes calls pause before it is reached, and its answer names the wait', async () => {
    await controlSimulator(facebook.url, { action: 'usage', limitPerHour: 100 });
    const pauses: number[] = [];
    let failure: unknown;
    while (failure === undefined && pauses.length < 100) {
      await read().then(
        (page) => pauses.push(page.easeOffSeconds ?? 0),
        (error: unknown) => {
          failure = error;
        },
      );
    }
    // Each read is two calls; the pause begins near 80 of 100 and only grows.
    expect(pauses[0]).toBe(0);
    expect(pauses.at(-1)).toBe(300);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses.filter((pause) => pause > 0).length).toBeGreaterThan(5);
    expect(failure).toMatchObject({ kind: 'retry-after', reach: 'listing' });
    const { retryAfter } = failure as ConnectorFailure;
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(3_600);
  });

  it.each(['80001', '4'])(
    '429-seconds, -date, -none, -past-date: code %s gives the wait that Facebook names',
    async (text) => {
      const fault = { with: 'status', status: 400, code: Number(text) };
      await fail({ ...fault, retryAfter: '17' });
      expect((await failureOf(read())).retryAfter).toBe(17);
      const inAMinute = new Date(Math.floor(Date.now() / 1000) * 1000 + 60_000).toUTCString();
      await fail({ ...fault, retryAfter: inAMinute });
      const dated = (await failureOf(read())).retryAfter;
      expect(dated).toBeGreaterThan(0);
      expect(dated).toBeLessThanOrEqual(60);
      await fail(fault);
      expect((await failureOf(read())).retryAfter).toBeUndefined();
      await fail({ ...fault, retryAfter: 'Wed, 21 Oct 2015 07:28:00 GMT' });
      expect((await failureOf(read())).retryAfter).toBe(0);
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

  it.each([
    ['wrong-type', { created_time: 17 }],
    ['wrong-type', { review_text: ['a'] }],
    ['wrong-type', { open_graph_story: { id: {} } }],
    ['null-everything', { created_time: null, reviewer: null, open_graph_story: null }],
  ])('%s %j: skips the item and reads the rest of the page', async (_name, patch) => {
    await fail({ with: 'malformed', list: 'data', index: 3, patch });
    const page = await read();
    expect(page.reviews).toHaveLength(49);
    expect(page.skipped).toHaveLength(1);
    expect(page.nextCursor).not.toBeNull();
  });

  it.each([
    ['unknown-enum', { recommendation_type: 'neutral' }, { recommendation: null, rating: null }],
    ['fb-null-rating', { recommendation_type: null, rating: null }, { recommendation: null, rating: null }],
    [
      'recommendation',
      { recommendation_type: 'negative', rating: 1 },
      { recommendation: 'negative', rating: null },
    ],
    ['no author', { reviewer: null }, { authorName: null, anonymous: true }],
    ['huge-text', { review_text: 'x'.repeat(150_000) }, { text: 'x'.repeat(100_000) }],
    ['no story', { open_graph_story: null }, { resourceName: null, permalink: null }],
  ])('%s gives a review with the fields that are known', async (_name, patch, expected) => {
    await fail({ with: 'malformed', list: 'data', index: 3, patch });
    const page = await read();
    expect(page.skipped).toEqual([]);
    expect(page.reviews[3]).toMatchObject(expected);
  });

  it('a recommendation without a story has the same key in every pass, and another key than its neighbors', async () => {
    const patch = { open_graph_story: null };
    const keys: (string | undefined)[] = [];
    for (const index of [3, 3, 4]) {
      await fail({ with: 'malformed', list: 'data', index, patch });
      keys.push((await read()).reviews[index]?.externalId);
    }
    expect(keys[0]).toMatch(/^555\/[0-9a-f]{64}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
