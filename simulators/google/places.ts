import { createHash } from 'node:crypto';
import { type Call, jsonOf } from '../kit/call.ts';
import { isJsonObject, type JsonObject, objectsIn, stringField } from '../kit/json-object.ts';
import { type HttpResponse, jsonResponse } from '../kit/response.ts';
import { errorInfo, googleError, invalidField } from './errors.ts';
import { placeIdOf } from './location-faults.ts';
import { pageSize, pageToken, positionIn } from './page-tokens.ts';
import { applyFieldMask, placeMaskOf } from './place-mask.ts';
import { toPlaceReview } from './place-reviews.ts';
import { consumeQuota } from './quota.ts';
import type { GoogleState } from './state.ts';

/** Reviews of one place, never more. */
const maxReviews = 5;
/** The most relevant reviews are chosen among this many of the newest. */
const candidates = 200;
const service = 'places.googleapis.com';

type ListedPlace = { location: JsonObject; name: string; placeId: string };

/** `GET /v1/places/{place}` of the Places API (New). */
export function getPlace(state: GoogleState, call: Call): HttpResponse {
  requireApiKey(state, call);
  const mask = placeMaskOf(call, '');
  const id = call.params.place ?? '';
  const language = call.query.get('languageCode') ?? '';
  const movedTo = state.movedPlaces.get(id);
  const spot = listPlaces(state).find((known) => known.placeId === (movedTo ?? id));
  if (!spot) {
    throw googleError(
      404,
      'The Place ID is no longer valid. Please refresh cached Place IDs as per https://developers.google.com/maps/documentation/places/web-service/place-id#refresh-id.',
    );
  }
  const place = describePlace(state, { ...spot, placeId: id }, language);
  const gone = {
    businessStatus: 'CLOSED_PERMANENTLY',
    movedPlace: `places/${movedTo}`,
    movedPlaceId: movedTo,
  };
  return jsonResponse(200, applyFieldMask(movedTo === undefined ? place : { ...place, ...gone }, mask));
}

/** `POST /v1/places:searchText`: places whose name and address have all words of `textQuery`. */
export function searchPlaces(state: GoogleState, call: Call): HttpResponse {
  requireApiKey(state, call);
  const mask = placeMaskOf(call, 'places.');
  const body = jsonOf(call);
  if (!body) throw googleError(400, 'Invalid JSON payload received. Unexpected token.');
  const text = stringField(body, 'textQuery')?.trim() ?? '';
  if (text === '') throw invalidField('text_query', 'Empty text_query.');
  const language = stringField(body, 'languageCode') ?? '';
  const asked = body.pageSize ?? body.maxResultCount;
  const size = pageSize(asked === undefined ? null : String(asked), 20, 20);
  const query = ['searchText', text, language, stringField(body, 'regionCode') ?? ''];
  const from = Number(positionIn(stringField(body, 'pageToken') ?? null, query) ?? 0);
  const found = listPlaces(state).filter((spot) => matchesText(spot.location, text));
  const places = found
    .slice(from, from + size)
    .map((spot) => applyFieldMask(describePlace(state, spot, language), mask));
  const more = from + size < found.length && mask.wantsNextPage;
  return jsonResponse(200, {
    ...(places.length > 0 ? { places } : {}),
    ...(more ? { nextPageToken: pageToken(query, String(from + size)) } : {}),
  });
}

/** Refuses a call without the API key. */
function requireApiKey(state: GoogleState, call: Call): void {
  const header = call.headers['x-goog-api-key'];
  const key = (Array.isArray(header) ? header[0] : header) ?? call.query.get('key');
  if (!key) {
    throw googleError(
      403,
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    );
  }
  if (key !== state.client.secret) {
    throw googleError(400, 'API key not valid. Please pass a valid API key.', {
      details: [errorInfo('API_KEY_INVALID', { service })],
    });
  }
  consumeQuota(state, service);
}

