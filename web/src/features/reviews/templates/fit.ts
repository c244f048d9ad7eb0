/** Which templates suit a review, and what they say there. */
import type { Business } from '@kindling/contract/businesses';
import { fallbackLanguage, type Language, languages } from '@kindling/contract/constants';
import { fillPlaceholders, firstNameOf, usesPlaceholder } from '@kindling/contract/reply-placeholders';
import {
  type ReplyTemplate,
  type TemplateLanguage,
  templateLanguages,
} from '@kindling/contract/reply-templates';
import type { OwnReview } from '@kindling/contract/reviews';

export interface FilledTemplate {
  template: ReplyTemplate;
  text: string;
  /** Of the text, where the person may expect another one; null where it is that of the review, or not known. */
  otherLanguage: Language | null;
  /** For its stars or recommendation, and its business. */
  fits: boolean;
  /** It speaks of stars, and the review has none. */
  lacksStars: boolean;
}

/** The best first, then by name as they are given. */
export function fillTemplates(
  templates: readonly ReplyTemplate[],
  review: OwnReview,
  businesses: readonly Business[],
  readerLanguage: Language,
): FilledTemplate[] {
  const business = businessOf(review, businesses);
  const ranked = templates.map((template) => {
    const { language, text: written } = textFor(template, review.language, readerLanguage);
    const expected = review.language ?? readerLanguage;
    const otherLanguage = language === 'any' || language === expected ? null : language;
    const text = fillTemplate(written, review, business?.name ?? review.locationName);
    const rank = rankOf(template, review, business?.id ?? null, readerLanguage);
    const lacksStars = review.rating === null && usesPlaceholder(written, 'stars');
    return { template, text, otherLanguage, fits: rank >= 0 && !lacksStars, lacksStars, rank };
  });
  return ranked
    .sort((one, other) => Number(other.fits) - Number(one.fits) || other.rank - one.rank)
    .map(({ rank: _rank, ...filled }) => filled);
}

/** The business that a review is about; undefined while the businesses load. */
export function businessOf(
  review: Pick<OwnReview, 'locationId'>,
  businesses: readonly Business[] | undefined,
): Business | undefined {
  return businesses?.find(({ locations }) => locations.some(({ id }) => id === review.locationId));
}

/**
 * The name of the business where a reply to a review of one of several locations uses it in place of the location's name;
 * null where the reply cannot be taken for one to another place.
 */
export function misleadingName(
  reply: string,
  review: Pick<OwnReview, 'locationId' | 'locationName'>,
  businesses: readonly Business[] | undefined,
): string | null {
  const business = businessOf(review, businesses)?.name ?? '';
  const locations = businesses?.flatMap((one) => one.locations) ?? [];
  const named = (text: string, name: string) => text.toLowerCase().includes(name.toLowerCase());
  if (locations.length < 2 || business.trim() === '' || named(review.locationName, business)) return null;
  return named(reply, business) && !named(reply, review.locationName) ? business : null;
}

/** A text with the values of a review. */
export function fillTemplate(text: string, review: OwnReview, businessName: string): string {
  return fillPlaceholders(text, {
    author: firstNameOf(review.authorName, review.anonymous),
    business: businessName,
    location: review.locationName,
    stars: review.rating === null ? null : String(review.rating),
  });
}

/**
 * The text in the language of the review, else the one for all other languages, else in the language of the person, else in
 * English, else the first there is. For a review without a language, that of the person comes first.
 */
export function textFor(
  { texts }: Pick<ReplyTemplate, 'texts'>,
  reviewLanguage: string | null,
  readerLanguage: Language,
): { language: TemplateLanguage; text: string } {
  const wanted = [
    reviewLanguage ?? readerLanguage,
    'any',
    readerLanguage,
    fallbackLanguage,
    ...templateLanguages,
  ];
  for (const code of wanted) {
    const language = templateLanguages.find((one) => one === code);
    const text = language && texts[language];
    if (language !== undefined && text !== undefined) return { language, text };
  }
  return { language: 'any', text: '' };
}

/** Below zero: for other reviews. */
function rankOf(
  { texts, ratings, recommendations, businessId }: ReplyTemplate,
  review: OwnReview,
  reviewBusinessId: string | null,
  readerLanguage: Language,
): number {
  const isForAll = ratings.length === 0 && recommendations.length === 0;
  const matches =
    (review.rating !== null && ratings.includes(review.rating)) ||
    (review.recommendation !== null && recommendations.includes(review.recommendation));
  if (!isForAll && !matches) return -1;
  if (businessId !== null && businessId !== reviewBusinessId) return -1;
  return (
    4 * languageFit(texts, review.language, readerLanguage) +
    (matches ? 2 : 0) +
    (businessId === null ? 0 : 1)
  );
}

/** 2: in the language of the review. 1: for all languages, or in one that the reader understands. */
function languageFit(
  texts: ReplyTemplate['texts'],
  reviewLanguage: string | null,
  readerLanguage: Language,
): 0 | 1 | 2 {
  const has = (code: string | null) => languages.some((language) => language === code && language in texts);
  if (has(reviewLanguage)) return 2;
  return texts.any !== undefined || has(readerLanguage) ? 1 : 0;
}
