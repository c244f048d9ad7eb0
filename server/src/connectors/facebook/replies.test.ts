import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFacebookSimulator } from '../../../../simulators/facebook/server.ts';
import { callsTo, controlSimulator, signInToConnector } from '../../testing/connector-sign-in.ts';
import type { Connector, PlatformListing, Tokens } from '../connector.ts';
import { type ScriptedResponse, startTestingServer, type TestingServer } from '../kit/testing-server.ts';
import { createFacebookConnector } from './index.ts';

const app = { appId: 'id', appSecret: 'secret', graphVersion: 'v21.0' };
const review = { externalId: '777', resourceName: '777' };
const noStory = { externalId: '555/abc', resourceName: null };
const someone = {
  id: '777_1',
  created_time: '2026-10-02T10:00:00+0000',
  from: { id: '9' },
  message: 'Thank you',
};

const world = {
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
            reviewer: { id: '9', name: 'A. B.' },
            open_graph_story: { id: '777', comments: { data: [someone] } },
          },
        ],
      },
    },
  ],
};

describe('with the simulator', () => {
  let facebook: Awaited<ReturnType<typeof startFacebookSimulator>>;
  let connector: Connector;
  let tokens: Tokens;
  let listing: PlatformListing;

  async function connect(decide?: (form: URLSearchParams) => void): Promise<void> {
    const signedIn = await signInToConnector(connector, decide);
    tokens = signedIn.tokens;
    const [page] = signedIn.listings;
    if (!page) throw new Error('a page is expected');
    listing = page;
  }

  beforeAll(async () => {
    facebook = await startFacebookSimulator({ port: 0, appId: 'id', appSecret: 'secret' });
    const urls = { dialog: facebook.url, graph: facebook.url };
    connector = createFacebookConnector({ ...app, urls });
  });
  afterAll(() => facebook.close());

  beforeEach(async () => {
    await controlSimulator(facebook.url, { action: 'reset' });
    await controlSimulator(facebook.url, { action: 'seed', data: world });
    await connect();
  });

  async function replyListed() {
    const page = await connector.fetchReviews(tokens, listing, null);
    return page.reviews[0]?.reply ?? null;
  }

  /** Calls that change something at Facebook. */
  async function writes(): Promise<string[]> {
    return (await callsTo(facebook.url, '*')).filter((call) => !call.startsWith('GET'));
  }

  /** Removes one permission from those that the dialog offers. */
  const without = (permission: string) => (form: URLSearchParams) => {
    const kept = [...form].filter(([, value]) => value !== permission);
    for (const name of new Set(form.keys())) form.delete(name);
    for (const [name, value] of kept) form.append(name, value);
  };

  it('a reply is a public comment of the page', async () => {
    const written = await connector.reply(tokens, listing, review, 'Thank you');
    expect(written).toEqual({ text: 'Thank you', at: null, state: 'published', reason: null });
    expect(await replyListed()).toMatchObject({ text: 'Thank you', state: 'published' });
  });

  it('reply-timeout-but-applied: sending the same reply again finds the comment, and another text changes it', async () => {
    await controlSimulator(facebook.url, {
      action: 'fail',
      match: '/777/comments',
      method: 'POST',
      with: 'cut',
    });
    await expect(connector.reply(tokens, listing, review, 'One')).rejects.toMatchObject({
      kind: 'retry-after',
    });
    await controlSimulator(facebook.url, { action: 'clear-calls' });
    expect((await connector.reply(tokens, listing, review, 'One')).at).toBeInstanceOf(Date);
    expect(await writes()).toEqual([]);
    await connector.reply(tokens, listing, review, 'Two');
    expect(await writes()).toHaveLength(1);
    expect(await replyListed()).toMatchObject({ text: 'Two' });
    await connector.deleteReply(tokens, listing, review);
    expect(await replyListed()).toBeNull();
  });

  it('a reply of more than 8,000 characters is rejected before any request', async () => {
    const most = 'é'.repeat(8000);
    expect((await connector.reply(tokens, listing, review, most)).text).toBe(most);
    await controlSimulator(facebook.url, { action: 'clear-calls' });
    const rejected = { kind: 'rejected' };
    await expect(connector.reply(tokens, listing, review, `${most}!`)).rejects.toMatchObject(rejected);
    expect(await callsTo(facebook.url, '/comments')).toEqual([]);
  });

  it('a reply that Facebook refuses as a duplicate (506) counts as published', async () => {
    const fault = { action: 'fail', match: '/777/comments', method: 'POST', with: 'status', status: 400 };
    await controlSimulator(facebook.url, { ...fault, code: 506 });
    expect(await connector.reply(tokens, listing, review, 'Hi')).toMatchObject({ state: 'published' });
  });

  it.each([10, 200, 299, 3, 100, 12])(
    'where Facebook refuses with %i, replying and deleting a reply are rejected and the connection stays valid',
    async (code) => {
      const fault = { action: 'fail', match: '/777/comments', with: 'status', status: 400, code, times: 2 };
      await controlSimulator(facebook.url, fault);
      const rejected = { kind: 'rejected' };
      await expect(connector.reply(tokens, listing, review, 'Hi')).rejects.toMatchObject(rejected);
      await expect(connector.deleteReply(tokens, listing, review)).rejects.toMatchObject(rejected);
    },
  );

  it.each([
    [190, 'reauthorize'],
    [102, 'reauthorize'],
    [4, 'retry-after'],
    [32, 'retry-after'],
    [1, 'retry-after'],
  ])('code %i while replying gives the same failure as in other calls: %s', async (code, kind) => {
    await controlSimulator(facebook.url, {
      action: 'fail',
      match: '/777/comments',
      with: 'status',
      status: 400,
      code,
    });
    await expect(connector.reply(tokens, listing, review, 'Hi')).rejects.toMatchObject({ kind });
  });

  it('a blocked app is reported to the operator', async () => {
    const fault = { action: 'fail', match: '/777/comments', method: 'POST', with: 'status', status: 400 };
    await controlSimulator(facebook.url, { ...fault, code: 368 });
    const expected = { kind: 'rejected', reason: 'blocked-for-policy' };
    await expect(connector.reply(tokens, listing, review, 'Hi')).rejects.toMatchObject(expected);
  });

  it('a recommendation without a story takes no reply, and no request is made', async () => {
    await controlSimulator(facebook.url, { action: 'clear-calls' });
    const rejected = { kind: 'rejected' };
    await expect(connector.reply(tokens, listing, noStory, 'Hi')).rejects.toMatchObject(rejected);
    await expect(connector.deleteReply(tokens, listing, noStory)).rejects.toMatchObject(rejected);
    expect(await connector.lookUp(tokens, listing, noStory)).toEqual({ found: 'unknown' });
    expect(await callsTo(facebook.url, '*')).toEqual([]);
  });

  it('deleting a reply that does not exist succeeds; comments of others stay', async () => {
    await controlSimulator(facebook.url, { action: 'clear-calls' });
    await connector.deleteReply(tokens, listing, review);
    expect(await writes()).toEqual([]);
  });

  it('the look-up finds an existing recommendation with the fields of its story', async () => {
    const page = await connector.fetchReviews(tokens, listing, null);
    const {
      authorName: _name,
      authorPhotoUrl: _photo,
      anonymous: _anonymous,
      ...told
    } = page.reviews[0] ?? {};
    expect(await connector.lookUp(tokens, listing, review)).toMatchObject({
      found: 'there',
      partial: true,
      review: told,
    });
  });

  it('the look-up of a deleted recommendation returns `gone`', async () => {
    await controlSimulator(facebook.url, { action: 'delete-rating', page: '555', story: '777' });
    expect(await connector.lookUp(tokens, listing, review)).toEqual({ found: 'gone' });
  });

  it('a connection without the reply permission still reads reviews and offers the link to Facebook', async () => {
    await connect(without('pages_manage_engagement'));
    const page = await connector.fetchReviews(tokens, listing, null);
    expect(page.reviews[0]?.permalink).toBe('https://www.facebook.com/777');
    const refused = connector.reply(tokens, listing, review, 'Hi');
    await expect(refused).rejects.toMatchObject({ kind: 'rejected' });
  });

  it('subscribing asks for ratings, and does nothing without the permission', async () => {
    await connector.subscribe(tokens, listing);
    expect(await writes()).toContain('POST /v21.0/555/subscribed_apps 200');
    await connect(without('pages_manage_metadata'));
    await connector.subscribe(tokens, listing);
    expect(await writes()).toContain('POST /v21.0/555/subscribed_apps 400');
    await controlSimulator(facebook.url, {
      action: 'fail',
      match: 'subscribed_apps',
      with: 'status',
      status: 500,
      code: 2,
    });
    await expect(connector.subscribe(tokens, listing)).rejects.toMatchObject({ kind: 'retry-after' });
  });
});

