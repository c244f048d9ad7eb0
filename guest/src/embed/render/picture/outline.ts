/**
 * Text as outlines, so that a picture looks the same in a mail program, a README and our PNG, whatever fonts are
 * installed, and its size is known. There are glyphs for the letters of our languages; a word with any other letter has
 * no outline.
 */
import { textWidth } from '../text-width.ts';
import type { Glyph } from './glyph.ts';
import { glyphSets, unit } from './glyphs.gen.ts';

export type Weight = keyof typeof glyphSets;

function glyphOf(character: string, weight: Weight): Glyph | undefined {
  return Object.hasOwn(glyphSets[weight], character) ? glyphSets[weight][character] : undefined;
}

/** Width of one line in the unit of `size`. */
export function outlineWidth(text: string, size: number, weight: Weight): number {
  let width = 0;
  for (const character of text) width += glyphOf(character, weight)?.[0] ?? textWidth(character) * unit;
  return (width / unit) * size;
}

/**
 * Path data in units of the em, from the start of the baseline; null when a glyph is missing. `scaleOf` gives the
 * scale for a font size.
 */
export function outline(text: string, weight: Weight): string | null {
  let path = '';
  let at = 0;
  for (const character of text) {
    const glyph = glyphOf(character, weight);
    if (glyph === undefined) return null;
    const [advance, x = 0, y = 0, rest = ''] = glyph;
    if (rest !== '') path += `M${at + x} ${y}${rest}`;
    at += advance;
  }
  return path;
}

export function scaleOf(size: number): number {
  return size / unit;
}

/** Lines of at most `width`; a word that is wider than a line breaks. */
export function wrap(text: string, width: number, size: number, weight: Weight): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[ \n]+/).flatMap((one) => breakWord(one, width, size, weight))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && outlineWidth(longer, size, weight) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

function breakWord(word: string, width: number, size: number, weight: Weight): string[] {
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && outlineWidth(piece + character, size, weight) > width) {
      found.push(piece);
      piece = character;
    } else piece += character;
  }
  return piece === '' ? found : [...found, piece];
}
