/**
 * The gallery's samples in every look. Their style sheets hold no colors: those are custom properties of the stage around a
 * sample, so that the page changes theme and color without a script. A look's other rules come in a file of its own.
 */
import { createHash } from 'node:crypto';
import type { Language } from '@kindling/contract/constants';
import { type LookSettings, lookSettings } from '@kindling/contract/embed-looks';
import {
  type EmbedLayout,
  type EmbedLook,
  type EmbedSettings,
  embedLayouts,
} from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import { flatMarkup } from '@kindling/guest/embed/render/flat-markup';
import { paletteOf } from '@kindling/guest/embed/render/palette';
import { renderEmbed } from '@kindling/guest/embed/render/render-embed';
import { renderCss } from '@kindling/guest/embed/render/styles';
import { liveSnapshot, type SampleTexts } from '../../live/sample-data.ts';

export const galleryThemes = ['light', 'dark'] as const;
export type GalleryTheme = (typeof galleryThemes)[number];

/** Colors to choose for accent and stars, beside the look's own. */
export const galleryColors = {
  green: '#0B7A55',
  red: '#C8102E',
  violet: '#7C3AED',
  orange: '#B45309',
  ink: '#334155',
} as const;

/** The look of the page before a choice. */
export const firstLook: EmbedLook = 'paper';

/** In a corner of the window; small, because a stage is narrower than a window. */
const fixedSettings: Partial<EmbedSettings> = { textSize: 12, side: 'end' };

/** Settings that suit a layout; all others are the look's. */
const layoutSettings: Partial<Record<EmbedLayout, Partial<EmbedSettings>>> = {
  list: { pageSize: 3 },
  grid: { limit: 6, showReplies: false },
  masonry: { limit: 9, sourceTabs: true },
  carousel: { showReplies: false },
  marquee: { showReplies: false, autoplay: true },
  spotlight: { showReplies: false, dots: true, limit: 6 },
  summary: { showHistogram: true, limit: 3 },
  sidebar: { limit: 4, spacing: 'compact', textSize: 14, showReplies: false },
  wall: { showReplies: false },
  floating: fixedSettings,
  toast: { ...fixedSettings, limit: 5, autoplay: true },
  'badge-corner': { ...fixedSettings, side: 'start' },
};

interface InLanguage {
  language: Language;
  texts: SampleTexts;
  brand: string;
}

export function gallerySnapshot(layout: EmbedLayout, name: EmbedLook, shown: InLanguage): Snapshot {
  const look: LookSettings = lookSettings[name];
  // This theme keeps every color a custom property.
  const settings = { ...look, ...layoutSettings[layout], layout, theme: 'auto' as const };
  return liveSnapshot({ ...shown, settings });
}

/** The sheet of a sample in any language, without its colors. */
export function gallerySheet({ settings }: Snapshot): string {
  const css = renderCss({ settings }).replace(/@media\(prefers-color-scheme:dark\)\{\.\w+\{[^}]*\}\}/, '');
  const start = css.indexOf('all:initial');
  const end = css.indexOf('}', start);
  const names = Object.keys(colorsOf(settings, 'light')).join('|');
  const colors = new RegExp(`(?<=;)(?:color-scheme:light|(?:${names}):[^;}]*)(?:;|$)`, 'g');
  return css.slice(0, start) + css.slice(start, end).replace(colors, '') + css.slice(end);
}

function colorsOf(look: Parameters<typeof paletteOf>[0], theme: GalleryTheme): Record<string, string> {
  const { back, fore, muted, line, stars, accent, ink, paper } = paletteOf(look, theme);
  return {
    [propertyNames.background]: back,
    [propertyNames.foreground]: fore,
    [propertyNames.muted]: muted,
    [propertyNames.line]: line,
    [propertyNames.stars]: stars,
    [propertyNames.accent]: accent,
    [propertyNames.avatarInk]: ink,
    [propertyNames.avatarPaper]: paper,
  };
}

/** The colors of a look in both themes and with each color, by what is checked on the page. */
export function colorRules(name: EmbedLook): string {
  const look: LookSettings = lookSettings[name];
  const rule = (conditions: readonly string[], colors: Record<string, string>) => {
    const gallery = `.gallery${conditions.map((id) => `:has(#${id}:checked)`).join('')}`;
    const declarations = Object.entries(colors).map(([property, value]) => `${property}:${value}`);
    return `${gallery} .stage{${declarations.join(';')}}`;
  };
  return galleryThemes
    .flatMap((theme) => {
      const isDark = theme === 'dark' ? ['theme-dark'] : [];
      const chosen = Object.entries(galleryColors).map(([color, accent]) => {
        const { [propertyNames.accent]: shown = accent } = colorsOf({ ...look, accent }, theme);
        return rule([...isDark, `color-${color}`], {
          [propertyNames.accent]: shown,
          [propertyNames.stars]: shown,
        });
      });
      return [rule(isDark, colorsOf(look, theme)), ...chosen];
    })
    .join('');
}

/** What the page's script loads for a look. */
export interface LookFile {
  colors: string;
  css: Partial<Record<EmbedLayout, string>>;
  /** `flatMarkup` where the look has its own. */
  markup: Partial<Record<EmbedLayout, string>>;
}

const knownFiles = new Map<string, { address: string; content: string }>();

/** @returns the address, with a hash of the content, and the content; drawn once per look and language */
export function lookFile(name: EmbedLook, shown: InLanguage): { address: string; content: string } {
  const key = `${name} ${shown.language}`;
  const made = knownFiles.get(key) ?? makeLookFile(name, shown);
  knownFiles.set(key, made);
  return made;
}

function makeLookFile(name: EmbedLook, shown: InLanguage): { address: string; content: string } {
  const file: LookFile = { ...sheetsOf(name, shown), markup: {} };
  for (const layout of embedLayouts) {
    const html = markupOf(layout, name, shown);
    if (html !== markupOf(layout, firstLook, shown)) file.markup[layout] = flatMarkup(html);
  }
  const content = JSON.stringify(file);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return { address: `/assets/look-${name}-${hash}.json`, content };
}

const knownSheets = new Map<EmbedLook, Pick<LookFile, 'colors' | 'css'>>();

/** Without texts, so the same in every language. */
function sheetsOf(name: EmbedLook, shown: InLanguage): Pick<LookFile, 'colors' | 'css'> {
  const known = knownSheets.get(name);
  if (known !== undefined) return known;
  const css = Object.fromEntries(
    embedLayouts.map((layout) => [layout, gallerySheet(gallerySnapshot(layout, name, shown))]),
  );
  const made = { colors: colorRules(name), css };
  knownSheets.set(name, made);
  return made;
}

const knownMarkup = new Map<string, string>();

function markupOf(layout: EmbedLayout, name: EmbedLook, shown: InLanguage): string {
  const key = `${layout} ${name} ${shown.language}`;
  const html = knownMarkup.get(key) ?? renderEmbed(gallerySnapshot(layout, name, shown)).html;
  knownMarkup.set(key, html);
  return html;
}
