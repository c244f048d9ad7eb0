import type { PlatformListing, PlatformReply, PlatformReview } from '../connector.ts';
import { httpsOrNull, nameOrNull, textOrNull } from '../kit/fields.ts';
import { writeReviewUrl } from './review-address.ts';
import type { WireLocation, WireReply, WireReview } from './wire.ts';

const ratingByName = new Map([
  ['ONE', 1],
  ['TWO', 2],
  ['THREE', 3],
  ['FOUR', 4],
  ['FIVE', 5],
]);

const replyStates = new Map<string, PlatformReply['state'] | 'unsaid'>([
  ['REVIEW_REPLY_STATE_UNSPECIFIED', 'unsaid'],
  ['PENDING', 'sending'],
  ['APPROVED', 'published'],
  ['REJECTED', 'failed'],
]);

const translationMark = '(Translated by Google)';
/** As Google writes it, or on one line where an export replaced the line breaks by spaces. */
const originalMarkPatterns = [/\n\n\(Original\)\n/, /\s\(Original\)\s/];
const translationSeparator = `\n\n${translationMark}\n`;

/**
 * A review of the listing. Its key is `{location id}/{review id}`, because the account in `name` is only one of those
 * that can reach it.
 */
export function toReview(
  wire: WireReview,
  listing: { externalId: string; resourceName: string },
): PlatformReview {
  const anonymous = wire.reviewer?.isAnonymous === true;
  const { text, translation } = splitTranslation(textOrNull(wire.comment));
  const edited = wire.updateTime && wire.updateTime.getTime() > wire.createTime.getTime();
  return {
    externalId: `${listing.externalId}/${wire.reviewId}`,
    resourceName: isReviewName(wire.name) ? wire.name : `${listing.resourceName}/reviews/${wire.reviewId}`,
    // Google sends a placeholder in the reader's language for an anonymous author; we show our own translated text.
    authorName: anonymous ? null : nameOrNull(wire.reviewer?.displayName),
    authorPhotoUrl: anonymous ? null : httpsOrNull(wire.reviewer?.profilePhotoUrl),
    anonymous,
    rating: ratingByName.get(wire.starRating ?? '') ?? null,
    recommendation: null,
    text,
    translation,
    writtenAt: wire.createTime,
    editedAt: edited ? (wire.updateTime ?? null) : null,
    reply: toReply(wire.reviewReply),
    // `reviewReplyUrl` is the owner's page for replying; Google gives no page of the review itself.
    permalink: null,
    mediaCount: wire.reviewMediaItems?.length ?? 0,
  };
}

