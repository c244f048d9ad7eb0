import type en from './en/site-legal.json';
import { loadEach } from './languages.ts';

export type LegalTexts = typeof en;

/** The bundler replaces the pattern by the files that it matches. */
export const legalTexts = await loadEach<LegalTexts>(
  (language) => import(`./${language}/site-legal.json`, { with: { type: 'json' } }),
);
