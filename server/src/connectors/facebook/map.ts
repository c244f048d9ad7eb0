import { createHash } from 'node:crypto';
import type { PlatformListing, PlatformReply, PlatformReview } from '../connector.ts';
import { httpsOrNull, nameOrNull, textOrNull } from '../kit/fields.ts';
import { pageReviewsUrl } from './review-address.ts';
import type { WireComment, WirePage, WireRating } from './wire.ts';

const recommendationByType = new Map<string, 'positive' | 'negative'>([
  ['positive', 'positive'],
  ['negative', 'negative'],
]);

/** A recommendation, or a star rating from before August 2018, of the page `pageId`. */
export function toReview(wire: WireRating, pageId: string): PlatformReview {
  const authorName = nameOrNull(wire.reviewer?.name);
  const storyId = wire.open_graph_story?.id ?? null;
  return {
    externalId: storyId ?? deriveExternalId(wire, pageId),
    resourceName: storyId,
    authorName,
    authorPhotoUrl: httpsOrNull(wire.reviewer?.picture?.data?.url),
    anonymous: authorName === null,
    rating: toRating(wire),
    recommendation: recommendationByType.get(recommendationTypeOf(wire) ?? '') ?? null,
    text: textOrNull(wire.review_text) ?? textOrNull(wire.open_graph_story?.message),
    translation: null,
    writtenAt: wire.created_time,
    // The Graph API has no time of an edit.
    editedAt: null,
    reply: toReply(wire.open_graph_story?.comments ?? [], pageId),
    permalink: storyId && /^[0-9_]+$/.test(storyId) ? `https://www.facebook.com/${storyId}` : null,
    mediaCount: 0,
  };
}

/** False for a rating without any content to show. */
export function hasContent({ rating, recommendation, text }: PlatformReview): boolean {
  return rating !== null || recommendation !== null || text !== null;
}

/** The page's own comments, newest first. */
export function pageComments<Comment extends WireComment>(comments: Comment[], pageId: string): Comment[] {
  const timeOf = (comment: WireComment) => comment.created_time?.getTime() ?? 0;
  return comments
    .filter((comment) => comment.from?.id === pageId && comment.message)
    .sort((a, b) => timeOf(b) - timeOf(a));
}

/** The page's newest comment under the story is its reply; Facebook publishes it at once. */
function toReply(comments: WireComment[], pageId: string): PlatformReply | null {
  const own = pageComments(comments, pageId)[0];
  const text = textOrNull(own?.message);
  return own && text ? { text, at: own.created_time ?? null, state: 'published', reason: null } : null;
}

/** Stars of the old kind only. Facebook also fills `rating` of a recommendation, with a number that no person gave. */
function toRating(wire: WireRating): number | null {
  if (recommendationTypeOf(wire)) return null;
  const told = wire.open_graph_story?.data?.rating;
  return wholeStars(wire.rating) ?? ((told?.scale ?? 5) === 5 ? wholeStars(told?.value) : null);
}

function wholeStars(rating: number | null | undefined): number | null {
  return rating && Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : null;
}

/** Some answers contain this value only in the story. */
function recommendationTypeOf(wire: WireRating): string | null {
  return wire.recommendation_type || wire.open_graph_story?.data?.recommendation_type || null;
}

/**
 * Ratings have no id of their own. Without a story the key is the author and the time; without an author it is the time
 * and the text. The page is part of the key, because two pages may be rated in the same second.
 */
function deriveExternalId(wire: WireRating, pageId: string): string {
  const time = wire.created_time.toISOString();
  const source = wire.reviewer?.id
    ? ['reviewer', pageId, wire.reviewer.id, time]
    : ['text', pageId, time, wire.review_text ?? ''];
  return `${pageId}/${createHash('sha256').update(JSON.stringify(source)).digest('hex')}`;
}

/** Maps a page of the owner to a listing. */
export function toListing(wire: WirePage): PlatformListing {
  return {
    externalId: wire.id,
    resourceName: wire.id,
    name: nameOrNull(wire.name) ?? wire.id,
    address: toAddress(wire.location),
    // Facebook sends the country's name; we store codes.
    country: null,
    mapsUrl: null,
    writeReviewUrl: pageReviewsUrl(wire.id),
    readable: isReadable(wire),
    state: wire.is_permanently_closed ? 'closed' : 'ok',
  };
}

function toAddress(wire: WirePage['location']): string | null {
  if (!wire) return null;
  const town = [wire.zip, wire.city].filter(Boolean).join(' ');
  return nameOrNull([wire.street, town, wire.country].filter(Boolean).join(', '));
}

/**
 * Ratings are read with the page's token by a user who may moderate the page. Without a list of tasks, reading is
 * tried.
 */
function isReadable(wire: WirePage): boolean {
  if (!wire.access_token) return false;
  return wire.tasks?.some((task) => /(?:^|_)(?:MODERATE|FULL_CONTROL)$/.test(task)) ?? true;
}
