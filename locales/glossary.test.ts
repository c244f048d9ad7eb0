/** The words of each language: one for each thing, and those that its texts avoid. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Language, languages } from './languages.ts';

interface ForbiddenWord {
  /** A whole word or phrase, in any case. */
  readonly word: string;
  readonly use: string;
  /** Keys of texts in which the word is right. */
  readonly except?: readonly string[];
}
interface Glossary {
  /** The word of the language for a thing, by the name of the thing in English. */
  readonly terms: Readonly<Record<string, string>>;
  readonly forbidden: readonly ForbiddenWord[];
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const readGlossary = (language: Language) => readJson(`glossary/${language}.json`) as Glossary;

/** What people read of a text: without placeholders, conditions and soft hyphens. */
const spoken = (text: string) => text.replace(/\{\{[^}]*\}\}|\[\[[^\]]*\]\]/g, ' ').replaceAll('\u00ad', '');

function* textsOf(value: unknown, key: string): Generator<readonly [key: string, text: string]> {
  if (typeof value === 'string') yield [key, spoken(value)];
  else for (const [name, inner] of Object.entries(value ?? {})) yield* textsOf(inner, `${key}.${name}`);
}

function readTexts(language: Language): ReadonlyMap<string, string> {
  const areas = readdirSync(new URL(`${language}/`, import.meta.url)).filter((name) =>
    name.endsWith('.json'),
  );
  return new Map(
    areas.flatMap((name) => [...textsOf(readJson(`${language}/${name}`), name.slice(0, -'.json'.length))]),
  );
}

/** Letters before or after it are another word; spaces in a phrase are any white space. */
function finderOf(word: string): RegExp {
  const words = word.split(/\s+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<![\p{L}\p{M}])${words.join(String.raw`\s+`)}(?![\p{L}\p{M}])`, 'iu');
}

/** The keys of texts with a forbidden word, with what to write instead. */
const findForbidden = (texts: ReadonlyMap<string, string>, { word, use, except = [] }: ForbiddenWord) =>
  [...texts]
    .filter(([key, text]) => !except.includes(key) && finderOf(word).test(text))
    .map(([key]) => `${key} says "${word}": write "${use}"`);

test('a forbidden word is found whole, in any case, through soft hyphens and outside of placeholders', () => {
  const texts = new Map(
    textsOf({ a: 'The Sync\u00adlauf runs', b: 'Synclaufs', c: 'See {{synclauf}}' }, 'app'),
  );
  const word = { word: 'synclauf', use: 'sync' };
  expect(findForbidden(texts, word)).toEqual(['app.a says "synclauf": write "sync"']);
  expect(findForbidden(texts, { ...word, except: ['app.a'] })).toEqual([]);
});

test.each(languages)(
  'the glossary of %s has a word for each thing that the English one names',
  (language) => {
    const { terms } = readGlossary(language);
    expect(Object.keys(terms).sort()).toEqual(Object.keys(readGlossary('en').terms).sort());
    expect(Object.entries(terms).filter(([, word]) => word.trim() === '')).toEqual([]);
  },
);

describe.each(languages)('the texts of %s', (language) => {
  const texts = readTexts(language);
  const { forbidden } = readGlossary(language);

  test('contain no forbidden word', () => {
    expect(forbidden.flatMap((word) => findForbidden(texts, word))).toEqual([]);
  });

  test('need each exception', () => {
    const dead = forbidden.flatMap(({ word, except = [] }) =>
      except.filter((key) => !finderOf(word).test(texts.get(key) ?? '')).map((key) => `${key}: "${word}"`),
    );
    expect(dead).toEqual([]);
  });
});
