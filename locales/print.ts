import type en from './en/print.json';
import { type Language, loadEach } from './languages.ts';

export type PrintTexts = typeof en;

/** The bundler replaces the pattern by the files that it matches. */
export const printTexts = await loadEach<PrintTexts>(
  (language) => import(`./${language}/print.json`, { with: { type: 'json' } }),
);

/** What a print asks for, the usual one first. None asks for a good review, which the platforms forbid. */
export function callsToAction(language: Language): readonly [string, string] {
  const { callToAction, rateVisit } = printTexts[language];
  return [callToAction, rateVisit];
}
