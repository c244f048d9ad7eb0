import { maxRuleWords } from '@kindling/contract/tags';
import { expect, test } from 'vitest';
import { toRuleWords } from './rule-words.ts';

test.each([
  ['commas', 'kaputt, cassé'],
  ['semicolons', ' kaputt ;cassé;'],
  ['lines', 'kaputt\r\ncassé\n'],
  ['all of them, with doubles', 'kaputt,\n; cassé, Kaputt'],
])('words are split at %s', (_what, typed) => {
  expect(toRuleWords([typed])).toEqual(['kaputt', 'cassé']);
});

test('words that follow each other stay one entry, and known ones come first', () => {
  expect(toRuleWords(['too slow', 'kaputt', 'Too slow, cassé'])).toEqual(['too slow', 'kaputt', 'cassé']);
});

test('there are no more words than a rule may have', () => {
  const many = Array.from({ length: maxRuleWords + 5 }, (_none, at) => `word${at}`);
  expect(toRuleWords([many.join(',')])).toEqual(many.slice(0, maxRuleWords));
});
