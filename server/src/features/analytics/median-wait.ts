/** The middle of the times from a review to its reply, from the buckets of migration 0070. */

/** Minutes that a bucket is wide: `wait_bucket` of the database. */
function widthOf(smallest: number): number {
  return smallest < 16 ? 1 : 2 ** (Math.floor(Math.log2(smallest)) - 3);
}

/**
 * @param buckets how many waited at least `minutes` and less than the next bucket
 * @returns minutes; null for no reply. Within its bucket they are taken as evenly spread.
 */
export function medianWait(buckets: ReadonlyMap<number, number>): number | null {
  const ordered = [...buckets].filter(([, count]) => count > 0).sort(([one], [other]) => one - other);
  const total = ordered.reduce((sum, [, count]) => sum + count, 0);
  let below = 0;
  for (const [minutes, count] of ordered) {
    if (below + count >= total / 2)
      return Math.round(minutes + (widthOf(minutes) * (total / 2 - below)) / count);
    below += count;
  }
  return null;
}
