/** Every screen and every drawing of one uses the same word for an unanswered review. */
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

test.each(languages)('"unanswered" is the same word on every screen and drawing, in %s', (language) => {
  const word = textOf(language, 'reviews', 'unansweredOnly');
  const places = [
    textOf(language, 'reviews', 'isUnanswered'),
    textOf(language, 'dashboard', 'unanswered'),
    textOf(language, 'site-landing', 'stage', 'waiting'),
    textOf(language, 'site-landing', 'features', 'inbox', 'filters', 'waiting'),
    textOf(language, 'site-solutions', 'reviews', 'screen', 'waiting'),
    textOf(language, 'site-solutions', 'reviews', 'find', 'chip2'),
  ];
  expect(new Set([word, ...places])).toEqual(new Set([word]));
  const counted = textOf(language, 'reviews', 'banner_other');
  expect(textOf(language, 'app', 'shell', 'unanswered_other')).toBe(
    String(counted).replace('{{value}}', '{{count, number}}'),
  );
  expect(textOf(language, 'dashboard', 'allAnswered')).toBe(textOf(language, 'reviews', 'bannerNone'));
});
