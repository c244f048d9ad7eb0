import type en from './en/collect.json';
import { loadEach } from './languages.ts';

/** The bundler replaces the pattern by the files that it matches. */
export const collectTexts = await loadEach<typeof en>(
  (language) => import(`./${language}/collect.json`, { with: { type: 'json' } }),
);
