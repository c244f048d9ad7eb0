import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillPlaceholders, type PlaceholderValues } from './reply-placeholders.ts';

const none: PlaceholderValues = { author: null, business: null, location: null, stars: null };

describe('filling placeholders', () => {
  test.each([
    ['Thank you, {author}.', 'K.', 'Thank you, K.'],
    ['Thank you, {author}. Come again.', 'K.', 'Thank you, K. Come again.'],
    ['谢谢，{author}。', 'K.', '谢谢，K.'],
    ['谢谢，{author}。', '王', '谢谢，王。'],
    ['Thank you, {author}!', 'K.', 'Thank you, K.!'],
    ['Thank you, {author}.', null, 'Thank you.'],
    ['Thank you, {author|guest Dr.}.', null, 'Thank you, guest Dr.'],
  ])('%s with %s', (text, author, filled) => {
    expect(fillPlaceholders(text, { ...none, author })).toBe(filled);
  });

  test('a sentence has one full stop after its last value, whatever the value', () => {
    const value = fc.string({ minLength: 1 }).map((words) => words.replaceAll(/[.。]+$/g, ''));
    fc.assert(
      fc.property(value, fc.constantFrom('', '.', '。'), fc.constantFrom('.', '。'), (words, own, stop) => {
        fc.pre(words !== '');
        const filled = fillPlaceholders(`{author}${stop} {location}${stop}`, {
          ...none,
          author: `${words}${own}`,
          location: `${words}${own}`,
        });
        const sentence = `${words}${own === '' ? stop : own}`;
        expect(filled).toBe(`${sentence} ${sentence}`);
      }),
    );
  });
});
