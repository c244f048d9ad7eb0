/** Custom properties of a page, and values with them filled in. */
import type { Declaration } from './css-rules.ts';

/** Replacements in one value, and characters of the result: a chain of properties can double it each time. */
const maxReplacements = 12;
const maxLength = 600;
const rootSelector = /^(:root|html|body|\*|:host|:where\(:root\))$/;

/** @returns fills the custom properties of the page into a value */
export function createVariables(declarations: readonly Declaration[]): (value: string) => string {
  const values = new Map<string, string>();
  const ofRoot = new Set<string>();
  for (const { selector, name, value } of declarations) {
    if (!name.startsWith('--')) continue;
    const isRoot = selector.split(',').some((one) => rootSelector.test(one.trim().toLowerCase()));
    // Those of the whole page hold; of the others, the first.
    if (!isRoot && (ofRoot.has(name) || values.has(name))) continue;
    values.set(name, value);
    if (isRoot) ofRoot.add(name);
  }
  return (value) => fill(value, values);
}

function fill(value: string, values: ReadonlyMap<string, string>): string {
  let text = value;
  for (let count = 0; count < maxReplacements; count += 1) {
    const start = text.search(/var\(/i);
    if (start === -1) return text;
    const end = closingIndex(text, start + 4);
    const inner = text.slice(start + 4, end);
    const comma = inner.indexOf(',');
    const name = (comma === -1 ? inner : inner.slice(0, comma)).trim();
    const replacement = values.get(name) ?? (comma === -1 ? '' : inner.slice(comma + 1));
    text = `${text.slice(0, start)}${replacement.trim()}${text.slice(end + 1)}`.slice(0, maxLength);
  }
  return '';
}

function closingIndex(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') open += 1;
    if (text[at] === ')') open -= 1;
    if (open === 0) return at;
  }
  return text.length;
}
