/// <reference path="../../css.d.ts" />
/** Colors of the collection pages: the theme's, and those derived from the brand so that everything can be read. */

import type { PipelineSettings } from '@kindling/contract/pipeline-settings';
import { contrast, mix, readableOn, readableRatio } from '@kindling/design/color';
import { dark, defaultPrimary, light, type Palette } from '@kindling/design/tokens';

type Look = PipelineSettings['look'];
export type PageTheme = 'light' | 'dark';

/** Contrast of shapes that are no text (WCAG 2.2, 1.4.11). */
const shapeRatio = 3;

/** The color that a page is derived from: the pipeline's own, the business's, or ours. */
export function brandColor(look: Look, business: { readonly color: string | null } | null): string {
  return look.color ?? business?.color ?? defaultPrimary;
}

/** Colors at least this dark carry white text and are darkened for it; lighter ones keep their color and carry dark text. */
const darkEnough = 2.4;
/** Below this a surface and the page would look the same. */
const visibleRatio = 1.35;
const white = '#ffffff';

/** A surface in the color of the brand, and its text. */
function filledSurface(brand: string, background: string): { readonly fill: string; readonly ink: string } {
  const visible = readableOn(brand, background, visibleRatio);
  const fill = contrast(visible, white) < darkEnough ? visible : readableOn(visible, white);
  return {
    fill,
    ink: contrast(white, fill) >= readableRatio ? white : readableOn(mix(fill, '#000000', 0.82), fill),
  };
}

/** The custom properties of one theme with their colors. */
export function pageColors(
  look: Look,
  brand: string,
  theme: PageTheme,
): readonly (readonly [string, string])[] {
  const base: Palette = theme === 'dark' ? dark : light;
  const paper = theme === 'dark' ? base.canvas : base.surface;
  const background = look.composition === 'tinted' ? mix(paper, brand, theme === 'dark' ? 0.1 : 0.07) : paper;
  const { fill, ink: onFill } = filledSurface(brand, background);
  const { text, muted, field, bad, surface } = base;
  const ink = readableOn(text, background);
  // The surface of boxes is nearer to the text than the page, so what can be read on it can be read on both.
  const tint = mix(background, ink, 0.05);
  return [
    [propertyNames.background, background],
    [propertyNames.foreground, ink],
    [propertyNames.muted, readableOn(muted, tint)],
    [propertyNames.line, mix(ink, background, 0.86)],
    [propertyNames.border, readableOn(field, tint, shapeRatio)],
    [propertyNames.accent, readableOn(brand, tint)],
    [propertyNames.fill, fill],
    [propertyNames.ink, onFill],
    [propertyNames.field, surface],
    [propertyNames.tint, tint],
    [propertyNames.bad, readableOn(bad, tint)],
  ];
}
