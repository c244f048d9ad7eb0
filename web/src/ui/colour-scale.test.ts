import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { colourScale, contrastWithWhite } from './colour-scale.ts';

describe('colourScale', () => {
  it('keeps the brand colour as step 5', () => {
    expect(colourScale('#3b82ec')[5]).toBe('#3b82ec');
  });
  it('knows the contrast of black', () => {
    expect(contrastWithWhite('#000000')).toBeCloseTo(21, 5);
  });
  it('carries white text from step 7 on, for any brand', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const scale = colourScale(`#${value.toString(16).padStart(6, '0')}`);
        for (const step of [7, 8, 9] as const)
          expect(contrastWithWhite(scale[step])).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
