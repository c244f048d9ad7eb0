/** Divides cards in a fixed order among columns of similar height. */

/**
 * Finds the column starts with the most even heights that the order allows (least squares).
 * @returns by number of columns, 1 to `most`: the index of the first card of each; with fewer cards than columns,
 * each card has its own
 */
export function columnStarts(
  heights: readonly number[],
  most: number,
): ReadonlyMap<number, readonly number[]> {
  const used = Math.min(most, heights.length);
  const until = [0];
  for (const height of heights) until.push((until.at(-1) ?? 0) + height);
  const square = (from: number, to: number): number => ((until[to] ?? 0) - (until[from] ?? 0)) ** 2;
  // By number of cards: the smallest sum with this many columns, and the start of the last column.
  let costs = until.map((_, to) => square(0, to));
  const lasts = [until.map(() => 0)];
  for (let columns = 2; columns <= used; columns += 1) {
    const next = until.map((_, to) => {
      let best = { cost: Number.POSITIVE_INFINITY, from: 0 };
      for (let from = columns - 1; from < to; from += 1) {
        const cost = (costs[from] ?? 0) + square(from, to);
        if (cost < best.cost) best = { cost, from };
      }
      return best;
    });
    costs = next.map(({ cost }) => cost);
    lasts.push(next.map(({ from }) => from));
  }
  const starts = new Map<number, readonly number[]>();
  for (let columns = 1; columns <= most; columns += 1)
    starts.set(columns, traceBack(lasts.slice(0, columns), heights.length));
  return starts;
}

function traceBack(lasts: readonly number[][], cards: number): number[] {
  const starts: number[] = [];
  let to = cards;
  for (const last of lasts.toReversed()) {
    to = last[to] ?? 0;
    starts.unshift(to);
  }
  return starts;
}
