/** How well the chosen colours can be told from their ground. Ratios and thresholds: WCAG 2.2, 1.4.3 and 1.4.11. */
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { contrast, readableOn, readableRatio } from '@kindling/design/colour';
import { paletteOf, type Theme } from '@kindling/guest/embed/render/palette';

/** What is drawn and not written. */
const drawnRatio = 3;
/** Nobody chose it: it is drawn in each theme as it can be read there, and there is nothing to say about that. */
const { accent: usualAccent } = embedSettingsSchema.parse({});

export interface ContrastFault {
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
export function shownThemes({ theme }: Pick<EmbedSettings, 'theme'>): readonly Theme[] {
  return theme === 'auto' ? ['light', 'dark'] : [theme];
}

export function checkContrast(settings: Colours): ContrastFault[] {
  return shownThemes(settings).flatMap((theme) => {
    const { back, fore, accent } = paletteOf(settings, theme);
    return [
      ...(settings.text === null ? [] : [judge('text', settings.text, back, readableRatio, fore)]),
      ...(settings.accent === usualAccent
        ? []
        : [judge('accent', settings.accent, back, readableRatio, accent)]),
      judge('stars', settings.stars, back, drawnRatio, null),
    ].flatMap((fault) => (fault === null ? [] : [{ ...fault, theme }]));
  });
}

function judge(
  colour: ContrastFault['colour'],
  chosen: string,
  back: string,
  needed: number,
  drawn: string | null,
): Omit<ContrastFault, 'theme'> | null {
  const ratio = contrast(chosen, back);
  return ratio >= needed ? null : { colour, ratio: Math.floor(ratio * 10) / 10, needed, drawn };
}

/** Stars in nearly the chosen colour that can be seen in every theme; null when no single colour can. */
export function visibleStars(settings: Colours): string | null {
  const grounds = shownThemes(settings).map((theme) => paletteOf(settings, theme).back);
  const candidates = grounds.map((ground) => readableOn(settings.stars, ground, drawnRatio));
  const seen = (colour: string) => grounds.every((ground) => contrast(colour, ground) >= drawnRatio);
  return candidates.find(seen)?.toUpperCase() ?? null;
}
