import type en from './en/embed-samples.json';
import { loadEach } from './languages.ts';

/** Invented reviews for pictures of embeds. The bundler replaces the pattern by the files that it matches. */
export const embedSampleTexts = await loadEach<typeof en>(
  (language) => import(`./${language}/embed-samples.json`, { with: { type: 'json' } }),
);
