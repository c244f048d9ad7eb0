/** Google Business Profile: owner OAuth, account management v1, business information v1, reviews v4. */
import {
  type CallOptions,
  type Connector,
  ConnectorFailure,
  type PlatformListing,
  type ReviewPage,
  type Tokens,
} from '../connector.ts';
import { parseItems } from '../kit/items.ts';
import { readAllPages } from '../kit/platform-call.ts';
import { expiresWithin, expiryAfter } from '../kit/token-expiry.ts';
import { capabilities } from './capabilities.ts';
import { createGoogleClient, type GoogleClient, type GoogleConfig } from './client.ts';
import { toListing, toReview } from './map.ts';
import { subscribeToReviews } from './notifications.ts';
import { deleteReply, lookUp, writeReply } from './replies.ts';
import * as wire from './wire.ts';

export type { GoogleConfig } from './client.ts';

/** The one scope for all Business Profile APIs. */
const businessManageScope = 'https://www.googleapis.com/auth/business.manage';
/** Scopes that also give the Google account which connected. */
const scopes = [businessManageScope, 'openid', 'email'];

const locationMask =
  'name,title,storeCode,languageCode,storefrontAddress,phoneNumbers,websiteUri,categories,openInfo,metadata';

/** The largest page sizes that the three lists allow (`pageSize` of the reference). */
const accountsPerPage = '20';
const locationsPerPage = '100';
const reviewsPerPage = '50';

/** An access token with less time left is renewed before use, so that it does not end during a call. */
const refreshMarginSeconds = 60;

/** @param clock Time for token lives and `Retry-After` dates; the system's unless a test gives one. */
export function createGoogleConnector(config: GoogleConfig, clock: () => Date = () => new Date()): Connector {
  const client = createGoogleClient(config, clock);
  return {
    id: 'google',
    platform: 'google',
    capabilities: {
      ...capabilities,
      callsPerMinute: config.callsPerMinute ?? capabilities.callsPerMinute,
    },

    authorizationUrl(request) {
      const url = new URL('/o/oauth2/v2/auth', config.urls.accounts);
      url.search = new URLSearchParams({
        client_id: config.clientId,
        redirect_uri: request.redirectUri,
        response_type: 'code',
        scope: scopes.join(' '),
        state: request.state,
        code_challenge: request.codeChallenge,
        code_challenge_method: 'S256',
        // Google needs both parameters to return a refresh token, also when the same account connects again.
        access_type: 'offline',
        prompt: 'consent',
      }).toString();
      return url.href;
    },

    async exchangeCode({ code, redirectUri, codeVerifier }, options = {}) {
      const answer = await client.exchangeCode(code, redirectUri, codeVerifier, options);
      // By OAuth, an answer without this member granted exactly the requested scopes.
      const granted = answer.scope ? answer.scope.split(' ') : scopes;
      if (!granted.includes(businessManageScope)) {
        throw new ConnectorFailure('reauthorize', 'the owner did not grant access to the business profile');
      }
      if (!answer.id_token) throw new ConnectorFailure('unexpected-answer', 'Google sent no ID token');
      const account = await client.identify(answer.id_token, options);
      return { tokens: toTokens(answer, answer.refresh_token ?? null, granted, clock()), account };
    },

    isRefreshDue: (tokens, now) => expiresWithin(tokens.expiresAt, now, refreshMarginSeconds),

    async refresh(tokens, now, options = {}) {
      if (!expiresWithin(tokens.expiresAt, now, refreshMarginSeconds)) return tokens;
      if (tokens.refreshToken === null) {
        throw new ConnectorFailure('reauthorize', 'the access token ends and there is no refresh token');
      }
      const answer = await client.refresh(tokens.refreshToken, options);
      const granted = answer.scope ? answer.scope.split(' ') : tokens.scopes;
      // Google sends the refresh token again only when it changes.
      return { ...tokens, ...toTokens(answer, answer.refresh_token ?? tokens.refreshToken, granted, now) };
    },

    // Ends the whole grant of this user for this client, whichever of the two tokens is sent.
    revoke: (tokens, options = {}) => client.revoke(tokens.refreshToken ?? tokens.accessToken, options),

    listListings: async (tokens, options = {}) => ({ listings: await listListings(client, tokens, options) }),

    fetchReviews: (tokens, listing, cursor, options = {}) =>
      fetchReviews(client, tokens, listing, cursor, options),

    lookUp: (tokens, listing, review, options = {}) => lookUp(client, tokens, listing, review, options),

    reply: (tokens, listing, review, text, options = {}) =>
      writeReply(client, tokens, listing, { review, text }, options),

    deleteReply: (tokens, listing, review, options = {}) =>
      deleteReply(client, tokens, listing, review, options),

    async subscribe(tokens, listing, options = {}) {
      const topic = config.notifications?.topic;
      if (topic !== undefined) await subscribeToReviews(client, tokens, listing, topic, options);
    },
  };
}

