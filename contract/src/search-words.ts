/**
 * The words of a text and of a search. The server stores the words of each review and searches them; the browser marks what
 * was found. Both use this file, so that they agree. It imports nothing but the comparison of words.
 */
import { fold, formsOf, indexedFormsOf, maxReadLetters, unitsOf, type WordForm } from './search-fold.ts';

export const maxSearchLength = 200;
export const maxSearchWords = 10;
/** Words and pairs of characters in all; a search in Chinese has a pair for each character. */
const maxSearchItems = 40;
/** Words of a text that are searched; later ones are neither found nor marked, and no rule of a tag sees them. */
export const maxTextWords = 6_000;

/** A word of a text, or a pair of characters in a script without spaces, with its place in the text. */
export interface Token {
  start: number;
  end: number;
  forms: readonly WordForm[];
  /** Whether it is the last character of a run in a script without spaces; its pair has been given before. */
  single: boolean;
}

/** What a word of a text must be: one of the forms (`prefix`: begin with one). */
export interface SearchWord {
  forms: readonly string[];
  prefix: boolean;
}

/** Words that must follow each other. A word that was typed without quotes is a part of its own. */
export type SearchPart = readonly SearchWord[];

/** Scripts that write no space between words. Their runs are read as overlapping pairs of characters. */
const dense =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々〆]';
const wordPattern = new RegExp(
  `(${dense}(?:${dense}|[\\p{M}\\uff9e\\uff9f])*)|(?!${dense})[\\p{L}\\p{N}](?:(?!${dense})[\\p{L}\\p{N}\\p{M}\\u00ad\\u200c\\u200d])*`,
  'gu',
);

/** The words of a text in their order. */
export function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(wordPattern)) {
    if (match[1] !== undefined) {
      yield* pairsOf(match[1], match.index);
      continue;
    }
    const forms = indexedFormsOf(match[0]);
    if (forms.length > 0)
      yield { start: match.index, end: match.index + match[0].length, forms, single: false };
  }
}

function* pairsOf(run: string, offset: number): Generator<Token> {
  let before: { text: string; start: number; end: number } | null = null;
  for (const { text, start, end } of unitsOf(run)) {
    const unit = { text: fold(text.slice(0, maxReadLetters)), start: start + offset, end: end + offset };
    if (unit.text === '') continue;
    if (before !== null)
      yield { start: before.start, end: unit.end, forms: [asForm(before.text + unit.text)], single: false };
    before = unit;
  }
  if (before !== null)
    yield { start: before.start, end: before.end, forms: [asForm(before.text)], single: true };
}

function asForm(text: string): WordForm {
  return { text, spelling: 'plain', withoutArticle: false };
}

/**
 * What somebody searches for: words that texts must contain the beginnings of, and in quotes words that follow each other.
 * Null when nothing is typed; empty when nothing typed has a letter or a digit, which no text matches.
 */
export function parseSearch(typed: string): SearchPart[] | null {
  const bounded = typed.slice(0, maxSearchLength);
  if (bounded.trim() === '') return null;
  const parts: SearchPart[] = [];
  const left = { words: maxSearchWords, items: maxSearchItems };
  for (const [index, piece] of bounded.split(/["“”„«»]/u).entries()) {
    // Every second piece is in quotes.
    if (index % 2 === 1) addPart(parts, wordsOf(piece, left, false));
    else for (const match of piece.matchAll(wordPattern)) addPart(parts, wordsOf(match[0], left, true));
  }
  return parts;
}

function addPart(parts: SearchPart[], part: SearchPart): void {
  if (part.length > 0) parts.push(part);
}

function wordsOf(piece: string, left: { words: number; items: number }, prefix: boolean): SearchWord[] {
  const words: SearchWord[] = [];
  for (const match of piece.matchAll(wordPattern)) {
    if (left.words === 0 || left.items === 0) break;
    const isRun = match[1] !== undefined;
    const found: SearchWord[] = isRun
      ? [...pairsOf(match[1] ?? '', 0)].map(({ forms, single }) => ({ forms: texts(forms), prefix: single }))
      : formsOf(match[0]).length === 0
        ? []
        : [{ forms: texts(formsOf(match[0])), prefix }];
    if (found.length === 0) continue;
    left.words -= 1;
    const taken = found.slice(0, left.items);
    left.items -= taken.length;
    words.push(...taken);
  }
  return withoutLastSingle(words);
}

/** A run may go on in the text where the search ends, so its last character is only asked for where it stands alone. */
function withoutLastSingle(words: SearchWord[]): SearchWord[] {
  const [before, last] = words.slice(-2);
  const covered =
    last?.prefix === true && before !== undefined && before.forms[0]?.endsWith(last.forms[0] ?? '') === true;
  return covered ? words.slice(0, -1) : words;
}

function texts(forms: readonly WordForm[]): string[] {
  return forms.map(({ text }) => text);
}
