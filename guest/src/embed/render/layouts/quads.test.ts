import { describe, expect, it } from 'vitest';
import { quadSizes, wideQuads } from './quads.ts';

const counts = Array.from({ length: 300 }, (_, index) => index + 1);

describe.each([0, 2])('a mosaic with %d squares taken by the figures', (taken) => {
  it('has each review once, in squares of one to four', () => {
    for (const count of counts) {
      const sizes = quadSizes(count, taken);
      expect(
        sizes.reduce((sum, one) => sum + one, 0),
        `${count}`,
      ).toBe(count);
      expect(Math.min(...sizes), `${count}`).toBeGreaterThan(0);
      expect(Math.max(...sizes), `${count}`).toBeLessThanOrEqual(4);
    }
  });

  it('fills all rows, but for a single review without figures', () => {
    for (const count of counts.filter((one) => one + taken > 1)) {
      const squares = taken + quadSizes(count, taken).length + wideQuads(count, taken);
      expect(squares % 4, `${count}`).toBe(0);
    }
  });

  it('mixes large and small tiles', () => {
    for (const count of counts.filter((one) => one > 4))
      expect(new Set(quadSizes(count, taken)).size, `${count}`).toBeGreaterThan(1);
  });
});

it('has no squares without reviews', () => {
  expect(quadSizes(0, 2)).toEqual([]);
  expect(wideQuads(0, 2)).toBe(0);
});
