import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Connector, Tokens } from '../connector.ts';
import { readExactJson } from '../kit/exact-json.ts';
import { startTestingServer, type TestingServer } from '../kit/testing-server.ts';
import { createFacebookConnector } from './index.ts';

const tokens: Tokens = {
  accessToken: 'user',
  refreshToken: null,
  expiresAt: null,
  scopes: [],
  listingTokens: { '9': 'page' },
};
const listing = { externalId: '9', resourceName: '9' };
const capture = (name: string) => readFileSync(new URL(`captures/${name}.json`, import.meta.url), 'utf8');
const ratings = ['rating-with-text', 'rating-with-story', 'rating-without-text', 'recommendation'];

let graph: TestingServer;
let connector: Connector;

beforeEach(async () => {
  graph = await startTestingServer();
  const urls = { dialog: graph.url, graph: graph.url };
  connector = createFacebookConnector({ appId: 'app', appSecret: 'secret', graphVersion: 'v21.0', urls });
});
afterEach(() => graph.close());

/** Reads the captured rows as one page of the ratings edge, after `change` has edited the text. */
async function read(change: (text: string) => string = (text) => text) {
  const page = change(`{"data":[${ratings.map(capture).join(',')}]}`);
  graph.respondWith(({ path }) => ({ text: path.endsWith('/ratings') ? page : capture('page-figures') }));
  return connector.fetchReviews(tokens, listing, null);
}

it('reads stars of captured ratings, and none of a captured recommendation', async () => {
  const page = await read();
  expect(page).toMatchObject({ average: 2.5, count: 2, nextCursor: null, skipped: [] });
  expect(page.reviews).toMatchObject([
    {
      externalId: '987654321',
      authorName: 'Example Reviewer',
      anonymous: false,
      rating: 5,
      recommendation: null,
      text: 'Perfect place to work. Perfect colleagues to work with ;)',
      writtenAt: new Date('2016-01-25T12:17:43Z'),
      reply: null,
      permalink: 'https://www.facebook.com/987654321',
    },
    { externalId: '8473635262', authorName: 'Test User', rating: 4, text: 'Ziemlich cool' },
    { externalId: '10205863986386268', authorName: 'T. L. R.', rating: 5, text: null, reply: null },
    {
      externalId: '10150030749305470',
      authorName: null,
      anonymous: true,
      rating: null,
      recommendation: 'positive',
      text: null,
      writtenAt: new Date('2018-07-07T04:35:18Z'),
    },
  ]);
});

it('ids sent as numbers give the same reviews, without losing a digit', async () => {
  const asText = await read();
  const odd = (text: string) => text.replaceAll('10150030749305470', '10150030749305471');
  const asNumber = await read((text) => odd(text).replaceAll(/"id": "(\d+)"/g, '"id": $1'));
  expect(asNumber.skipped).toEqual([]);
  expect(asNumber.reviews.map((review) => review.externalId)).toEqual(
    asText.reviews.map((review) => odd(review.externalId)),
  );
});

it('the look-up of a captured story finds it, with the fields that the story has', async () => {
  const story = /"open_graph_story": (\{.*?\}),\s*"created_time"/s;
  for (const [name, review] of [
    ['rating-with-story', { externalId: '8473635262', text: 'Ziemlich cool', recommendation: null }],
    ['recommendation', { externalId: '10150030749305470', rating: null, recommendation: 'positive' }],
  ] as const) {
    graph.respondWith(() => ({ text: story.exec(capture(name))?.[1] ?? '' }));
    const asked = { externalId: review.externalId, resourceName: review.externalId };
    const found = await connector.lookUp(tokens, listing, asked);
    expect(found).toMatchObject({ found: 'there', partial: true, review });
  }
});

it.each(['error', 'error-with-trace'])(
  'the captured %s asks the owner to reconnect, and the failure does not quote it',
  async (name) => {
    graph.respondWith(() => ({ status: 400, text: capture(name) }));
    await expect(connector.fetchReviews(tokens, listing, null)).rejects.toMatchObject({
      kind: 'reauthorize',
      message: 'Facebook answered code 190 subcode 460',
    });
  },
);

it('a captured webhook names its story by a number, and no digit is lost at any length', () => {
  const text = capture('webhook-rating');
  const storyIn = (notice: unknown) => (notice as Notice).entry[0]?.changes[0]?.value.open_graph_story_id;
  expect(String(storyIn(readExactJson(text)))).toBe('904801129604590');
  const longer = text.replace('904801129604590', '90480112960459012345');
  expect(String(storyIn(readExactJson(longer)))).toBe('90480112960459012345');
});

interface Notice {
  entry: { changes: { value: { open_graph_story_id: string | number } }[] }[];
}