/** Every place once, even if several accounts have its location. */
function listPlaces(state: GoogleState): ListedPlace[] {
  const all = new Map<string, ListedPlace>();
  for (const [account, locations] of state.data.locations) {
    for (const location of locations) {
      const placeId = placeIdOf(location);
      // After a merge the remaining location represents the place, not the duplicate.
      const isDuplicate =
        isJsonObject(location.metadata) && location.metadata.duplicateLocation !== undefined;
      if (placeId !== '' && !isDuplicate && !all.has(placeId))
        all.set(placeId, { location, name: `${account}/${location.name}`, placeId });
    }
  }
  return [...all.values()];
}

function matchesText(location: JsonObject, text: string): boolean {
  const words = text
    .toLocaleLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  const known = `${stringField(location, 'title') ?? ''} ${addressOf(location)}`.toLocaleLowerCase();
  return words.every((word) => known.includes(word));
}

function addressOf(location: JsonObject): string {
  const address = isJsonObject(location.storefrontAddress) ? location.storefrontAddress : {};
  const lines: unknown[] = Array.isArray(address.addressLines) ? address.addressLines : [];
  const town = [stringField(address, 'postalCode'), stringField(address, 'locality')]
    .filter(Boolean)
    .join(' ');
  return [...lines.map(String), town, stringField(address, 'regionCode')].filter(Boolean).join(', ');
}

const statuses: Record<string, string> = {
  CLOSED_PERMANENTLY: 'CLOSED_PERMANENTLY',
  CLOSED_TEMPORARILY: 'CLOSED_TEMPORARILY',
};

function describePlace(
  state: GoogleState,
  { location, name, placeId }: ListedPlace,
  language: string,
): JsonObject {
  const { count, average } = state.reviews.summary(name);
  const code = stringField(location, 'languageCode') ?? 'en';
  const phones = isJsonObject(location.phoneNumbers) ? location.phoneNumbers : {};
  const status = isJsonObject(location.openInfo) ? String(location.openInfo.status) : '';
  const reviews = mostRelevantReviews(state, name).map((review) =>
    toPlaceReview(review, {
      placeId,
      language: language || code,
      original: code,
      now: state.clock.platformTime(),
    }),
  );
  return {
    name: `places/${placeId}`,
    id: placeId,
    types: ['establishment', 'point_of_interest'],
    displayName: { text: stringField(location, 'title') ?? '', languageCode: code },
    formattedAddress: addressOf(location),
    shortFormattedAddress: addressOf(location),
    ...(typeof phones.primaryPhone === 'string' ? { nationalPhoneNumber: phones.primaryPhone } : {}),
    ...(typeof location.websiteUri === 'string' ? { websiteUri: location.websiteUri } : {}),
    ...(isJsonObject(location.latlng) ? { location: location.latlng } : {}),
    businessStatus: statuses[status] ?? 'OPERATIONAL',
    ...(average > 0 ? { rating: Math.round(average * 10) / 10 } : {}),
    ...(count > 0 ? { userRatingCount: count } : {}),
    googleMapsUri: mapsUri(placeId),
    googleMapsLinks: {
      directionsUri: `https://www.google.com/maps/dir//''/data=!4m7!4m6!1m1!4e2!1m2!1m1!1s${placeId}!3e0`,
      placeUri: mapsUri(placeId),
      writeAReviewUri: `https://search.google.com/local/writereview?placeid=${placeId}`,
      reviewsUri: `https://search.google.com/local/reviews?placeid=${placeId}`,
      photosUri: `https://www.google.com/maps/place//data=!4m3!3m2!1s${placeId}!10e5`,
    },
    ...(reviews.length > 0 ? { reviews } : {}),
  };
}

/** Google does not document its order by relevance; here long texts come first, then newer reviews. */
function mostRelevantReviews(state: GoogleState, name: string): JsonObject[] {
  if (state.faults.find('mass-vanish', name)) return [];
  const newest = state.reviews.page(name, 'updateTime desc', null, candidates).reviews;
  const weight = (review: JsonObject) => Math.min(200, (stringField(review, 'comment') ?? '').length);
  return objectsIn(newest)
    .toSorted((left, right) => weight(right) - weight(left))
    .slice(0, maxReviews);
}

function mapsUri(placeId: string): string {
  const cid = BigInt(`0x${createHash('sha256').update(placeId).digest('hex').slice(0, 15)}`);
  return `https://maps.google.com/?cid=${cid}`;
}
