import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { contrast } from '@kindling/design/color';
import { paletteOf } from '@kindling/guest/embed/render/palette';
import { expect, test } from 'vitest';
import { checkContrast, visibleThemes } from '../look/check-contrast.ts';
import { findPreset, type Look, type PresetName, presetNames, presets } from './presets.ts';

const defaults = embedSettingsSchema.parse({});
const look = (name: PresetName): Look => presets[name];

test('there are at least eight, and the default settings are one of them', () => {
  expect(presetNames.length).toBeGreaterThanOrEqual(8);
  expect(findPreset(defaults)).toBe('paper');
});

test.each(presetNames)('%s is valid, keeps the content, and is recognized', (name) => {
  const before = embedSettingsSchema.parse({ layout: 'grid', limit: 3, fontName: 'Lora', columns: 2 });
  const after = embedSettingsSchema.parse({ ...before, ...look(name) });
  expect(after).toMatchObject({ layout: 'grid', limit: 3, fontName: 'Lora', columns: 2, ...look(name) });
  expect(findPreset(after)).toBe(name);
  expect(findPreset({ ...after, accent: after.accent.toLowerCase() })).toBe(name);
  expect(findPreset({ ...after, radius: after.radius === 24 ? 23 : after.radius + 1 })).toBeNull();
});

test.each(presetNames)('%s is readable without a replaced color', (name) => {
  const settings = { ...defaults, ...look(name) };
  for (const theme of visibleThemes(settings)) {
    const { back, fore } = paletteOf(settings, theme);
    expect(contrast(fore, back)).toBeGreaterThanOrEqual(4.5);
    if (settings.text !== null) expect(fore.toLowerCase()).toBe(settings.text.toLowerCase());
  }
});

test('no preset has a contrast issue, except where no single color can avoid it', () => {
  const faults = presetNames.flatMap((name) =>
    checkContrast(look(name)).map(({ color, theme }) => `${name} ${color} ${theme}`),
  );
  // No single accent color has a contrast of 4.5 on both backgrounds.
  expect(faults).toEqual(['dayAndNight accent dark']);
});

test('every pair differs in at least three fields', () => {
  for (const [index, one] of presetNames.entries())
    for (const other of presetNames.slice(index + 1)) {
      const fields = Object.keys(presets.paper) as (keyof Look)[];
      const differing = fields.filter((field) => look(one)[field] !== look(other)[field]);
      expect.soft(differing.length, `${one} and ${other}`).toBeGreaterThanOrEqual(3);
    }
});
