/** Matrix → drawing → image → text that a scanner reads. */
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import jsQR from 'jsqr';
import { describe, expect, test } from 'vitest';
import { checkColors } from './colors.ts';
import { readContent } from './content.ts';
import {
  fitInPicture,
  fullSize,
  type Level,
  levels,
  makeMatrix,
  minPictureSize,
  printWidth,
  type QrStyle,
  quietZone,
  shapes,
  svgOf,
} from './drawing.ts';

const plain: QrStyle = { shape: 'square', code: '#000000', ground: '#ffffff' };

/**
 * Reads the drawing as a scanner would, rendered by another program. It tries several sizes, as a camera sees a code
 * from several distances: the reader misses about one good image in a thousand, and never the same code twice.
 */
function scan(text: string, level: Level, look: QrStyle): string | undefined {
  const matrix = makeMatrix(text, level);
  if (matrix === null) return undefined;
  for (const scale of [5, 8, 4]) {
    const picture = new Resvg(svgOf(matrix, look, fullSize(matrix) * scale)).render();
    const pixels = new Uint8ClampedArray(picture.pixels);
    const read = jsQR(pixels, picture.width, picture.height, { inversionAttempts: 'dontInvert' });
    if (read !== null) return read.data;
  }
  return undefined;
}

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('a scanner reads every drawing: any address, level, shape and accepted pair of colors', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true }).filter((url) => url.length < 200),
      fc.constantFrom(...levels),
      fc.constantFrom(...shapes),
      color,
      color,
      (url, level, shape, one, two) => {
        const pairs = [
          [one, two],
          [two, one],
        ] as const;
        const allowed = pairs.find(([code, ground]) =>
          ['fine', 'weak'].includes(checkColors(code, ground).verdict),
        );
        const [code, ground] = allowed ?? [plain.code, plain.ground];
        expect(scan(url, level, { shape, code, ground })).toBe(url);
      },
    ),
    { numRuns: 60 },
  );
});

test.each(shapes)('a scanner reads texts in any script, with %s modules', (shape) => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
      fc.constantFrom(...levels),
      (typed, level) => {
        const content = readContent('text', typed);
        fc.pre(content.ok);
        if (content.ok) expect(scan(content.value, level, { ...plain, shape })).toBe(content.value);
      },
    ),
    { numRuns: 30 },
  );
});

describe('the pattern', () => {
  test('keeps the chosen level: a higher one holds less and is denser', () => {
    const text = 'https://example.com/reviews?table=12';
    const sizes = levels.map((level) => makeMatrix(text, level)?.length ?? 0);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(sizes[3]).toBeGreaterThan(sizes[0] ?? 0);
  });

  test('is refused when the text is one character too long', () => {
    // Bytes that the largest code holds, ISO/IEC 18004 table 7.
    expect(makeMatrix('x'.repeat(2953), 'L')).not.toBeNull();
    expect(makeMatrix('x'.repeat(2954), 'L')).toBeNull();
    expect(makeMatrix('x'.repeat(1273), 'H')).not.toBeNull();
    expect(makeMatrix('x'.repeat(1274), 'H')).toBeNull();
  });

  test('a scanner reads a long text', () => {
    const long = 'Grüße aus Köln. '.repeat(60).trim();
    expect(scan(long, 'M', plain)).toBe(long);
  });
});

describe('the place in a picture', () => {
  test('has whole pixels, a complete quiet zone, and is centered', () => {
    fc.assert(
      fc.property(fc.integer({ min: 256, max: 4096 }), fc.integer({ min: 1, max: 900 }), (size, length) => {
        const matrix = makeMatrix('x'.repeat(length), 'M');
        const place = matrix === null ? null : fitInPicture(matrix, size);
        fc.pre(matrix !== null && place !== null);
        if (matrix === null || place === null) return;
        const end = size - place.start - matrix.length * place.module;
        expect(place.start).toBeGreaterThanOrEqual(quietZone * place.module);
        expect(end).toBeGreaterThanOrEqual(quietZone * place.module);
        expect(Math.abs(end - place.start)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  test('is refused when a module would be one pixel too small', () => {
    const matrix = makeMatrix('x'.repeat(900), 'M') ?? [];
    expect(fitInPicture(matrix, minPictureSize(matrix) - 1)).toBeNull();
    expect(fitInPicture(matrix, minPictureSize(matrix))?.module).toBe(3);
  });

  test('a print is never smaller than two centimeters and grows with the code', () => {
    const width = (text: string) => printWidth(makeMatrix(text, 'M') ?? []);
    expect(width('a')).toBe(2);
    expect(width('x'.repeat(900))).toBeGreaterThan(4);
  });
});
