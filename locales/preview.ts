import type en from './en/preview.json';
import { loadEach } from './languages.ts';

/** The bundler replaces the pattern by the files that it matches. */
export const previewTexts = await loadEach<typeof en>(
  (language) => import(`./${language}/preview.json`, { with: { type: 'json' } }),
);
