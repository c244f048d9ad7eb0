/** A ten-step scale around one brand colour, in which step 7 is dark enough to carry white text. */
type Rgb = readonly [number, number, number];
export type Scale = [string, string, string, string, string, string, string, string, string, string];

const white: Rgb = [255, 255, 255];
const night: Rgb = [8, 18, 44];
/** WCAG 2.2, contrast (minimum) for text. */
const readable = 4.5;

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function print(colour: Rgb): string {
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [at(0), at(1), at(2)];
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast with white, 1 to 21, of a colour `#rrggbb`. */
export function contrastWithWhite(hex: string): number {
  return 1.05 / (luminance(parse(hex)) + 0.05);
}

/** @param base `#rrggbb`; becomes step 5. */
export function colourScale(base: string): Scale {
  const colour = parse(base);
  let strong = mix(colour, night, 0.16);
  while (contrastWithWhite(print(strong)) < readable + 0.3) strong = mix(strong, night, 0.06);
  const light = (share: number) => print(mix(colour, white, share));
  return [
    light(0.93),
    light(0.84),
    light(0.68),
    light(0.48),
    light(0.26),
    base,
    print(mix(colour, strong, 0.5)),
    print(strong),
    print(mix(strong, night, 0.3)),
    print(mix(strong, night, 0.55)),
  ];
}
