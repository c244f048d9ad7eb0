/** `npm test` tests every behavior once; `npm test -- --all` the whole matrix. */
export const runsEverything = process.env.KINDLING_TEST_ALL === '1';

/** Every pair of two lists; usually each of the first with one of the second in turn. */
export function pairs<A, B>(all: readonly A[], by: readonly B[]): readonly (readonly [A, B])[] {
  return all.flatMap((one, at) =>
    (runsEverything ? by : by.slice(at % by.length, (at % by.length) + 1)).map(
      (other) => [one, other] as const,
    ),
  );
}

/** The whole matrix, or the part that tests each behavior once. */
export function matrix<T>(all: readonly T[], usual: readonly NoInfer<T>[]): readonly T[] {
  return runsEverything ? all : usual;
}
