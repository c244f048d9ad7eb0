import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Connector, Tokens } from '../connector.ts';
import { startTestingServer, type TestingServer } from '../kit/testing-server.ts';
import { createGoogleConnector } from './index.ts';

const tokens: Tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: null, scopes: [] };
const account = 'accounts/108494581129006735086';
const listing = {
  externalId: '6394464039148850881',
  resourceName: `${account}/locations/6394464039148850881`,
};
const reviewId = 'AbFvOqmDfUP0EhJuYm-w3KXy3gSxYn-NS9CiDOo4tOjO4PRuq4PWUWbGkh6K-fePdKQaXi0cycFGGg';
const capture = (name: string) => readFileSync(new URL(`captures/${name}.json`, import.meta.url), 'utf8');

let google: TestingServer;
let connector: Connector;

beforeEach(async () => {
  google = await startTestingServer();
  const { url } = google;
  const urls = { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url };
  connector = createGoogleConnector({ clientId: 'client', clientSecret: 'secret', urls });
});
afterEach(() => google.close());

const written = {
  externalId: `${listing.externalId}/${reviewId}`,
  resourceName: `${listing.resourceName}/reviews/${reviewId}`,
  authorName: 'Ihor K',
  authorPhotoUrl:
    'https://lh3.googleusercontent.com/a-/AOh14Ghk9qWwf0g3ocE_mVJO7lzFcdiNxyYIIlQi9bvKLw=c0x00000000-cc-rp',
  anonymous: false,
  rating: 5,
  recommendation: null,
  text: 'Awesome service!',
  translation: null,
  writtenAt: new Date('2021-03-02T10:47:32.807Z'),
  editedAt: null,
  reply: { text: 'Thx :)', at: new Date('2021-03-02T11:03:45.142Z'), state: 'published', reason: null },
  permalink: null,
  mediaCount: 0,
};

it('a captured page gives two reviews and the average and count of the place', async () => {
  google.respondWith(() => ({ text: capture('reviews') }));
  const page = await connector.fetchReviews(tokens, listing, null);
  expect(page).toEqual({
    reviews: [written, { ...written, authorName: 'Vasya P', text: 'Best coffeeshop', reply: null }],
    skipped: [],
    nextCursor: null,
    average: 5,
    count: 2,
    requests: 1,
  });
});

it('a captured review is the same in a look-up', async () => {
  google.respondWith(() => ({ text: capture('review') }));
  const found = await connector.lookUp(tokens, listing, {
    externalId: written.externalId,
    resourceName: null,
  });
  expect(found).toEqual({ found: 'there', review: written });
  expect(google.requests[0]?.path).toBe(`/v4/${written.resourceName}`);
});

it('captured accounts and locations give three listings, one of which cannot be read', async () => {
  google.respondWith(({ path }) => ({ text: capture(path === '/v1/accounts' ? 'accounts' : 'locations') }));
  const { listings } = await connector.listListings(tokens);
  expect(google.requests.map((request) => request.path)).toEqual([
    '/v1/accounts',
    `/v1/${account}/locations`,
  ]);
  expect(listings).toMatchObject([
    { name: 'my fake Company', address: null, readable: true, state: 'ok' },
    { name: 'botonarioum', mapsUrl: null, writeReviewUrl: null, readable: false, state: 'unverified' },
    {
      ...listing,
      name: 'PromoRepublic',
      address: '470 Ramona St, 94301 Palo Alto, CA',
      country: 'US',
      mapsUrl: 'https://maps.google.com/maps?cid=11886585594563783762',
      writeReviewUrl: 'https://search.google.com/local/writereview?placeid=ChIJ_cmi3Tm7j4ARUuw_1J6i9aQ',
      readable: true,
      state: 'ok',
    },
  ]);
});
