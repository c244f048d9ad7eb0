/** Marks in a text what a search found. */
import { fold, maxReadLetters, unitsOf, type WordForm } from './search-fold.ts';
import { createPartFinder } from './search-parts.ts';
import { maxTextWords, type SearchPart, type SearchWord, type Token, tokensOf } from './search-words.ts';

const maxMatches = 200;

/**
 * The places in a text that match a search, in order and without overlap, as [start, end) in UTF-16 units. Of a word that
 * matches by its beginning, only the beginning.
 */
export function findMatches(text: string, search: readonly SearchPart[]): [start: number, end: number][] {
  const found: [number, number][] = [];
  const finder = createPartFinder();
  for (const part of search) finder.add(part);
  const tokens: Token[] = [];
  for (const token of tokensOf(text)) {
    tokens.push(token);
    for (const number of finder.next(token)) {
      const place = placeOf(text, tokens, search[number] ?? []);
      if (place !== null) found.push(place);
    }
    if (found.length >= maxMatches || tokens.length >= maxTextWords) break;
  }
  return merge(found);
}

/** Where the part is that ends with the last of the tokens. */
function placeOf(text: string, tokens: readonly Token[], part: SearchPart): [number, number] | null {
  const [firstWord, lastWord] = [part[0], part.at(-1)];
  const [first, last] = [tokens[tokens.length - part.length], tokens.at(-1)];
  if (firstWord === undefined || lastWord === undefined || first === undefined || last === undefined)
    return null;
  const start = placeOfWord(text, first, firstWord);
  const end = placeOfWord(text, last, lastWord);
  return start === null || end === null ? null : [start[0], end[1]];
}

function placeOfWord(text: string, token: Token, { forms, prefix }: SearchWord): [number, number] | null {
  for (const form of token.forms)
    for (const wanted of forms) {
      if (prefix ? !form.text.startsWith(wanted) : form.text !== wanted) continue;
      return prefix ? placeOfBeginning(text, token, form, wanted) : [startOf(text, token, form), token.end];
    }
  return null;
}

function startOf(text: string, token: Token, form: WordForm): number {
  return form.withoutArticle ? skipLetters(text, token, form, 2) : token.start;
}

/** The part of the token that folds to the wanted letters, in whole units. */
function placeOfBeginning(text: string, token: Token, form: WordForm, wanted: string): [number, number] {
  const start = startOf(text, token, form);
  if (form.text.length === wanted.length) return [start, token.end];
  const end = skipLetters(text, { start, end: token.end }, form, wanted.length);
  return [start, end];
}

/** The place in the text after so many folded letters from the start. */
function skipLetters(
  text: string,
  { start, end }: Pick<Token, 'start' | 'end'>,
  { spelling }: WordForm,
  letters: number,
): number {
  let left = letters;
  for (const unit of unitsOf(text.slice(start, Math.min(end, start + maxReadLetters)))) {
    if (left <= 0) return start + unit.start;
    left -= fold(unit.text, spelling).length;
  }
  return end;
}

function merge(found: [number, number][]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [start, end] of found.toSorted((one, other) => one[0] - other[0] || one[1] - other[1])) {
    const last = merged.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
