/// <reference path="../../css.d.ts" />
/**
 * Style sheet of an embed. Trust rule (SEC-02): settings are enums, numbers in a range and hex colours by
 * schema; nothing else of the account reaches this text.
 */
import type { EmbedSettings } from '@kindling/contract/embeds';
import { readableOn } from '@kindling/design/colour';
import baseCss from './base.css';
import carouselCss from './carousel.css';

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

/** The system's own face: no font is ever loaded. */
const systemFont = 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif';

const base = minify(baseCss);
/** What a layout needs on top: nobody loads the rules of another one. */
const more: Record<EmbedSettings['layout'], string> = { list: '', carousel: minify(carouselCss) };

/** The whole style sheet for a shadow root or a page of its own. */
export function renderCss(settings: EmbedSettings): string {
  const { theme } = settings;
  const font = settings.font === 'site' ? 'inherit' : systemFont;
  // A page's own `* { display: … !important }` must not hide the embed; all else of the host stays the page's.
  const host = ':host{display:block!important;contain:content}';
  // `all` clears whatever a host page lets in by inheritance; it must come first in the rule and in the sheet.
  const reset = `.r{all:initial;display:block;font-family:${font};font-size:${settings.textSize}px;border-radius:${settings.radius}px;--s:${settings.stars};--n:${settings.clampLines};${colours(theme === 'dark' ? 'dark' : 'light', settings.accent)}}`;
  const dark = `@media(prefers-color-scheme:dark){.r{${colours('dark', settings.accent)}}}`;
  return host + reset + base + more[settings.layout] + (theme === 'auto' ? dark : '');
}

function colours(theme: keyof typeof themes, accent: string): string {
  const { back, fore, muted, line, ink, paper } = themes[theme];
  return `color-scheme:${theme};--b:${back};--f:${fore};--m:${muted};--l:${line};--a:${readableOn(accent, back)};--c:${ink};--d:${paper}`;
}

/** Takes comments and blanks out of a style sheet of ours (no strings, no urls, no calc in it). */
function minify(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>+]) ?/g, '$1')
    .replaceAll(/: (?=[^{}]*[;}])/g, ':')
    .replaceAll(';}', '}')
    .replaceAll(/(?<=[ :(-])0\./g, '.')
    .trim();
}
