/**
 * What every platform connector offers, in our words. Wire shapes never pass this line: a connector parses them
 * (`wire.ts`), turns them into these types (`map.ts`) and reports trouble as one of a closed list of kinds.
 *
 * A connector knows no database, no account of ours and no other connector. It is handed tokens and hands back
 * data; whoever calls it stores both.
 */
import type { ConnectorId, Platform } from '@kindling/contract/platforms';

/**
 * The closed list of failures.
 * - `reauthorise`: the authorisation is dead or too narrow; only the owner can mend it. Never retried.
 * - `retry-after`: the platform asks us to wait, or is down for the moment. Retried, not before `retryAfter`.
 * - `not-approved`: the operator's project has no access yet (Google: quota 0, API not enabled).
 * - `withdrawn`: the platform has taken the function away (Facebook: error 12). Never retried in a loop.
 * - `gone`: this listing or item no longer exists there.
 * - `rejected`: the platform understood and refused this request; the same request will be refused again.
 * - `broken`: an answer that is not what the platform documents, after the connection itself worked.
 */
export const failureKinds = [
  'reauthorise',
  'retry-after',
  'not-approved',
  'withdrawn',
  'gone',
  'rejected',
  'broken',
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
   * Whom a `retry-after` concerns: everybody who calls with this operator's keys (`platform`, the default: a quota
   * or an outage), or only this one listing or authorisation (`listing`).
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

/** Tokens of one authorisation. Stored encrypted by the connections slice; never logged. */
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

/** Who authorised us at the platform. */
export interface ExternalAccount {
  /** Stable id at the platform. */
  externalId: string;
  /** Name or e-mail to show the owner. */
  displayName: string;
}

export interface AuthorisationRequest {
  /** Random, single use; comes back unchanged. */
  state: string;
  redirectUri: string;
  /** PKCE S256 challenge of the verifier that `exchangeCode` is given; ignored where the platform has no PKCE. */
  codeChallenge: string;
}

/** One profile that can be read: a Google location, a Facebook page. */
export interface PlatformListing {
  /** Stable id, unique on the platform, independent of the account that reaches it. */
  externalId: string;
  /** The id that calls need, where it differs (Google: `accounts/{a}/locations/{l}`). */
  resourceName: string;
  name: string;
  address: string | null;
  country: string | null;
  mapsUrl: string | null;
  writeReviewUrl: string | null;
  /** False when reviews cannot be read here (for example an unverified location). */
  readable: boolean;
  /**
   * How the place stands at the platform: `unverified` has no reviews to read until the owner proves it, `closed` is
   * permanently closed and keeps its reviews. Absent where the platform does not say.
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

/** One review in our words. Texts are plain text exactly as the platform sent them, NUL and lone surrogates removed. */
export interface PlatformReview {
  /** Unique per platform and independent of the authorising account. */
  externalId: string;
  /** What a direct look-up or a reply needs; null where the platform has no such address. */
  resourceName: string | null;
  authorName: string | null;
  authorPhotoUrl: string | null;
  anonymous: boolean;
  /** Whole stars 1-5; null for a recommendation or where the platform gives none. */
  rating: number | null;
  recommendation: 'positive' | 'negative' | null;
  /** The visitor's own words, with a machine translation split off into `translation`. */
  text: string | null;
  translation: string | null;
  writtenAt: Date;
  /** The platform's time of the last edit; null when never edited. */
  editedAt: Date | null;
  reply: PlatformReply | null;
  permalink: string | null;
  /** Photos and videos attached: only their number is kept. */
  mediaCount: number;
  /** Links that the platform's terms want beside the review wherever it is shown; absent where there are none. */
  attribution?: ReviewAttribution | null;
}

/** https addresses; null where the platform sent none. */
export interface ReviewAttribution {
  /** The author's page at the platform. */
  authorUrl: string | null;
  /** Where anybody can report the review. */
  flagUrl: string | null;
  /** The review itself on the platform's map. */
  mapsUrl: string | null;
}

/** An item of a page whose shape we could not read: it is skipped, the page goes on. */
export interface SkippedItem {
  /** SHA-256, hex, of the raw JSON. The body itself is not kept. */
  hash: string;
  /** Paths and messages of the schema check, without values. */
  reason: string;
}

export interface ReviewPage {
  reviews: PlatformReview[];
  skipped: SkippedItem[];
  /** Opaque; null after the last page. */
  nextCursor: string | null;
  /** The platform's own figures, where this answer carries them. */
  average: number | null;
  count: number | null;
  /** HTTP requests made for this page. */
  requests: number;
  /** Seconds to leave the platform alone after this page, where its usage headers say that the limit is near. */
  easeOffSeconds?: number;
}

/** Where a review can be looked up or answered. */
export interface ReviewRef {
  externalId: string;
  /** As in {@link PlatformReview}. */
  resourceName: string | null;
}

/**
 * What a direct look-up of one review found: `unknown` where the platform has no such look-up. With `partial` the
 * look-up tells less than the list does (Facebook: no author): the review is there, but what we hold of it is better.
 * `easeOffSeconds` as in {@link ReviewPage}.
 */
export type ReviewLookup = (
  | { found: 'there'; review: PlatformReview; partial?: true }
  | { found: 'gone' }
  | { found: 'unknown' }
) & { easeOffSeconds?: number };

export interface ConnectorCapabilities {
  /** Reviews carry stars (true) or recommendations (false). */
  stars: boolean;
  reply: boolean;
  /** The largest reply, in UTF-8 bytes; null without reply or without a known limit. */
  replyLimitBytes: number | null;
  /** Pages come newest change first, so that reading may stop at known ground. False: newest review first. */
  editsFirst: boolean;
  /** Days that content may be kept without being confirmed anew; null without such a rule. */
  retentionDays: number | null;
  /** Calls a minute that all accounts share under this operator's keys. */
  callsPerMinute: number;
  /**
   * A pass is all that the platform shows (Google Places: five reviews of its own choice): what is not in it must not
   * be kept, whatever a direct look-up would say.
   */
  fullSnapshot: boolean;
}

/** A caller may cancel any call; a cancelled call throws the signal's reason. */
export interface CallOptions {
  signal?: AbortSignal;
}

/** The interface that `registry.ts` hands to the connections, reviews and sync slices. */
export interface Connector {
  readonly id: ConnectorId;
  /** The platform that its reviews come from; more than one connector may read it. */
  readonly platform: Platform;
  readonly capabilities: ConnectorCapabilities;

