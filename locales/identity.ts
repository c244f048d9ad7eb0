import type en from './en/identity.json';
import { loadEach } from './languages.ts';

/** The bundler replaces the pattern by the files that it matches. */
export const identityTexts = await loadEach<typeof en>(
  (language) => import(`./${language}/identity.json`, { with: { type: 'json' } }),
);
