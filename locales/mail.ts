import type en from './en/mail.json';
import { loadEach } from './languages.ts';

/** The bundler replaces the pattern by the files that it matches. */
export const mailTexts = await loadEach<typeof en>(
  (language) => import(`./${language}/mail.json`, { with: { type: 'json' } }),
);
