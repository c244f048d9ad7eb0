import { embedLayouts, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { contrast } from '@kindling/design/color';
import { paletteOf } from '@kindling/guest/embed/render/palette';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkContrast, readableStarColor } from './check-contrast.ts';

const settings = embedSettingsSchema.parse({ accent: '#1d4ed8', stars: '#a05a00' });
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('colors with enough contrast have no issue', () => {
  expect(checkContrast(settings)).toEqual([]);
  expect(checkContrast({ ...settings, text: '#767676', background: '#ffffff' })).toEqual([]);
});

test.each(embedLayouts)('the default look has no issue in any theme: %s', (layout) => {
  for (const theme of ['light', 'dark', 'auto'] as const)
    expect(checkContrast(embedSettingsSchema.parse({ layout, theme })), theme).toEqual([]);
});

test.each(['light', 'dark'] as const)('the default look is readable: %s', (theme) => {
  const { back, fore, muted, accent, stars } = paletteOf(embedSettingsSchema.parse({}), theme);
  for (const written of [fore, muted, accent])
    expect(contrast(written, back), written).toBeGreaterThanOrEqual(4.5);
  expect(contrast(stars, back)).toBeGreaterThanOrEqual(3);
});

test('a pale accent is reported with its ratio and its replacement', () => {
  const [issue, ...more] = checkContrast({ ...settings, accent: '#9ec5ff' });
  expect(more).toEqual([]);
  expect(issue).toMatchObject({ color: 'accent', theme: 'light', ratio: 1.7, needed: 4.5 });
  expect(contrast(issue?.replacement ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

test('text is checked on its own background, and only when it is chosen', () => {
  const pale = { ...settings, background: '#ffffff', text: '#aaaaaa' };
  expect(checkContrast(pale)).toMatchObject([{ color: 'text', ratio: 2.3, replacement: expect.any(String) }]);
  expect(checkContrast({ ...pale, text: null })).toEqual([]);
});

test('an automatic theme is checked in both themes; stars are never replaced', () => {
  const stars = { ...settings, theme: 'auto', accent: '#757575', stars: '#ffd34d' } as const;
  expect(checkContrast(stars)).toEqual([
    { color: 'stars', theme: 'light', ratio: 1.4, needed: 3, replacement: null },
    expect.objectContaining({ color: 'accent', theme: 'dark', ratio: 3.7 }),
  ]);
});

test('a ratio just below the threshold is rounded down', () => {
  // #777777 on white is 4.48 to 1.
  expect(checkContrast({ ...settings, text: '#777777', background: '#ffffff' })[0]?.ratio).toBe(4.4);
});

test('suggested stars are always visible', () => {
  const own = fc.option(hex);
  fc.assert(
    fc.property(hex, own, fc.constantFrom('light', 'dark', 'auto'), (stars, background, theme) => {
      const wanted = { ...settings, stars, background, theme };
      const offered = readableStarColor(wanted);
      if (offered === null) return;
      expect(checkContrast({ ...wanted, stars: offered }).map(({ color }) => color)).not.toContain('stars');
    }),
  );
  expect(readableStarColor({ ...settings, theme: 'auto', stars: '#f5a623' })).toMatch(/^#[0-9A-F]{6}$/);
});
