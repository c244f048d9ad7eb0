/** A review as a database row, from a sync or a file. */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { PlatformReview, ReviewAttribution } from '../../connectors/connector.ts';
import { newId } from '../../lib/ids.ts';
import { detectLanguage } from './review-language.ts';
import { searchVector } from './review-words.ts';

/** Hash over all stored content from the platform. The fixed field order makes hashes comparable. */
export function contentHash(review: PlatformReview): string {
  const { reply } = review;
  const content = [
    review.resourceName,
    review.authorName,
    review.authorPhotoUrl,
    review.anonymous,
    review.rating,
    review.recommendation,
    review.text,
    review.translation,
    review.writtenAt.toISOString(),
    review.editedAt?.toISOString() ?? null,
    reply?.text ?? null,
    reply?.at?.toISOString() ?? null,
    reply?.state ?? null,
    reply?.reason ?? null,
    review.permalink,
    review.mediaCount,
    ...(review.attribution ? [orderedAttribution(review.attribution)] : []),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

/** Fixes the order of the properties, so that equal links have equal hashes. */
function orderedAttribution({ authorUrl, flagUrl, mapsUrl }: ReviewAttribution): ReviewAttribution {
  return { authorUrl, flagUrl, mapsUrl };
}

/** The columns of `reviews` for a review from a connector or a file, with a new id. */
export function reviewRecord(accountId: string, review: PlatformReview) {
  const { authorName, text, translation, reply } = review;
  return {
    id: newId(),
    external_id: review.externalId,
    resource_name: review.resourceName,
    author_name: review.authorName,
    author_photo_url: review.authorPhotoUrl,
    anonymous: review.anonymous,
    rating: review.rating,
    recommendation: review.recommendation,
    text: review.text,
    translation: review.translation,
    written_at: review.writtenAt.toISOString(),
    edited_at: review.editedAt?.toISOString() ?? null,
    reply_text: review.reply?.text ?? null,
    reply_at: review.reply?.at?.toISOString() ?? null,
    reply_state: review.reply?.state ?? 'none',
    reply_reason: review.reply?.reason ?? null,
    permalink: review.permalink,
    media_count: review.mediaCount,
    attribution: review.attribution ? orderedAttribution(review.attribution) : null,
    content_hash: contentHash(review),
    search: searchVector(accountId, { authorName, text, translation, replyText: reply?.text ?? null }),
    language: detectLanguage(text),
  };
}

/** The rows as a recordset named `x`, in the given order. */
export function toRecordset(records: readonly ReturnType<typeof reviewRecord>[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as x(
        id uuid, external_id text, resource_name text, author_name text, author_photo_url text, anonymous boolean,
        rating smallint, recommendation text, text text, translation text, written_at timestamptz,
        edited_at timestamptz, reply_text text, reply_at timestamptz, reply_state text, reply_reason text,
        permalink text, media_count integer, attribution jsonb, content_hash text, search tsvector, language text,
        written_day date, date_basis text, written_from timestamptz, written_to timestamptz,
        stored_as text)`;
}
