/** Every screen and every drawing of one uses the same words for a review without a reply. */
import { readFileSync } from 'node:fs';
import { languages } from '@kindling/contract/constants';
import { expect, test } from 'vitest';

/** A text of `locales/`, by area and key path. */
function textOf(language: string, area: string, ...keys: string[]): unknown {
  const file = new URL(`../../../../locales/${language}/${area}.json`, import.meta.url);
  return keys.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown>)[key],
    JSON.parse(readFileSync(file, 'utf8')),
  );
}

test.each(languages)('a review without a reply has the same words everywhere, in %s', (language) => {
  const word = textOf(language, 'inbox', 'mark', 'notReplied');
  const places = [
    textOf(language, 'site-landing', 'features', 'inbox', 'filters', 'waiting'),
    textOf(language, 'site-solutions', 'reviews', 'find', 'chip2'),
  ];
  expect(new Set([word, ...places])).toEqual(new Set([word]));
  // The sidebar says how many wait, in the words of the dashboard.
  const counted = String(
    textOf(language, 'app', 'shell', 'unanswered_few') ??
      textOf(language, 'app', 'shell', 'unanswered_other'),
  );
  const waiting = String(textOf(language, 'dashboard', 'waiting'));
  expect(counted.replace('{{count, number}} ', '').toLowerCase()).toBe(waiting.toLowerCase());
  expect(textOf(language, 'dashboard', 'allAnswered')).toBe(textOf(language, 'reviews', 'bannerNone'));
});

test('English says "reply" and "replied" of reviews, never "answer"', () => {
  const textsOf = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as Record<string, unknown>).flatMap(textsOf);
  for (const area of ['reviews', 'inbox', 'dashboard'])
    expect(textsOf(textOf('en', area)).filter((text) => /answer/i.test(text))).toEqual([]);
});
