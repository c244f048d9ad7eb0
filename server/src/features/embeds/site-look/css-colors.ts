/** Reads colors of CSS values (https://www.w3.org/TR/css-color-4), as `#rrggbb`. */
import { namedColors } from './named-colors.ts';

/** Below it, a color is a tint of what lies behind it and not a color of its own. */
const minAlpha = 0.6;
const longestValue = 600;
const colorPattern = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\([^()]{1,120}\)|[a-z]{3,24}/gi;

/** The first opaque color of a value, such as that of a shorthand; null without one. */
export function firstColor(value: string): string | null {
  for (const [text] of value.slice(0, longestValue).matchAll(colorPattern)) {
    const color = parseColor(text.toLowerCase());
    if (color !== null) return color;
  }
  return null;
}

function parseColor(text: string): string | null {
  if (text.startsWith('#')) return parseHexNotation(text.slice(1));
  const open = text.indexOf('(');
  if (open === -1) return namedColors.get(text) ?? null;
  const [channels = '', slashed] = text.slice(open + 1, -1).split('/');
  const parts = channels.split(/[\s,]+/).filter((part) => part !== '');
  const alpha = slashed ?? parts[3];
  if (parts.length < 3 || (alpha !== undefined && readNumber(alpha, 1) < minAlpha)) return null;
  const name = text.slice(0, open);
  if (name.startsWith('rgb')) return toHex(parts.slice(0, 3).map((part) => readNumber(part, 255)));
  if (name.startsWith('hsl')) return toHex(fromHsl(parts));
  return toHex(fromOklch(parts));
}

/** Three or six digits, or four or eight with the alpha at the end. */
function parseHexNotation(digits: string): string | null {
  if (![3, 4, 6, 8].includes(digits.length)) return null;
  const full = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  if (full.length === 8 && Number.parseInt(full.slice(6), 16) / 255 < minAlpha) return null;
  return `#${full.slice(0, 6)}`;
}

/** @param whole what 100% is */
function readNumber(text: string, whole: number): number {
  const value = Number.parseFloat(text);
  return text.trim().endsWith('%') ? (value / 100) * whole : value;
}

function readAngle(text: string): number {
  const value = Number.parseFloat(text);
  if (text.endsWith('turn')) return value * 360;
  if (text.endsWith('grad')) return value * 0.9;
  return text.endsWith('rad') ? (value * 180) / Math.PI : value;
}

/** Channels from 0 to 255; null where one is no number. */
function toHex(channels: readonly number[]): string | null {
  if (!channels.every(Number.isFinite)) return null;
  const digits = channels.map((channel) =>
    Math.round(Math.min(255, Math.max(0, channel)))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

/** The formula of CSS Color 4, section 7.1. */
function fromHsl([hue = '', saturation = '', lightness = '']: readonly string[]): number[] {
  const h = ((readAngle(hue) % 360) + 360) % 360;
  const [s, l] = [saturation, lightness].map((part) => Number.parseFloat(part) / 100) as [number, number];
  const channel = (n: number) => {
    const k = (n + h / 30) % 12;
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** The matrices of CSS Color 4, section 18 (sample code); colors outside of sRGB are clipped. */
function fromOklch([lightness = '', chroma = '', hue = '']: readonly string[]): number[] {
  const [l, c] = [readNumber(lightness, 1), readNumber(chroma, 0.4)];
  const angle = (readAngle(hue) * Math.PI) / 180;
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((linear) => 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
}
