/** Whether the run tests the whole matrix: `npm test -- --all` sets KINDLING_TEST_ALL. */
export const runsEverything = process.env.KINDLING_TEST_ALL === '1';

/**
 * Each of `values` with `--all`, else every third of them: which ones depends on `turn`, so that neighbors together get
 * each.
 */
export function everyThird<T>(values: readonly T[], turn: number): readonly T[] {
  return everyNth(3, values, turn);
}

/** The same with every sixth, where hundreds of neighbors are checked by the same code. */
export function everySixth<T>(values: readonly T[], turn: number): readonly T[] {
  return everyNth(6, values, turn);
}

function everyNth<T>(n: number, values: readonly T[], turn: number): readonly T[] {
  return runsEverything ? values : values.filter((_, at) => (at + turn) % n === 0);
}
