import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitInPicture, minPictureSize } from './picture-size.ts';

const side = fc.integer({ min: 25, max: 185 });
const size = fc.integer({ min: 256, max: 4096 });

test('a square has whole pixels per module, and is in the middle', () => {
  fc.assert(
    fc.property(side, size, (modules, pixels) => {
      const fit = fitInPicture({ width: modules, height: modules }, pixels);
      fc.pre(fit !== null);
      if (fit === null) return;
      expect([fit.width, fit.height]).toEqual([pixels, pixels]);
      expect(fit.drawn % modules).toBe(0);
      expect(Math.abs(pixels - fit.drawn - 2 * fit.left)).toBeLessThanOrEqual(1);
    }),
  );
});

test('the longer side of a framed picture has the chosen size', () => {
  expect(fitInPicture({ width: 40, height: 50 }, 1000)).toEqual({
    width: 800,
    height: 1000,
    left: 0,
    top: 0,
    drawn: 800,
  });
});

test('a picture is refused when a module would be one pixel too small', () => {
  const box = { width: 100, height: 100 };
  expect(fitInPicture(box, minPictureSize(box) - 1)).toBeNull();
  expect(fitInPicture(box, minPictureSize(box))?.drawn).toBe(300);
});
