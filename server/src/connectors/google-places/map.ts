import type { PlaceSearchResult, PlatformListing, PlatformReview } from '../connector.ts';
import { httpsOrNull, nameOrNull, textOrNull } from '../kit/fields.ts';
import type { WirePlace, WireReview } from './wire.ts';

export function toCandidate(wire: WirePlace): PlaceSearchResult {
  return {
    placeId: wire.id,
    name: nameOrNull(wire.displayName?.text) ?? wire.id,
    address: nameOrNull(wire.formattedAddress),
  };
}

export function toListing(wire: WirePlace): PlatformListing {
  const { name, address } = toCandidate(wire);
  const country = wire.addressComponents?.find((part) => part.types?.includes('country'))?.shortText;
  return {
    externalId: wire.id,
    resourceName: `places/${wire.id}`,
    name,
    address,
    country: country && /^[A-Z]{2}$/.test(country) ? country : null,
    mapsUrl: httpsOrNull(wire.googleMapsUri),
    writeReviewUrl: httpsOrNull(wire.googleMapsLinks?.writeAReviewUri),
    readable: true,
    state: wire.businessStatus === 'CLOSED_PERMANENTLY' ? 'closed' : 'ok',
  };
}

/** A review with the links that Google's terms require. `originalText` is the reviewer's own text. */
export function toReview(wire: WireReview): PlatformReview {
  const original = textOrNull(wire.originalText?.text);
  const shown = textOrNull(wire.text?.text);
  const authorName = nameOrNull(wire.authorAttribution?.displayName);
  return {
    externalId: wire.name,
    resourceName: wire.name,
    authorName,
    authorPhotoUrl: httpsOrNull(wire.authorAttribution?.photoUri),
    anonymous: authorName === null,
    rating: toStars(wire.rating),
    recommendation: null,
    text: original ?? shown,
    translation: original !== null && shown !== original ? shown : null,
    writtenAt: wire.publishTime,
    // The API has no time of an edit, no replies and no media.
    editedAt: null,
    reply: null,
    permalink: httpsOrNull(wire.googleMapsUri),
    mediaCount: 0,
    attribution: {
      authorUrl: httpsOrNull(wire.authorAttribution?.uri),
      flagUrl: httpsOrNull(wire.flagContentUri),
      mapsUrl: httpsOrNull(wire.googleMapsUri),
    },
  };
}

function toStars(rating: number | null | undefined): number | null {
  return rating && Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : null;
}
