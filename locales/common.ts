import type en from './en/common.json';
import { loadEach } from './languages.ts';

export type CommonTexts = typeof en;

/** The bundler replaces the pattern by the files that it matches. */
export const commonTexts = await loadEach<CommonTexts>(
  (language) => import(`./${language}/common.json`, { with: { type: 'json' } }),
);
