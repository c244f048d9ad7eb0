import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test.each([
  ['plain words – “quoted” 😀 ćžš', 'plain words – “quoted” 😀 ćžš'],
  ['one\ntwo\tthree\r', 'one\\ntwo\\tthree\\u000d'],
  ['\u001b[31mred\u0007', '\\u001b[31mred\\u0007'],
  ['a\u202eb\u2066c\u200bd\ufeff', 'a\\u202eb\\u2066c\\u200bd\\ufeff'],
  ['line\u2028separator', 'line\\u2028separator'],
  ['tag\u{e0041}', 'tag\\u{e0041}'],
  ['half \ud83d of one', 'half \\ud83d of one'],
])('%j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});
