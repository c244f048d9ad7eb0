/** Divides reviews among the squares of a mosaic, each of one to four tiles. */

/** Columns of a wide mosaic; a narrow one has half as many, so that both end with a full row. */
const mostColumns = 4;
/** More reviews for each square would leave only small tiles. */
const mostPerQuad = 3;
const tilesOfQuad = 4;
/** How many tiles follow each other, so that large and small ones alternate along a row and below each other. */
const rhythm: readonly number[] = [1, 4, 3, 1, 2, 4, 1, 3];

/**
 * Numbers of tiles of each square, in order. Together with the squares that something else takes they fill rows of four, unless
 * there are fewer reviews than squares.
 * @param taken squares that the figures take
 */
export function quadSizes(reviews: number, taken: number): readonly number[] {
  if (reviews === 0) return [];
  let quads = mostColumns - (taken % mostColumns);
  while (reviews > mostPerQuad * quads) quads += mostColumns;
  if (reviews <= quads) return Array.from({ length: reviews }, () => 1);
  const sizes = Array.from({ length: quads }, (_, index) => rhythm[index % rhythm.length] ?? 1);
  const sum = sizes.reduce((total, one) => total + one, 0);
  for (let left = Math.abs(reviews - sum); left > 0; left -= 1) changeOne(sizes, sum < reviews ? 1 : -1);
  return sizes;
}

/** One tile more or less, first in the fullest or emptiest of those with several: squares with a single tile keep the rhythm. */
function changeOne(sizes: number[], step: 1 | -1): void {
  const candidates = step < 0 ? [tilesOfQuad, 3, 2] : [2, 3, 1];
  const index = candidates.map((size) => sizes.lastIndexOf(size)).find((one) => one >= 0) ?? 0;
  sizes[index] = (sizes[index] ?? 1) + step;
}

/** How many of the last squares are twice as wide, because there are fewer reviews than squares. */
export function wideQuads(reviews: number, taken: number): number {
  if (reviews === 0) return 0;
  return Math.max(0, Math.min(reviews, mostColumns - (taken % mostColumns) - reviews));
}
