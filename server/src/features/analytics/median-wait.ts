/** The middle of the times from a review to its reply, from the buckets of migration 0070. */

/** Minutes that a bucket is wide: `wait_bucket` of the database. */
function widthOf(smallest: number): number {
  return smallest < 16 ? 1 : 2 ** (Math.floor(Math.log2(smallest)) - 3);
}

/**
 * @param buckets how many waited at least `minutes` and less than the next bucket
 * @returns minutes; null for no reply. Within its bucket they are taken as evenly spread, and of an even number the median
 * is the mean of the middle two.
 */
export function medianWait(buckets: ReadonlyMap<number, number>): number | null {
  const ordered = [...buckets].filter(([, count]) => count > 0).sort(([one], [other]) => one - other);
  const total = ordered.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const [lower, upper] = [Math.ceil(total / 2), Math.floor(total / 2) + 1];
  return Math.round((waitAt(ordered, lower) + waitAt(ordered, upper)) / 2);
}

/** @param rank 1 for the shortest wait */
function waitAt(ordered: readonly (readonly [number, number])[], rank: number): number {
  let below = 0;
  for (const [minutes, count] of ordered) {
    if (below + count >= rank) return minutes + (widthOf(minutes) * (rank - below - 0.5)) / count;
    below += count;
  }
  throw new RangeError(`There is no wait ${rank}.`);
}
