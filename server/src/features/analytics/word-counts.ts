/** Counts the words of texts by language, without the words that every text has. Runs in words-child.ts. */
import type { DashboardWords } from '@kindling/contract/analytics';
import { excerptAround } from '../../lib/excerpt.ts';
import { stopWordsOf } from './stop-words.ts';

export interface WordText {
  language: string;
  rating: number | null;
  text: string;
}

const maxLanguages = 8;
const maxWords = 20;
/** A word of one review tells nothing about the others. */
const minReviews = 2;
const minLetters = 3;
/** Chinese, Japanese and Korean words may have two letters. */
const minWideLetters = 2;
const exampleLength = 60;
const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;

/** Between letters they make one word of two, which is right for addresses and wrong for sentences without a space. */
const joints = /[.:·]/g;

interface Count {
  count: number;
  rated: number;
  stars: number;
  example: { before: string; word: string; after: string };
}

type LanguageWords = DashboardWords['languages'][number];

/** @param texts newest first */
export function countWords(texts: readonly WordText[]): LanguageWords[] {
  const groups = [...Map.groupBy(texts, ({ language }) => language)].flatMap(([language, its]) => {
    const stopWords = stopWordsOf(language);
    // Without a list the words that every text has would be the result.
    return stopWords === null ? [] : { language, its, stopWords };
  });
  return groups
    .sort((one, other) => other.its.length - one.its.length || (one.language < other.language ? -1 : 1))
    .slice(0, maxLanguages)
    .map(({ language, its, stopWords }) => ({
      language,
      texts: its.length,
      words: wordsOf(language, its, stopWords),
    }));
}

function wordsOf(
  language: string,
  texts: readonly WordText[],
  stopWords: (word: string) => boolean,
): LanguageWords['words'] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const counts = new Map<string, Count>();
  for (const { text, rating } of texts) {
    const seen = new Set<string>();
    for (const { segment, index, isWordLike } of segmenter.segment(text.replace(joints, ' '))) {
      if (!isWordLike) continue;
      const word = segment.toLocaleLowerCase(language).normalize('NFC');
      if (seen.has(word) || !isTelling(word) || stopWords(word)) continue;
      seen.add(word);
      const known = counts.get(word);
      const count = known ?? { count: 0, rated: 0, stars: 0, example: exampleOf(text, index, segment) };
      count.count += 1;
      if (rating !== null) {
        count.rated += 1;
        count.stars += rating;
      }
      if (known === undefined) counts.set(word, count);
    }
  }
  return [...counts]
    .filter(([, { count }]) => count >= minReviews)
    .sort(([one, its], [other, others]) => others.count - its.count || (one < other ? -1 : 1))
    .slice(0, maxWords)
    .map(([word, { count, rated, stars, example }]) => ({
      word,
      count,
      average: rated === 0 ? null : stars / rated,
      example,
    }));
}

function isTelling(word: string): boolean {
  if (!/\p{L}/u.test(word)) return false;
  return [...word].length >= (wide.test(word) ? minWideLetters : minLetters);
}

function exampleOf(text: string, index: number, segment: string): Count['example'] {
  const { before, found, after } = excerptAround(text, [index, index + segment.length], exampleLength);
  return { before, word: found, after };
}
