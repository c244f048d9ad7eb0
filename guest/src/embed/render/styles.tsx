/// <reference path="../../css.d.ts" />
/**
 * The style sheet of an embed. Trust rule (SEC-02): by schema, settings are enums, numbers in a range and hex colors;
 * nothing else of the account reaches this text.
 */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import baseCss from './base.embed.css';
import controlsCss from './controls.embed.css';
import { shadowMargin, spacings } from './heights.ts';
import histogramCss from './histogram.embed.css';
import { layoutOf } from './layouts.ts';
import { minify } from './minify.ts';
import pagesCss from './pages.embed.css';
import { paletteOf, type Theme } from './palette.tsx';
import photoCss from './photo.embed.css';
import { elementStyle, strutStyle, styleText } from './reserve-length.tsx';
import { hasControls } from './row.tsx';
import writeCss from './write.embed.css';

/** Fonts that every system has, or the site's own: we never load a font. */
const fonts: Record<EmbedSettings['font'], string> = {
  site: 'inherit',
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  serif: 'Georgia,"Times New Roman",serif',
  mono: 'ui-monospace,Consolas,monospace',
  named: 'inherit',
};
const shadows = {
  soft: '0 1px 2px #0000000f,0 4px 16px #00000014',
  strong: '0 2px 4px #0000001a,0 12px 32px -6px #00000038',
} as const;

/**
 * The element's style in the embed code, for pages that forbid style attributes. A page's own `* { display: …
 * !important }` must not hide the embed; everything else of the element is up to the page, and no rule here may cut
 * its content.
 */
const { display, ...hostStyle } = elementStyle;
const { display: shown, ...strutRest } = strutStyle;
const host = `:host{display:${display}!important;${styleText(hostStyle)}}:host::before{display:${shown};content:". .";${styleText(strutRest)}}`;

/** A fixed layout takes no space in the page. */
const fixedHost = ':host{display:block!important}';

const base = minify(baseCss);
/** Rules of optional parts, which are sent only when the settings use them. */
const options: readonly [(settings: EmbedSettings) => boolean, string][] = [
  [({ showWrite }) => showWrite, minify(writeCss)],
  [({ pageSize }) => pageSize > 0, minify(pagesCss)],
  [needsControls, minify(controlsCss)],
  [({ photo }) => photo === 'photo', minify(photoCss)],
  [({ showHistogram, layout }) => showHistogram || layout === 'summary', minify(histogramCss)],
];

/** The style sheet for a shadow root or a page of its own. */
export function renderCss(snapshot: Pick<Snapshot, 'settings' | 'lapsed'>): string {
  const { settings } = snapshot;
  const { theme } = settings;
  const { css, fixed } = layoutOf(snapshot);
  // `all` resets what is inherited from the host page. It must come first in the rule and in the sheet, whose own
  // first rule is that of the frame.
  const reset = `.r{all:initial;display:block;${frameCss(settings)}${colorProperties(settings, theme === 'dark' ? 'dark' : 'light')};`;
  const dark = `@media(prefers-color-scheme:dark){.r{${colorProperties(settings, 'dark')}}}`;
  const parts = options.map(([wanted, rules]) => (wanted(settings) ? rules : '')).join('');
  return (
    inlineLengths((fixed ? fixedHost : host) + reset + base.slice('.r{'.length) + parts + css, settings) +
    (theme === 'auto' ? dark : '')
  );
}

/** Writes the settings' values into the rules: a custom property and each use of it cost bytes in every embed. */
function inlineLengths(css: string, { border, clampLines, radius, spacing }: EmbedSettings): string {
  const gap = spacings[spacing];
  return css
    .replaceAll(/calc\(([\d.]+)em\*var\(--g\)\)/g, (_, em) => `${Number((em * gap).toFixed(3))}em`)
    .replaceAll('var(--g)', String(gap))
    .replaceAll('var(--n)', String(clampLines))
    .replaceAll('var(--r)', `${radius}px`)
    .replaceAll('var(--w)', `${border}px`);
}

function needsControls(settings: EmbedSettings): boolean {
  const { layout } = settings;
  return layout === 'spotlight' || ((layout === 'carousel' || layout === 'marquee') && hasControls(settings));
}

function frameCss(settings: EmbedSettings): string {
  const { textSize, shadow } = settings;
  return `font-family:${fontFamilyCss(settings)};font-size:${textSize}px;border-radius:var(--r);${shadowCss(shadow)}`;
}

/** Layouts without a panel apply the shadow to their cards. */
function shadowCss(shadow: EmbedSettings['shadow']): string {
  return shadow === 'none' ? '' : `box-shadow:var(--o);--o:${shadows[shadow]};--e:${shadowMargin[shadow]}px;`;
}

/** The schema of a font's name allows nothing that could end the quotes. */
function fontFamilyCss({ font, fontName }: EmbedSettings): string {
  return font === 'named' && fontName !== '' ? `"${fontName}",${fonts.system}` : fonts[font];
}

function colorProperties(settings: EmbedSettings, theme: Theme): string {
  const { back, fore, muted, line, stars, accent, ink, paper } = paletteOf(settings, theme);
  return `color-scheme:${theme};--b:${back};--f:${fore};--m:${muted};--l:${line};--s:${stars};--a:${accent};--c:${ink};--d:${paper}`;
}
