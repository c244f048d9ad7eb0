import type en from './en/export-file.json';
import { loadEach } from './languages.ts';

/** Headings and words of exported files, and the text that explains an archive. */
export type ExportFileTexts = typeof en;

/** The bundler replaces the pattern by the files that it matches. */
export const exportFileTexts = await loadEach<ExportFileTexts>(
  (language) => import(`./${language}/export-file.json`, { with: { type: 'json' } }),
);
