/** Whose words are counted when: a visit waits for those of the same account, and reads nothing while it waits. */
import { expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createWordCounter } from './words.ts';

test('the texts of an account are read one after another, and a closed page reads none', async () => {
  const counter = createWordCounter({ warn: () => {} });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (accountId: string, name: string, signal?: AbortSignal) =>
    counter.count(
      accountId,
      () => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, () => resolve([])));
      },
      signal,
    );
  const closing = new AbortController();
  const first = ask('a', 'a1');
  const closed = ask('a', 'a2', closing.signal);
  const rest = [ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1')];
  await eventually(() => expect(begun).toEqual(['a1', 'b1']));
  closing.abort();
  await expect(closed).rejects.toMatchObject({ code: 'unavailable' });
  for (const name of ['a1', 'b1']) ends.get(name)?.();
  expect(await first).toEqual({ texts: 0, more: false, languages: [] });
  await eventually(() => expect(begun.toSorted()).toEqual(['a1', 'a3', 'b1', 'c1']));
  for (const name of ['a3', 'c1']) ends.get(name)?.();
  await Promise.all(rest);
  const many = Array.from({ length: 10 }, (_, at) => ask('d', `d${at}`));
  await expect(many.at(-1)).rejects.toMatchObject({ code: 'rate-limited' });
  for (const one of many) one.catch(() => {});
  counter.close();
});
