import { detectableLanguages, detectLanguage } from '../reviews/index.ts';

/** Languages that a few polite sentences do not tell apart. */
const alike: readonly (readonly string[])[] = [
  ['hr', 'sl', 'sr'],
  ['da', 'no', 'sv'],
  ['cs', 'sk'],
];

/** Whether a draft is certainly in another language than it should be. In doubt it is not. */
export function isOtherLanguage(text: string, wanted: string | null): boolean {
  // A language that is never found is taken for one of its relatives.
  if (!detectableLanguages.some((language) => language === wanted)) return false;
  const found = detectLanguage(text);
  if (found === null || found === wanted) return false;
  return !alike.some((group) => group.includes(found) && group.includes(wanted ?? ''));
}
