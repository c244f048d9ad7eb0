/**
 * Reviews as Google Takeout exports them (`Google Business Profile/account-…/location-…/reviews….json`): the resources
 * of the reviews API without `reviewId`, which is part of `name`.
 */
import { z } from 'zod';
import type { ReviewArchive } from '../kit/archive.ts';
import { splitTranslation, toReview } from './map.ts';
import { review } from './wire.ts';

const reviewNamePattern =
  /^(accounts\/[\w-]+\/locations\/([\w-]+))\/reviews\/([^\s/?#%\\\p{Cc}\p{Cs}]{1,256})$/u;
const namedItem = z.looseObject({ name: z.string() });

function parseReviewName(name: string): { resourceName: string; location: string; reviewId: string } | null {
  const [, resourceName, location, reviewId] = reviewNamePattern.exec(name) ?? [];
  return resourceName === undefined || location === undefined || reviewId === undefined
    ? null
    : { resourceName, location, reviewId };
}

/** A translation that follows the text in a cell without line breaks. */
const trailingTranslation = /^(.*\S)\s+\(Translated by Google\)\s+(\S.*)$/s;

/** Google's placeholders for an anonymous author, without accents and punctuation. */
const anonymousAuthorNames = new Set([
  'google user',
  'a google user',
  'ein google nutzer',
  'google nutzer',
  'un utilisateur google',
  'un utilisateur de google',
  'utilisateur google',
  'een google gebruiker',
  'google gebruiker',
  'un usuario de google',
  'usuario de google',
  'google korisnik',
  'korisnik google a',
  'google корисник',
  'корисник google а',
]);

export const googleArchive: ReviewArchive = {
  platform: 'google',
  toReview(item) {
    const outer = namedItem.safeParse(item);
    const place = outer.success ? parseReviewName(outer.data.name) : null;
    if (!outer.success || place === null) return null;
    const wire = review.safeParse({ ...outer.data, reviewId: place.reviewId });
    if (!wire.success) return null;
    return toReview(wire.data, { externalId: place.location, resourceName: place.resourceName });
  },
  externalIdOf(name) {
    const place = parseReviewName(name.trim());
    return place === null ? null : `${place.location}/${place.reviewId}`;
  },
  splitTranslation(whole) {
    const split = splitTranslation(whole);
    const [, text, translation] =
      split.translation === null ? (trailingTranslation.exec(whole ?? '') ?? []) : [];
    return text === undefined || translation === undefined ? split : { text, translation };
  },
  isAnonymousAuthor: (name) =>
    anonymousAuthorNames.has(
      name
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    ),
  listingIdOf: (key) => key.slice(0, key.indexOf('/')),
};
