import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { contrast } from '@kindling/design/colour';
import { paletteOf } from '@kindling/guest/embed/render/palette';
import { expect, test } from 'vitest';
import { checkContrast, visibleThemes } from '../look/check-contrast.ts';
import { findPreset, type Look, type PresetName, presetNames, presets } from './presets.ts';

const defaults = embedSettingsSchema.parse({});
const look = (name: PresetName): Look => presets[name];

test('there are at least eight, and the defaults of the settings are one of them', () => {
  expect(presetNames.length).toBeGreaterThanOrEqual(8);
  expect(findPreset(defaults)).toBe('paper');
});

test.each(presetNames)('%s is taken by the schema, keeps the content, and is found again', (name) => {
  const before = embedSettingsSchema.parse({ layout: 'grid', limit: 3, fontName: 'Lora', columns: 2 });
  const after = embedSettingsSchema.parse({ ...before, ...look(name) });
  expect(after).toMatchObject({ layout: 'grid', limit: 3, fontName: 'Lora', columns: 2, ...look(name) });
  expect(findPreset(after)).toBe(name);
  expect(findPreset({ ...after, accent: after.accent.toLowerCase() })).toBe(name);
  expect(findPreset({ ...after, radius: after.radius === 24 ? 23 : after.radius + 1 })).toBeNull();
});

test.each(presetNames)('%s is readable, and nothing of it is corrected', (name) => {
  const settings = { ...defaults, ...look(name) };
  for (const theme of visibleThemes(settings)) {
    const { back, fore } = paletteOf(settings, theme);
    expect(contrast(fore, back)).toBeGreaterThanOrEqual(4.5);
    if (settings.text !== null) expect(fore.toLowerCase()).toBe(settings.text.toLowerCase());
  }
});

test('nothing of any look is hard to see, but what no single colour can be', () => {
  const faults = presetNames.flatMap((name) =>
    checkContrast(look(name)).map(({ colour, theme }) => `${name} ${colour} ${theme}`),
  );
  // No accent reaches 4.5 on both grounds.
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
