/** The contrast of the chosen colors with their background. Ratios and thresholds: WCAG 2.2, 1.4.3 and 1.4.11. */
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { contrast, readableOn, readableRatio } from '@kindling/design/color';
import { paletteOf, type Theme } from '@kindling/guest/embed/render/palette';

/** The required ratio for graphics. */
const graphicsRatio = 3;
/** The default accent: the renderer adapts it to each theme, so it needs no warning. */
const { accent: defaultAccent } = embedSettingsSchema.parse({});

export interface ContrastIssue {
  color: 'text' | 'accent' | 'stars';
  theme: Theme;
  /** 1 to 21, rounded down to one decimal, so that a ratio just below the threshold does not look sufficient. */
  ratio: number;
  needed: number;
  /** The color that is drawn instead; null when the chosen color is drawn. */
  replacement: string | null;
}

type Colors = Pick<EmbedSettings, 'theme' | 'background' | 'text' | 'line' | 'accent' | 'stars'>;

/** The themes in which visitors may see the embed. */
export function visibleThemes({ theme }: Pick<EmbedSettings, 'theme'>): readonly Theme[] {
  return theme === 'auto' ? ['light', 'dark'] : [theme];
}

export function checkContrast(settings: Colors): ContrastIssue[] {
  return visibleThemes(settings).flatMap((theme) => {
    const { back, fore, accent } = paletteOf(settings, theme);
    return [
      ...(settings.text === null
        ? []
        : [findContrastIssue('text', settings.text, back, readableRatio, fore)]),
      ...(settings.accent === defaultAccent
        ? []
        : [findContrastIssue('accent', settings.accent, back, readableRatio, accent)]),
      findContrastIssue('stars', settings.stars, back, graphicsRatio, null),
    ].flatMap((fault) => (fault === null ? [] : [{ ...fault, theme }]));
  });
}

function findContrastIssue(
  color: ContrastIssue['color'],
  chosen: string,
  back: string,
  needed: number,
  replacement: string | null,
): Omit<ContrastIssue, 'theme'> | null {
  const ratio = contrast(chosen, back);
  return ratio >= needed ? null : { color, ratio: Math.floor(ratio * 10) / 10, needed, replacement };
}

/** A color close to the chosen one in which stars are visible in every theme; null when there is none. */
export function readableStarColor(settings: Colors): string | null {
  const grounds = visibleThemes(settings).map((theme) => paletteOf(settings, theme).back);
  const candidates = grounds.map((ground) => readableOn(settings.stars, ground, graphicsRatio));
  const seen = (color: string) => grounds.every((ground) => contrast(color, ground) >= graphicsRatio);
  return candidates.find(seen)?.toUpperCase() ?? null;
}
