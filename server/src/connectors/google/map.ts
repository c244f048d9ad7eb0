import type { PlatformListing, PlatformReply, PlatformReview } from '../connector.ts';
import { httpsOrNull, nameOrNull, textOrNull } from '../kit/fields.ts';
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
/** As Google writes it, or on one line, where whoever handed the text on had put spaces for the line breaks. */
const originalMarkPatterns = [/\n\n\(Original\)\n/, /\s\(Original\)\s/];
const translationSeparator = `\n\n${translationMark}\n`;

/** A review of the listing. Its key is `{location id}/{review id}`: the account in `name` is only one way to it. */
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
    // Google sends a placeholder in the reader's language for an anonymous author; ours is translated by us.
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
    // `reviewReplyUrl` is the owner's page for answering; a page of the review itself is not offered.
    permalink: null,
    mediaCount: wire.reviewMediaItems?.length ?? 0,
  };
}

/** True for the resource name of a review, which may stand in a path. */
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
 * The reply as Google took it. Where the answer names no state, nothing is said of it being public: unlike an old
 * reply that is read, this one is on its way. A translation that Google adds is not part of what was sent.
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
 * Before April 2026 Google had no states and showed every reply at once: `unsaid` is what a reply without one is. A
 * member that we do not know yet claims nothing, so it counts as still on its way.
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
 * Takes a machine translation out of a comment. Google puts it before the original (marked "(Original)") or after it;
 * a text that only looks like one of the two stays whole.
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

/** A location reached through `accountName` (`accounts/{id}`). */
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
    writeReviewUrl: httpsOrNull(metadata?.newReviewUri) ?? writeReviewUrl(metadata?.placeId),
    readable,
    ...stateOf(wire, readable),
  };
}

/**
 * A place that is closed for a while is open to reviews; only the end of a business changes what we say of it. Google
 * leaves out a flag that is false and one that it does not know alike: then only a place that surely cannot be read is
 * called unverified, and of any other nothing is said.
 */
function stateOf(wire: WireLocation, readable: boolean): Pick<PlatformListing, 'state'> {
  if (wire.openInfo?.status === 'CLOSED_PERMANENTLY') return { state: 'closed' };
  if (!readable) return { state: 'unverified' };
  return wire.metadata?.hasVoiceOfMerchant ? { state: 'ok' } : {};
}

/**
 * Reviews are open to verified locations. Where Google leaves the flag out, only a place that Maps does not know
 * either is surely closed; any other is tried, and the first read tells.
 */
function isReadable(metadata: WireLocation['metadata']): boolean {
  if (!metadata) return true;
  // A duplicate has the place of another location, and no reviews of its own.
  const known = Boolean(metadata.placeId || metadata.newReviewUri) && !metadata.duplicateLocation;
  return metadata.hasVoiceOfMerchant ?? known;
}

/** The review form of a place; no parameter can prefill stars or text. */
function writeReviewUrl(placeId: string | null | undefined): string | null {
  if (!placeId) return null;
  const url = new URL('https://search.google.com/local/writereview');
  url.searchParams.set('placeid', placeId.toWellFormed());
  return url.href;
}

function toAddress(wire: WireLocation['storefrontAddress']): string | null {
  if (!wire) return null;
  const town = [wire.postalCode, wire.locality].filter(Boolean).join(' ');
  return nameOrNull([...(wire.addressLines ?? []), town, wire.administrativeArea].filter(Boolean).join(', '));
}

function toCountry(regionCode: string | null | undefined): string | null {
  return regionCode && /^[A-Za-z]{2}$/.test(regionCode) ? regionCode.toUpperCase() : null;
}
