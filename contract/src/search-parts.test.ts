import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMatches } from './search-matches.ts';
import { createPartFinder } from './search-parts.ts';
import {
  maxTextWords,
  parseSearch,
  type SearchPart,
  type SearchWord,
  type Token,
  tokensOf,
} from './search-words.ts';

/** The parts that end with each word of the text, compared word by word. */
function plainly(words: readonly Token[], parts: readonly SearchPart[]): number[][] {
  return words.map((_, end) =>
    [...parts.keys()].filter((number) => {
      const part = parts[number] ?? [];
      const first = end + 1 - part.length;
      return part.length > 0 && first >= 0 && part.every((word, at) => isAlike(words[first + at], word));
    }),
  );
}

function isAlike(token: Token | undefined, { forms, prefix }: SearchWord): boolean {
  return (
    token?.forms.some(({ text }) =>
      forms.some((form) => (prefix ? text.startsWith(form) : text === form)),
    ) === true
  );
}

function found(words: readonly Token[], parts: readonly SearchPart[]) {
  const finder = createPartFinder();
  for (const part of parts) finder.add(part);
  const read = () => {
    finder.restart();
    return words.map((word) => [...finder.next(word)].sort((one, other) => one - other));
  };
  return [read(), read()];
}

// Few letters, so that words come again and parts overlap.
const letters = fc.constantFrom(...'aabuüöđ東京東京のののมال  ,'.split(''), 'ue', 'ال', 'e\u0301');
const anyText = fc.string({ unit: letters, maxLength: 120 });
const anyPart = fc.tuple(anyText, fc.boolean()).map(([typed, quoted]) => (quoted ? `"${typed}"` : typed));

test('the parts are those of a plain comparison, in one text and in the next', () => {
  fc.assert(
    fc.property(anyText, fc.array(anyPart, { maxLength: 4 }), fc.nat(60), (text, typed, at) => {
      const words = [...tokensOf(text)];
      const parts = [...typed, `"${text.slice(at, at + 50)}"`].flatMap((one) => parseSearch(one) ?? []);
      const plain = plainly(words, parts);
      expect(found(words, parts)).toEqual([plain, plain]);
    }),
    { numRuns: 1_000 },
  );
});

test('parts of more words than a number has bits', () => {
  const text = Array.from({ length: 200 }, (_, at) => (at % 3 === 0 ? 'one' : 'two')).join(' ');
  const words = [...tokensOf(text)];
  const parts = [31, 32, 33, 64, 65, 100].map((length) =>
    words.slice(7, 7 + length).map(({ forms }) => ({ forms: forms.map((form) => form.text), prefix: false })),
  );
  const plain = plainly(words, parts);
  expect(plain.flat().length).toBeGreaterThan(parts.length);
  expect(found(words, parts)).toEqual([plain, plain]);
});

test('no part reaches from one text into the next', () => {
  const finder = createPartFinder();
  finder.add(parseSearch('"one two"')?.[0] ?? []);
  const [one, two] = [...tokensOf('one two')];
  if (one === undefined || two === undefined) throw new Error('two words');
  finder.next(one);
  finder.restart();
  expect(finder.next(two)).toEqual([]);
});

test('long parts that nearly match everywhere cost no more than short ones', () => {
  const finder = createPartFinder();
  const parts = Array.from(
    { length: 600 },
    (_, at) => `${'の'.repeat(38)}${String.fromCodePoint(0x4e00 + at)}`,
  );
  for (const part of parts.flatMap((one) => parseSearch(one) ?? [])) finder.add(part);
  const words = [...tokensOf('の'.repeat(1_000))];
  expect(words.flatMap((word) => finder.next(word))).toEqual([]);
  // Two numbers have the 38 words of a part.
  expect(finder.steps).toBeLessThanOrEqual(words.length * (2 * parts.length + 2));
});

test('words that are in no part cost one comparison and one for each length of a beginning', () => {
  const finder = createPartFinder();
  for (const part of parseSearch('cake bread coffee') ?? []) finder.add(part);
  for (const word of tokensOf('nothing '.repeat(1_000))) finder.next(word);
  expect(finder.steps).toBe(1_000 * (1 + 3));
});

test('a text is searched as far as the server stores its words', () => {
  const search = parseSearch('cake') ?? [];
  expect(findMatches(`${'a '.repeat(maxTextWords - 1)}cake`, search)).toHaveLength(1);
  expect(findMatches(`${'a '.repeat(maxTextWords)}cake`, search)).toEqual([]);
});

test('a word with very many marks is found by its letters', () => {
  const text = `e${'\u0301\u0316'.repeat(50_000)} の${'\u0301\u0316'.repeat(50_000)}`;
  expect(findMatches(text, parseSearch('é の') ?? [])).toHaveLength(2);
});
