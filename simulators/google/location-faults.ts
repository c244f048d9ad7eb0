import { type PlatformReviews, requirePlace } from '../kit/content-faults.ts';
import { type ActiveFault, type FaultKind, undo } from '../kit/fault-registry.ts';
import {
  controlError,
  isJsonObject,
  type JsonObject,
  restoreFields,
  stringField,
} from '../kit/json-object.ts';
import type { GoogleState } from './state.ts';

type Patch = (location: JsonObject, fault: ActiveFault, place: string) => JsonObject;

/** Faults that change a location. Ending a fault restores it. */
export function locationFaultKinds(state: GoogleState, reviews: PlatformReviews): Record<string, FaultKind> {
  const kind = (about: string, options: string, patch: Patch): FaultKind => ({
    about,
    options,
    start: (fault) => {
      const place = requirePlace(reviews, fault);
      const before = findLocation(state, place);
      if (!before) throw controlError('no such location');
      const changed = patch(before, fault, place);
      putLocation(state, place, { ...before, ...changed });
      const more = fault.memory.undo;
      fault.memory.undo = () => {
        putLocation(state, place, restoreFields(findLocation(state, place) ?? before, before, changed));
        if (typeof more === 'function') more();
      };
      fault.fired += 1;
      fault.touched.push(place);
    },
    end: undo,
  });
  return {
    'location-moved': kind(
      'the place has a new id and address',
      'placeId (the old one with -moved)',
      (location, fault) => {
        const old = placeIdOf(location);
        const placeId = stringField(fault.options, 'placeId') ?? `${old}-moved`;
        state.movedPlaces.set(old, placeId);
        fault.memory.undo = () => void state.movedPlaces.delete(old);
        return { metadata: { ...metadataOf(location), ...linksOf(placeId) }, storefrontAddress: newAddress };
      },
    ),
    'location-merged': kind(
      'the location became a duplicate of another one, which has its reviews',
      'into (another location of the account)',
      (location, fault, place) => {
        const into = mergeTarget(state, fault, place);
        const reviews = state.reviews.page(place, 'updateTime desc', null, Number.MAX_SAFE_INTEGER).reviews;
        const moved = reviews.filter((review) => !state.reviews.find(into, String(review.reviewId)));
        for (const review of moved) state.reviews.put(into, review);
        state.reviews.replaceLocation(place, []);
        fault.memory.undo = () => {
          for (const review of moved) state.reviews.remove(into, String(review.reviewId));
          state.reviews.replaceLocation(place, reviews);
        };
        const placeId = placeIdOf(findLocation(state, into) ?? {});
        const duplicateLocation = into.split('/').slice(2).join('/');
        return {
          metadata: {
            ...metadataOf(location),
            ...linksOf(placeId),
            duplicateLocation,
            hasVoiceOfMerchant: false,
          },
        };
      },
    ),
    'location-closed': kind(
      'the place is closed for good',
      'status (CLOSED_PERMANENTLY, CLOSED_TEMPORARILY)',
      (location, fault) => {
        const status = stringField(fault.options, 'status') ?? 'CLOSED_PERMANENTLY';
        return {
          openInfo: {
            ...(isJsonObject(location.openInfo) ? location.openInfo : {}),
            status,
            canReopen: true,
          },
        };
      },
    ),
    'location-unverified': kind(
      'the location lost its verification; its reviews cannot be read',
      '',
      (location) => ({
        metadata: { ...metadataOf(location), hasVoiceOfMerchant: false },
      }),
    ),
  };
}

/** The location with a name like `accounts/1/locations/2`, or null. */
export function findLocation(state: GoogleState, place: string): JsonObject | null {
  const [account, name] = splitLocationName(place);
  return state.data.locations.get(account)?.find((location) => location.name === name) ?? null;
}

function putLocation(state: GoogleState, place: string, location: JsonObject): void {
  const [account, name] = splitLocationName(place);
  const list = state.data.locations.get(account) ?? [];
  state.data.locations.set(
    account,
    list.map((known) => (known.name === name ? location : known)),
  );
}

function splitLocationName(place: string): [string, string] {
  const parts = place.split('/');
  return [parts.slice(0, 2).join('/'), parts.slice(2).join('/')];
}

function mergeTarget(state: GoogleState, fault: ActiveFault, place: string): string {
  const [account] = splitLocationName(place);
  const given = stringField(fault.options, 'into');
  const others = (state.data.locations.get(account) ?? []).map((location) => `${account}/${location.name}`);
  const into = given ?? others.find((other) => other !== place);
  if (into === undefined || into === place || !findLocation(state, into))
    throw controlError('"into" must name another location');
  return into;
}

function metadataOf(location: JsonObject): JsonObject {
  return isJsonObject(location.metadata) ? location.metadata : {};
}

/** The id of the place on Maps; empty when it has none. */
export function placeIdOf(location: JsonObject): string {
  return stringField(metadataOf(location), 'placeId') ?? '';
}

function linksOf(placeId: string): JsonObject {
  return {
    placeId,
    mapsUri: `https://maps.google.com/maps?q=place_id:${placeId}`,
    newReviewUri: `https://search.google.com/local/writereview?placeid=${placeId}`,
  };
}

const newAddress = {
  regionCode: 'DE',
  languageCode: 'de',
  postalCode: '10117',
  locality: 'Berlin',
  addressLines: ['Neue Straße 1'],
};
