import texts from '@kindling/locales/en/site.json';

export type SiteTexts = typeof texts;
export const english: SiteTexts = texts;

/** Puts values into `{{name}}` places. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
