import type { PlatformListing, PlatformReview } from '../connector.ts';
import { nameOrNull, textOrNull } from '../kit/fields.ts';
import type { WireReview, WireShop } from './wire.ts';

export function toListing({ id, name }: WireShop): PlatformListing {
  return {
    externalId: id,
    resourceName: id,
    name: nameOrNull(name) ?? id,
    address: null,
    country: null,
    mapsUrl: null,
    writeReviewUrl: null,
    readable: true,
  };
}

export function toReview({ id, author, stars, text, written }: WireReview): PlatformReview {
  const authorName = nameOrNull(author);
  return {
    externalId: id,
    resourceName: null,
    authorName,
    authorPhotoUrl: null,
    anonymous: authorName === null,
    rating: stars,
    recommendation: null,
    text: textOrNull(text),
    translation: null,
    writtenAt: written,
    editedAt: null,
    reply: null,
    permalink: null,
    mediaCount: 0,
  };
}