describe('with a server that the test controls', () => {
  const tokens: Tokens = {
    accessToken: 'user',
    refreshToken: null,
    expiresAt: null,
    scopes: [],
    listingTokens: { '555': 'page' },
  };
  const listing = { externalId: '555', resourceName: '555' };
  let graph: TestingServer;
  let connector: Connector;

  beforeEach(async () => {
    graph = await startTestingServer();
    connector = createFacebookConnector({ ...app, urls: { dialog: graph.url, graph: graph.url } });
  });
  afterEach(() => graph.close());

  const error = (code: number, more: Record<string, unknown> = {}): ScriptedResponse => ({
    status: 400,
    json: { error: { message: 'no', type: 'OAuthException', code, ...more } },
  });
  const story = {
    id: '777',
    start_time: '2018-07-07T04:35:18+0000',
    type: 'sellers.rates',
    message: 'Good',
    data: { rating: { value: 5, scale: 5 }, recommendation_type: 'positive' },
    comments: { data: [{ id: '777_2', message: 'Thanks', from: { id: '555' } }] },
  };

  it('a story has every field of its recommendation but the author', async () => {
    graph.respondWith(() => ({ json: story, headers: { 'x-app-usage': '{"call_count":100}' } }));
    expect(await connector.lookUp(tokens, listing, review)).toMatchObject({
      found: 'there',
      partial: true,
      easeOffSeconds: 300,
      review: {
        externalId: '777',
        text: 'Good',
        rating: null,
        recommendation: 'positive',
        writtenAt: new Date('2018-07-07T04:35:18Z'),
        reply: { text: 'Thanks' },
      },
    });
    expect(graph.requests[0]).toMatchObject({ method: 'GET', path: '/v21.0/777' });
  });

  it('only "does not exist" returns `gone`; everything else throws', async () => {
    graph.respondWith(() => error(100, { error_subcode: 33 }));
    expect(await connector.lookUp(tokens, listing, review)).toEqual({ found: 'gone' });
    const others: [ScriptedResponse, string][] = [
      [error(100), 'rejected'],
      [error(10), 'reauthorize'],
      [error(190), 'reauthorize'],
      [error(2), 'retry-after'],
      [error(80_001), 'retry-after'],
      [{ status: 404, text: '<h1>Not Found</h1>' }, 'unexpected-answer'],
      [{ json: { id: '777' } }, 'unexpected-answer'],
      [{ text: '{"id":', trouble: 'cut' }, 'retry-after'],
    ];
    for (const [answer, kind] of others) {
      graph.respondWith(() => answer);
      await expect(connector.lookUp(tokens, listing, review), JSON.stringify(answer)).rejects.toMatchObject({
        kind,
      });
    }
  });

  it('the page’s own comment is found on any page of the list, and `next` is not followed', async () => {
    const own = {
      id: '777_8',
      message: 'Old',
      created_time: '2026-01-01T00:00:00+0000',
      from: { id: '555' },
    };
    const newer = { ...own, id: '777_9', message: 'Newer', created_time: '2026-02-01T00:00:00+0000' };
    graph.respondWith(({ method, query }) => {
      if (method === 'POST') return { json: { success: true } };
      if (query.get('after')) return { json: { data: [newer, { odd: true }, own] } };
      const paging = { cursors: { after: 'c' }, next: 'https://evil.example/?access_token=page' };
      return { json: { data: [someone], paging } };
    });
    const written = await connector.reply(tokens, listing, review, 'New & better');
    expect(written.at).toEqual(new Date('2026-02-01T00:00:00Z'));
    const post = graph.requests.at(-1);
    expect(post).toMatchObject({ method: 'POST', path: '/v21.0/777_9' });
    expect(post?.form.get('message')).toBe('New & better');
    await connector.deleteReply(tokens, listing, review);
    expect(graph.requests.slice(-2).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /v21.0/777_9',
      'DELETE /v21.0/777_8',
    ]);
  });

  it('every call for a page needs the page’s token', async () => {
    const bare = { ...tokens, listingTokens: {} };
    const calls = [
      connector.lookUp(bare, listing, review),
      connector.reply(bare, listing, review, 'Hi'),
      connector.deleteReply(bare, listing, review),
      connector.subscribe(bare, listing),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ kind: 'reauthorize' });
    expect(graph.requests).toHaveLength(0);
  });
});
