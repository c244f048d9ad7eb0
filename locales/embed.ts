import type en from './en/embed.json';
import { loadEach } from './languages.ts';

/** The bundler replaces the pattern by the files that it matches. */
export const embedTexts = await loadEach<typeof en>(
  (language) => import(`./${language}/embed.json`, { with: { type: 'json' } }),
);
