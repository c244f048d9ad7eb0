/** The words of a period: those that were recorded for all reviews, counted again in the reviews of the period. */
import type { DashboardWords } from '@kindling/contract/analytics';
import type { OwnReview } from '@kindling/contract/reviews';
import { averageOf } from './figures.ts';

const maxLetters = 1_000;
const exampleLength = 60;
/** A word of one review tells nothing about the others. */
const minReviews = 2;

/** @param reviews of the period, newest first */
export function countWords(
  reviews: readonly OwnReview[],
  recorded: DashboardWords['languages'],
): DashboardWords {
  const texts = reviews.filter(({ text, language }) => text !== null && language !== null);
  const languages = recorded.flatMap(({ language, words }) => {
    const its = texts.filter((review) => review.language === language);
    if (its.length === 0) return [];
    const counted = words
      .flatMap(({ word }) => countWord(its, word, language) ?? [])
      .sort((one, other) => other.count - one.count);
    return { language, texts: its.length, words: counted };
  });
  return {
    texts: texts.length,
    more: false,
    languages: languages.sort((one, other) => other.texts - one.texts),
  };
}

function countWord(
  reviews: readonly OwnReview[],
  word: string,
  language: string,
): DashboardWords['languages'][number]['words'][number] | null {
  const found = reviews.flatMap((review) => {
    const example = findWord((review.text ?? '').slice(0, maxLetters), word, language);
    return example === null ? [] : { review, example };
  });
  const [newest] = found;
  if (newest === undefined || found.length < minReviews) return null;
  const average = averageOf(found.map(({ review }) => review));
  return { word, count: found.length, average, example: newest.example };
}

/** The first place of the whole word in a text, with what stands around it; null where it is not there. */
function findWord(text: string, word: string, language: string) {
  const lower = text.toLocaleLowerCase(language);
  // Some letters change their length with their case, and then the places differ.
  if (lower.length !== text.length) return null;
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (isLetter(lower[at - 1]) || isLetter(lower[end])) continue;
    return {
      before: text.slice(Math.max(0, at - exampleLength / 2), at),
      word: text.slice(at, end),
      after: text.slice(end, end + exampleLength / 2),
    };
  }
  return null;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);
}
