/** Colors as `#rrggbb`. Formulas: WCAG 2.2, relative luminance and contrast ratio. */
type Rgb = readonly [number, number, number];
/** Ten steps from almost white (0) to almost black (9); 5 is the base, 7 is dark enough for white text on it. */
export type Scale = [string, string, string, string, string, string, string, string, string, string];

const white = '#ffffff';
/** The dark end of a scale: a dark blue and not black, so that dark steps keep a hue. */
const darkEnd = '#08122c';
/** Text contrast of WCAG level AA. */
export const readableRatio = 4.5;

function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex(color: Rgb): string {
  return `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** @param share 0 (all `from`) to 1 (all `to`). */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [parseHex(from), parseHex(to)];
  const at = (index: 0 | 1 | 2) => a[index] + (b[index] - a[index]) * share;
  return toHex([at(0), at(1), at(2)]);
}

function luminance(hex: string): number {
  const [red, green, blue] = parseHex(hex).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/**
 * The wanted color, changed in small steps towards black or white (whichever contrasts with the background) until it
 * reaches the contrast `ratio`.
 */
export function readableOn(wanted: string, ground: string, ratio: number = readableRatio): string {
  // A background of this luminance contrasts equally with black and white.
  const goal = luminance(ground) > 0.18 ? '#000000' : white;
  for (let step = 0; step <= 50; step += 1) {
    const color = mix(wanted, goal, step / 50);
    if (contrast(color, ground) >= ratio) return color;
  }
  return goal;
}

/** @param base becomes step 5. */
export function colorScale(base: string): Scale {
  let strong = mix(base, darkEnd, 0.16);
  while (contrast(strong, white) < readableRatio + 0.3) strong = mix(strong, darkEnd, 0.06);
  return [
    mix(base, white, 0.93),
    mix(base, white, 0.84),
    mix(base, white, 0.68),
    mix(base, white, 0.48),
    mix(base, white, 0.26),
    base,
    mix(base, strong, 0.5),
    strong,
    mix(strong, darkEnd, 0.3),
    mix(strong, darkEnd, 0.55),
  ];
}
