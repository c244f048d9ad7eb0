import { embedLayouts, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { contrast } from '@kindling/design/colour';
import { paletteOf } from '@kindling/guest/embed/render/palette';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkContrast, readableStarColour } from './check-contrast.ts';

const settings = embedSettingsSchema.parse({ accent: '#1d4ed8', stars: '#a05a00' });
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('colours that can be told apart are no fault', () => {
  expect(checkContrast(settings)).toEqual([]);
  expect(checkContrast({ ...settings, text: '#767676', background: '#ffffff' })).toEqual([]);
});

test.each(embedLayouts)('the look that nobody chose has no fault in any theme: %s', (layout) => {
  for (const theme of ['light', 'dark', 'auto'] as const)
    expect(checkContrast(embedSettingsSchema.parse({ layout, theme })), theme).toEqual([]);
});

test.each(['light', 'dark'] as const)('the look that nobody chose can be read: %s', (theme) => {
  const { back, fore, muted, accent, stars } = paletteOf(embedSettingsSchema.parse({}), theme);
  for (const written of [fore, muted, accent])
    expect(contrast(written, back), written).toBeGreaterThanOrEqual(4.5);
  expect(contrast(stars, back)).toBeGreaterThanOrEqual(3);
});

test('a pale accent is told with its ratio and what is drawn in its place', () => {
  const [fault, ...more] = checkContrast({ ...settings, accent: '#9ec5ff' });
  expect(more).toEqual([]);
  expect(fault).toMatchObject({ colour: 'accent', theme: 'light', ratio: 1.7, needed: 4.5 });
  expect(contrast(fault?.drawn ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

test('text is judged on the own background, and only when it is chosen', () => {
  const pale = { ...settings, background: '#ffffff', text: '#aaaaaa' };
  expect(checkContrast(pale)).toMatchObject([{ colour: 'text', ratio: 2.3, drawn: expect.any(String) }]);
  expect(checkContrast({ ...pale, text: null })).toEqual([]);
});

test('what follows the visitor is judged in both themes; stars are drawn as they were chosen', () => {
  const stars = { ...settings, theme: 'auto', accent: '#757575', stars: '#ffd34d' } as const;
  expect(checkContrast(stars)).toEqual([
    { colour: 'stars', theme: 'light', ratio: 1.4, needed: 3, drawn: null },
    expect.objectContaining({ colour: 'accent', theme: 'dark', ratio: 3.7 }),
  ]);
});

test('a ratio that is just missed does not read as reached', () => {
  // 4.48 to 1.
  expect(checkContrast({ ...settings, text: '#777777', background: '#ffffff' })[0]?.ratio).toBe(4.4);
});

test('stars that are offered can be seen, whatever was chosen', () => {
  const own = fc.option(hex);
  fc.assert(
    fc.property(hex, own, fc.constantFrom('light', 'dark', 'auto'), (stars, background, theme) => {
      const wanted = { ...settings, stars, background, theme };
      const offered = readableStarColour(wanted);
      if (offered === null) return;
      expect(checkContrast({ ...wanted, stars: offered }).map(({ colour }) => colour)).not.toContain('stars');
    }),
  );
  expect(readableStarColour({ ...settings, theme: 'auto', stars: '#f5a623' })).toMatch(/^#[0-9A-F]{6}$/);
});
