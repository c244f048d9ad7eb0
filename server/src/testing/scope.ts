/** Whether the run tests the whole matrix: `npm test -- --all` sets KINDLING_TEST_ALL. */
export const runsEverything = process.env.KINDLING_TEST_ALL === '1';

/**
 * Each of `values` with `--all`, else every third of them: which ones depends on `turn`, so that neighbors together get
 * each.
 */
export function everyThird<T>(values: readonly T[], turn: number): readonly T[] {
  return runsEverything ? values : values.filter((_, at) => (at + turn) % 3 === 0);
}
