/** Sets a text as large as it fits. It is never cut: what is left out could change what its author says. */
export interface FittedText {
  size: number;
  lines: string[];
}

interface FitOptions {
  width: number;
  height: number;
  /** Font sizes to try, the largest first. */
  sizes: readonly number[];
  lineHeight: number;
  /** Width of the text in this font size. */
  measure: (text: string, size: number) => number;
}

/** @returns null when the text is too long even in the smallest size */
export function fitText(text: string, options: FitOptions): FittedText | null {
  const { width, height, sizes, lineHeight, measure } = options;
  const paragraphs = paragraphsOf(text);
  for (const size of sizes) {
    const most = Math.floor(height / (size * lineHeight));
    const widthOf = (words: string) => measure(words, size);
    const lines: string[] = [];
    for (const paragraph of paragraphs) {
      lines.push(...linesOf(paragraph, width, widthOf));
      if (lines.length > most) break;
    }
    if (lines.length <= most) return { size, lines };
  }
  return null;
}

/** Lines as they were written; several empty ones are one. */
function paragraphsOf(text: string): string[] {
  const lines = plainText(text).split('\n');
  return lines.map((line) => line.trim()).filter((line, at, all) => line !== '' || all[at - 1] !== '');
}

function linesOf(paragraph: string, width: number, widthOf: (words: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = piecesOf(word, width, widthOf);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

/** Breaks what is wider than a line: at words in scripts without spaces, else between two characters as readers see them. */
function piecesOf(word: string, width: number, widthOf: (words: string) => number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts = segments(word, 'word').flatMap((part) =>
    widthOf(part) <= width ? [part] : segments(part, 'grapheme'),
  );
  const pieces: string[] = [];
  let piece = '';
  for (const part of parts) {
    if (piece !== '' && widthOf(piece + part) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += part;
  }
  return [...pieces, piece];
}

function segments(text: string, granularity: 'word' | 'grapheme'): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity }).segment(text), ({ segment }) => segment);
}

/** Without characters that control, or turn the direction of the words after them. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim();
}

/** The direction of the first letter that has one, as `dir="auto"` takes it. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const [letter = ''] = /\p{L}/u.exec(text) ?? [];
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter)
    ? 'rtl'
    : 'ltr';
}
