import { sourceSchema } from '@kindling/contract/platforms';
import { type Review, replyStates } from '@kindling/contract/reviews';
import type { ReviewRow } from './queries.ts';

export function presentReview(row: ReviewRow): Review {
  return {
    id: row.id,
    source: sourceSchema.parse(row.source),
    listingId: row.listing_id,
    listingName: row.listing_name,
    locationId: row.location_id,
    locationName: row.location_name,
    authorName: row.author_name,
    anonymous: row.anonymous,
    rating: row.rating,
    recommendation:
      row.recommendation === 'positive' || row.recommendation === 'negative' ? row.recommendation : null,
    text: row.text,
    translation: row.translation,
    writtenAt: row.written_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    answered: row.answered,
    reply:
      row.reply_text === null
        ? null
        : {
            text: row.reply_text,
            at: row.reply_at?.toISOString() ?? null,
            state: replyStates.find((state) => state === row.reply_state) ?? 'none',
          },
    permalink: row.permalink,
  };
}