function toTokens(
  answer: wire.TokenAnswer,
  refreshToken: string | null,
  granted: string[],
  now: Date,
): Tokens {
  return {
    accessToken: answer.access_token,
    refreshToken,
    expiresAt: expiryAfter(answer.expires_in, now),
    scopes: granted,
  };
}

/** All locations of all accounts; a location that several accounts reach appears once, with the first of them. */
async function listListings(
  client: GoogleClient,
  tokens: Tokens,
  { signal }: CallOptions,
): Promise<PlatformListing[]> {
  const accounts = await readAllPages(async (pageToken) => {
    const query = { pageSize: accountsPerPage };
    const request = { api: 'account', path: '/v1/accounts', query, pageToken } as const;
    const page = await client.call(tokens.accessToken, request, wire.accountsPage, signal);
    return { items: parseItems(wire.account, page.accounts).items, nextCursor: page.nextPageToken };
  });
  const listings = new Map<string, PlatformListing>();
  for (const account of accounts) {
    const found = await readAllPages(async (pageToken) => {
      const path = `/v1/${account.name}/locations`;
      const query = { readMask: locationMask, pageSize: locationsPerPage };
      const request = { api: 'info', path, query, pageToken } as const;
      const page = await client.call(tokens.accessToken, request, wire.locationsPage, signal);
      return { items: parseItems(wire.location, page.locations).items, nextCursor: page.nextPageToken };
    });
    for (const location of found) {
      const listing = toListing(location, account.name);
      if (!listings.has(listing.externalId)) listings.set(listing.externalId, listing);
    }
  }
  return [...listings.values()];
}

/**
 * One page, newest change first. `rejected` with the reason `page-token-refused` (a cursor that is too old or of
 * another query) means that the pass must start again at the first page; the listing is fine.
 */
async function fetchReviews(
  client: GoogleClient,
  tokens: Tokens,
  listing: { externalId: string; resourceName: string },
  cursor: string | null,
  { signal }: CallOptions,
): Promise<ReviewPage> {
  // Slashes of a resource name are not encoded: the API has no route for %2F.
  const path = `/v4/${listing.resourceName}/reviews`;
  const query = { pageSize: reviewsPerPage, orderBy: 'updateTime desc' };
  const request = { api: 'v4', path, query, pageToken: cursor } as const;
  const page = await client.call(tokens.accessToken, request, wire.reviewsPage, signal);
  const { items, skipped } = parseItems(wire.review, page.reviews);
  // For a location without reviews Google answers `{}`: only there does a missing count mean zero.
  const empty = cursor === null && page.reviews.length === 0 && page.nextPageToken === null;
  return {
    reviews: items.map((item) => toReview(item, listing)),
    skipped,
    nextCursor: page.nextPageToken,
    average: page.averageRating ?? null,
    count: page.totalReviewCount ?? (empty ? 0 : null),
    requests: 1,
  };
}
