/** Puts a visitor's own values into a rendered page, which is the same for all visitors and can be cached. */
import { pageMarkers } from '@kindling/contract/collect-page';

export type VisitorValues = { readonly [Name in keyof typeof pageMarkers]: string };

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeAttribute = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);

const marker = new RegExp(Object.values(pageMarkers).join('|'), 'g');
const names = new Map(
  Object.entries(pageMarkers).map(([name, text]) => [text as string, name as keyof VisitorValues]),
);

/** A piece of a page: the same for all visitors, or the place of a value. */
export type PagePart = { readonly text: string } | { readonly value: keyof VisitorValues };

/** The pieces of a rendered page in their order. Texts of people contain no marker (`withoutMarkers`). */
export function splitAtMarkers(html: string): PagePart[] {
  const parts: PagePart[] = [];
  let end = 0;
  for (const { 0: found, index } of html.matchAll(marker)) {
    const value = names.get(found);
    if (value === undefined) continue;
    parts.push({ text: html.slice(end, index) }, { value });
    end = index + found.length;
  }
  return [...parts, { text: html.slice(end) }];
}

/** A value as it stands in an attribute of the page. A value is never searched for markers. */
export const attributeOf = (values: VisitorValues, name: keyof VisitorValues): string =>
  escapeAttribute(values[name]);

/** Replaces every marker by its value, escaped for an attribute. */
export function fillMarkers(html: string, values: VisitorValues): string {
  return splitAtMarkers(html)
    .map((part) => ('text' in part ? part.text : attributeOf(values, part.value)))
    .join('');
}

/** The same values without markers in them: nobody's text, name or address may receive a visitor's token. */
export function withoutMarkers<T>(value: T): T {
  return clean(value) as T;
}

/** A page without markers in its texts; its path is ours, and may be the marker of it. */
export function cleanPage<T extends { readonly path: string }>(page: T): T {
  return { ...withoutMarkers(page), path: page.path };
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(marker, (found) => found.replaceAll('%', ''));
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clean(inner)]));
}
