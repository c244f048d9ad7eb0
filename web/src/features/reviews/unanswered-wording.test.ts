/** One thing has one word: what the screens call a review without a reply that could be written. */
import { readFileSync } from 'node:fs';
import { languages } from '@kindling/contract/constants';
import { expect, test } from 'vitest';

/** A text of `locales/`, by area and the keys that lead to it. */
function textOf(language: string, area: string, ...keys: string[]): unknown {
  const file = new URL(`../../../../locales/${language}/${area}.json`, import.meta.url);
  return keys.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown>)[key],
    JSON.parse(readFileSync(file, 'utf8')),
  );
}

test.each(languages)(
  'unanswered is one word on every screen, and in every drawing of one, in %s',
  (language) => {
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
  },
);
