import { pipelineSettingsSchema } from '@kindling/contract/pipeline-settings';
import { contrast } from '@kindling/design/color';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyColor, anySettings } from '../../testing/collect-arbitraries.ts';
import { brandColor, pageColors } from './palette.ts';

it('every text can be read and every shape be seen, whatever the color of the brand', () => {
  fc.assert(
    fc.property(
      anySettings,
      anyColor,
      fc.constantFrom('light' as const, 'dark' as const),
      ({ look }, brand, theme) => {
        const colors = new Map(pageColors(look, brand, theme));
        const ratio = (one: string, other: string) =>
          contrast(colors.get(one) ?? '', colors.get(other) ?? '');
        for (const text of [
          propertyNames.foreground,
          propertyNames.muted,
          propertyNames.accent,
          propertyNames.bad,
        ])
          for (const surface of [propertyNames.background, propertyNames.tint])
            expect(ratio(text, surface)).toBeGreaterThanOrEqual(4.5);
        expect(ratio(propertyNames.foreground, propertyNames.field)).toBeGreaterThanOrEqual(4.5);
        expect(ratio(propertyNames.ink, propertyNames.fill)).toBeGreaterThanOrEqual(4.5);
        expect(ratio(propertyNames.border, propertyNames.background)).toBeGreaterThanOrEqual(3);
        expect(ratio(propertyNames.fill, propertyNames.background)).toBeGreaterThan(1.3);
      },
    ),
  );
});

it('takes the color of the pipeline, else of the business, else ours', () => {
  const { look } = pipelineSettingsSchema.parse({});
  expect(brandColor({ ...look, color: '#112233' }, { color: '#445566' })).toBe('#112233');
  expect(brandColor(look, { color: '#445566' })).toBe('#445566');
  expect(brandColor(look, null)).toMatch(/^#[0-9A-F]{6}$/);
});
