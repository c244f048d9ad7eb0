/** Where the pages of a list begin. Each page is read by the cursor that the page before it gave. */

/** The cursor of a page; null for the first. */
type Cursor = string | null;

export interface PageChain {
  /** Of every known page; the last one has no size while it was not read yet. */
  readonly cursors: readonly Cursor[];
  readonly sizes: readonly number[];
  /** The index of the first row of each page in `sizes`, and behind them the number of rows. */
  readonly starts: readonly number[];
}

export const emptyChain: PageChain = { cursors: [null], sizes: [], starts: [0] };

/** True while the list goes on behind the rows that were read. */
export const hasMore = ({ cursors, sizes }: PageChain): boolean => cursors.length > sizes.length;
export const rowCount = ({ starts }: PageChain): number => starts.at(-1) ?? 0;

/** The page that has a row; for rows behind those that were read, the page that comes next. */
export function pageOfRow({ sizes, starts }: PageChain, row: number): number {
  let low = 0;
  let high = sizes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row < (starts[middle + 1] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The chain after a page was read, maybe again. When the next page begins elsewhere now, the pages behind it do not
 * fit anymore and are read anew when they come into sight.
 */
export function withPage(chain: PageChain, index: number, size: number, next: string | null): PageChain {
  if (index > chain.sizes.length) return chain;
  const known = index < chain.sizes.length;
  const follows = chain.cursors[index + 1] ?? null;
  if (known && chain.sizes[index] === size && follows === next) return chain;
  const fits = known && follows === next;
  const sizes = [...chain.sizes.slice(0, index), size, ...(fits ? chain.sizes.slice(index + 1) : [])];
  const cursors = fits
    ? chain.cursors
    : [...chain.cursors.slice(0, index + 1), ...(next === null ? [] : [next])];
  const starts = chain.starts.slice(0, index + 1);
  for (const one of sizes.slice(index)) starts.push((starts.at(-1) ?? 0) + one);
  return { cursors, sizes, starts };
}
