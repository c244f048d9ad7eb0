/// <reference path="../../css.d.ts" />
/**
 * The style sheet of an embed. Trust rule (SEC-02): by schema, settings are enums, numbers in a range and hex colors;
 * nothing else of the account reaches this text.
 */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import baseRules from './base.embed.css';
import controlsRules from './controls.embed.css';
import { shadowMargin, spacings } from './heights.ts';
import histogramRules from './histogram.embed.css';
import { layoutOf } from './layouts.ts';
import { looks } from './looks.ts';
import { colorVariables, disclosureCss, orOfPage } from './page-styles.ts';
import pagesRules from './pages.embed.css';
import { paletteOf, type Theme } from './palette.tsx';
import photoRules from './photo.embed.css';
import { elementStyle, strutStyle, styleText } from './reserve-length.tsx';
import { hasControls } from './row.tsx';
import { classesIn, joinRules, rulesFor, type StyleRule, type StyleSheet } from './style-rules.ts';
import { usesVisitorTools, visitorToolsRules } from './visitor-tools.tsx';
import writeRules from './write.embed.css';

/** Fonts that every system has, or the site's own: we never load a font. */
const fonts: Record<EmbedSettings['font'], string> = {
  site: 'inherit',
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  humanist: 'Optima,Candara,"Noto Sans",sans-serif',
  geometric: 'Avenir,Montserrat,Corbel,sans-serif',
  rounded: 'ui-rounded,"Arial Rounded MT Bold",Quicksand,sans-serif',
  serif: 'Georgia,"Times New Roman",serif',
  slab: 'Rockwell,"Roboto Slab","Courier New",serif',
  mono: 'ui-monospace,Consolas,monospace',
  hand: '"Segoe Print","Bradley Hand",Chilanka,cursive',
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

/** The start of the first rule of every sheet. */
const frame = `.${classNames.embed}{`;

/** Rules of optional parts, which are sent only when the settings use them. */
const options: readonly [(settings: EmbedSettings) => boolean, readonly StyleRule[]][] = [
  [({ showWrite }) => showWrite, writeRules],
  [({ pageSize }) => pageSize > 0, pagesRules],
  [needsControls, controlsRules],
  [usesVisitorTools, visitorToolsRules],
  [({ photo }) => photo === 'photo', photoRules],
  [({ showHistogram, layout }) => showHistogram || layout === 'summary', histogramRules],
];

/**
 * The style sheet for a shadow root or a page of its own.
 * @param markup of this snapshot, whose unneeded rules are left out; without it, the sheet of every snapshot with these
 * settings
 */
export function renderCss(snapshot: Pick<Snapshot, 'settings' | 'lapsed'>, markup?: string): string {
  const { settings, lapsed } = snapshot;
  const { theme } = settings;
  const { fixed } = layoutOf(snapshot);
  const sheet = sheetOf(snapshot, markup);
  const { declared, inlined } = placeColors(settings, sheet);
  // `all` resets what is inherited from the host page. It must come first in the rule and in the sheet, whose own
  // first rule is that of the frame.
  const reset = `${frame}all:initial;display:block;${frameCss(settings, sheet)}${declared};`;
  const dark = `@media(prefers-color-scheme:dark){${frame}${declarations('dark', colorsOf(settings, 'dark'))}}}`;
  return (
    (fixed ? fixedHost : host) +
    reset +
    writeValues(sheet.text.slice(frame.length), settings, inlined) +
    (theme === 'auto' ? dark : '') +
    (settings.pageStyles ? disclosureCss(settings) : '') +
    // Without anything to show it leaves no hole; the script gives unused room a style of its own, which must not win.
    (lapsed?.links.length === 0 ? `${frame}display:none!important}` : '')
  );
}

/** The sheets of the last embeds, before their settings' values: rules are chosen once and not at each rendering. */
const sheets = new Map<string, StyleSheet>();
const mostSheets = 200;

function sheetOf(snapshot: Pick<Snapshot, 'settings' | 'lapsed'>, markup: string | undefined): StyleSheet {
  const { settings, lapsed } = snapshot;
  const wanted = options.map(([isWanted]) => isWanted(settings));
  const classes = markup === undefined ? undefined : classesIn(markup);
  const key = [settings.layout, settings.look, lapsed !== undefined, ...wanted, classes?.join(' ')].join();
  const known = sheets.get(key);
  if (known !== undefined) return known;
  const parts = options.flatMap(([, rules], index) => (wanted[index] ? rules : []));
  const all = [
    ...baseRules,
    ...parts,
    ...layoutOf(snapshot).rules,
    ...(lapsed ? [] : looks[settings.look].rules),
  ];
  const sheet = joinRules(classes === undefined ? all : rulesFor(classes, all));
  if (sheets.size >= mostSheets) sheets.clear();
  sheets.set(key, sheet);
  return sheet;
}

type Values = readonly (readonly [name: string, value: string])[];

/**
 * A custom property and each use of it cost bytes in every embed, so a color that is used once is written where it is
 * used. A theme that follows the system sets its colors twice and needs them as properties.
 */
function placeColors(settings: EmbedSettings, { uses }: StyleSheet) {
  const theme = settings.theme === 'dark' ? 'dark' : 'light';
  const colors = colorsOf(settings, theme).filter(([name]) => uses.has(name));
  const isInlined = (name: string) => settings.theme !== 'auto' && uses.get(name) === 1;
  return {
    declared: declarations(
      theme,
      colors.filter(([name]) => !isInlined(name)),
    ),
    inlined: new Map(colors.filter(([name]) => isInlined(name))),
  };
}

function declarations(theme: Theme, colors: Values): string {
  return [`color-scheme:${theme}`, ...colors.map(([name, value]) => `${name}:${value}`)].join(';');
}

/** The calculations that the style sheets write with the spacing, as the build prints them. */
const values = new RegExp(
  String.raw`calc\(([\d.]+)em \* var\(${propertyNames.spacing}\)\)|var\((--\w+)\)`,
  'g',
);

/** Writes the settings' numbers and the inlined colors into the rules. */
function writeValues(css: string, settings: EmbedSettings, inlined: ReadonlyMap<string, string>): string {
  const { border, clampLines, radius, shadow, spacing } = settings;
  const gap = spacings[spacing];
  const known = new Map([
    ...inlined,
    [propertyNames.spacing, String(gap)],
    [propertyNames.clampLines, String(clampLines)],
    [propertyNames.radius, orOfPage(settings, 'radius', `${radius}px`)],
    [propertyNames.border, `${border}px`],
    [propertyNames.shadowMargin, `${shadowMargin[shadow]}px`],
  ]);
  // Other shadows are long, and several rules use them.
  if (shadow === 'none') known.set(propertyNames.shadow, 'none');
  return css.replaceAll(values, (use, em: string | undefined, name = '') =>
    em === undefined ? (known.get(name) ?? use) : `${Number((Number(em) * gap).toFixed(3))}em`,
  );
}

function needsControls(settings: EmbedSettings): boolean {
  const { layout } = settings;
  if (layout === 'toast') return settings.autoplay;
  return layout === 'spotlight' || ((layout === 'carousel' || layout === 'marquee') && hasControls(settings));
}

function frameCss(settings: EmbedSettings, sheet: StyleSheet): string {
  const { radius, textSize } = settings;
  const font = orOfPage(settings, 'font', fontFamilyCss(settings));
  const corners = orOfPage(settings, 'radius', `${radius}px`);
  return `font-family:${font};font-size:${textSize}px;border-radius:${corners};${shadowCss(settings, sheet)}`;
}

/** Layouts without a panel apply the shadow to their cards. */
function shadowCss({ shadow }: EmbedSettings, { uses }: StyleSheet): string {
  if (shadow === 'none') return '';
  return `${uses.has(propertyNames.shadow) ? propertyNames.shadow : 'box-shadow'}:${shadows[shadow]};`;
}

/** The schema of a font's name allows nothing that could end the quotes. */
function fontFamilyCss({ font, fontName }: EmbedSettings): string {
  return font === 'named' && fontName !== '' ? `"${fontName}",${fonts.system}` : fonts[font];
}

function colorsOf(settings: EmbedSettings, theme: Theme): Values {
  const { back, fore, muted, line, stars, accent, ink, paper } = paletteOf(settings, theme);
  const colors: Values = [
    [propertyNames.background, back],
    [propertyNames.foreground, fore],
    [propertyNames.muted, muted],
    [propertyNames.line, line],
    [propertyNames.stars, stars],
    [propertyNames.accent, accent],
    [propertyNames.avatarInk, ink],
    [propertyNames.avatarPaper, paper],
  ];
  return colors.map(([name, value]) => {
    const short = value.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3');
    const variable = colorVariables[name];
    return [name, variable === undefined ? short : orOfPage(settings, variable, short)];
  });
}
