import { describe, expect, it } from 'vitest';
import { contrast } from './colour.ts';
import { brandCss, tokensCss } from './css.ts';
import { brandTokens, dark, defaultPrimary, light } from './tokens.ts';

/** The default, and colours an operator may well choose: very light, very dark, grey, loud. */
const primaries = [defaultPrimary, '#ffe14d', '#0b0f1a', '#808080', '#ff2d55', '#00c2a8'];

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('palette %s', (_name, palette) => {
  it.each(['text', 'muted', 'good', 'warn', 'bad'] as const)('%s can be read on every ground', (name) => {
    for (const ground of [palette.canvas, palette.surface, palette.raised, palette.sunken])
      expect(contrast(palette[name], ground)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(['good', 'warn', 'bad'] as const)('%s can be read on its own soft ground', (name) => {
    expect(contrast(palette[name], palette[`${name}-soft`])).toBeGreaterThanOrEqual(4.5);
  });
  it('draws edges of fields and stars that can be seen', () => {
    expect(contrast(palette.field, palette.surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(palette.star, palette.surface)).toBeGreaterThanOrEqual(3);
  });
});

describe.each(primaries)('brand colour %s', (primary) => {
  const { light: bright, dark: dim, colored } = brandTokens(primary);
  it('carries its text', () => {
    for (const tokens of [bright, dim]) {
      expect(contrast(tokens['on-brand'], tokens.brand)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tokens['on-brand-soft'], tokens['brand-soft'])).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(bright.link, light.canvas)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dim.link, dark.raised)).toBeGreaterThanOrEqual(4.5);
  });
  it('shows the focus', () => {
    expect(contrast(bright.focus, light.surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(dim.focus, dark.surface)).toBeGreaterThanOrEqual(3);
  });
  it('makes a coloured sidebar that can be read', () => {
    for (const ground of [colored.side, colored['side-hover'], colored['side-active']])
      expect(contrast(colored['side-text'], ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colored['side-muted'], colored.side)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('style sheets', () => {
  it('name every token once per scheme', () => {
    const css = tokensCss();
    expect(css).toContain(`--k-canvas:${light.canvas}`);
    expect(css.match(/--k-canvas:/g)).toHaveLength(3);
    expect(css).toContain('--k-text-md:0.9375rem');
    expect(css).not.toContain('undefined');
  });
  it('follow the system only where no scheme was chosen', () => {
    expect(brandCss('#3B82EC')).toContain(
      '@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme])',
    );
  });
});
