import { expect, test } from 'vitest';
import { withFormulaMark, withoutFormulaMark } from './formula-mark.ts';

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t1',
  '\r1',
  '\n=1',
  '  =cmd|x',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '\u200b=1',
  "'=1",
  "''=1",
])('%j gets a mark, which can be taken off', (text) => {
  expect(withFormulaMark(text)).toBe(`'${text}`);
  expect(withoutFormulaMark(`'${text}`)).toBe(text);
});

test.each(['Great', '5 = five', 'a-b', "it's", "'quoted'", ''])('%j stays', (text) => {
  expect(withFormulaMark(text)).toBe(text);
  expect(withoutFormulaMark(text)).toBe(text);
});
