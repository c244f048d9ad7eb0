import { mix, readableOn } from '@kindling/design/color';
import { brandTokens, dark, light } from '@kindling/design/tokens';

/** The colors of a mail in light or dark mode. Every text has a contrast of 4.5:1 on card and background. */
export interface MailPalette {
  ground: string;
  card: string;
  line: string;
  text: string;
  muted: string;
  link: string;
  button: string;
  onButton: string;
  /** Background of quotes and facts. */
  well: string;
  star: string;
  starEmpty: string;
  /** Tile of the logo, in both modes: programs that change colors do not change those of a picture. */
  tile: string;
  onTile: string;
}

/** Light and dark palettes from the design tokens and the operator's color. */
export function mailPalettes(primary: string): { light: MailPalette; dark: MailPalette } {
  const brand = brandTokens(primary);
  const of = (scheme: typeof light, ours: { brand: string; 'on-brand': string; link: string }) => ({
    ground: scheme.canvas,
    card: scheme.surface,
    line: scheme.border,
    text: scheme.text,
    muted: scheme.muted,
    link: readableOn(ours.link, scheme.sunken),
    button: ours.brand,
    onButton: ours['on-brand'],
    well: mix(scheme.surface, scheme.sunken, 0.7),
    star: scheme.star,
    starEmpty: scheme['star-empty'],
    tile: brand.light.brand,
    onTile: brand.light['on-brand'],
  });
  return { light: of(light, brand.light), dark: of(dark, brand.dark) };
}
