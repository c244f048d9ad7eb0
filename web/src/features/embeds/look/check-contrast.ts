/** How well the chosen colours can be told from their ground. Ratios and thresholds: WCAG 2.2, 1.4.3 and 1.4.11. */
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { contrast, readableOn, readableRatio } from '@kindling/design/colour';
import { paletteOf, type Theme } from '@kindling/guest/embed/render/palette';

/** What is drawn and not written. */
const graphicsRatio = 3;
/** Nobody chose it: it is drawn in each theme as it can be read there, and there is nothing to say about that. */
const { accent: defaultAccent } = embedSettingsSchema.parse({});

export interface ContrastIssue {
  colour: 'text' | 'accent' | 'stars';
  theme: Theme;
  /** 1 to 21, cut after one decimal, so that nothing reads as reached that is not. */
  ratio: number;
  needed: number;
  /** What is drawn in place of the chosen colour; null where the choice is drawn as it is. */
  drawn: string | null;
}

type Colours = Pick<EmbedSettings, 'theme' | 'background' | 'text' | 'line' | 'accent' | 'stars'>;

/** The themes in which visitors may see it. */
export function visibleThemes({ theme }: Pick<EmbedSettings, 'theme'>): readonly Theme[] {
  return theme === 'auto' ? ['light', 'dark'] : [theme];
}

export function checkContrast(settings: Colours): ContrastIssue[] {
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
  colour: ContrastIssue['colour'],
  chosen: string,
  back: string,
  needed: number,
  drawn: string | null,
): Omit<ContrastIssue, 'theme'> | null {
  const ratio = contrast(chosen, back);
  return ratio >= needed ? null : { colour, ratio: Math.floor(ratio * 10) / 10, needed, drawn };
}

/** Stars in nearly the chosen colour that can be seen in every theme; null when no single colour can. */
export function readableStarColour(settings: Colours): string | null {
  const grounds = visibleThemes(settings).map((theme) => paletteOf(settings, theme).back);
  const candidates = grounds.map((ground) => readableOn(settings.stars, ground, graphicsRatio));
  const seen = (colour: string) => grounds.every((ground) => contrast(colour, ground) >= graphicsRatio);
  return candidates.find(seen)?.toUpperCase() ?? null;
}
