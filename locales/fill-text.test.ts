import { expect, test } from 'vitest';
import { fillText, pluralText } from './fill-text.ts';

test('replaces placeholders by the values of their names, however often they occur', () => {
  expect(fillText('{{count}} of {{total}}, {{count}} shown', { count: 2, total: '1,000' })).toBe(
    '2 of 1,000, 2 shown',
  );
});

test('a value is never interpreted as a placeholder or as a replacement pattern', () => {
  expect(fillText('{{name}}!', { name: "{{other}} $& $' $1" })).toBe("{{other}} $& $' $1!");
});

test('refuses a placeholder without a value', () => {
  expect(() => fillText('Hello {{name}}', {})).toThrow('no value for {{name}}');
});

test.each([
  ['en', 1, 'one'],
  ['en', 3, 'other'],
  ['sr', 3, 'few'],
  ['sr', 5, 'other'],
])('in %s the form of %d is "%s"', (language, count, form) => {
  const texts = { review_one: 'one', review_few: 'few', review_other: 'other' };
  expect(pluralText(texts, 'review', new Intl.PluralRules(language), count)).toBe(form);
});

test('a missing form is replaced by the general one; without that it throws', () => {
  const rules = new Intl.PluralRules('sr');
  expect(pluralText({ review_other: 'other' }, 'review', rules, 3)).toBe('other');
  expect(() => pluralText({}, 'review', rules, 3)).toThrow('no text "review"');
});
