/** Paired measuring: on a shared machine only the ratio of two measurements close in time is meaningful. */

/** Middle value; the mean of the two middle ones for an even number of values. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** The value below which `share` (0 to 1) of the values lie, by the nearest rank. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
}

export function spread(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values), n: values.length };
}

/**
 * Runs windows in the order reference, subject, subject, reference, so that a machine that slowly gets busier treats
 * both alike.
 * @returns {Promise<{ references: any[], subjects: any[], blocks: Array<{ references: any[], subjects: any[] }> }>}
 */
export async function abba(blocks, reference, subject) {
  const all = [];
  for (let block = 0; block < blocks; block += 1) {
    const first = await reference();
    const subjects = [await subject(), await subject()];
    all.push({ references: [first, await reference()], subjects });
  }
  return {
    blocks: all,
    references: all.flatMap((block) => block.references),
    subjects: all.flatMap((block) => block.subjects),
  };
}

/** Subject divided by reference, block by block, of the number that `read` takes from a window. */
export function ratios(result, read = (window) => window) {
  const mean = (windows) => windows.reduce((sum, window) => sum + read(window), 0) / windows.length;
  return spread(result.blocks.map((block) => mean(block.subjects) / mean(block.references)));
}

/** How much the reference differs from itself within a block: the precision of this run's ratios. */
export function referenceNoise(result, read = (window) => window) {
  return spread(result.blocks.map(({ references: [first, last] }) => read(last) / read(first)));
}
