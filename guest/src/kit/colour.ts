/** Colours that stay readable whatever the owner chose. Formulas: WCAG 2.2, relative luminance and contrast ratio. */

/** Text contrast of WCAG level AA. */
const readableRatio = 4.5;

type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const a = luminance(parse(one));
  const b = luminance(parse(other));
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * The wanted colour, moved towards black or white (whichever the background is not) in small steps until text in
 * it can be read on the background. Both `#rrggbb`.
 */
export function readable(wanted: string, background: string): string {
  const goal = luminance(parse(background)) > 0.18 ? 0 : 255;
  const from = parse(wanted);
  for (let step = 0; step <= 20; step += 1) {
    const hex = `#${from.map((channel) => toHex(channel + ((goal - channel) * step) / 20)).join('')}`;
    if (contrast(hex, background) >= readableRatio) return hex;
  }
  return goal === 0 ? '#000000' : '#ffffff';
}

function toHex(channel: number): string {
  return Math.round(channel).toString(16).padStart(2, '0');
}
