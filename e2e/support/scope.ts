/** `npm test` goes through every behavior once; `npm test -- --all` through the whole matrix. */
const everything = process.env.KINDLING_TEST_ALL === '1';

/** All of a matrix, or the part of it that shows each behavior once. */
export function matrix<T>(all: readonly T[], usual: readonly NoInfer<T>[]): readonly T[] {
  return everything ? all : usual;
}
