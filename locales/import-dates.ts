import type en from './en/import-dates.json';
import { loadEach } from './languages.ts';

/**
 * Words by which imports recognize dates, in lower case and without accents (except `at`), separated by `|`. A `*` stands
 * for any ending. `numbers` are two to twelve, with variants behind a `/`; `months` are names that `Intl` does not give.
 */
const byLanguage = await loadEach<typeof en>(
  (language) => import(`./${language}/import-dates.json`, { with: { type: 'json' } }),
);

const everyLanguage = Object.values(byLanguage);

/** The words of all languages: a file may be in another language than its owner's. */
export function dateWords(key: keyof typeof en): string[] {
  return everyLanguage.flatMap((words) => words[key].split('|').map((word) => word.trim())).filter(Boolean);
}

/** The same as alternatives of a regular expression. */
export function dateWordPattern(key: keyof typeof en): string {
  return dateWords(key)
    .map((word) => word.replace(/[.+?^${}()[\]\\]/g, String.raw`\$&`).replace(/\*$/, String.raw`\p{L}*`))
    .join('|');
}
