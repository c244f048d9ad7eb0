import { expect, test } from 'vitest';
import { insertText } from './insert-text.ts';

test.each([
  ['into nothing', '|', 'Words|'],
  ['after a sentence', 'Was it cold?|', 'Was it cold?\n\nWords|'],
  ['before a sentence', '|Bye', 'Words|\n\nBye'],
  ['between sentences', 'Hello.|Bye', 'Hello.\n\nWords|\n\nBye'],
  ['between spaces', 'Hello | Bye', 'Hello Words| Bye'],
  ['on a line of its own', 'Hello\n|\nBye', 'Hello\nWords|\nBye'],
])('inserts %s', (_where, before, after) => {
  const at = before.indexOf('|');
  const { text, cursor } = insertText(before.replace('|', ''), { start: at, end: at }, 'Words');
  expect(`${text.slice(0, cursor)}|${text.slice(cursor)}`).toBe(after);
});

test('replaces what is selected', () => {
  expect(insertText('Hello there', { start: 6, end: 11 }, 'Words')).toEqual({
    text: 'Hello Words',
    cursor: 11,
  });
});
