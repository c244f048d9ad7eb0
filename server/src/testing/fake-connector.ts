/** For tests only: a platform in memory. What it offers and how it fails is changed by writing to its fields. */
import type { Platform } from '@kindling/contract/platforms';
import type {
  Connector,
  ExternalAccount,
  PlatformListing,
  PlatformReview,
  Tokens,
} from '../connectors/connector.ts';

export interface FakeConnector extends Connector {
  /** Who authorises; the account of the next `exchangeCode`. */
  account: ExternalAccount;
  listings: PlatformListing[];
  /** Reviews by the listing's external id, in the order they are sent. */
  reviews: Map<string, PlatformReview[]>;
  /** Reviews per page. */
  pageSize: number;
  /** Thrown by the next calls, one each, before anything else. */
  failures: Error[];
  /** Names of the calls so far, in order. */
  calls: string[];
  /** Tokens that were withdrawn. */
  revoked: string[];
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

/** One review in our words, with its own external id and time. */
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
  const trouble = (connector: FakeConnector, call: string): void => {
    connector.calls.push(call);
    const failure = connector.failures.shift();
    if (failure !== undefined) throw failure;
  };
  const connector: FakeConnector = {
    platform,
    capabilities: { stars: platform === 'google', reply: false, replyLimitBytes: null },
    account: { externalId: `${platform}-owner`, displayName: `${platform} owner` },
    listings: [aPlatformListing(`${platform}-place`)],
    reviews: new Map(),
    pageSize: 50,
    failures: [],
    calls: [],
    revoked: [],
    authorisationUrl: ({ state, redirectUri, codeChallenge }) =>
      `https://platform.example.com/authorise?${new URLSearchParams({ state, redirect_uri: redirectUri, code_challenge: codeChallenge })}`,
    async exchangeCode() {
      trouble(connector, 'exchangeCode');
      const tokens: Tokens = {
        accessToken: `${platform}-access`,
        refreshToken: `${platform}-refresh`,
        expiresAt: null,
        scopes: ['read'],
      };
      return { tokens, account: connector.account };
    },
    async refresh(tokens) {
      return tokens;
    },
    async revoke(tokens) {
      trouble(connector, 'revoke');
      connector.revoked.push(tokens.accessToken);
    },
    async listListings() {
      trouble(connector, 'listListings');
      return { listings: connector.listings };
    },
    async fetchReviews(_tokens, listing, cursor) {
      trouble(connector, 'fetchReviews');
      const all = connector.reviews.get(listing.externalId) ?? [];
      const from = Number(cursor ?? 0);
      const next = from + connector.pageSize;
      const stars = all.flatMap((review) => (review.rating === null ? [] : [review.rating]));
      return {
        reviews: all.slice(from, next),
        setAside: [],
        nextCursor: next < all.length ? String(next) : null,
        average: stars.length === 0 ? null : stars.reduce((sum, star) => sum + star, 0) / stars.length,
        count: all.length,
        requests: 1,
      };
    },
  };
  return connector;
}
