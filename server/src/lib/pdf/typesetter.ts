/**
 * Text of prints in Inter (SIL Open Font License 1.1), whose letters are embedded. The font comes in one file for each
 * script, so a text is drawn in runs. All lengths are in the unit of the page.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import { unpackWoff } from './unpack-woff.ts';

const cuts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const;
type Cut = (typeof cuts)[number];
const weights = { text: 500, strong: 700, display: 800 } as const;
export type Weight = keyof typeof weights;

/** The height of capital letters as a share of the font size. */
export const capHeight = 0.727;

const files = new Map<string, Buffer>();
function fileOf(cut: Cut, weight: Weight): Buffer {
  const name = `inter-${cut}-${weights[weight]}-normal.woff`;
  const known = files.get(name);
  if (known !== undefined) return known;
  const path = fileURLToPath(import.meta.resolve(`@fontsource/inter/files/${name}`));
  const file = unpackWoff(readFileSync(path));
  files.set(name, file);
  return file;
}

const cutsOfCharacters = new Map<string, Cut | null>();
const fonts = new Map<Cut, ReturnType<typeof create>>();
/** The file that has the character; null when none has. */
function cutOf(character: string): Cut | null {
  const known = cutsOfCharacters.get(character);
  if (known !== undefined) return known;
  const found = cuts.find((cut) => {
    const font = fonts.get(cut) ?? create(fileOf(cut, 'strong'));
    fonts.set(cut, font);
    return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  });
  cutsOfCharacters.set(character, found ?? null);
  return found ?? null;
}

/** Composed letters, and spaces that are no letters of a font as a usual space. */
export function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** As {@link clean}, with the spaces at which no line may end; all of them as wide as usual, because the fonts have no others. */
function cleanLine(text: string): string {
  return text
    .split(/[\u00a0\u202f]/)
    .map((part) => part.replace(/[\s\p{Cc}]+/gu, ' '))
    .join('\u00a0')
    .normalize('NFC')
    .trim();
}

/** Whether every character of a cleaned text has a drawing. */
export function canDraw(text: string): boolean {
  return text !== '' && [...text].every((character) => cutOf(character) !== null);
}

function runsOf(text: string): { cut: Cut; text: string }[] {
  const runs: { cut: Cut; text: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const cut = character === ' ' && last !== undefined ? last.cut : (cutOf(character) ?? 'latin');
    if (last?.cut === cut) last.text += character;
    else runs.push({ cut, text: character });
  }
  return runs;
}

export interface TextBlock {
  lines: readonly string[];
  size: number;
  weight: Weight;
  /** From one baseline to the next. */
  leading: number;
}

export interface Room {
  width: number;
  lines: number;
  most: number;
  least: number;
  weight: Weight;
  /** Share of the size; 1.1 when it is missing. */
  leading?: number;
}

export interface Typesetter {
  width(text: string, size: number, weight: Weight): number;
  /** Lines of a text of any length, each as full as it can be. Words that are wider than a line are broken. */
  wrap(text: string, room: { size: number; width: number; weight: Weight }): string[];
  /** The largest size at which the text fits; at the smallest one its end is cut off. */
  fit(text: string, room: Room): TextBlock;
  /** Draws a block whose first baseline is at `y`. */
  draw(
    block: TextBlock,
    place: { x: number; y: number; color: string; align?: 'left' | 'center'; opacity?: number },
  ): void;
}

export function createTypesetter(doc: PDFKit.PDFDocument): Typesetter {
  const registered = new Set<string>();
  const choose = (cut: Cut, weight: Weight, size: number) => {
    const name = `${cut} ${weight}`;
    if (!registered.has(name)) doc.registerFont(name, fileOf(cut, weight));
    registered.add(name);
    doc.font(name).fontSize(size);
  };
  // Widths grow with the size, and most are asked for many times.
  const shares = new Map<string, number>();
  const measure = (text: string, weight: Weight): number => {
    const key = `${weight} ${text}`;
    const known = shares.get(key);
    if (known !== undefined) return known;
    const share = runsOf(text).reduce((sum, run) => {
      choose(run.cut, weight, 1);
      return sum + doc.widthOfString(run.text);
    }, 0);
    shares.set(key, share);
    return share;
  };
  const width = (text: string, size: number, weight: Weight) => measure(text, weight) * size;
  return {
    width,
    wrap(text, { size, width: room, weight }) {
      const measurePart = (part: string) => measure(part, weight);
      return wrapLines(cleanLine(text), room / size, measurePart);
    },
    fit(text, room) {
      const { most, least, weight, leading = 1.1 } = room;
      const measurePart = (part: string) => measure(part, weight);
      for (let size = most; size >= least; size *= 0.97) {
        const lines = breakLines(text, room.width / size, measurePart);
        if (lines !== null && lines.length <= room.lines)
          return { lines, size, weight, leading: size * leading };
      }
      const lines = cutLines(text, room.width / least, room.lines, measurePart);
      return { lines, size: least, weight, leading: least * leading };
    },
    draw({ lines, size, weight, leading }, { x, y, color, align = 'left', opacity = 1 }) {
      doc.fillColor(color, opacity);
      for (const [index, line] of lines.entries()) {
        let at = align === 'center' ? x - width(line, size, weight) / 2 : x;
        for (const run of runsOf(line)) {
          choose(run.cut, weight, size);
          doc.text(run.text, at, y + index * leading, { lineBreak: false, baseline: 'alphabetic' });
          at += width(run.text, size, weight);
        }
      }
    },
  };
}

type Measure = (text: string) => number;

/** Lines of about the same length; null when a word is wider than a line. */
function breakLines(text: string, room: number, measure: Measure): string[] | null {
  const words = text.split(' ');
  if (words.some((word) => measure(word) > room)) return null;
  const first = fill(words, room, measure);
  // The narrowest lines of the same number look balanced.
  let [low, high] = [room / 3, room];
  for (let step = 0; step < 8; step += 1) {
    const middle = (low + high) / 2;
    const fits = words.every((word) => measure(word) <= middle);
    if (fits && fill(words, middle, measure).length <= first.length) high = middle;
    else low = middle;
  }
  return fill(words, high, measure);
}

function fill(words: readonly string[], room: number, measure: Measure): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && measure(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function wrapLines(text: string, room: number, measure: Measure): string[] {
  const words = text.split(' ').flatMap((word) => splitWord(word, room, measure));
  return fill(words, room, measure);
}

/** A word in pieces that each fit into a line. */
function splitWord(word: string, room: number, measure: Measure): string[] {
  if (measure(word) <= room) return [word];
  const pieces = [''];
  for (const character of word) {
    const piece = (pieces.at(-1) ?? '') + character;
    if (measure(piece) <= room) pieces[pieces.length - 1] = piece;
    else pieces.push(character);
  }
  return pieces;
}

/** Breaks words where it must, and ends with an ellipsis. */
function cutLines(text: string, room: number, most: number, measure: Measure): string[] {
  const lines = [''];
  for (const character of text) {
    const line = lines.at(-1) ?? '';
    const isLast = lines.length === most;
    if (measure(line + character + (isLast ? '…' : '')) <= room) lines[lines.length - 1] = line + character;
    else if (isLast) {
      lines[lines.length - 1] = `${line.trimEnd()}…`;
      break;
    } else lines.push(character.trim());
  }
  return lines;
}
