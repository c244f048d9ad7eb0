/** The width of the relative dates that the client writes ("11 months ago"). */
import { textWidth } from './text-width.ts';

/** The longest text of each unit, by the rules of `client/shared/relative-dates.ts`. */
const longest = [
  [-6, 'day'],
  [-4, 'week'],
  [-11, 'month'],
  [-25, 'year'],
] as const;
/** `Intl` objects are slow to create, and there are hundreds of reviews. */
const known = new Map<string, number>();

/** In em of the text's font size. */
export function widestRelativeDate(tag: string): number {
  const width = known.get(tag) ?? measure(tag);
  known.set(tag, width);
  return width;
}

function measure(tag: string): number {
  const words = new Intl.RelativeTimeFormat(tag);
  const near = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const ages = [near.format(-1, 'day'), ...longest.map(([value, unit]) => words.format(value, unit))];
  return Math.max(...ages.map(textWidth));
}
