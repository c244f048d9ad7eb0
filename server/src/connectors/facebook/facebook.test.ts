import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connector, ConnectorFailure, type Tokens } from '../connector.ts';
import { type ScriptedResponse, startTestingServer, type TestingServer } from '../kit/testing-server.ts';
import { createFacebookConnector } from './index.ts';

const now = new Date('2026-11-20T10:00:00Z');
const day = 86_400_000;
const tokens: Tokens = {
  accessToken: 'SECRET-user',
  refreshToken: null,
  expiresAt: new Date(now.getTime() + 30 * day),
  scopes: [],
  listingTokens: { '9': 'SECRET-page' },
};
const listing = { externalId: '9', resourceName: '9' };
const exchange = { code: 'SECRET-code', redirectUri: 'http://localhost/cb', codeVerifier: 'unused' };
const proofOf = (token: string) => createHmac('sha256', 'SECRET-app').update(token).digest('hex');

let graph: TestingServer;
let connector: Connector;

beforeEach(async () => {
  graph = await startTestingServer();
  const urls = { dialog: graph.url, graph: graph.url };
  const config = { appId: 'app', appSecret: 'SECRET-app', graphVersion: 'v21.0', urls };
  connector = createFacebookConnector(config, () => now);
});

afterEach(() => graph.close());

async function failureOf(call: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ConnectorFailure))
    throw new Error(`expected ConnectorFailure, got ${String(error)}`);
  // Checked for every failure of this file: the logged message contains no token and no text.
  expect(`${error.message} ${error.stack} ${JSON.stringify(error.cause ?? '')}`).not.toContain('SECRET');
  return error;
}

function graphError(
  code: number,
  more: { subcode?: number; status?: number; transient?: boolean } = {},
): ScriptedResponse {
  const { subcode, status = 400, transient } = more;
  const message = 'Malformed access token SECRET-page';
  return {
    status,
    json: {
      error: { message, type: 'OAuthException', code, error_subcode: subcode, is_transient: transient },
    },
  };
}

const permissions = ['pages_show_list', 'pages_read_engagement', 'pages_read_user_content'];

function scriptSignIn(granted: string[]) {
  graph.respondWith(({ path, query }) => {
    if (path === '/v21.0/me/permissions') {
      const rows = permissions.map((permission) => ({
        permission,
        status: granted.includes(permission) ? 'granted' : 'declined',
      }));
      return { json: { data: rows } };
    }
    if (path === '/v21.0/me') return { json: { id: '77', name: 'Mara' } };
    return query.get('grant_type') === 'fb_exchange_token'
      ? { json: { access_token: 'SECRET-long', expires_in: 5_183_944 } }
      : { json: { access_token: 'SECRET-short', expires_in: 5183 } };
  });
}

