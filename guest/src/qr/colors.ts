/** Checks whether a scanner can read a code in these colors. */

/** Codes with less are refused: WCAG's ratio for graphics, which scanners read safely in shop light. */
export const minContrast = 3;
/** Codes with less scan only on most phones; they are made with a warning. */
export const safeContrast = 4.5;

export const colorVerdicts = ['fine', 'weak', 'low', 'inverted'] as const;
export type ColorVerdict = (typeof colorVerdicts)[number];

/** Colors as `#rrggbb`. `inverted`: the code is lighter than its background, which many scanners do not read. */
export function checkColors(code: string, ground: string): { verdict: ColorVerdict; contrast: number } {
  const contrast = contrastOf(code, ground);
  if (contrast < minContrast) return { verdict: 'low', contrast };
  if (luminance(code) > luminance(ground)) return { verdict: 'inverted', contrast };
  return { verdict: contrast < safeContrast ? 'weak' : 'fine', contrast };
}

/** Contrast ratio by WCAG 2, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [front, back] = [luminance(one), luminance(other)];
  return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
}

/** Relative luminance by WCAG 2, 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
