/** Divides reviews among the squares of a mosaic, each of one to four tiles. */

/** Columns of a wide mosaic; a narrow one has half as many, so that both end with a full row. */
const mostColumns = 4;
/** More reviews for each square would leave only small tiles. */
const mostPerQuad = 3;
const tilesOfQuad = 4;
/** How many tiles follow each other, so that large and small ones alternate along a row and below each other. */
const rhythm: readonly number[] = [1, 4, 3, 1, 2, 3, 4, 2];

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
  const step = sum < reviews ? 1 : -1;
  // From the end, where the oldest are: the first squares keep the rhythm.
  for (let left = Math.abs(reviews - sum), index = quads - 1; left > 0; index = (index || quads) - 1) {
    const next = (sizes[index] ?? 1) + step;
    if (next < 1 || next > tilesOfQuad) continue;
    sizes[index] = next;
    left -= 1;
  }
  return sizes;
}

/** How many of the last squares are twice as wide, because there are fewer reviews than squares. */
export function wideQuads(reviews: number, taken: number): number {
  if (reviews === 0) return 0;
  return Math.max(0, Math.min(reviews, mostColumns - (taken % mostColumns) - reviews));
}