describe('authorization', () => {
  it('opens the dialog of the configured version, asks for reading permissions and offers reply permissions', () => {
    const url = new URL(
      connector.authorizationUrl({
        state: 'st',
        redirectUri: 'http://localhost/cb',
        codeChallenge: 'unused',
      }),
    );
    expect(url.origin + url.pathname).toBe(`${graph.url}/v21.0/dialog/oauth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'app',
      redirect_uri: 'http://localhost/cb',
      state: 'st',
      response_type: 'code',
      scope: [...permissions, 'pages_manage_engagement', 'pages_manage_metadata'].join(','),
      auth_type: 'rerequest',
    });
  });

  it("exchanges a code for a long-lived token and reads the user's name", async () => {
    scriptSignIn(permissions);
    expect(await connector.exchangeCode(exchange)).toEqual({
      tokens: {
        accessToken: 'SECRET-long',
        refreshToken: null,
        expiresAt: new Date(now.getTime() + 5_183_944_000),
        scopes: permissions,
      },
      account: { externalId: '77', displayName: 'Mara' },
    });
    const me = graph.requests.find((request) => request.path === '/v21.0/me');
    expect(me?.query.get('appsecret_proof')).toBe(proofOf('SECRET-long'));
  });

  it.each(permissions)('without %s asks the owner to reconnect', async (declined) => {
    scriptSignIn(permissions.filter((permission) => permission !== declined));
    const failure = await failureOf(connector.exchangeCode(exchange));
    expect(failure.kind).toBe('reauthorize');
    expect(failure.message).toContain(declined);
  });

  it.each([36007, 36008, 36009])(
    'a code that Facebook refuses with subcode %i is rejected',
    async (subcode) => {
      graph.respondWith(() => graphError(100, { subcode }));
      expect((await failureOf(connector.exchangeCode(exchange))).kind).toBe('rejected');
    },
  );
});

describe('refreshing a token', () => {
  const endingIn = (milliseconds: number) => ({
    ...tokens,
    expiresAt: new Date(now.getTime() + milliseconds),
  });

  it('makes no call while a week is left, or for a token without an end', async () => {
    for (const kept of [endingIn(7 * day), { ...tokens, expiresAt: null }]) {
      expect(await connector.refresh(kept, now)).toBe(kept);
    }
    expect(graph.requests).toHaveLength(0);
  });

  it('renews a token in its last week with one call and keeps the page tokens', async () => {
    graph.respondWith(() => ({ json: { access_token: 'SECRET-new', expires_in: 5_183_944 } }));
    const renewed = await connector.refresh(endingIn(6 * day), now);
    expect(renewed).toMatchObject({ accessToken: 'SECRET-new', listingTokens: tokens.listingTokens });
    expect(renewed.expiresAt).toEqual(new Date(now.getTime() + 5_183_944_000));
    expect(graph.requests).toHaveLength(1);
  });

  it('after its end: page tokens still work; without them the owner must reconnect', async () => {
    const ended = endingIn(-1);
    expect(await connector.refresh(ended, now)).toBe(ended);
    const { listingTokens: _none, ...bare } = ended;
    expect((await failureOf(connector.refresh(bare, now))).kind).toBe('reauthorize');
    expect(graph.requests).toHaveLength(0);
  });
});

describe('revoking an authorization', () => {
  it('deletes the permissions; an invalid token counts as revoked', async () => {
    graph.respondWith(() => ({ json: { success: true } }));
    await connector.revoke(tokens);
    expect(graph.requests[0]).toMatchObject({ method: 'DELETE', path: '/v21.0/me/permissions' });
    graph.respondWith(() => graphError(190, { subcode: 458 }));
    await connector.revoke(tokens);
  });

  it('throws when Facebook did not revoke it', async () => {
    graph.respondWith(() => graphError(2, { status: 500 }));
    expect((await failureOf(connector.revoke(tokens))).kind).toBe('retry-after');
    graph.respondWith(() => ({ json: { success: false } }));
    expect((await failureOf(connector.revoke(tokens))).kind).toBe('unexpected-answer');
  });
});

describe('listings', () => {
  it('reads the pages of every cursor with their tokens, and never follows `next`', async () => {
    const next = 'https://evil.example/steal?access_token=SECRET-user';
    graph.respondWith(({ query }) =>
      query.get('after')
        ? { json: { data: [{ id: '2', name: 'Two' }, { id: '../3' }], paging: { cursors: { after: 'c2' } } } }
        : {
            json: {
              data: [{ id: '1', name: 'One', access_token: 'SECRET-1', tasks: ['MODERATE'] }],
              paging: { cursors: { after: 'c1' }, next },
            },
          },
    );
    const result = await connector.listListings(tokens);
    expect(result.listings.map(({ externalId, readable }) => [externalId, readable])).toEqual([
      ['1', true],
      ['2', false],
    ]);
    expect(result.listingTokens).toEqual({ '1': 'SECRET-1' });
    expect(graph.requests.map((request) => request.query.get('after'))).toEqual([null, 'c1']);
    expect(graph.requests[0]?.query.get('appsecret_proof')).toBe(proofOf('SECRET-user'));
  });

  it('the list is empty for an owner without pages', async () => {
    graph.respondWith(() => ({ json: { data: [] } }));
    expect(await connector.listListings(tokens)).toEqual({ listings: [], listingTokens: {} });
  });
});

describe('reviews', () => {
  const rating = { created_time: '2026-07-01T11:00:00+0000', recommendation_type: 'negative' };
  const figures = { overall_star_rating: 4.2, rating_count: 9, id: '9' };

  it('reads a rating without stars, kind and text by asking for its story', async () => {
    const created_time = '2016-03-11T23:14:30+0000';
    const stars = { data: { rating: { value: 5, scale: 5 } } };
    graph.respondWith(({ path }) => {
      if (path === '/v21.0/9') return { json: figures };
      const data = [
        { created_time, open_graph_story: { id: '6', ...stars } },
        { created_time, open_graph_story: { id: '7', data: {} } },
        { created_time, recommendation_type: 'neutral', rating: 3 },
      ];
      return { json: { data, paging: { cursors: { before: 'b', after: 'a' } } } };
    });
    const { reviews, skipped } = await connector.fetchReviews(tokens, listing, null);
    expect(reviews).toMatchObject([{ externalId: '6', rating: 5 }]);
    expect(skipped.map(({ reason }) => reason)).toEqual(
      Array(2).fill('(item): neither stars, nor a recommendation, nor a text'),
    );
    const fields = graph.requests.find(({ path }) => path === '/v21.0/9/ratings')?.query.get('fields');
    expect(fields).toContain('open_graph_story{id,message,data,');
  });

  it('are read with the page’s token; the first page also has the page’s average and count', async () => {
    graph.respondWith(({ path, query }) => {
      if (path === '/v21.0/9') return { json: figures };
      const data = [{ ...rating, open_graph_story: { id: '5' } }, { created_time: 3 }];
      const next = query.get('after') ? {} : { next: 'https://evil.example/' };
      return { json: { data, paging: { cursors: { before: 'b', after: 'a' }, ...next } } };
    });
    const head = await connector.fetchReviews(tokens, listing, null);
    expect(head).toMatchObject({ nextCursor: 'a', average: 4.2, count: 9, requests: 2 });
    expect(head.reviews.map((review) => review.externalId)).toEqual(['5']);
    expect(head.skipped).toHaveLength(1);
    const last = await connector.fetchReviews(tokens, listing, 'a');
    expect(last).toMatchObject({ nextCursor: null, average: null, count: null, requests: 1 });
    expect(graph.requests.map((request) => request.path)).toEqual([
      '/v21.0/9/ratings',
      '/v21.0/9',
      '/v21.0/9/ratings',
    ]);
    expect(graph.requests[2]?.query.get('after')).toBe('a');
    for (const { query } of graph.requests) {
      expect(query.get('access_token')).toBe('SECRET-page');
      expect(query.get('appsecret_proof')).toBe(proofOf('SECRET-page'));
    }
  });

  it.each([
    [{ json: { id: '9', rating_count: 0 } }, null, 0],
    [{ json: { overall_star_rating: 0, rating_count: 'many' } }, null, null],
    [graphError(100), null, null],
    [graphError(12), null, null],
  ])('have no average and count where Facebook sends %j', async (answer, average, count) => {
    graph.respondWith(({ path }) => (path === '/v21.0/9' ? answer : { json: { data: [] } }));
    expect(await connector.fetchReviews(tokens, listing, null)).toMatchObject({
      average,
      count,
      nextCursor: null,
    });
  });

  it('the read is retried later when Facebook limits the request for the average and count', async () => {
    graph.respondWith(({ path }) => (path === '/v21.0/9' ? graphError(32) : { json: { data: [] } }));
    expect((await failureOf(connector.fetchReviews(tokens, listing, null))).kind).toBe('retry-after');
  });

  const table: [string, ScriptedResponse, string][] = [
    ...[1, 2, 4, 17, 32, 341, 613, 80_001].map((code): [string, ScriptedResponse, string] => [
      `code ${code}`,
      graphError(code, { status: code === 4 ? 403 : 400 }),
      'retry-after',
    ]),
    ...[3, 10, 102, 190, 200, 210, 299].map((code): [string, ScriptedResponse, string] => [
      `code ${code}`,
      graphError(code),
      'reauthorize',
    ]),
    ...[458, 459, 460, 463, 464, 467, 492].map((subcode): [string, ScriptedResponse, string] => [
      `code 190 subcode ${subcode}`,
      graphError(190, { subcode, status: 401 }),
      'reauthorize',
    ]),
    ...[100, 368, 506, 300, 2500].map((code): [string, ScriptedResponse, string] => [
      `code ${code}`,
      graphError(code),
      'rejected',
    ]),
    ['code 100 subcode 33', graphError(100, { subcode: 33 }), 'rejected'],
    ['fb-code-12', graphError(12), 'withdrawn'],
    ['code 803', graphError(803, { status: 404 }), 'gone'],
    ['location-merged: code 21', graphError(21), 'gone'],
    ['an unknown code that passes', graphError(5555, { transient: true }), 'retry-after'],
    ['an unknown code with 500', graphError(5555, { status: 500 }), 'retry-after'],
    ['an error with 200', graphError(190, { status: 200 }), 'reauthorize'],
    ['502 html', { status: 502, text: '<h1>Bad Gateway</h1>' }, 'retry-after'],
    ['429 html', { status: 429, text: 'slow' }, 'retry-after'],
    ['403 html', { status: 403, text: 'proxy' }, 'unexpected-answer'],
    ['404 html', { status: 404, text: 'proxy' }, 'unexpected-answer'],
    ['redirect', { status: 302, headers: { location: 'https://evil.example' } }, 'unexpected-answer'],
    ['bad-json', { text: '{"data":[' }, 'unexpected-answer'],
    ['wrong type of list', { json: { data: 'SECRET' } }, 'unexpected-answer'],
    ['cut-mid-body', { text: '{"data":', trouble: 'cut' }, 'retry-after'],
  ];

  it.each(table)('%s gives the failure of the error table', async (_name, answer, kind) => {
    graph.respondWith(() => answer);
    expect((await failureOf(connector.fetchReviews(tokens, listing, null))).kind).toBe(kind);
  });

  it.each([
    ['{"9":[{"type":"pages","call_count":100,"estimated_time_to_regain_access":3}]}', 180],
    ['{"9":[{"estimated_time_to_regain_access":1}],"8":[{"estimated_time_to_regain_access":2}]}', 120],
    ['{"9":[{"estimated_time_to_regain_access":0}]}', 7],
    ['{"9":[{"estimated_time_to_regain_access":99999999}]}', 86_400],
    ['{"9":"odd"}', 7],
    ['not json', 7],
  ])('reads the seconds to wait from the usage header %s', async (header, seconds) => {
    const headers = { 'x-business-use-case-usage': header, 'retry-after': '7' };
    graph.respondWith(() => ({ ...graphError(80_001), headers }));
    expect((await failureOf(connector.fetchReviews(tokens, listing, null))).retryAfter).toBe(seconds);
  });

  it.each([
    [4, 'platform'],
    [341, 'platform'],
    [1, 'platform'],
    [17, 'listing'],
    [32, 'listing'],
    [613, 'listing'],
    [80_001, 'listing'],
    [80_014, 'listing'],
  ])('code %i makes the %s wait', async (code, reach) => {
    const used = '{"9":[{"estimated_time_to_regain_access":2}]}';
    graph.respondWith(() => ({ ...graphError(code), headers: { 'x-business-use-case-usage': used } }));
    expect(await failureOf(connector.fetchReviews(tokens, listing, null))).toMatchObject({
      kind: 'retry-after',
      reach,
      retryAfter: 120,
    });
  });

  it('code 368 is reported to the operator and never retried, whatever else the answer contains', async () => {
    graph.respondWith(() => graphError(368, { status: 500, transient: true }));
    const failure = await failureOf(connector.fetchReviews(tokens, listing, null));
    expect([failure.kind, failure.reason]).toEqual(['rejected', 'blocked-for-policy']);
  });

  it('the next call is delayed when either answer of the first page says that a limit is near', async () => {
    const near = { 'x-business-use-case-usage': '{"9":[{"call_count":90}]}' };
    graph.respondWith(({ path }) =>
      path === '/v21.0/9' ? { json: figures, headers: near } : { json: { data: [] } },
    );
    expect((await connector.fetchReviews(tokens, listing, null)).easeOffSeconds).toBe(155);
    graph.respondWith(({ path }) => ({
      json: path === '/v21.0/9' ? figures : { data: [] },
      headers: { 'x-app-usage': '{"call_count":79,"total_time":25,"total_cputime":25}' },
    }));
    expect(await connector.fetchReviews(tokens, listing, null)).not.toHaveProperty('easeOffSeconds');
  });

  it('an id sent as a number keeps every digit', async () => {
    const text = `{"data":[
      {"created_time":"2026-07-01T11:00:00+0000","rating":5,"reviewer":{"id":10205864074548471,"name":"A"},
       "open_graph_story":{"id":10150030749305471,"comments":{"data":[
         {"message":"Thanks","from":{"id":9}},{"message":"odd","created_time":5},null]}}},
      {"created_time":"2026-07-01T11:00:00+0000","open_graph_story":{"id":1.5}}]}`;
    graph.respondWith(({ path }) => (path === '/v21.0/9' ? { json: figures } : { text }));
    const page = await connector.fetchReviews(tokens, listing, null);
    expect(page.reviews).toMatchObject([
      { externalId: '10150030749305471', permalink: 'https://www.facebook.com/10150030749305471' },
    ]);
    expect(page.reviews[0]?.reply?.text).toBe('Thanks');
    expect(page.skipped).toHaveLength(1);
  });

  it.each(['hang', 'cut', 'reset'] as const)('a transport failure is retried later: %s', async (trouble) => {
    const urls = { dialog: graph.url, graph: graph.url };
    const config = { appId: 'app', appSecret: 'SECRET-app', graphVersion: 'v21.0', urls, timeoutMs: 300 };
    graph.respondWith(() => ({ text: '{"data":', trouble }));
    const call = createFacebookConnector(config).fetchReviews(tokens, listing, null);
    expect((await failureOf(call)).kind).toBe('retry-after');
  });

  it('token-expired: a refused cursor has its own reason', async () => {
    graph.respondWith(() => graphError(100));
    const failure = await failureOf(connector.fetchReviews(tokens, listing, 'SECRET-old'));
    expect([failure.kind, failure.reason]).toEqual(['rejected', 'page-token-refused']);
  });

  it('cannot be read without a token of the page', async () => {
    const call = connector.fetchReviews(tokens, { externalId: '10', resourceName: '10' }, null);
    expect((await failureOf(call)).kind).toBe('reauthorize');
    expect(graph.requests).toHaveLength(0);
  });
});
