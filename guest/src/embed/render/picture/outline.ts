/**
 * Words as outlines: a picture looks the same in a mail program, a README and our PNG, whatever fonts are there, and
 * its measures are known. The letters are those of our languages; a word with another one has no outline.
 */
import { textWidth } from '../text-width.ts';
import { cuts, unit } from './glyphs.gen.ts';

/** Advance in units of the em, then start and path of the outline; a blank has its advance alone. */
type Glyph = readonly [advance: number] | readonly [advance: number, x: number, y: number, path: string];
export type Cut = Readonly<Record<string, Glyph>>;
export type Weight = keyof typeof cuts;

function glyphOf(character: string, weight: Weight): Glyph | undefined {
  return Object.hasOwn(cuts[weight], character) ? cuts[weight][character] : undefined;
}

/** Width of one line in the unit of `size`. */
export function outlineWidth(text: string, size: number, weight: Weight): number {
  let width = 0;
  for (const character of text) width += glyphOf(character, weight)?.[0] ?? textWidth(character) * unit;
  return (width / unit) * size;
}

/**
 * Path data in units of the em, from the base line's start; null where a letter is missing. `scaleOf` makes a size of
 * them.
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

/** Lines of at most `width`; a word that is wider than a line breaks where it must. */
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
