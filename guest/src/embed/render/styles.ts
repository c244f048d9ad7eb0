/// <reference path="../../css.d.ts" />
/**
 * Style sheet of an embed. Trust rule (SEC-02): settings are enums, numbers in a range and hex colours by
 * schema; nothing else of the account reaches this text.
 */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { mix, readableOn } from '@kindling/design/colour';
import baseCss from './base.embed.css';
import controlsCss from './controls.embed.css';
import { spacings } from './heights.ts';
import histogramCss from './histogram.embed.css';
import { layouts } from './layouts.ts';
import { minify } from './minify.ts';
import pagesCss from './pages.embed.css';
import { hasControls } from './row.tsx';
import writeCss from './write.embed.css';

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

/** Names that every system knows, or the site itself: no font is ever loaded by us. */
const fonts: Record<EmbedSettings['font'], string> = {
  site: 'inherit',
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  serif: 'Georgia,"Times New Roman",serif',
  mono: 'ui-monospace,Consolas,monospace',
  named: 'inherit',
};
const shadows: Record<EmbedSettings['shadow'], string> = {
  none: '',
  soft: 'box-shadow:0 1px 2px #0000000f,0 4px 16px #00000014;',
  strong: 'box-shadow:0 2px 4px #0000001a,0 12px 40px #00000033;',
};

const base = minify(baseCss);
/** Nobody loads the rules of parts that the settings leave out. */
const options: readonly [(settings: EmbedSettings) => boolean, string][] = [
  [({ showWrite }) => showWrite, minify(writeCss)],
  [({ pageSize }) => pageSize > 0, minify(pagesCss)],
  [needsControls, minify(controlsCss)],
  [({ showHistogram, layout }) => showHistogram || layout === 'summary', minify(histogramCss)],
];

/** The whole style sheet for a shadow root or a page of its own. */
export function renderCss(settings: EmbedSettings): string {
  const { theme } = settings;
  // A page's own `* { display: … !important }` must not hide the embed; all else of the host stays the page's.
  // What is fixed in the window must not be held by the element, and takes no place in the page.
  const { css, fixed } = layouts[settings.layout];
  const host = `:host{display:block!important${fixed ? '' : ';contain:content'}}`;
  // `all` clears whatever a host page lets in by inheritance; it must come first in the rule and in the sheet.
  const reset = `.r{all:initial;display:block;${frame(settings)}${colours(settings, theme === 'dark' ? 'dark' : 'light')}}`;
  const dark = `@media(prefers-color-scheme:dark){.r{${colours(settings, 'dark')}}}`;
  const parts = options.map(([wanted, css]) => (wanted(settings) ? css : '')).join('');
  return host + reset + base + parts + css + (theme === 'auto' ? dark : '');
}

function needsControls(settings: EmbedSettings): boolean {
  const { layout } = settings;
  return layout === 'spotlight' || ((layout === 'carousel' || layout === 'marquee') && hasControls(settings));
}

function frame(settings: EmbedSettings): string {
  const { textSize, radius, border, clampLines, spacing, shadow } = settings;
  return `font-family:${fontOf(settings)};font-size:${textSize}px;border-radius:var(--r);--r:${radius}px;${shadows[shadow]}--w:${border}px;--n:${clampLines};--g:${spacings[spacing]};`;
}

/** The grammar of a font's name lets nothing end the quotes. */
function fontOf({ font, fontName }: EmbedSettings): string {
  return font === 'named' && fontName !== '' ? `"${fontName}",${fonts.system}` : fonts[font];
}

/** Own colours take the place of the theme's; what must be read stays readable on whatever the background is. */
function colours(settings: EmbedSettings, theme: keyof typeof themes): string {
  const { ink, paper, ...usual } = themes[theme];
  const back = settings.background ?? usual.back;
  const own = settings.background !== null || settings.text !== null;
  const fore = own ? readableOn(settings.text ?? usual.fore, back) : usual.fore;
  const muted = own ? readableOn(mix(fore, back, 0.3), back) : usual.muted;
  const line = settings.line ?? (own ? mix(fore, back, 0.85) : usual.line);
  return `color-scheme:${theme};--b:${back};--f:${fore};--m:${muted};--l:${line};--s:${settings.stars};--a:${readableOn(settings.accent, back)};--c:${ink};--d:${paper}`;
}
