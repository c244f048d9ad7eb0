/** For component tests only: a review of a platform that accepts replies. */
import type { OwnReview } from '@kindling/contract/reviews';

export function makeReview(changes: Partial<OwnReview> = {}): OwnReview {
  return {
    id: '0199f000-0000-7000-8000-000000000051',
    source: 'google',
    listingId: '0199f000-0000-7000-8000-000000000011',
    listingName: 'Salt Quay Bakery',
    locationId: '0199f000-0000-7000-8000-000000000012',
    locationName: 'Salt Quay Bakery',
    authorName: 'Orla Finch',
    anonymous: false,
    rating: 4,
    recommendation: null,
    text: 'Good cake',
    translation: null,
    writtenAt: '2026-11-01T10:00:00.000Z',
    writtenDay: null,
    dateBasis: null,
    editedAt: null,
    answered: false,
    reply: null,
    permalink: null,
    attribution: null,
    invited: false,
    privatePart: null,
    hidden: null,
    removedAt: null,
    wipedAt: null,
    outgoing: null,
    draft: null,
    replyBox: { state: 'open', limitBytes: 4096 },
    ...changes,
  };
}
