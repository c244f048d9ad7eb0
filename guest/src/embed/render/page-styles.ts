/**
 * What an embed opens to the style sheets of the page around it: parts and custom properties. The disclosure has no part,
 * no element around it is one, and it keeps its own colors. Its size is a share of the setting `textSize`, which the page
 * cannot change.
 */
import { type EmbedPart, embedVariables } from '@kindling/contract/embed-page-styles';
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import { paletteOf, type Theme } from './palette.tsx';

const partOf = new Map<string, EmbedPart>([
  [classNames.header, 'header'],
  [classNames.figure, 'figure'],
  [classNames.largeFigure, 'figure'],
  [classNames.figureLine, 'figure'],
  [classNames.badgeRating, 'figure'],
  [classNames.stars, 'stars'],
  [classNames.reviewCard, 'card'],
  [classNames.quoteCard, 'card'],
  [classNames.shortReview, 'card'],
  [classNames.author, 'author'],
  [classNames.authorName, 'name'],
  [classNames.avatar, 'avatar'],
  [classNames.reviewFacts, 'facts'],
  [classNames.reviewText, 'text'],
  [classNames.reply, 'reply'],
  [classNames.writeLink, 'button'],
  [classNames.arrowButton, 'button'],
  [classNames.pauseButton, 'button'],
]);

/** @param html of one embed; a note says how a review came about and is no part either */
export function addParts(html: string): string {
  const [before = '', ...after] = html.split('<footer');
  const withParts = before.replaceAll(/ class="([^"]*)"/g, (whole, list: string) => {
    const names = list.split(' ');
    const part = names.includes(classNames.note)
      ? undefined
      : names.map((name) => partOf.get(name)).find(Boolean);
    return part === undefined ? whole : `${whole} part="${part}"`;
  });
  return [withParts, ...after].join('<footer');
}

type PageVariable = keyof typeof embedVariables;

/** The variable of the page for each of our colors that it can set. */
export const colorVariables: Readonly<Record<string, PageVariable>> = {
  [propertyNames.accent]: 'accent',
  [propertyNames.background]: 'background',
  [propertyNames.foreground]: 'text',
  [propertyNames.line]: 'line',
  [propertyNames.stars]: 'stars',
};

/** A value of the settings; for an embed that the page may style, the page's own where it has one. */
export function orOfPage(
  { pageStyles }: Pick<EmbedSettings, 'pageStyles'>,
  variable: PageVariable,
  value: string,
): string {
  if (!pageStyles) return value;
  const own = `var(${embedVariables[variable]},${value})`;
  // One radius of a bounded length, so that round corners do not cut what is in them.
  return variable === 'radius' ? `min(${own},24px)` : own;
}

/** Not the page's: a font of the page can have letters of no size. */
const ownFont = 'font-family:system-ui,sans-serif';

/** Inherited from a part, each of these could hide the text of a note. */
const plainText =
  'position:relative;z-index:1;visibility:visible;line-height:1.6;letter-spacing:normal;word-spacing:normal;text-indent:0;' +
  'text-shadow:none;text-transform:none;-webkit-text-fill-color:currentColor;-webkit-text-stroke:0';

/**
 * The last rules of the sheet: no color, font or size of the page reaches the disclosure, and no shadow or position of a
 * part covers it. A note says how a review came about, and stands inside a part, whose inherited properties end at it. A
 * page can still clip or move whole parts, as it can the element.
 */
export function disclosureCss(settings: EmbedSettings): string {
  const embed = `.${classNames.embed}`;
  const footer = `${embed} .${classNames.footer}`;
  const note = `${embed} .${classNames.note}`;
  const colors = (theme: Theme) => {
    const { back, muted } = paletteOf(settings, theme);
    return `color:${muted};background:${back}`;
  };
  const own = colors(settings.theme === 'dark' ? 'dark' : 'light');
  const dark = `@media(prefers-color-scheme:dark){${footer}{${colors('dark')}}${note}{${colors('dark')}}}`;
  return (
    `${embed}{isolation:isolate}` +
    `${footer}{position:relative;z-index:2147483647;border-radius:inherit;${ownFont};${own}}` +
    `${note}{${plainText};${ownFont};font-size:${Math.max(12, Math.round(settings.textSize * 0.867))}px;${own}}` +
    `${footer} a:hover{color:inherit}` +
    (settings.theme === 'auto' ? dark : '')
  );
}
