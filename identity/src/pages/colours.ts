type Rgb = [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

function parse(hex: string): Rgb {
  const at = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16);
  return [at(1), at(3), at(5)];
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two hex colours as WCAG 2 counts it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

/** Moves a colour towards black or white until it reads on `ground` with at least `wanted` contrast. */
export function readableOn(colour: string, ground: string, wanted: number): string {
  const target = luminance(parse(ground)) > 0.4 ? BLACK : WHITE;
  const from = parse(colour);
  for (let step = 0; step <= 100; step += 2) {
    const mixed = toHex(from.map((part, i) => part + ((target[i] ?? 0) - part) * (step / 100)) as Rgb);
    if (contrast(mixed, ground) >= wanted) return mixed;
  }
  return toHex(target);
}
