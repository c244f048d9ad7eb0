/** Lists as asynchronous iterables, and back. */

export async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

export async function gather<T>(values: AsyncIterable<T>): Promise<T[]> {
  const gathered: T[] = [];
  for await (const value of values) gathered.push(value);
  return gathered;
}
