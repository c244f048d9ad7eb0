import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnStarts } from './balance.ts';

const heights = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 9 });
const most = 6;

/** Sum of the squared column heights. */
function unevenness(cards: readonly number[], starts: readonly number[]): number {
  return starts
    .map((start, index) => cards.slice(start, starts[index + 1]).reduce((sum, one) => sum + one, 0))
    .reduce((sum, column) => sum + column ** 2, 0);
}

/** All ways to divide `cards` cards into `columns` runs. */
function* cuts(cards: number, columns: number, from = 0): Generator<number[]> {
  if (columns === 1) {
    yield [from];
    return;
  }
  for (let next = from + 1; next <= cards - columns + 1; next += 1)
    for (const rest of cuts(cards, columns - 1, next)) yield [from, ...rest];
}

describe('columnStarts', () => {
  it('finds the most even columns that the order allows, for every number of them', () => {
    fc.assert(
      fc.property(heights, (cards) => {
        const starts = columnStarts(cards, most);
        for (let columns = 1; columns <= Math.min(most, cards.length); columns += 1) {
          const found = starts.get(columns) ?? [];
          expect(found).toHaveLength(columns);
          expect(found[0]).toBe(0);
          const best = Math.min(...[...cuts(cards.length, columns)].map((cut) => unevenness(cards, cut)));
          expect(unevenness(cards, found)).toBe(best);
        }
      }),
    );
  });

  it('gives each card its own column when there are more columns than cards', () => {
    const starts = columnStarts([3, 9], most);
    expect([1, 2, 3, 6].map((columns) => starts.get(columns))).toEqual([[0], [0, 1], [0, 1], [0, 1]]);
  });
});
