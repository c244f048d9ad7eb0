/**
 * Google Places: five reviews of a place that Google chooses, with its average and count. For installations whose
 * operator has no access to the Business Profile APIs. The operator's API key reads it; no owner signs in.
 */
import { createHttpClient, type HttpRequest, type HttpResponse } from '../../lib/http-client.ts';
import { type ApiKeyConnector, type CallOptions, type Connector, ConnectorFailure } from '../connector.ts';
import { parseItems } from '../kit/items.ts';
import { parseBody, platformCall } from '../kit/platform-call.ts';
import {
  commonFailureKind,
  describeRpcError,
  type RpcError,
  readRpcError,
  toFailure,
} from '../kit/rpc-error.ts';
import { capabilities } from './capabilities.ts';
import { toCandidate, toListing, toReview } from './map.ts';
import * as wire from './wire.ts';

export interface GooglePlacesConfig {
  apiKey: string;
  /** Base address without path: `https://places.googleapis.com`. */
  url: string;
  /** Deadline of each call in ms; the HTTP client's own unless set. */
  timeoutMs?: number;
}

/** Google bills every field that a call asks for, so each call names the fields it uses. */
const candidateMask = 'places.id,places.displayName,places.formattedAddress';
const listingMask =
  'id,displayName,formattedAddress,addressComponents,businessStatus,googleMapsUri,googleMapsLinks.writeAReviewUri';
const reviewsMask = 'id,rating,userRatingCount,reviews';

/** The fields that the search results show. */
const maxCandidates = 5;

/** @param clock Time for `Retry-After` dates; the system's unless a test gives one. */
export function createGooglePlacesConnector(
  config: GooglePlacesConfig,
  clock: () => Date = () => new Date(),
): ApiKeyConnector {
  const http = createHttpClient(
    config.url,
    config.timeoutMs === undefined ? {} : { timeoutMs: config.timeoutMs },
  );

  async function callApi(request: HttpRequest, mask: string, { signal }: CallOptions): Promise<HttpResponse> {
    const headers = { 'x-goog-api-key': config.apiKey, 'x-goog-fieldmask': mask };
    const response = await platformCall(http, { ...request, headers, signal });
    if (response.status === 200) return response;
    throw placesFailure(response, clock());
  }

  return {
    id: 'google-places',
    platform: 'google',
    product: 'Google Maps',
    capabilities,

    async search(query, language, options = {}) {
      const json = { textQuery: query, languageCode: language, pageSize: maxCandidates };
      const request = { method: 'POST', path: '/v1/places:searchText', json } as const;
      const { places } = parseBody(wire.searchAnswer, await callApi(request, candidateMask, options));
      return parseItems(wire.place, places).items.slice(0, maxCandidates).map(toCandidate);
    },

    async readListing(placeId, language, options = {}) {
      const request = { path: pathOf(placeId), query: { languageCode: language } };
      return toListing(parseBody(wire.place, await callApi(request, listingMask, options)));
    },

    async fetchReviews(_tokens, listing, _cursor, options = {}) {
      const answer = await callApi({ path: pathOf(listing.externalId) }, reviewsMask, options);
      const place = parseBody(wire.place, answer);
      const { items, skipped } = parseItems(wire.review, place.reviews);
      return {
        reviews: items.map(toReview),
        skipped,
        nextCursor: null,
        average: place.rating ?? null,
        // A place without reviews has no average and no count.
        count: place.userRatingCount ?? (place.reviews.length === 0 ? 0 : null),
        requests: 1,
      };
    },

    ...unsupportedWithoutSignIn,
  };
}

/** For calls that need a signed-in owner: this connector has none. */
const unsupportedWithoutSignIn = {
  authorizationUrl(): never {
    throw noSignIn();
  },
  exchangeCode: () => Promise.reject(noSignIn()),
  isRefreshDue: () => false,
  refresh: (tokens) => Promise.resolve(tokens),
  revoke: () => Promise.resolve(),
  /** The owner finds a place with `search`. */
  listListings: () => Promise.resolve({ listings: [] }),
  /** Google chooses the five reviews, so their absence or presence says nothing about any other review. */
  lookUp: () => Promise.resolve({ found: 'unknown' }),
  reply: () => Promise.reject(noSignIn()),
  deleteReply: () => Promise.reject(noSignIn()),
  subscribe: () => Promise.resolve(),
} satisfies Partial<Connector>;

function noSignIn(): ConnectorFailure {
  return new ConnectorFailure('rejected', 'the Places API takes no sign-in and no replies');
}

function pathOf(placeId: string): string {
  if (wire.placeId.safeParse(placeId).success) return `/v1/places/${placeId}`;
  throw new ConnectorFailure('rejected', 'this is no place id');
}

function placesFailure(response: HttpResponse, now: Date): ConnectorFailure {
  const said = readRpcError(response.json);
  const kind = commonFailureKind(response.status, said) ?? kindOf(response.status, said);
  return toFailure(kind, `the Places API answered ${describeRpcError(response.status, said)}`, response, now);
}

function kindOf(http: number, said: RpcError) {
  // A 403 of a proxy or a 404 of a mistyped host says nothing about the key or the place.
  if (!said.isRpcError) return 'unexpected-answer';
  // The key is the operator's: when it is wrong, blocked, without this API or without billing, no owner can repair it.
  if (http === 401 || http === 403 || said.reasons.includes('API_KEY_INVALID')) return 'not-approved';
  if (http === 404) return said.status === 'NOT_FOUND' ? 'gone' : 'unexpected-answer';
  return http >= 400 ? 'rejected' : 'unexpected-answer';
}
