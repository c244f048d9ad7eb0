import { expect, test } from 'vitest';
import { directionOf, fitText, plainText } from './fit-text.ts';

/** Every character is as wide as half its height. */
const box = { width: 100, height: 60, sizes: [20, 10], lineHeight: 1, measure };
function measure(text: string, size: number): number {
  return ([...text].length * size) / 2;
}

test('a short text is large, and a longer one smaller', () => {
  expect(fitText('Warm bread', box)).toEqual({ size: 20, lines: ['Warm bread'] });
  const longer = 'one two three four five six seven';
  expect(fitText(longer, box)).toEqual({ size: 10, lines: ['one two three four', 'five six seven'] });
});

test('a text that fits in no size is not shortened', () => {
  expect(fitText('many words '.repeat(30), box)).toBeNull();
  expect(fitText('x'.repeat(121), box)).toBeNull();
  expect(fitText('x'.repeat(120), box)?.lines.join('')).toBe('x'.repeat(120));
});

test('every word of a text is in its lines, in its order', () => {
  const text = 'Good cake.\n\n\nA long-word-that-is-wider-than-a-line and more.';
  const lines = fitText(text, { ...box, height: 600 })?.lines ?? [];
  expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(/\s/g, ''));
  expect(lines.filter((line) => line === '')).toHaveLength(1);
  for (const line of lines) expect(measure(line, 20)).toBeLessThanOrEqual(box.width);
});

test('a script without spaces is broken at the end of the line, and no character is split', () => {
  const lines = fitText('パンがとても美味しかったです', { ...box, height: 200 })?.lines ?? [];
  expect(lines.join('')).toBe('パンがとても美味しかったです');
  const family = '👨‍👩‍👧';
  const broken = fitText(family.repeat(9), { ...box, sizes: [20], height: 600 })?.lines ?? [];
  for (const line of broken) expect(line.replaceAll(family, '')).toBe('');
});

test('characters that turn or control are taken out', () => {
  expect(plainText(' a\u202eb\u0007c\r\nd\u2028e ')).toBe('a b c\nd\ne');
});

test.each([
  ['„Gut“', 'ltr'],
  ['★ שלום', 'rtl'],
  ['مرحبا hello', 'rtl'],
  ['5', 'ltr'],
])('the direction of %j is %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
