/** Whether a review meets the rules of tags. Words are compared as the search compares them. */
import { findMatches } from '@kindling/contract/search-matches';
import { createPartFinder, type PartFinder } from '@kindling/contract/search-parts';
import { maxTextWords, parseSearch, type SearchPart, tokensOf } from '@kindling/contract/search-words';
import { type TagRule, tagRuleSchema } from '@kindling/contract/tags';
import type { Pauses } from '../../lib/pauses.ts';

/** What rules look at. */
export interface RuledReview {
  text: string | null;
  rating: number | null;
  recommendation: string | null;
  source: string;
  language: string | null;
}

export interface NamedRule {
  id: string;
  rule: TagRule;
}

/** Reads one review after the other. */
export interface RuleMatcher {
  /** Ids of the rules that the review meets, in their order. */
  matching(review: RuledReview): Promise<string[]>;
}

/** Many rules have thousands of words, so preparing them pauses too. */
export async function compileRules(rules: readonly NamedRule[], pauses: Pauses): Promise<RuleMatcher> {
  const finder = createPartFinder();
  /** The rule of each part. */
  const owners: string[] = [];
  for (const { id, rule } of rules)
    for (const entry of rule.words) {
      for (const part of asPart(entry)) owners[finder.add(part)] = id;
      if (pauses.isDue()) await pauses.take();
    }
  return {
    async matching(review) {
      const possible = rules.filter(({ rule }) => meetsConditions(rule, review));
      const open = new Set(possible.filter(({ rule }) => rule.words.length > 0).map(({ id }) => id));
      await removeFound(review.text ?? '', { finder, owners, open, pauses });
      return possible.map(({ id }) => id).filter((id) => !open.has(id));
    },
  };
}

/** All conditions but the words. */
function meetsConditions(
  { rating, sources, languages, recommendation }: TagRule,
  review: RuledReview,
): boolean {
  return (
    (rating === null ||
      (review.rating !== null && review.rating >= rating.from && review.rating <= rating.to)) &&
    (recommendation === null || review.recommendation === recommendation) &&
    (sources.length === 0 || sources.some((one) => one === review.source)) &&
    (languages.length === 0 || languages.some((one) => one === review.language))
  );
}

interface Reading {
  finder: PartFinder;
  owners: readonly string[];
  /** Rules of whose words none was found yet. */
  open: Set<string>;
  pauses: Pauses;
}

/** Reads the text once for all rules, and no further than needed. */
async function removeFound(text: string, { finder, owners, open, pauses }: Reading): Promise<void> {
  if (open.size === 0) return;
  finder.restart();
  let left = maxTextWords;
  for (const word of tokensOf(text)) {
    for (const number of finder.next(word)) open.delete(owners[number] ?? '');
    left -= 1;
    if (open.size === 0 || left === 0) return;
    if (pauses.isDue()) await pauses.take();
  }
}

/** One word is found by its beginning; several words, which one entry of a rule may have, must follow each other. */
function asPart(entry: string): SearchPart[] {
  const typed = parseSearch(entry) ?? [];
  if (typed.length < 2) return typed;
  return parseSearch(`"${entry.replaceAll(/["“”„«»]/gu, ' ')}"`) ?? [];
}

/** So many letters take some milliseconds, in which nothing else runs. */
const maxHitLetters = 5_000;

/** The first place in the beginning of a text that has one of the words; null where there is none, or the rule has no words. */
export function firstHit(text: string | null, { words }: TagRule): [start: number, end: number] | null {
  if (text === null || words.length === 0) return null;
  return findMatches(text.slice(0, maxHitLetters), words.flatMap(asPart))[0] ?? null;
}

/** Null for none, and for one that a later version stored in a shape that this one does not know. */
export function readRule(stored: unknown): TagRule | null {
  return tagRuleSchema.nullable().catch(null).parse(stored);
}
