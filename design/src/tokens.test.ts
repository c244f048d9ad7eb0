import { describe, expect, it } from 'vitest';
import { contrast } from './color.ts';
import { brandCss, tokensCss } from './css.ts';
import { brandTokens, dark, defaultPrimary, light } from './tokens.ts';

/** The default, and unusual colors that an operator may choose: very light, very dark, gray, saturated. */
const primaries = [defaultPrimary, '#ffe14d', '#0b0f1a', '#808080', '#ff2d55', '#00c2a8'];

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('palette %s', (_name, palette) => {
  it.each(['text', 'muted', 'good', 'warn', 'bad'] as const)('%s is readable on every background', (name) => {
    for (const ground of [palette.canvas, palette.surface, palette.raised, palette.sunken])
      expect(contrast(palette[name], ground)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(['good', 'warn', 'bad'] as const)('%s is readable on its own soft background', (name) => {
    expect(contrast(palette[name], palette[`${name}-soft`])).toBeGreaterThanOrEqual(4.5);
  });
  it('has visible borders of fields and stars', () => {
    expect(contrast(palette.field, palette.surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(palette.star, palette.surface)).toBeGreaterThanOrEqual(3);
  });
});

describe.each(primaries)('brand color %s', (primary) => {
  const { light: bright, dark: dim, colored } = brandTokens(primary);
  it('is readable under its text', () => {
    for (const tokens of [bright, dim]) {
      expect(contrast(tokens['on-brand'], tokens.brand)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tokens['on-brand-soft'], tokens['brand-soft'])).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(bright.link, light.canvas)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dim.link, dark.raised)).toBeGreaterThanOrEqual(4.5);
  });
  it('makes the focus visible', () => {
    expect(contrast(bright.focus, light.surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(dim.focus, dark.surface)).toBeGreaterThanOrEqual(3);
  });
  it('makes a readable colored sidebar', () => {
    for (const ground of [colored.side, colored['side-hover'], colored['side-active']])
      expect(contrast(colored['side-text'], ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colored['side-muted'], colored.side)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('style sheets', () => {
  it('define every token once per color scheme', () => {
    const css = tokensCss();
    expect(css).toContain(`--k-canvas:${light.canvas}`);
    expect(css.match(/--k-canvas:/g)).toHaveLength(3);
    expect(css).toContain('--k-text-md:0.9375rem');
    expect(css).not.toContain('undefined');
  });
  it('follow the system only when no color scheme was chosen', () => {
    expect(brandCss('#3B82EC')).toContain(
      '@media screen and (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme])',
    );
  });
});
