import { maxTextWords } from '@kindling/contract/search-words';
import { tagRuleSchema } from '@kindling/contract/tags';
import { describe, expect, test } from 'vitest';
import type { Pauses } from '../../lib/pauses.ts';
import { compileRules, firstHit, type RuledReview } from './rules.ts';

/** Pauses once in a hundred steps, and counts both. */
function countingPauses() {
  const counts = { steps: 0, pauses: 0 };
  const pauses: Pauses = {
    isDue() {
      counts.steps += 1;
      return counts.steps % 100 === 0;
    },
    async take() {
      counts.pauses += 1;
    },
  };
  return { counts, pauses };
}

function saying(text: string): RuledReview {
  return { text, rating: 5, recommendation: null, source: 'google', language: 'en' };
}

const rule = (words: string[], conditions: object = {}) => tagRuleSchema.parse({ words, ...conditions });

/** Words that fit nearly everywhere in `nearText`, and differ in their last character. */
const nearWords = (index: number) =>
  Array.from(
    { length: 20 },
    (_, at) => `${'の'.repeat(38)}${String.fromCodePoint(0x4e00 + index * 20 + at)}`,
  );
const nearText = 'の'.repeat(33_000);

async function matching(words: string[], text: string): Promise<boolean> {
  const matcher = await compileRules([{ id: 'rule', rule: rule(words) }], countingPauses().pauses);
  return (await matcher.matching(saying(text))).length > 0;
}

test.each([
  ['a beginning', ['cak'], 'Good CAKES', true],
  ['no middle', ['akes'], 'Good cakes', false],
  ['any of the words', ['bread', 'cake'], 'Good cake', true],
  ['a phrase', ['good cake'], 'Good cake', true],
  ['no phrase with a word between', ['good cake'], 'Good old cake', false],
  ['whole words in a phrase', ['good cake'], 'Good cakes', false],
  ['a phrase in quotes', ['"good" cake'], 'Good cake', true],
  ['Japanese', ['駅の近'], '東京駅の近くで', true],
  ['nothing readable', ['?!'], '?!', false],
])('%s', async (_, words, text, wanted) => {
  expect(await matching(words, text)).toBe(wanted);
});

test('words are found as far as the search finds them', async () => {
  expect(await matching(['cake'], `${'a '.repeat(maxTextWords - 1)}cake`)).toBe(true);
  expect(await matching(['cake'], `${'a '.repeat(maxTextWords)}cake`)).toBe(false);
});

test('one matcher reads one review after the other', async () => {
  const rules = [
    { id: 'both words', rule: rule(['cake', 'bread']) },
    { id: 'low', rule: rule(['cake'], { rating: { from: 1, to: 2 } }) },
    { id: 'no words', rule: rule([], { sources: ['google'] }) },
    { id: 'phrase', rule: rule(['bread cake']) },
  ];
  const matcher = await compileRules(rules, countingPauses().pauses);
  expect(await matcher.matching(saying('Bread'))).toEqual(['both words', 'no words']);
  expect(await matcher.matching(saying('Cake'))).toEqual(['both words', 'no words']);
  expect(await matcher.matching(saying('Bread cake'))).toEqual(['both words', 'no words', 'phrase']);
  expect(await matcher.matching({ ...saying('Cake'), rating: 1 })).toEqual(['both words', 'low', 'no words']);
  expect(await matcher.matching({ ...saying(''), text: null })).toEqual(['no words']);
});

describe('the work', () => {
  test('a long text is read once for all rules, with pauses', async () => {
    const { counts, pauses } = countingPauses();
    const rules = Array.from({ length: 30 }, (_, index) => ({
      id: `${index}`,
      rule: rule(nearWords(index)),
    }));
    const matcher = await compileRules(rules, pauses);
    expect(counts).toEqual({ steps: 600, pauses: 6 });
    expect(await matcher.matching(saying(nearText))).toEqual([]);
    expect(counts.steps).toBeLessThanOrEqual(600 + maxTextWords);
    expect(counts.pauses).toBe(Math.floor(counts.steps / 100));
  });

  test('reading ends where every rule has matched', async () => {
    const { counts, pauses } = countingPauses();
    const rules = ['cake', 'bread'].map((word) => ({ id: word, rule: rule([word]) }));
    const matcher = await compileRules(rules, pauses);
    const before = counts.steps;
    expect(await matcher.matching(saying(`cake bread ${'more '.repeat(5_000)}`))).toEqual(['cake', 'bread']);
    expect(counts.steps - before).toBeLessThan(3);
  });

  test('the text is not read for a review that fails the other conditions', async () => {
    const { counts, pauses } = countingPauses();
    const matcher = await compileRules(
      [{ id: 'low', rule: rule(['cake'], { rating: { from: 1, to: 2 } }) }],
      pauses,
    );
    const before = counts.steps;
    expect(await matcher.matching(saying(nearText))).toEqual([]);
    expect(counts.steps).toBe(before);
  });
});

test('the first hit is looked for in the beginning of a text', () => {
  const cake = rule(['cake']);
  expect(firstHit('The cakes were good', cake)).toEqual([4, 8]);
  expect(firstHit('The cakes were good', rule([], { rating: { from: 1, to: 2 } }))).toBeNull();
  expect(firstHit(`${'a '.repeat(2_000)}cake`, cake)).toEqual([4_000, 4_004]);
  expect(firstHit(`${'a '.repeat(50_000)}cake`, cake)).toBeNull();
});
