/** For tests only: a platform in memory. Tests set its content and its failures through its fields. */
import type { Platform } from '@kindling/contract/platforms';
import {
  type ApiKeyConnector,
  type Connector,
  ConnectorFailure,
  type ExternalAccount,
  type PlatformListing,
  type PlatformReply,
  type PlatformReview,
  type Tokens,
} from '../connectors/connector.ts';

export interface FakeConnector extends Connector {
  /** The account of the next `exchangeCode`. */
  account: ExternalAccount;
  listings: PlatformListing[];
  /** Reviews by the listing's external id, in the order they are sent. */
  reviews: Map<string, PlatformReview[]>;
  /** Reviews per page. */
  pageSize: number;
  /** Errors that the next calls throw, one each. */
  failures: Error[];
  /** Names of the calls so far, in order. */
  calls: string[];
  /** Access tokens that were revoked. */
  revoked: string[];
  /** External ids of listings with a webhook subscription. */
  subscribed: string[];
  /** Replies in the order they were written, including repeats. */
  replies: { review: string; text: string }[];
}

/** One profile of a platform; its address names follow its external id. */
export function aPlatformListing(
  externalId: string,
  changes: Partial<PlatformListing> = {},
): PlatformListing {
  return {
    externalId,
    resourceName: `accounts/1/locations/${externalId}`,
    name: `Place ${externalId}`,
    address: '1 High Street',
    country: 'GB',
    mapsUrl: `https://maps.example.com/${externalId}`,
    writeReviewUrl: `https://maps.example.com/${externalId}/write`,
    readable: true,
    ...changes,
  };
}

let made = 0;

/** A review with a unique external id and time. */
export function aReview(changes: Partial<PlatformReview> = {}): PlatformReview {
  made += 1;
  return {
    externalId: `review-${made}`,
    resourceName: null,
    authorName: `Author ${made}`,
    authorPhotoUrl: null,
    anonymous: false,
    rating: 5,
    recommendation: null,
    text: `Text ${made}`,
    translation: null,
    writtenAt: new Date(Date.UTC(2026, 0, 1) + made * 60_000),
    editedAt: null,
    reply: null,
    permalink: null,
    mediaCount: 0,
    ...changes,
  };
}

export function createFakeConnector(platform: Platform): FakeConnector {
  const recordCall = (connector: FakeConnector, call: string): void => {
    connector.calls.push(call);
    const failure = connector.failures.shift();
    if (failure !== undefined) throw failure;
  };
  const find = (listing: string, id: string) =>
    connector.reviews.get(listing)?.find((review) => review.externalId === id);
  const replace = (listing: string, changed: PlatformReview): void => {
    const all = connector.reviews.get(listing) ?? [];
    connector.reviews.set(
      listing,
      all.map((review) => (review.externalId === changed.externalId ? changed : review)),
    );
  };
  const connector: FakeConnector = {
    id: platform,
    platform,
    capabilities: {
      stars: platform === 'google',
      reply: true,
      replyLimitBytes: platform === 'google' ? 4096 : null,
      replyLimitCharacters: platform === 'facebook' ? 8000 : null,
      editsFirst: platform === 'google',
      retentionDays: platform === 'google' ? 30 : null,
      callsPerMinute: 6_000,
      fullSnapshot: false,
      mayShareText: true,
    },
    account: { externalId: `${platform}-owner`, displayName: `${platform} owner` },
    listings: [aPlatformListing(`${platform}-place`)],
    reviews: new Map(),
    pageSize: 50,
    failures: [],
    calls: [],
    revoked: [],
    subscribed: [],
    replies: [],
    authorizationUrl: ({ state, redirectUri, codeChallenge }) =>
      `https://platform.example.com/authorize?${new URLSearchParams({ state, redirect_uri: redirectUri, code_challenge: codeChallenge })}`,
    async exchangeCode() {
      recordCall(connector, 'exchangeCode');
      const tokens: Tokens = {
        accessToken: `${platform}-access`,
        refreshToken: `${platform}-refresh`,
        expiresAt: null,
        scopes: ['read'],
      };
      return { tokens, account: connector.account };
    },
    // Renewal is due when a test has set an expiry in the past.
    isRefreshDue: (tokens, now) => tokens.expiresAt !== null && tokens.expiresAt <= now,
    async refresh(tokens) {
      return tokens;
    },
    async revoke(tokens) {
      recordCall(connector, 'revoke');
      connector.revoked.push(tokens.accessToken);
    },
    async listListings() {
      recordCall(connector, 'listListings');
      return { listings: connector.listings };
    },
    async fetchReviews(_tokens, listing, cursor) {
      recordCall(connector, 'fetchReviews');
      const all = connector.reviews.get(listing.externalId) ?? [];
      const from = Number(cursor ?? 0);
      const next = from + connector.pageSize;
      const stars = all.flatMap((review) => (review.rating === null ? [] : [review.rating]));
      return {
        reviews: all.slice(from, next),
        skipped: [],
        nextCursor: next < all.length ? String(next) : null,
        average: stars.length === 0 ? null : stars.reduce((sum, star) => sum + star, 0) / stars.length,
        count: all.length,
        requests: 1,
      };
    },
    async lookUp(_tokens, listing, address) {
      recordCall(connector, 'lookUp');
      const review = find(listing.externalId, address.externalId);
      return review === undefined ? { found: 'gone' } : { found: 'there', review };
    },
    async reply(_tokens, listing, address, text) {
      recordCall(connector, 'reply');
      const review = find(listing.externalId, address.externalId);
      if (review === undefined) throw new ConnectorFailure('gone', 'no such review');
      const reply: PlatformReply = { text, at: new Date(), state: 'published', reason: null };
      replace(listing.externalId, { ...review, reply });
      connector.replies.push({ review: address.externalId, text });
      return reply;
    },
    async deleteReply(_tokens, listing, address) {
      recordCall(connector, 'deleteReply');
      const review = find(listing.externalId, address.externalId);
      if (review !== undefined) replace(listing.externalId, { ...review, reply: null });
    },
    async subscribe(_tokens, listing) {
      recordCall(connector, 'subscribe');
      connector.subscribed.push(listing.externalId);
    },
  };
  return connector;
}

/** A connector to Google without a sign-in: a search finds the places in `listings`. */
export function createFakeApiKeyConnector(): FakeConnector & ApiKeyConnector {
  const connector = createFakeConnector('google');
  return Object.assign(connector, {
    id: 'google-places' as const,
    product: 'Open places',
    capabilities: {
      ...connector.capabilities,
      reply: false,
      retentionDays: 1,
      editsFirst: false,
      fullSnapshot: true,
      mayShareText: false,
    },
    listings: [aPlatformListing('open-place')],
    async search(words: string) {
      const found = connector.listings.filter(({ name }) => name.includes(words));
      return found.map(({ externalId, name, address }) => ({ placeId: externalId, name, address }));
    },
    async readListing(placeId: string) {
      const place = connector.listings.find(({ externalId }) => externalId === placeId);
      if (place === undefined) throw new ConnectorFailure('gone', 'no such place');
      return place;
    },
  });
}
