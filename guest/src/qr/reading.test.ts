/** Text → matrix → picture → text that a scanner reads, with any accepted pair of colors. */
import { type CodeDesign, errorLevels, moduleShapes, plainDesign } from '@kindling/contract/code-looks';
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import jsQR from 'jsqr';
import { encode, QrCodeDataType } from 'uqr';
import { describe, expect, test } from 'vitest';
import { checkColors } from './colors.ts';
import { outlinedText } from './frame-text.ts';
import { alignments, makeMatrix, printWidth } from './matrix.ts';
import { codeSvg } from './svg.ts';

/**
 * Several sizes, as a camera sees a code from several distances: the reader misses about one good image in a thousand,
 * and never the same code twice.
 */
function scan(text: string, design: Partial<CodeDesign>): string | undefined {
  const whole = { ...plainDesign, ...design };
  const matrix = makeMatrix(text, whole.errorLevel);
  if (matrix === null) return undefined;
  for (const scale of [5, 8, 4]) {
    const width = (matrix.length + 2 * whole.quietZone) * scale;
    const { svg } = codeSvg(matrix, { design: whole, callToAction: '', text: outlinedText, width });
    const picture = new Resvg(svg).render();
    const pixels = new Uint8ClampedArray(picture.pixels);
    const read = jsQR(pixels, picture.width, picture.height, { inversionAttempts: 'dontInvert' });
    if (read !== null) return read.data;
  }
  return undefined;
}

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('any address, level, pattern and accepted pair of colors', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true }).filter((url) => url.length < 200),
      fc.constantFrom(...errorLevels),
      fc.constantFrom(...moduleShapes),
      color,
      color,
      (url, errorLevel, modules, one, two) => {
        const pairs = [
          [one, two],
          [two, one],
        ] as const;
        const allowed = pairs.find(([code, ground]) =>
          ['fine', 'weak'].includes(checkColors(code, ground).verdict),
        );
        const colors = allowed === undefined ? {} : { color: allowed[0], background: allowed[1] };
        expect(scan(url, { errorLevel, modules, ...colors })).toBe(url);
      },
    ),
    { numRuns: 60 },
  );
});

test.each(moduleShapes)('texts in any script, as %s', (modules) => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }).filter((text) => text.isWellFormed()),
      fc.constantFrom(...errorLevels),
      (text, errorLevel) => {
        expect(scan(text, { modules, errorLevel })).toBe(text);
      },
    ),
    { numRuns: 12 },
  );
});

test.each(moduleShapes)('%s are read from near by, with 40 pixels for a module', (modules) => {
  const design = { ...plainDesign, modules, errorLevel: 'H' as const };
  const address = 'https://example.com/reviews?table=12';
  const matrix = makeMatrix(address, 'H') ?? [];
  const width = (matrix.length + 8) * 40;
  const { svg } = codeSvg(matrix, { design, callToAction: '', text: outlinedText, width });
  const picture = new Resvg(svg).render();
  expect(jsQR(new Uint8ClampedArray(picture.pixels), picture.width, picture.height)?.data).toBe(address);
});

describe('the matrix', () => {
  test('has its alignment patterns where the encoder puts them, in each of the 40 sizes', () => {
    for (let version = 1; version <= 40; version += 1) {
      const { types, size } = encode('x', { minVersion: version, maxVersion: version, border: 0 });
      const drawn = new Set(
        alignments(size).flatMap(({ x, y }) =>
          [-2, -1, 0, 1, 2].flatMap((dy) => [-2, -1, 0, 1, 2].map((dx) => `${x + dx} ${y + dy}`)),
        ),
      );
      const encoded = types.flatMap((row, y) =>
        row.flatMap((type, x) => (type === QrCodeDataType.Alignment ? [`${x} ${y}`] : [])),
      );
      expect([...drawn].sort(), String(version)).toEqual(encoded.sort());
    }
  });

  test('keeps the chosen level: a higher one holds less and is denser', () => {
    const text = 'https://example.com/reviews?table=12';
    const sizes = errorLevels.map((level) => makeMatrix(text, level)?.length ?? 0);
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

  test('of a long text is read', () => {
    const long = 'Grüße aus Köln. '.repeat(60).trim();
    expect(scan(long, {})).toBe(long);
  });

  test('is printed no smaller than two centimeters, and larger when it holds more', () => {
    const width = (text: string) => printWidth(makeMatrix(text, 'M') ?? [], 4);
    expect(width('a')).toBe(2);
    expect(width('x'.repeat(900))).toBeGreaterThan(4);
  });
});
