import { embedLooks, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { contrast, mix } from '@kindling/design/color';
import { paletteOf } from '@kindling/guest/embed/render/palette';
import { expect, test } from 'vitest';
import { checkContrast, visibleThemes } from '../look/check-contrast.ts';
import { findLook, type LookSettings, lookFields, lookSettings } from './presets.ts';

const defaults = embedSettingsSchema.parse({});

test('there are at least twenty-four, and the default settings are one of them', () => {
  expect(embedLooks.length).toBeGreaterThanOrEqual(24);
  expect(findLook(defaults)).toBe('paper');
});

test.each(embedLooks)('%s is valid, keeps the content, and is recognized', (name) => {
  const look = lookSettings[name];
  const before = embedSettingsSchema.parse({ layout: 'grid', limit: 3, fontName: 'Lora', columns: 2 });
  const after = embedSettingsSchema.parse({ ...before, ...look });
  expect(after).toMatchObject({ layout: 'grid', limit: 3, fontName: 'Lora', columns: 2, ...look });
  expect(findLook(after)).toBe(name);
  expect(findLook({ ...after, accent: after.accent.toLowerCase() })).toBe(name);
  expect(findLook({ ...after, radius: after.radius === 24 ? 23 : after.radius + 1 })).toBeNull();
});

test('no look warns about its own contrast', () => {
  const faults = embedLooks.flatMap((name) =>
    checkContrast(lookSettings[name]).map(({ color, theme, ratio }) => `${name} ${color} ${theme} ${ratio}`),
  );
  expect(faults).toEqual([]);
});

/** The surfaces that looks draw under texts, beside the background: a color and its share, as in their style sheets. */
type Ground = readonly [color: 'fore' | 'accent' | 'stars', share: number];
const grounds: Partial<Record<(typeof embedLooks)[number], readonly Ground[]>> = {
  night: [['fore', 0.07]],
  speech: [['accent', 0.1]],
  note: [['stars', 0.16]],
  polaroid: [['fore', 0.03]],
  ticket: [['accent', 0.09]],
  rounded: [
    ['accent', 0.08],
    ['stars', 0.12],
    ['fore', 0.06],
  ],
  terracotta: [['accent', 0.08]],
  scoreboard: [['fore', 0.07]],
};

test.each(embedLooks)('%s is readable on every surface that it draws', (name) => {
  const look = lookSettings[name];
  for (const theme of visibleThemes(look)) {
    const palette = paletteOf(look, theme);
    const { back, fore, muted, accent, stars } = palette;
    const surfaces = [
      back,
      ...(grounds[name] ?? []).map(([color, share]) => mix(back, palette[color], share)),
    ];
    // A pane lets a tenth of what is behind it through, at worst black or white.
    if (name === 'glass') surfaces.push(mix(back, '#000000', 0.1), mix(back, '#ffffff', 0.1));
    for (const surface of surfaces) {
      for (const [what, color] of Object.entries({ fore, muted, accent }))
        expect.soft(contrast(color, surface), `${what} on ${surface}, ${theme}`).toBeGreaterThanOrEqual(4.5);
      expect.soft(contrast(stars, surface), `stars on ${surface}, ${theme}`).toBeGreaterThanOrEqual(3);
    }
    if (look.text !== null) expect(fore.toLowerCase()).toBe(look.text.toLowerCase());
  }
});

test('every pair differs in its composition and in at least two of its settings', () => {
  for (const [index, one] of embedLooks.entries())
    for (const other of embedLooks.slice(index + 1)) {
      const differs = (field: keyof LookSettings) => lookSettings[one][field] !== lookSettings[other][field];
      expect.soft(lookFields.filter(differs).length, `${one} and ${other}`).toBeGreaterThanOrEqual(3);
    }
});