  /** Address to send the owner's browser to. */
  authorisationUrl(request: AuthorisationRequest): string;

  /**
   * Turns the code of the callback into tokens.
   * @throws ConnectorFailure `rejected` for a used, expired or foreign code; `reauthorise` when the owner did not
   * grant the scope that reading needs.
   */
  exchangeCode(
    exchange: { code: string; redirectUri: string; codeVerifier: string },
    options?: CallOptions,
  ): Promise<{ tokens: Tokens; account: ExternalAccount }>;

  /** True when `refresh` would ask the platform: the tokens end so soon that they are not to be used any more. */
  isRefreshDue(tokens: Tokens, now: Date): boolean;

  /** Renews tokens that are about to end; returns the same object when nothing is due. */
  refresh(tokens: Tokens, now: Date, options?: CallOptions): Promise<Tokens>;

  /** Withdraws the authorisation at the platform; an already dead one counts as done. */
  revoke(tokens: Tokens, options?: CallOptions): Promise<void>;

  /** Everything the authorised account can reach, all pages; also page tokens in `listingTokens` where they exist. */
  listListings(
    tokens: Tokens,
    options?: CallOptions,
  ): Promise<{ listings: PlatformListing[]; listingTokens?: Record<string, string> }>;

  /**
   * Asks whether this listing's reviews can be read at all, by the smallest request there is. Only where the platform
   * is known to take reading away; elsewhere reading itself tells.
   */
  probe?(
    tokens: Tokens,
    listing: { externalId: string; resourceName: string },
    options?: CallOptions,
  ): Promise<void>;

  /** One page of reviews, newest change first. `cursor` null starts at the head. */
  fetchReviews(
    tokens: Tokens,
    listing: { externalId: string; resourceName: string },
    cursor: string | null,
    options?: CallOptions,
  ): Promise<ReviewPage>;

  /** Asks for one review by its address. Trouble of the platform is thrown, only a clear "not found" is `gone`. */
  lookUp(
    tokens: Tokens,
    listing: { externalId: string; resourceName: string },
    review: ReviewRef,
    options?: CallOptions,
  ): Promise<ReviewLookup>;

  /**
   * Writes or replaces the owner's public reply. Safe to repeat: a reply that is there with this text already is the
   * answer, not a second one.
   * @throws ConnectorFailure `rejected` where the platform takes no reply for this review (then the owner answers at
   * the platform itself).
   */
  reply(
    tokens: Tokens,
    listing: { externalId: string; resourceName: string },
    review: ReviewRef,
    text: string,
    options?: CallOptions,
  ): Promise<PlatformReply>;

  /** Takes the owner's reply back; one that is gone already counts as done. */
  deleteReply(
    tokens: Tokens,
    listing: { externalId: string; resourceName: string },
    review: ReviewRef,
    options?: CallOptions,
  ): Promise<void>;

  /** Asks the platform to tell us of new reviews of this listing; what it tells is a hint to look, never truth. */
  subscribe(
    tokens: Tokens,
    listing: { externalId: string; resourceName: string },
    options?: CallOptions,
  ): Promise<void>;
}

/** A place that a search found, to choose from. */
export interface PlaceSearchResult {
  placeId: string;
  name: string;
  address: string | null;
}

/** A connector that needs no owner: a search takes the place of a sign-in, and tokens are not looked at. */
export interface ApiKeyConnector extends Connector {
  /** The product that its reviews are taken from, by the name that its terms want shown in every language. */
  readonly product: string;

  /** At most five places for what an owner typed, best first; names in `language` (BCP 47) where there are any. */
  search(query: string, language: string, options?: CallOptions): Promise<PlaceSearchResult[]>;

  /** @throws ConnectorFailure `gone` for an id that the platform no longer knows. */
  readListing(placeId: string, language: string, options?: CallOptions): Promise<PlatformListing>;
}

export function usesApiKey(connector: Connector): connector is ApiKeyConnector {
  return 'search' in connector;
}
