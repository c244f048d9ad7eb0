/** Estimates how many lines a text takes, without a browser. Errs on the side of more lines. */

/** Widths in em: those of DejaVu Sans, which has Verdana's measures, the widest face in common use. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;
const widths = { wide: 1.05, upper: 0.74, narrow: 0.33, other: 0.57 } as const;

function widthOf(character: string): number {
  if (wide.test(character)) return widths.wide;
  if (/[\s.,:;!'|ijltf()]/.test(character)) return widths.narrow;
  if (/[\p{Lu}mwMW@%]/u.test(character)) return widths.upper;
  return /\p{M}/u.test(character) ? 0 : widths.other;
}

/**
 * Lines of `text` in a column of `columnEm` times the font size; words break where they must. Counting stops at
 * `most`, so a huge text costs no more than a long one.
 */
export function linesOf(text: string, columnEm: number, most: number): number {
  let lines = 0;
  for (const paragraph of text.split('\n', most)) {
    lines += 1;
    let used = 0;
    for (const part of paragraph.match(/\S+\s?/g) ?? []) {
      let width = 0;
      for (const character of part.slice(0, 400)) width += widthOf(character);
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
