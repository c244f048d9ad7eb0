/** Whether a review meets the rule of a tag. Words are compared as the search compares them. */
import { findMatches, parseSearch, type SearchPart } from '@kindling/contract/search-words';
import { type TagRule, tagRuleSchema } from '@kindling/contract/tags';

/** What rules look at. */
export interface RuledReview {
  text: string | null;
  rating: number | null;
  recommendation: string | null;
  source: string;
  language: string | null;
}

export type CompiledRule = (review: RuledReview) => boolean;

export function compileRule({ words, rating, sources, languages, recommendation }: TagRule): CompiledRule {
  const parts = words.flatMap(asPart);
  return (review) =>
    (rating === null ||
      (review.rating !== null && review.rating >= rating.from && review.rating <= rating.to)) &&
    (recommendation === null || review.recommendation === recommendation) &&
    (sources.length === 0 || sources.some((one) => one === review.source)) &&
    (languages.length === 0 || languages.some((one) => one === review.language)) &&
    (words.length === 0 || (review.text !== null && findMatches(review.text, parts).length > 0));
}

/** One word is found by its beginning; several words, which one entry of a rule may have, must follow each other. */
function asPart(entry: string): SearchPart[] {
  const typed = parseSearch(entry) ?? [];
  if (typed.length < 2) return typed;
  return parseSearch(`"${entry.replaceAll(/["“”„«»]/gu, ' ')}"`) ?? [];
}

/** Null for none, and for one that a later version stored in a shape that this one does not know. */
export function readRule(stored: unknown): TagRule | null {
  return tagRuleSchema.nullable().catch(null).parse(stored);
}
