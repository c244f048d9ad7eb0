import { describe, expect, it } from 'vitest';
import { emptyChain, hasMore, type PageChain, pageOfRow, rowCount, withPage } from './page-chain.ts';

/** A chain of pages with these sizes, whose cursors are `c1`, `c2`, ...; the last is the end. */
function read(...sizes: number[]): PageChain {
  return sizes.reduce(
    (chain, size, index) => withPage(chain, index, size, index === sizes.length - 1 ? null : `c${index + 1}`),
    emptyChain,
  );
}

describe('the pages of a list', () => {
  it('begin with one that is not read', () => {
    expect([hasMore(emptyChain), rowCount(emptyChain), pageOfRow(emptyChain, 0)]).toEqual([true, 0, 0]);
  });
  it('end with the page that has no cursor for a next one', () => {
    const chain = read(50, 50, 7);
    expect([hasMore(chain), rowCount(chain)]).toEqual([false, 107]);
    expect(chain.cursors).toEqual([null, 'c1', 'c2']);
  });
  it('find the page of a row, whatever the sizes', () => {
    const sizes = [3, 1, 50, 2];
    const chain = read(...sizes);
    const expected = sizes.flatMap((size, page) => Array.from({ length: size }, () => page));
    expect(expected.map((_, row) => pageOfRow(chain, row))).toEqual(expected);
    expect(pageOfRow(chain, expected.length)).toBe(4);
  });
  it('stay the same object when a page is read again unchanged', () => {
    const chain = read(50, 50, 7);
    expect(withPage(chain, 1, 50, 'c2')).toBe(chain);
  });
  it('drop what follows when the next page begins elsewhere', () => {
    const chain = withPage(read(50, 50, 50, 7), 1, 50, 'new');
    expect([chain.cursors, chain.sizes, rowCount(chain), hasMore(chain)]).toEqual([
      [null, 'c1', 'new'],
      [50, 50],
      100,
      true,
    ]);
  });
  it('keep what follows when only rows of a page are gone', () => {
    const chain = withPage(read(50, 50, 7), 1, 48, 'c2');
    expect([chain.sizes, rowCount(chain), pageOfRow(chain, 98)]).toEqual([[50, 48, 7], 105, 2]);
  });
  it('end where a page says so', () => {
    const chain = withPage(read(50, 50, 7), 0, 20, null);
    expect([chain.cursors, rowCount(chain), hasMore(chain)]).toEqual([[null], 20, false]);
  });
  it('ignore a page behind one that is not read', () => {
    expect(withPage(emptyChain, 2, 50, 'x')).toBe(emptyChain);
  });
});
