/** The colors of an embed: the theme's, the owner's, and corrections so that text is readable. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { mix, readableOn } from '@kindling/design/color';

/** Surface colors of a theme; `ink` and `paper` are saturation and lightness of the avatars. */
const themes = {
  light: {
    back: '#ffffff',
    fore: '#1b2330',
    muted: '#5a6473',
    line: '#e3e6eb',
    ink: '35% 30%',
    paper: '42% 93%',
  },
  dark: {
    back: '#171a21',
    fore: '#eceef2',
    muted: '#a4acb9',
    line: '#323845',
    ink: '45% 82%',
    paper: '22% 25%',
  },
} as const;
export type Theme = keyof typeof themes;

/** The owner's colors replace the theme's; text stays readable on any background. */
export function paletteOf(
  {
    background,
    text,
    line,
    accent,
    stars,
  }: Pick<EmbedSettings, 'background' | 'text' | 'line' | 'accent' | 'stars'>,
  theme: Theme,
) {
  const { ink, paper, ...usual } = themes[theme];
  const back = background ?? usual.back;
  const own = background !== null || text !== null;
  const fore = own ? readableOn(text ?? usual.fore, back) : usual.fore;
  return {
    back,
    fore,
    muted: own ? readableOn(mix(fore, back, 0.3), back) : usual.muted,
    line: line ?? (own ? mix(fore, back, 0.85) : usual.line),
    stars,
    accent: readableOn(accent, back),
    ink,
    paper,
  };
}

export type Palette = ReturnType<typeof paletteOf>;