/** True for the resource name of a review that is safe in a path. */
function isReviewName(name: string | null | undefined): name is string {
  return name
    ? /^accounts\/[\w-]+\/locations\/[\w-]+\/reviews\/[^\s/?#%\\\p{Cc}\p{Cs}]{1,256}$/u.test(name)
    : false;
}

function toReply(wire: WireReply | null | undefined): PlatformReply | null {
  const { text } = splitTranslation(textOrNull(wire?.comment));
  if (!wire || text === null) return null;
  return { text, ...toReplyState(wire, 'published') };
}

/**
 * The reply that Google accepted. An answer without a state does not say that the reply is public, so it counts as
 * pending; an older reply that is read without a state counts as public. A translation that Google adds is removed.
 */
export function toWrittenReply(wire: WireReply, sent: string): PlatformReply {
  const comment = textOrNull(wire.comment);
  const text = comment === null || isSentText(comment, sent) ? sent : splitTranslation(comment).text;
  return { text: text ?? sent, ...toReplyState(wire, 'sending') };
}

/** True where `comment` is `sent`, alone or beside Google's translation of it, in either order. */
function isSentText(comment: string, sent: string): boolean {
  return (
    comment === sent ||
    comment.startsWith(`${sent}${translationSeparator}`) ||
    (comment.startsWith(translationMark) &&
      comment.endsWith(sent) &&
      /\s\(Original\)\s$/.test(comment.slice(0, comment.length - sent.length)))
  );
}

/**
 * Before April 2026 Google had no states and published every reply at once: `unsaid` is the state of a reply without
 * one. A state that we do not know counts as pending.
 */
function toReplyState(wire: WireReply, unsaid: 'published' | 'sending'): Omit<PlatformReply, 'text'> {
  const state = replyStates.get(wire.reviewReplyState || 'REVIEW_REPLY_STATE_UNSPECIFIED');
  return {
    at: wire.updateTime ?? null,
    state: state === 'unsaid' ? unsaid : (state ?? 'sending'),
    reason: state === 'failed' ? nameOrNull(wire.policyViolation) : null,
  };
}

/**
 * Separates a machine translation from a comment. Google puts it before the original (marked "(Original)") or after it;
 * a text that only resembles one of the two formats stays unchanged.
 */
export function splitTranslation(comment: string | null): {
  text: string | null;
  translation: string | null;
} {
  if (comment === null) return { text: null, translation: null };
  if (comment.startsWith(translationMark)) {
    for (const mark of originalMarkPatterns) {
      const found = mark.exec(comment);
      if (found === null) continue;
      const original = comment.slice(found.index + found[0].length);
      return splitResult(original, comment.slice(translationMark.length, found.index));
    }
  }
  const at = comment.indexOf(translationSeparator);
  if (at > 0) return splitResult(comment.slice(0, at), comment.slice(at + translationSeparator.length));
  return { text: comment, translation: null };
}

function splitResult(original: string, translation: string) {
  return { text: original || null, translation: translation.trim() || null };
}

/** A location that the account `accountName` (`accounts/{id}`) reaches. */
export function toListing(wire: WireLocation, accountName: string): PlatformListing {
  const externalId = wire.name.slice('locations/'.length);
  const { metadata } = wire;
  const readable = isReadable(metadata);
  return {
    externalId,
    resourceName: `${accountName}/${wire.name}`,
    name: nameOrNull(wire.title) ?? externalId,
    address: toAddress(wire.storefrontAddress),
    country: toCountry(wire.storefrontAddress?.regionCode),
    mapsUrl: httpsOrNull(metadata?.mapsUri),
    writeReviewUrl:
      httpsOrNull(metadata?.newReviewUri) ?? (metadata?.placeId ? writeReviewUrl(metadata.placeId) : null),
    readable,
    ...stateOf(wire, readable),
  };
}

/**
 * Only a permanent closure changes the state; a temporarily closed place still takes reviews. Google leaves out flags
 * that are false and flags that it does not know: so only a place that surely cannot be read is called unverified, and
 * any other place gets no state.
 */
function stateOf(wire: WireLocation, readable: boolean): Pick<PlatformListing, 'state'> {
  if (wire.openInfo?.status === 'CLOSED_PERMANENTLY') return { state: 'closed' };
  if (!readable) return { state: 'unverified' };
  return wire.metadata?.hasVoiceOfMerchant ? { state: 'ok' } : {};
}

/**
 * Only verified locations have reviews. Where Google leaves the flag out, only a place that is also unknown to Maps
 * surely cannot be read; any other place is tried, and the first read shows it.
 */
function isReadable(metadata: WireLocation['metadata']): boolean {
  if (!metadata) return true;
  // A duplicate has the place of another location and no reviews of its own.
  const known = Boolean(metadata.placeId || metadata.newReviewUri) && !metadata.duplicateLocation;
  return metadata.hasVoiceOfMerchant ?? known;
}

function toAddress(wire: WireLocation['storefrontAddress']): string | null {
  if (!wire) return null;
  const town = [wire.postalCode, wire.locality].filter(Boolean).join(' ');
  return nameOrNull([...(wire.addressLines ?? []), town, wire.administrativeArea].filter(Boolean).join(', '));
}

function toCountry(regionCode: string | null | undefined): string | null {
  return regionCode && /^[A-Za-z]{2}$/.test(regionCode) ? regionCode.toUpperCase() : null;
}
