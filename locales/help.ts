import type en from './en/help.json';
import { loadEach } from './languages.ts';

/** The bundler replaces the pattern by the files that it matches. */
export const helpTexts = await loadEach<typeof en>(
  (language) => import(`./${language}/help.json`, { with: { type: 'json' } }),
);
