import type en from './en/report.json';
import { loadEach } from './languages.ts';

export type ReportTexts = typeof en;

/** The bundler replaces the pattern by the files that it matches. */
export const reportTexts = await loadEach<ReportTexts>(
  (language) => import(`./${language}/report.json`, { with: { type: 'json' } }),
);
