import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findPlace, forgetPlace, keepPlace, ownerOf } from './kept-place.ts';
import { emptyChain, withPage } from './page-chain.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

const owner = ownerOf({ id: 'a', account: null }, 'list');
const chain = withPage(withPage(emptyChain, 0, 50, 'second'), 1, 50, 'third');

test('a place is found again, in its own list and by its own person only', () => {
  keepPlace(owner, { chain, offset: 4_000 });
  expect(findPlace(owner)).toEqual({ chain, offset: 4_000 });
  expect(findPlace(ownerOf({ id: 'a', account: null }, 'other'))).toBeUndefined();
  expect(findPlace(ownerOf({ id: 'b', account: null }, 'list'))).toBeUndefined();
  forgetPlace();
  expect(findPlace(owner)).toBeUndefined();
});

test('neither the top nor a place behind many pages is kept', () => {
  keepPlace(owner, { chain, offset: 0 });
  expect(stored.size).toBe(0);
  const long = Array.from({ length: 41 }).reduce<typeof chain>(
    (known, _, index) => withPage(known, index, 50, `page ${index + 1}`),
    emptyChain,
  );
  keepPlace(owner, { chain: long, offset: 100_000 });
  expect(stored.size).toBe(0);
});

test.each([
  '',
  '{',
  '[]',
  '{"offset":1}',
  `{"owner":${JSON.stringify(owner)},"offset":1,"pages":[{"size":"x"}]}`,
])('what is not valid is no place: %s', (value) => {
  stored.set('reviewListPlace', value);
  expect(findPlace(owner)).toBeUndefined();
});
