/** Each named fault of the simulators: the failure that the connector reports, and the success of the next call. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFacebookSimulator } from '../../../simulators/facebook/server.ts';
import { startGoogleSimulator } from '../../../simulators/google/server.ts';
import { controlSimulator, signInToConnector } from '../testing/connector-sign-in.ts';
import { type Connector, ConnectorFailure, type PlatformListing, type Tokens } from './connector.ts';
import { createFacebookConnector } from './facebook/index.ts';
import { createGoogleConnector } from './google/index.ts';
import { createGooglePlacesConnector } from './google-places/index.ts';

type Simulator = Awaited<ReturnType<typeof startGoogleSimulator>>;

const timeoutMs = 500;
const platformNames = ['google', 'facebook'] as const;
const seeds = {
  google: { action: 'seed', location: 'accounts/9/locations/90', count: 60 },
  facebook: { action: 'seed', page: '900', count: 60 },
};
const seededListing = { google: 'accounts/9/locations/90', facebook: '900' };

let simulators: Record<(typeof platformNames)[number], { simulator: Simulator; connector: Connector }>;

beforeAll(async () => {
  const google = await startGoogleSimulator({ port: 0, clientId: 'id', clientSecret: 'secret' });
  const facebook = await startFacebookSimulator({ port: 0, appId: 'id', appSecret: 'secret' });
  const { url } = google;
  const urls = { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url };
  const graph = { dialog: facebook.url, graph: facebook.url };
  simulators = {
    google: {
      simulator: google,
      connector: createGoogleConnector({ clientId: 'id', clientSecret: 'secret', urls, timeoutMs }),
    },
    facebook: {
      simulator: facebook,
      connector: createFacebookConnector({
        appId: 'id',
        appSecret: 'secret',
        graphVersion: 'v21.0',
        urls: graph,
        timeoutMs,
      }),
    },
  };
});
afterAll(() => Promise.all(platformNames.map((name) => simulators[name].simulator.close())));

async function failureOf(call: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (error instanceof ConnectorFailure) return error;
  throw new Error(`expected ConnectorFailure, got ${String(error)}`);
}

describe.each(platformNames)('%s', (name) => {
  let connector: Connector;
  let tokens: Tokens;
  let listing: PlatformListing;

  const setFault = (fault: string, more: Record<string, unknown> = {}) =>
    controlSimulator(simulators[name].simulator.url, { action: 'fault', name: fault, ...more });
  const read = (cursor: string | null = null) => connector.fetchReviews(tokens, listing, cursor);

  beforeEach(async () => {
    const { simulator } = simulators[name];
    await controlSimulator(simulator.url, { action: 'reset' });
    await controlSimulator(simulator.url, seeds[name]);
    connector = simulators[name].connector;
    const signedIn = await signInToConnector(connector);
    tokens = signedIn.tokens;
    const found = signedIn.listings.find(({ resourceName }) => resourceName === seededListing[name]);
    if (!found) throw new Error('the seeded place is expected');
    listing = found;
  });

  it.each([
    ['429-seconds', 'retry-after'],
    ['429-date', 'retry-after'],
    ['429-none', 'retry-after'],
    ['429-past-date', 'retry-after'],
    ['502-html', 'retry-after'],
    ['cut-mid-body', 'retry-after'],
    ['slow-drip', 'retry-after'],
    ['never-answers', 'retry-after'],
    ['reset', 'retry-after'],
    ['half-open', 'retry-after'],
    ['bad-json', 'unexpected-answer'],
  ])('%s gives %s for one call', async (fault, kind) => {
    await setFault(fault);
    expect((await failureOf(read())).kind).toBe(kind);
    expect((await read()).reviews).toHaveLength(50);
  });

  it('429: the failure has exactly the wait that the platform names', async () => {
    const waits: Record<string, number | undefined> = {};
    for (const fault of ['429-seconds', '429-date', '429-none', '429-past-date']) {
      await setFault(fault, { seconds: 60 });
      waits[fault] = (await failureOf(read())).retryAfter;
    }
    expect(waits['429-seconds']).toBe(60);
    // A date has whole seconds, so the wait may be one second longer, but never shorter.
    expect([60, 61]).toContain(waits['429-date']);
    expect(waits['429-none']).toBeUndefined();
    expect([0, undefined]).toContain(waits['429-past-date']);
  });

  it('500-burst, 503-forever: calls fail until the fault ends', async () => {
    await setFault('500-burst', { times: 2 });
    for (let call = 0; call < 2; call += 1) expect((await failureOf(read())).kind).toBe('retry-after');
    expect((await read()).reviews).toHaveLength(50);
    await setFault('503-forever');
    for (let call = 0; call < 4; call += 1) expect((await failureOf(read())).kind).toBe('retry-after');
  });

  it.each(['wrong-type', 'null-everything'])(
    '%s: one item is skipped, the others are read',
    async (fault) => {
      await setFault(fault, { times: 1 });
      const page = await read();
      expect([page.reviews.length, page.skipped.length]).toEqual([49, 1]);
      expect((await read()).skipped).toEqual([]);
    },
  );

  it.each(['huge-text', 'unknown-enum'])('%s: the review is read', async (fault) => {
    await setFault(fault, { times: 1 });
    const page = await read();
    expect([page.reviews.length, page.skipped.length]).toEqual([50, 0]);
  });

  it.each(['page-short', 'page-empty-with-token'])(
    '%s: reading reaches the end of the list',
    async (fault) => {
      await setFault(fault);
      const found = new Set<string>();
      let pages = 0;
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof read>> = await read(cursor);
        for (const review of page.reviews) found.add(review.externalId);
        cursor = page.nextCursor;
        pages += 1;
      } while (cursor !== null && pages < 20);
      expect(found.size).toBe(60);
      expect(pages).toBeGreaterThan(2);
    },
  );

  it('token-expired: the read fails, and a new read from the first page succeeds', async () => {
    const { nextCursor } = await read();
    await setFault('token-expired', { times: 1 });
    const refused = await failureOf(read(nextCursor));
    expect([refused.kind, refused.reason]).toEqual(['rejected', 'page-token-refused']);
    expect((await read()).reviews).toHaveLength(50);
  });

  it.each(['revoked', 'scope-removed', 'page-role-lost'])(
    '%s: only the owner can repair the connection',
    async (fault) => {
      await setFault(fault);
      expect((await failureOf(read())).kind).toBe('reauthorize');
    },
  );

  it('location-closed: the listing has the state `closed`', async () => {
    await setFault('location-closed', { [name === 'google' ? 'location' : 'page']: seededListing[name] });
    const { listings } = await connector.listListings(tokens);
    expect(listings.find(({ externalId }) => externalId === listing.externalId)?.state).toBe('closed');
    expect((await read()).reviews).toHaveLength(50);
  });
});

describe('faults of one platform', () => {
  it('google location-unverified: reviews cannot be read until the owner verifies the place', async () => {
    const { simulator, connector } = simulators.google;
    await controlSimulator(simulator.url, { action: 'reset' });
    await controlSimulator(simulator.url, seeds.google);
    const { tokens } = await signInToConnector(connector);
    await controlSimulator(simulator.url, {
      action: 'fault',
      name: 'location-unverified',
      location: seededListing.google,
    });
    const place = { externalId: '90', resourceName: seededListing.google };
    const refused = await failureOf(connector.fetchReviews(tokens, place, null));
    expect([refused.kind, refused.reason]).toEqual(['rejected', 'location-unverified']);
  });

  it('facebook password-changed, fb-code-12: the owner must reconnect; ratings are withdrawn', async () => {
    const { simulator, connector } = simulators.facebook;
    await controlSimulator(simulator.url, { action: 'reset' });
    await controlSimulator(simulator.url, seeds.facebook);
    const { tokens } = await signInToConnector(connector);
    const place = { externalId: '900', resourceName: '900' };
    await controlSimulator(simulator.url, { action: 'fault', name: 'fb-code-12' });
    expect((await failureOf(connector.fetchReviews(tokens, place, null))).kind).toBe('withdrawn');
    await controlSimulator(simulator.url, { action: 'fault', name: 'password-changed' });
    expect((await failureOf(connector.fetchReviews(tokens, place, null))).kind).toBe('reauthorize');
  });

  it('places: an owner finds the place and sees five reviews of it; a wrong key is reported to the operator', async () => {
    const { url } = simulators.google.simulator;
    await controlSimulator(url, { action: 'reset' });
    const config = { apiKey: 'secret', url, timeoutMs };
    const places = createGooglePlacesConnector(config);
    const { listings } = await signInToConnector(simulators.google.connector);
    const name = listings.find((listing) => listing.readable)?.name ?? '';
    const [candidate] = await places.search(name, 'en');
    expect(candidate?.name).toBe(name);
    const listing = await places.readListing(candidate?.placeId ?? '', 'en');
    expect(listing).toMatchObject({ name, readable: true, state: 'ok' });
    const page = await places.fetchReviews(
      { accessToken: '', refreshToken: null, expiresAt: null, scopes: [] },
      listing,
      null,
    );
    expect(page.reviews.length).toBeGreaterThan(0);
    expect(page.reviews.length).toBeLessThanOrEqual(5);
    expect(page.skipped).toEqual([]);
    expect(page.nextCursor).toBeNull();
    expect(page.count).toBeGreaterThanOrEqual(page.reviews.length);
    for (const review of page.reviews) {
      expect(review.externalId).toMatch(new RegExp(`^places/${candidate?.placeId}/reviews/`));
      expect(review.attribution?.flagUrl).toMatch(/^https:/);
    }
    const foreign = createGooglePlacesConnector({ ...config, apiKey: 'of somebody else' });
    expect((await failureOf(foreign.search(name, 'en'))).kind).toBe('not-approved');
  });
});
