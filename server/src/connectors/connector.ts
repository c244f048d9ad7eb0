/**
 * The interface of every platform connector, in our own types. A connector parses the platform's answers (`wire.ts`),
 * maps them to these types (`map.ts`) and reports each failure as one of a closed list of kinds. No platform type
 * leaves the connector.
 *
 * A connector knows no database, no account of ours and no other connector. The caller passes tokens in, receives data,
 * and stores both.
 */
import type { ConnectorId, Platform } from '@kindling/contract/platforms';

/**
 * The closed list of failures.
 * - `reauthorize`: the authorization has ended or lacks a permission; only the owner can repair it. Never retried.
 * - `retry-after`: the platform asks us to wait, or has an outage. Retried, not before `retryAfter`.
 * - `not-approved`: the operator's project has no access yet (Google: quota 0, API not enabled).
 * - `withdrawn`: the platform has removed the function (Facebook: error 12). Never retried in a loop.
 * - `gone`: this listing or item no longer exists at the platform.
 * - `rejected`: the platform understood and refused this request; the same request will be refused again.
 * - `unexpected-answer`: the answer does not match the platform's documentation.
 */
export const failureKinds = [
  'reauthorize',
  'retry-after',
  'not-approved',
  'withdrawn',
  'gone',
  'rejected',
  'unexpected-answer',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/**
 * The closed list of reasons on which a caller acts.
 * - `page-token-refused`: the platform no longer accepts its own page token. The listing is fine; read from the start.
 * - `location-unverified`: the platform shows no reviews until the owner verifies the location.
 * - `blocked-for-policy`: the platform blocks this installation for breaking its rules. Only the operator can act.
 */
export type FailureReason = 'page-token-refused' | 'location-unverified' | 'blocked-for-policy';

/** The only error a connector throws on purpose. `message` is for logs: it holds no token and no review text. */
export class ConnectorFailure extends Error {
  readonly kind: FailureKind;
  /** Null where no caller acts on it. */
  readonly reason: FailureReason | null;
  /** Seconds to wait before the next try, where the platform named them. */
  readonly retryAfter: number | undefined;
  /**
   * What a `retry-after` applies to: all calls with this operator's keys (`platform`, the default: a quota or an
   * outage), or only this listing or authorization (`listing`).
   */
  readonly reach: 'platform' | 'listing';

  constructor(
    kind: FailureKind,
    message: string,
    options: {
      reason?: FailureReason | null;
      retryAfter?: number;
      reach?: 'platform' | 'listing';
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ConnectorFailure';
    this.kind = kind;
    this.reason = options.reason ?? null;
    this.retryAfter = options.retryAfter;
    this.reach = options.reach ?? 'platform';
  }
}

/** Tokens of one authorization. The connections slice stores them encrypted; they are never logged. */
export interface Tokens {
  accessToken: string;
  /** Absent where the platform has none (Facebook: the long-lived token itself is renewed). */
  refreshToken: string | null;
  /** When the access token stops working; null when it has no end. */
  expiresAt: Date | null;
  scopes: string[];
  /** Per-listing tokens by external id (Facebook page tokens). */
  listingTokens?: Record<string, string>;
}

/** The account at the platform that gave the authorization. */
export interface ExternalAccount {
  /** Stable id at the platform. */
  externalId: string;
  /** Name or e-mail to show the owner. */
  displayName: string;
}

export interface AuthorizationRequest {
  /** Random, for one use; the platform returns it unchanged. */
  state: string;
  redirectUri: string;
  /** PKCE S256 challenge of the verifier that `exchangeCode` is given; ignored where the platform has no PKCE. */
  codeChallenge: string;
}

/** One profile whose reviews can be read: a Google location, a Facebook page. */
export interface PlatformListing {
  /** Stable id, unique on the platform; it does not depend on the account through which the listing is reached. */
  externalId: string;
  /** The id for API calls, where it differs from `externalId` (Google: `accounts/{a}/locations/{l}`). */
  resourceName: string;
  name: string;
  address: string | null;
  country: string | null;
  mapsUrl: string | null;
  writeReviewUrl: string | null;
  /** False when reviews cannot be read here (for example an unverified location). */
  readable: boolean;
  /**
   * State of the place at the platform. `unverified`: its reviews cannot be read until the owner verifies it. `closed`:
   * it is permanently closed and keeps its reviews. Absent where the platform does not say.
   */
  state?: 'ok' | 'unverified' | 'closed';
}

export interface PlatformReply {
  text: string;
  at: Date | null;
  /** `published` only when the platform says that it is public. */
  state: 'sending' | 'published' | 'failed';
  /** The platform's reason for `failed`. */
  reason: string | null;
}

/** One review in our types. Texts are plain text exactly as the platform sent them, without NUL and lone surrogates. */
export interface PlatformReview {
  /** Unique per platform; it does not depend on the authorizing account. */
  externalId: string;
  /** The id that a look-up or a reply needs; null where the platform has none. */
  resourceName: string | null;
  authorName: string | null;
  authorPhotoUrl: string | null;
  anonymous: boolean;
  /** Whole stars 1-5; null for a recommendation or where the platform gives none. */
  rating: number | null;
  recommendation: 'positive' | 'negative' | null;
  /** The reviewer's own words; a machine translation is in `translation`. */
  text: string | null;
  translation: string | null;
  writtenAt: Date;
  /** The platform's time of the last edit; null when never edited. */
  editedAt: Date | null;
  reply: PlatformReply | null;
  permalink: string | null;
  /** Photos and videos attached: only their number is kept. */
  mediaCount: number;
  /**
   * Links that the platform's terms require beside the review wherever it is shown; absent where the terms require
   * none.
   */
  attribution?: ReviewAttribution | null;
}

/** https addresses; null where the platform sent none. */
export interface ReviewAttribution {
  /** The author's page at the platform. */
  authorUrl: string | null;
  /** The page on which anybody can report the review. */
  flagUrl: string | null;
  /** The page of the review on the platform's map. */
  mapsUrl: string | null;
}

/** An item of a page that does not fit our schema. It is skipped, and the rest of the page is read. */
export interface SkippedItem {
  /** SHA-256, hex, of the raw JSON. The JSON itself is not stored. */
  hash: string;
  /** Paths and messages of the schema check, without values. */
  reason: string;
}

export interface ReviewPage {
  reviews: PlatformReview[];
  skipped: SkippedItem[];
  /** Opaque; null after the last page. */
  nextCursor: string | null;
  /** The platform's own average and count, where this answer contains them. */
  average: number | null;
  count: number | null;
  /** Number of HTTP requests made for this page. */
  requests: number;
  /** Seconds to pause before the next call to the platform, where its usage headers say that the limit is near. */
  easeOffSeconds?: number;
}

/** The ids that a look-up or a reply needs. */
export interface ReviewRef {
  externalId: string;
  /** As in {@link PlatformReview}. */
  resourceName: string | null;
}

/**
 * The result of looking up one review. `unknown`: the platform has no look-up. With `partial`, the look-up returns
 * fewer fields than the list (Facebook: no author): the review exists, and the stored fields are better.
 * `easeOffSeconds` as in {@link ReviewPage}.
 */
export type ReviewLookup = (
  | { found: 'there'; review: PlatformReview; partial?: true }
  | { found: 'gone' }
  | { found: 'unknown' }
) & { easeOffSeconds?: number };

export interface ConnectorCapabilities {
  /** True: reviews have stars. False: they have recommendations. */
  stars: boolean;
  reply: boolean;
  /** The largest reply, in UTF-8 bytes; null where replies are not possible or have no known limit. */
  replyLimitBytes: number | null;
  /** The largest reply in UTF-16 units; null like the limit in bytes. */
  replyLimitCharacters: number | null;
  /**
   * True: pages come newest change first, so reading may stop at reviews that are already stored. False: newest review
   * first.
   */
  editsFirst: boolean;
  /** Days for which content may be stored without another read; null without such a rule. */
  retentionDays: number | null;
  /** Calls a minute that all accounts share under this operator's keys. */
  callsPerMinute: number;
  /**
   * One pass returns everything that the platform shows (Google Places: five reviews that Google chooses). A review
   * that is not in it must not stay stored, whatever a look-up would return.
   */
  fullSnapshot: boolean;
  /** Whether the platform's terms allow giving the text of a review to the assistant of the operator. */
  mayShareText: boolean;
}

/** A caller may cancel any call; a canceled call throws the signal's reason. */
export interface CallOptions {
  signal?: AbortSignal;
}

/** The interface that `registry.ts` hands to the connections, reviews and sync slices. */
export interface Connector {
  readonly id: ConnectorId;
  /** The platform that the reviews come from; several connectors may read one platform. */
  readonly platform: Platform;
  readonly capabilities: ConnectorCapabilities;

  /** The address to which the owner's browser is sent. */
  authorizationUrl(request: AuthorizationRequest): string;

  /**
   * Turns the code of the callback into tokens.
   * @throws ConnectorFailure `rejected` for a used, expired or foreign code; `reauthorize` when the owner did not
   * grant the scope that reading needs.
   */
  exchangeCode(
    exchange: { code: string; redirectUri: string; codeVerifier: string },
    options?: CallOptions,
  ): Promise<{ tokens: Tokens; account: ExternalAccount }>;

  /** True when the tokens end so soon that `refresh` would renew them; such tokens must not be used any more. */
  isRefreshDue(tokens: Tokens, now: Date): boolean;

  /** Renews tokens that end soon; returns the same object when they do not. */
  refresh(tokens: Tokens, now: Date, options?: CallOptions): Promise<Tokens>;

  /** Withdraws the authorization at the platform; one that has already ended counts as withdrawn. */
  revoke(tokens: Tokens, options?: CallOptions): Promise<void>;

  /**
   * All listings that the authorized account can reach, from all pages; also page tokens in `listingTokens` where they
   * exist.
   */
  listListings(
    tokens: Tokens,
    options?: CallOptions,
  ): Promise<{ listings: PlatformListing[]; listingTokens?: Record<string, string> }>;

  /**
   * Asks with the smallest possible request whether this listing's reviews can be read. Only for platforms that are
   * known to withdraw reading; elsewhere the first read shows it.
   */
  probe?(
    tokens: Tokens,
    listing: { externalId: string; resourceName: string },
    options?: CallOptions,
  ): Promise<void>;

  /** One page of reviews, newest change first. `cursor` null is the first page. */
  fetchReviews(
    tokens: Tokens,
    listing: { externalId: string; resourceName: string },
    cursor: string | null,
    options?: CallOptions,
  ): Promise<ReviewPage>;

  /** Looks up one review. Throws for every failure of the platform; only a clear "not found" returns `gone`. */
  lookUp(
    tokens: Tokens,
    listing: { externalId: string; resourceName: string },
    review: ReviewRef,
    options?: CallOptions,
  ): Promise<ReviewLookup>;

  /**
   * Creates or replaces the owner's public reply. Safe to repeat: an existing reply with this text is returned, and no
   * second one is made.
   * @throws ConnectorFailure `rejected` where the platform takes no reply for this review (then the owner must reply at
   * the platform).
   */
  reply(
    tokens: Tokens,
    listing: { externalId: string; resourceName: string },
    review: ReviewRef,
    text: string,
    options?: CallOptions,
  ): Promise<PlatformReply>;

  /** Deletes the owner's reply; one that no longer exists counts as deleted. */
  deleteReply(
    tokens: Tokens,
    listing: { externalId: string; resourceName: string },
    review: ReviewRef,
    options?: CallOptions,
  ): Promise<void>;

  /**
   * Asks the platform to send webhooks about reviews of this listing. A webhook only starts a sync; its content is not
   * trusted.
   */
  subscribe(
    tokens: Tokens,
    listing: { externalId: string; resourceName: string },
    options?: CallOptions,
  ): Promise<void>;
}

/** A place that a search found and the owner can choose. */
export interface PlaceSearchResult {
  placeId: string;
  name: string;
  address: string | null;
}

/** A connector without an owner's sign-in: the owner searches for the place instead, and tokens are ignored. */
export interface ApiKeyConnector extends Connector {
  /** The product that the reviews come from, by the name that its terms require in every language. */
  readonly product: string;

  /** At most five places that match the owner's search, best first; names in `language` (BCP 47) where they exist. */
  search(query: string, language: string, options?: CallOptions): Promise<PlaceSearchResult[]>;

  /** @throws ConnectorFailure `gone` for an id that the platform no longer knows. */
  readListing(placeId: string, language: string, options?: CallOptions): Promise<PlatformListing>;
}

export function usesApiKey(connector: Connector): connector is ApiKeyConnector {
  return 'search' in connector;
}
