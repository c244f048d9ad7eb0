/** Estimates the number of lines of a text without a browser. Errs on the side of more lines. */

/**
 * Widths in em of DejaVu Sans, rounded up. It has the metrics of Verdana, the widest font in common use. Letters with
 * accents are as wide as without.
 */
const measured: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ijl: 0.28,
    "IJ ,.'‘’·": 0.32,
    'f/:;|-': 0.36,
    'tr()[]!¡': 0.42,
    'csz?¿"“”*_–': 0.55,
    FLPkvxy: 0.61,
    'TYaeo«»': 0.62,
    '0123456789ESbdghnpquß$€£{}': 0.64,
    ABCKRVXZ: 0.7,
    UNHDGOQ: 0.79,
    'w#+<=>~&': 0.84,
    M: 0.87,
    'mW%@…—æœ': 1.03,
  }).flatMap(([characters, width]) => [...characters].map((character) => [character, width])),
);
const fullWidth =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;
/** Widths of all other characters: averages of their kind, for example of Cyrillic. */
const widths = { wide: 1.05, upper: 0.76, narrow: 0.32, other: 0.62 } as const;

function classify(character: string): number {
  const known = measured.get(character.normalize('NFD').charAt(0));
  if (known !== undefined) return known;
  if (fullWidth.test(character)) return widths.wide;
  if (/\s/.test(character)) return widths.narrow;
  if (/\p{Lu}/u.test(character)) return widths.upper;
  return /\p{M}/u.test(character) ? 0 : widths.other;
}

/** Latin, Greek, Cyrillic, Hebrew, Arabic: cached, because every character of every review is measured. */
const known: (number | undefined)[] = new Array(0x800).fill(undefined);

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= known.length) return classify(character);
  known[code] ??= classify(character);
  return known[code];
}

/** Width of a short text in em of its font size. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** Parts that do not wrap: words, and the parts of words with hyphens. */
function splitAtBreaks(paragraph: string): string[] {
  const words = paragraph.match(/\S+\s?/g) ?? [];
  return words.flatMap((word) => (word.includes('-') ? word.split(/(?<=.-)(?=\p{L})/u) : word));
}

/**
 * Lines of `text` in a column of `columnEm` times the font size; long words break. Counting stops at `most`, so a
 * huge text costs no more than a long one.
 */
export function countLines(text: string, columnEm: number, most: number): number {
  let lines = 0;
  for (const paragraph of text.split('\n', most)) {
    lines += 1;
    let used = 0;
    for (const part of splitAtBreaks(paragraph)) {
      const width = textWidth(part.slice(0, 400));
      if (used > 0 && used + width > columnEm) {
        lines += 1;
        used = 0;
      }
      used += width;
      while (used > columnEm && lines < most) {
        lines += 1;
        used -= columnEm;
      }
      if (lines >= most) return most;
    }
    if (lines >= most) return most;
  }
  return lines;
}
