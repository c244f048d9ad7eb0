/** The colours of an embed: those of its theme, or the account's own where they can be read. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { mix, readableOn } from '@kindling/design/colour';

/** Surface colours of a theme; `ink` and `paper` are lightness and saturation of the avatars. */
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

/** Own colours take the place of the theme's; what must be read stays readable on whatever the background is. */
export function paletteOf(settings: EmbedSettings, theme: Theme) {
  const { ink, paper, ...usual } = themes[theme];
  const back = settings.background ?? usual.back;
  const own = settings.background !== null || settings.text !== null;
  const fore = own ? readableOn(settings.text ?? usual.fore, back) : usual.fore;
  const muted = own ? readableOn(mix(fore, back, 0.3), back) : usual.muted;
  const line = settings.line ?? (own ? mix(fore, back, 0.85) : usual.line);
  const accent = readableOn(settings.accent, back);
  return { back, fore, muted, line, stars: settings.stars, accent, ink, paper };
}

export type Palette = ReturnType<typeof paletteOf>;
