/** Sentences that end with a date, in languages where a date has a full stop of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languageFacts, languages } from './languages.ts';

const dotted = languages.filter((language) =>
  new Intl.DateTimeFormat(languageFacts[language].tag, { dateStyle: 'medium' }).format().endsWith('.'),
);

test('Serbian dates end with a full stop', () => {
  expect(dotted).toContain('sr');
});

test.each(dotted)('no text of %s puts a second full stop after a date', (language) => {
  const folder = new URL(`${language}/`, import.meta.url);
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8').split('\n'),
  );
  expect(lines.filter((line) => /\{\{(day|date)\}\}\./.test(line))).toEqual([]);
});
