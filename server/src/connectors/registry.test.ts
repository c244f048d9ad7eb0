import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Platform } from '@kindling/contract/platforms';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startFacebookSimulator } from '../../../simulators/facebook/server.ts';
import { startGoogleSimulator } from '../../../simulators/google/server.ts';
import { type Connector, ConnectorFailure, type PlatformListing, type Tokens } from './connector.ts';
import { createConnectors } from './registry.ts';

type Simulator = Awaited<ReturnType<typeof startGoogleSimulator>>;

const redirectUri = 'http://localhost:4000/callback';
const data = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../simulators/demo-data/${file}`, import.meta.url), 'utf8'));

let google: Simulator;
let facebook: Simulator;
let connectors: ReadonlyMap<Platform, Connector>;

beforeAll(async () => {
  google = await startGoogleSimulator({ port: 0, clientId: 'id', clientSecret: 'secret' });
  facebook = await startFacebookSimulator({ port: 0, appId: 'id', appSecret: 'secret' });
  const { url } = google;
  connectors = createConnectors({
    google: {
      clientId: 'id',
      clientSecret: 'secret',
      urls: { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url },
    },
    facebook: {
      appId: 'id',
      appSecret: 'secret',
      graphVersion: 'v21.0',
      urls: { dialog: facebook.url, graph: facebook.url },
    },
  });
});

afterAll(async () => {
  await Promise.all([google.close(), facebook.close()]);
});

function connectorOf(platform: Platform): Connector {
  const connector = connectors.get(platform);
  if (!connector) throw new Error(`no connector for ${platform}`);
  return connector;
}

/** Signs in through the simulator's own form, every choice left as it is offered. */
async function connect(connector: Connector) {
  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const address = connector.authorisationUrl({ state: 'st', redirectUri, codeChallenge });
  const html = await (await fetch(address)).text();
  const form = new URLSearchParams({ request: new URL(address).search.slice(1), decision: 'allow' });
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1] ?? '';
  const radios = new Set<string>();
  for (const [tag] of html.matchAll(/<input type="(?:radio|checkbox)"[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1] ?? '';
    if (tag.includes('type="radio"') && radios.has(name)) continue;
    radios.add(name);
    form.append(name, /value="([^"]*)"/.exec(tag)?.[1] ?? '');
  }
  const answer = await fetch(new URL(action, address), { method: 'POST', body: form, redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.searchParams.get('state')).toBe('st');
  const exchange = { code: back.searchParams.get('code') ?? '', redirectUri, codeVerifier };
  return { exchange, ...(await connector.exchangeCode(exchange)) };
}

async function readAll(connector: Connector, tokens: Tokens, listing: PlatformListing) {
  const reviews = [];
  const setAside = [];
  let count: number | null = null;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Connector['fetchReviews']>> = await connector.fetchReviews(
      tokens,
      listing,
      cursor,
    );
    reviews.push(...page.reviews);
    setAside.push(...page.setAside);
    count ??= page.count;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { reviews, setAside, count };
}

const googleData = z.object({ reviews: z.record(z.string(), z.array(z.object({ reviewId: z.string() }))) });
const facebookData = z.object({
  pages: z.array(z.object({ id: z.string(), ratings: z.object({ data: z.array(z.unknown()) }) })),
});

it('connects Google through its consent page and reads every review of every location once', async () => {
  const connector = connectorOf('google');
  const { tokens, account } = await connect(connector);
  expect(account.displayName).toMatch(/@/);
  expect(tokens.refreshToken).not.toBeNull();
  const { listings } = await connector.listListings(tokens);
  const stored = googleData.parse(data('google.json')).reviews;
  const readable = listings.filter((listing) => listing.readable);
  expect(readable.length).toBeGreaterThan(0);
  for (const listing of readable) {
    const { reviews, setAside, count } = await readAll(connector, tokens, listing);
    const expected = (stored[listing.resourceName] ?? []).map(
      (review) => `${listing.externalId}/${review.reviewId}`,
    );
    expect(reviews.map((review) => review.externalId).sort()).toEqual(expected.sort());
    expect(setAside).toEqual([]);
    expect(count).toBe(expected.length);
  }
  const ended = { ...tokens, expiresAt: new Date(0) };
  const renewed = await connector.refresh(ended, new Date());
  expect(renewed.accessToken).not.toBe(tokens.accessToken);
  await connector.revoke(renewed);
  await connector.revoke(renewed);
  await expect(connector.listListings(renewed)).rejects.toMatchObject({ kind: 'reauthorise' });
});

it('connects Facebook through its dialog and reads every recommendation of every page once', async () => {
  const connector = connectorOf('facebook');
  const { tokens, account } = await connect(connector);
  expect(account.externalId).toMatch(/^\d+$/);
  const { listings, listingTokens } = await connector.listListings(tokens);
  expect(listings.length).toBeGreaterThan(0);
  const stored = new Map(
    facebookData.parse(data('facebook.json')).pages.map((page) => [page.id, page.ratings.data]),
  );
  const withPages = { ...tokens, listingTokens: listingTokens ?? {} };
  for (const listing of listings) {
    const { reviews, setAside, count } = await readAll(connector, withPages, listing);
    const expected = stored.get(listing.externalId)?.length;
    expect(new Set(reviews.map((review) => review.externalId)).size).toBe(expected);
    expect(reviews).toHaveLength(expected ?? -1);
    expect(setAside).toEqual([]);
    expect(count).toBe(expected);
  }
  await connector.revoke(withPages);
  await connector.revoke(withPages);
  await expect(connector.listListings(withPages)).rejects.toMatchObject({ kind: 'reauthorise' });
});

it('refuses a code that was used, and one of nobody', async () => {
  for (const connector of connectors.values()) {
    const { exchange } = await connect(connector);
    for (const code of [exchange.code, '4/forged']) {
      const error = await connector.exchangeCode({ ...exchange, code }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConnectorFailure);
      expect(error).toMatchObject({ kind: 'rejected' });
    }
  }
});

it('offers only what is configured', () => {
  expect([...connectors.keys()]).toEqual(['google', 'facebook']);
  expect(createConnectors({ google: null, facebook: null }).size).toBe(0);
});
