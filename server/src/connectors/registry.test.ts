import { readFileSync } from 'node:fs';
import { languages } from '@kindling/contract/constants';
import { type ConnectorId, connectorIds, platforms } from '@kindling/contract/platforms';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startFacebookSimulator } from '../../../simulators/facebook/server.ts';
import { startGoogleSimulator } from '../../../simulators/google/server.ts';
import type { Environment } from '../lib/environment.ts';
import { signInToConnector } from '../testing/connector-sign-in.ts';
import { type Connector, ConnectorFailure, type PlatformListing, type Tokens } from './connector.ts';
import {
  configureConnectors,
  connectorManifests,
  createConnectors,
  createPhotoHosts,
  credentialsOf,
  platformSimulators,
} from './registry.ts';

type Simulator = Awaited<ReturnType<typeof startGoogleSimulator>>;

const readDemoData = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../simulators/demo-data/${file}`, import.meta.url), 'utf8'));

let google: Simulator;
let facebook: Simulator;
let connectors: ReadonlyMap<ConnectorId, Connector>;

const simulated = () => ({
  KINDLING_GOOGLE_SIMULATOR_URL: google.url,
  KINDLING_FACEBOOK_SIMULATOR_URL: facebook.url,
});
const configure = (environment: Environment) =>
  configureConnectors(environment, { publicUrl: 'http://localhost:4000', simulatorSecret: 'secret' });

beforeAll(async () => {
  google = await startGoogleSimulator({ port: 0, clientId: 'kindling-local', clientSecret: 'secret' });
  facebook = await startFacebookSimulator({ port: 0, appId: 'kindling-local', appSecret: 'secret' });
  connectors = createConnectors(configure(simulated()));
});

afterAll(async () => {
  await Promise.all([google.close(), facebook.close()]);
});

function connectorOf(id: ConnectorId): Connector {
  const connector = connectors.get(id);
  if (!connector) throw new Error(`no connector for ${id}`);
  return connector;
}

async function readAll(connector: Connector, tokens: Tokens, listing: PlatformListing) {
  const reviews = [];
  const skipped = [];
  let count: number | null = null;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Connector['fetchReviews']>> = await connector.fetchReviews(
      tokens,
      listing,
      cursor,
    );
    reviews.push(...page.reviews);
    skipped.push(...page.skipped);
    count ??= page.count;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { reviews, skipped, count };
}

const googleData = z.object({ reviews: z.record(z.string(), z.array(z.object({ reviewId: z.string() }))) });
const facebookData = z.object({
  pages: z.array(z.object({ id: z.string(), ratings: z.object({ data: z.array(z.unknown()) }) })),
});

it('connects Google through its consent page and reads every review of every location once', async () => {
  const connector = connectorOf('google');
  const { tokens, account, listings } = await signInToConnector(connector);
  expect(account.displayName).toMatch(/@/);
  expect(tokens.refreshToken).not.toBeNull();
  const stored = googleData.parse(readDemoData('google.json')).reviews;
  const readable = listings.filter((listing) => listing.readable);
  expect(readable.length).toBeGreaterThan(0);
  for (const listing of readable) {
    const { reviews, skipped, count } = await readAll(connector, tokens, listing);
    const expected = (stored[listing.resourceName] ?? []).map(
      (review) => `${listing.externalId}/${review.reviewId}`,
    );
    expect(reviews.map((review) => review.externalId).sort()).toEqual(expected.sort());
    expect(skipped).toEqual([]);
    expect(count).toBe(expected.length);
  }
  const ended = { ...tokens, expiresAt: new Date(0) };
  const renewed = await connector.refresh(ended, new Date());
  expect(renewed.accessToken).not.toBe(tokens.accessToken);
  await connector.revoke(renewed);
  await connector.revoke(renewed);
  await expect(connector.listListings(renewed)).rejects.toMatchObject({ kind: 'reauthorize' });
});

it('connects Facebook through its dialog and reads every recommendation of every page once', async () => {
  const connector = connectorOf('facebook');
  const { tokens, account, listings } = await signInToConnector(connector);
  expect(account.externalId).toMatch(/^\d+$/);
  expect(listings.length).toBeGreaterThan(0);
  const stored = new Map(
    facebookData.parse(readDemoData('facebook.json')).pages.map((page) => [page.id, page.ratings.data]),
  );
  for (const listing of listings) {
    const { reviews, skipped, count } = await readAll(connector, tokens, listing);
    const expected = stored.get(listing.externalId)?.length;
    expect(new Set(reviews.map((review) => review.externalId)).size).toBe(expected);
    expect(reviews).toHaveLength(expected ?? -1);
    expect(skipped).toEqual([]);
    expect(count).toBe(expected);
  }
  await connector.revoke(tokens);
  await connector.revoke(tokens);
  await expect(connector.listListings(tokens)).rejects.toMatchObject({ kind: 'reauthorize' });
});

it('refuses a used code and an unknown code', async () => {
  for (const connector of [connectorOf('google'), connectorOf('facebook')]) {
    const { exchange } = await signInToConnector(connector);
    for (const code of [exchange.code, '4/forged']) {
      const error = await connector.exchangeCode({ ...exchange, code }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConnectorFailure);
      expect(error).toMatchObject({ kind: 'rejected' });
    }
  }
});

it('offers only what is configured', () => {
  expect([...connectors.keys()]).toEqual(['google', 'facebook', 'google-places']);
  expect(configure({}).size).toBe(0);
  expect([...configure({ GOOGLE_PLACES_API_KEY: 'key' }).keys()]).toEqual(['google-places']);
  expect(configure({ GOOGLE_CLIENT_ID: 'id' }).size).toBe(0);
});

it('prefers credentials to a simulator; only a simulator serves the photos of its platform', () => {
  const hosts = (environment: Environment) => createPhotoHosts(configure(environment)).map(({ at }) => at);
  expect(configure(simulated()).get('google')?.mode).toBe('simulated');
  expect(hosts(simulated())).toEqual([google.url, facebook.url]);
  const live = { ...simulated(), GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  expect(configure(live).get('google')?.mode).toBe('live');
  expect(configure(live).get('google-places')?.mode).toBe('simulated');
  expect(hosts(live)).toEqual([null, facebook.url]);
});

it('has one manifest per connector; a connector with sign-in carries the name of its platform', () => {
  expect(connectorManifests.map(({ id }) => id).sort()).toEqual([...connectorIds].sort());
  for (const platform of platforms) expect(credentialsOf(platform)).not.toEqual([]);
  for (const { id, variables, credentials, variableGroups, simulator } of connectorManifests) {
    const names = Object.keys(variables);
    expect
      .soft(
        [...credentials, ...variableGroups.flat()].filter((name) => !names.includes(name)),
        id,
      )
      .toEqual([]);
    if (simulator !== null) expect.soft(credentials, id).toContain(simulator.keyVariable);
  }
  const offsets = platformSimulators.map(({ portOffset }) => portOffset);
  expect(new Set(offsets).size).toBe(offsets.length);
});

const solutionsLocale = z.object({
  platforms: z.object({
    table: z.record(z.string(), z.union([z.string(), z.object({ answer: z.string() })])),
  }),
});

it.each(languages)('the public pages promise replies where a connector can send them, in %s', (language) => {
  const file = new URL(`../../../locales/${language}/site-solutions.json`, import.meta.url);
  const { table } = solutionsLocale.parse(JSON.parse(readFileSync(file, 'utf8'))).platforms;
  const answers = new Map(
    Object.entries(table).flatMap(([name, cells]) =>
      typeof cells === 'string' ? [] : [[name, cells.answer]],
    ),
  );
  // "Yes, from your list", to which other platforms add a condition.
  const yes = answers.get('google') ?? '';
  expect(yes).not.toBe('');
  const promised = [...answers].flatMap(([name, answer]) => (answer.startsWith(yes) ? [name] : []));
  const sent = [...connectors.values()].filter(({ capabilities }) => capabilities.reply);
  expect(promised.sort()).toEqual(sent.map(({ platform }) => platform).sort());
});
