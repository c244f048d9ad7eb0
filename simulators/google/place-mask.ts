import type { Call } from '../kit/call.ts';
import { isJsonObject, type JsonObject } from '../kit/json-object.ts';
import { googleError, invalidField } from './errors.ts';

/** Every member of a Place, from the API's discovery document (places v1). */
const placeMembers = new Set(
  (
    'accessibilityOptions addressComponents addressDescriptor adrFormatAddress allowsDogs attributions ' +
    'businessStatus consumerAlert containingPlaces curbsidePickup currentOpeningHours ' +
    'currentSecondaryOpeningHours delivery dineIn displayName editorialSummary evChargeAmenitySummary ' +
    'evChargeOptions formattedAddress fuelOptions generativeSummary goodForChildren goodForGroups ' +
    'goodForWatchingSports googleMapsLinks googleMapsUri iconBackgroundColor iconMaskBaseUri id ' +
    'internationalPhoneNumber liveMusic location menuForChildren movedPlace movedPlaceId name ' +
    'nationalPhoneNumber neighborhoodSummary outdoorSeating parkingOptions paymentOptions photos plusCode ' +
    'postalAddress priceLevel priceRange primaryType primaryTypeDisplayName pureServiceAreaBusiness ' +
    'rating regularOpeningHours regularSecondaryOpeningHours reservable restroom reviewSummary reviews ' +
    'servesBeer servesBreakfast servesBrunch servesCocktails servesCoffee servesDessert servesDinner ' +
    'servesLunch servesVegetarianFood servesWine shortFormattedAddress subDestinations takeout timeZone ' +
    'types userRatingCount utcOffsetMinutes viewport websiteUri'
  ).split(' '),
);

/** The requested paths of a Place; `*` means all. */
export type PlaceMask = { paths: string[]; wantsNextPage: boolean };

/**
 * The mask of `X-Goog-FieldMask` or `fields`, its paths without `prefix`. Refuses with 400 a call without a mask,
 * and unknown paths.
 */
export function placeMaskOf(call: Call, prefix: '' | 'places.'): PlaceMask {
  const header = call.headers['x-goog-fieldmask'];
  const text =
    (Array.isArray(header) ? header.join(',') : header) ??
    call.query.get('fields') ??
    call.query.get('$fields') ??
    '';
  const asked = text.split(',').filter((path) => path !== '');
  if (asked.length === 0) {
    throw googleError(
      400,
      'FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters on how to provide it. As an example, you can set the header `X-Goog-FieldMask` with a value `*` to read all the fields.',
    );
  }
  const wantsNextPage = asked.includes('*') || asked.includes('nextPageToken');
  const rest = asked.filter((path) => prefix === '' || path !== 'nextPageToken');
  const paths = rest.map((path) => {
    if (path === '*' || `${path}.` === prefix) return '*';
    const inner = path.startsWith(prefix) ? path.slice(prefix.length) : '';
    if (placeMembers.has(inner.split('.')[0] ?? '')) return inner;
    throw invalidField(
      'fields',
      `Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`,
    );
  });
  return { paths, wantsNextPage };
}

/** The members of a place that the mask names, also those inside of members and of items of a list. */
export function applyFieldMask(place: JsonObject, { paths }: PlaceMask): JsonObject {
  if (paths.includes('*')) return place;
  return paths.reduce<JsonObject>((shown, path) => merge(shown, cut(place, path.split('.'))), {});
}

function cut(value: JsonObject, [first = '', ...rest]: string[]): JsonObject {
  const member = value[first];
  if (member === undefined) return {};
  if (rest.length === 0) return { [first]: member };
  if (isJsonObject(member)) return { [first]: cut(member, rest) };
  if (!Array.isArray(member)) return {};
  return { [first]: member.map((item: unknown) => (isJsonObject(item) ? cut(item, rest) : item)) };
}

function merge(left: JsonObject, right: JsonObject): JsonObject {
  const merged = { ...left };
  for (const [name, value] of Object.entries(right)) merged[name] = mergeValue(merged[name], value);
  return merged;
}

function mergeValue(left: unknown, right: unknown): unknown {
  if (isJsonObject(left) && isJsonObject(right)) return merge(left, right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return right.map((item: unknown, at) => mergeValue(left[at], item));
  }
  return right;
}
