import { type ActiveFault, type FaultKind, undo } from '../kit/fault-board.ts';
import { controlFault, type Fields, isFields, membersBack, textOf } from '../kit/fields.ts';
import { needPlace, type World } from '../kit/world-faults.ts';
import type { GoogleState } from './state.ts';

type Patch = (location: Fields, fault: ActiveFault, place: string) => Fields;

/** What can befall a location; all of it is put back when the fault ends. */
export function locationKinds(state: GoogleState, world: World): Record<string, FaultKind> {
  const kind = (about: string, options: string, patch: Patch): FaultKind => ({
    about,
    options,
    start: (fault) => {
      const place = needPlace(world, fault);
      const before = locationAt(state, place);
      if (!before) throw controlFault('no such location');
      const changed = patch(before, fault, place);
      putLocation(state, place, { ...before, ...changed });
      const more = fault.memory.undo;
      fault.memory.undo = () => {
        putLocation(state, place, membersBack(locationAt(state, place) ?? before, before, changed));
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
        const placeId = textOf(fault.options, 'placeId') ?? `${old}-moved`;
        state.movedPlaces.set(old, placeId);
        fault.memory.undo = () => void state.movedPlaces.delete(old);
        return { metadata: { ...metadataOf(location), ...linksOf(placeId) }, storefrontAddress: newAddress };
      },
    ),
    'location-merged': kind(
      'the location became a duplicate of another one, which has its reviews',
      'into (another location of the account)',
      (location, fault, place) => {
        const into = survivor(state, fault, place);
        const reviews = state.reviews.page(place, 'updateTime desc', null, Number.MAX_SAFE_INTEGER).reviews;
        const moved = reviews.filter((review) => !state.reviews.find(into, String(review.reviewId)));
        for (const review of moved) state.reviews.put(into, review);
        state.reviews.replaceLocation(place, []);
        fault.memory.undo = () => {
          for (const review of moved) state.reviews.remove(into, String(review.reviewId));
          state.reviews.replaceLocation(place, reviews);
        };
        const placeId = placeIdOf(locationAt(state, into) ?? {});
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
        const status = textOf(fault.options, 'status') ?? 'CLOSED_PERMANENTLY';
        return {
          openInfo: { ...(isFields(location.openInfo) ? location.openInfo : {}), status, canReopen: true },
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
export function locationAt(state: GoogleState, place: string): Fields | null {
  const [account, name] = partsOf(place);
  return state.data.locations.get(account)?.find((location) => location.name === name) ?? null;
}

function putLocation(state: GoogleState, place: string, location: Fields): void {
  const [account, name] = partsOf(place);
  const list = state.data.locations.get(account) ?? [];
  state.data.locations.set(
    account,
    list.map((known) => (known.name === name ? location : known)),
  );
}

function partsOf(place: string): [string, string] {
  const parts = place.split('/');
  return [parts.slice(0, 2).join('/'), parts.slice(2).join('/')];
}

function survivor(state: GoogleState, fault: ActiveFault, place: string): string {
  const [account] = partsOf(place);
  const given = textOf(fault.options, 'into');
  const others = (state.data.locations.get(account) ?? []).map((location) => `${account}/${location.name}`);
  const into = given ?? others.find((other) => other !== place);
  if (into === undefined || into === place || !locationAt(state, into))
    throw controlFault('"into" must name another location');
  return into;
}

function metadataOf(location: Fields): Fields {
  return isFields(location.metadata) ? location.metadata : {};
}

/** The id of the place on Maps; empty when it is not there. */
export function placeIdOf(location: Fields): string {
  return textOf(metadataOf(location), 'placeId') ?? '';
}

function linksOf(placeId: string): Fields {
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
