/** A review as every format of an export has it. JSON has these values; tables have them in the person's language. */
import type { Source } from '@kindling/contract/platforms';
import { type Connectors, type ExportedRow, presentOwnReview } from '../reviews/index.ts';

/** Columns of a table and keys of JSON, in their order. */
export const reviewColumns = [
  'source',
  'business',
  'location',
  'author',
  'rating',
  'recommendation',
  'text',
  'language',
  'translation',
  'writtenAt',
  'day',
  'editedAt',
  'reply',
  'replyAt',
  'replyState',
  'tags',
  'hiddenAt',
  'hiddenReason',
  'pinnedAt',
  'pinReason',
  'assignee',
  'permalink',
  'removedAt',
  'id',
] as const;
export type ReviewColumn = (typeof reviewColumns)[number];

export type ExportedReplyState = 'none' | 'sending' | 'published' | 'failed';

/** Times are RFC 3339 in UTC, days `YYYY-MM-DD` in the time zone of the account. */
export interface ExportedReview extends Record<ReviewColumn, unknown> {
  source: Source;
  business: string;
  location: string;
  author: string | null;
  rating: number | null;
  /** Of a first-party review: thumb up or down. */
  recommendation: 'positive' | 'negative' | null;
  text: string | null;
  language: string | null;
  translation: string | null;
  /** A day where the time is not known. */
  writtenAt: string;
  day: string;
  editedAt: string | null;
  reply: string | null;
  replyAt: string | null;
  replyState: ExportedReplyState;
  /** Names. */
  tags: string[];
  hiddenAt: string | null;
  hiddenReason: string | null;
  pinnedAt: string | null;
  pinReason: string | null;
  /** Name of the member. */
  assignee: string | null;
  permalink: string | null;
  removedAt: string | null;
  id: string;
}

/** Names that reviews refer to by id. */
export interface NamesById {
  tags: ReadonlyMap<string, string>;
  members: ReadonlyMap<string, string>;
  /** By the id of the location. */
  businesses: ReadonlyMap<string, string>;
}

export function exportReview(row: ExportedRow, names: NamesById, connectors: Connectors): ExportedReview {
  const review = presentOwnReview(row, connectors);
  return {
    source: review.source,
    business: names.businesses.get(review.locationId) ?? '',
    location: review.locationName,
    author: review.authorName,
    rating: review.rating,
    recommendation: review.recommendation,
    text: review.text,
    language: review.language,
    translation: review.translation,
    writtenAt: review.writtenDay ?? review.writtenAt,
    day: row.day,
    editedAt: review.editedAt,
    reply: review.reply?.text ?? null,
    replyAt: review.reply?.at ?? null,
    replyState: replyStateOf(review),
    // A tag that is being deleted has no name any more.
    tags: review.tagIds.flatMap((id) => names.tags.get(id) ?? []),
    hiddenAt: review.hidden?.at ?? null,
    hiddenReason: review.hidden?.reason ?? null,
    pinnedAt: review.pinned?.at ?? null,
    pinReason: review.pinned?.reason ?? null,
    assignee: review.assigneeId === null ? null : (names.members.get(review.assigneeId) ?? null),
    permalink: review.permalink,
    removedAt: review.removedAt,
    id: review.id,
  };
}

function replyStateOf({
  outgoing,
  reply,
  answered,
}: ReturnType<typeof presentOwnReview>): ExportedReplyState {
  if (outgoing !== null) return outgoing.state === 'failed' ? 'failed' : 'sending';
  return reply?.state ?? (answered ? 'published' : 'none');
}
