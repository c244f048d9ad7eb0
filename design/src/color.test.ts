import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { colorScale, contrast, mix, readableOn } from './color.ts';

const color = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);

describe('colors', () => {
  it('measures contrast as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    // The example of WCAG's own techniques: the lightest gray that is readable on white.
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
  });
  it('makes any color readable on any background', () => {
    fc.assert(
      fc.property(color, color, (wanted, ground) => {
        expect(contrast(readableOn(wanted, ground), ground)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
  it('keeps a readable color', () => {
    expect(readableOn('#1a1a1a', '#ffffff')).toBe('#1a1a1a');
  });
  it('has a step that is readable under white text, for any base color', () => {
    fc.assert(
      fc.property(color, (base) => {
        const scale = colorScale(base);
        expect(scale[5]).toBe(base);
        expect(contrast(scale[7], '#ffffff')).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
