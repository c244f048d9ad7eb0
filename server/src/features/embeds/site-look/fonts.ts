import { fontNameSchema } from '@kindling/contract/embed-settings';

/** Families of the visitor's own system: an embed that names none uses them, too. */
const systemFonts = new Set(
  'serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded math emoji inherit initial unset revert -apple-system blinkmacsystemfont'.split(
    ' ',
  ),
);

/**
 * The first family of a `font-family` or `font`, as embeds name it.
 * @returns an empty text for one of the visitor's system; null for a value that names no family
 */
export function firstOwnFont(value: string, property: 'font-family' | 'font'): string | null {
  const [first = ''] = value.split(',');
  // In the shorthand, the families follow the size.
  const family =
    property === 'font'
      ? /(?:^|\s)[\d.]+(?:px|r?em|%|pt|vw)(?:\s*\/\s*[\w.%]+)?\s+(.+)$/.exec(first)?.[1]
      : first;
  const name =
    family
      ?.trim()
      .replace(/^["']|["']$/g, '')
      .trim() ?? '';
  if (name === '' || name.includes('(')) return null;
  if (systemFonts.has(name.toLowerCase())) return '';
  return fontNameSchema.safeParse(name).success ? name : '';
}
