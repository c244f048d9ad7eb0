/** Finds the colors and the font of a page in its markup and style sheets. Pure: nothing is fetched or run. */
import type { SiteLook } from '@kindling/contract/site-look';
import { contrast, readableOn } from '@kindling/design/color';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { attribute, elementsOf, parsePage } from '../parse-page.ts';
import { createAccentScores } from './accent-scores.ts';
import { firstColor } from './css-colors.ts';
import { type Declaration, readDeclarations } from './css-rules.ts';
import { firstOwnFont } from './fonts.ts';
import { createVariables } from './variables.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** Of the embed's default settings. */
const usualStars = '#cc8400';
/** The ground that an embed has unless its settings name another. */
const usualGround = '#ffffff';
/** Contrast of graphics, WCAG 2.2, 1.4.11. */
const graphicsRatio = 3;

/** What the rules of the page itself say; a later one replaces an earlier one. */
interface PageStyles {
  background: string | null;
  text: string | null;
  font: string;
}

/**
 * @param sheets the texts of its style sheets
 * @returns null when it names neither colors nor a font
 * @throws PageTooLargeError
 */
export function findSiteLook(html: string, sheets: readonly string[]): SiteLook | null {
  const elements = elementsOf(parsePage(html));
  const isDark = hasDarkClass(elements);
  const declarations = readAll(elements, sheets).filter(
    ({ selector }) => isDark || !/[.#[="-](dark|night)(?![a-z])/i.test(selector),
  );
  const resolve = createVariables(declarations);
  const page: PageStyles = { background: null, text: null, font: '' };
  const scores = createAccentScores();
  for (const one of declarations) {
    const declaration = { ...one, value: resolve(one.value) };
    readPageStyle(page, declaration);
    scores.add(declaration);
  }
  for (const element of elements) readElement(element, { page, scores, resolve });
  const background = page.background;
  const ground = background ?? usualGround;
  const accent = scores.best(ground) ?? page.text;
  if (accent === null && background === null && page.font === '') return null;
  return {
    theme: contrast(ground, '#ffffff') > contrast(ground, '#000000') ? 'dark' : 'light',
    accent: readableOn(accent ?? readableOn(ground, ground), ground),
    stars: readableOn(usualStars, ground, graphicsRatio),
    background,
    text: page.text === null ? null : readableOn(page.text, ground),
    fontName: page.font,
  };
}

/** Style sheets first: what a builder writes into the page comes after them, and changes them. */
function readAll(elements: readonly Element[], sheets: readonly string[]): Declaration[] {
  const declarations: Declaration[] = [];
  const inPage = elements
    .filter((element) => element.tagName === 'style' && attribute(element, 'media') !== 'print')
    .map(({ childNodes }) => childNodes.map((node) => ('value' in node ? node.value : '')).join(''));
  for (const css of [...sheets, ...inPage]) readDeclarations(css, (one) => declarations.push(one));
  return declarations;
}

function hasDarkClass(elements: readonly Element[]): boolean {
  return elements.some(
    (element) =>
      (element.tagName === 'html' || element.tagName === 'body') &&
      /(^|[\s-])dark($|[\s-])/.test(
        `${attribute(element, 'class') ?? ''} ${attribute(element, 'data-theme') ?? ''}`,
      ),
  );
}

const pageSelectors = new Set(['body', 'html', ':root', 'html body']);
/** Only a page that has this theme is asked for its rules. */
const darkTheme = /\.dark\b|\[data-theme=["']?dark["']?\]/gi;

function readPageStyle(page: PageStyles, { selector, name, value }: Declaration): void {
  if (!selector.split(',').some((one) => pageSelectors.has(one.replace(darkTheme, '').trim().toLowerCase())))
    return;
  if (name === 'background' || name === 'background-color')
    page.background = firstColor(value) ?? page.background;
  if (name === 'color') page.text = firstColor(value) ?? page.text;
  if (name === 'font-family' || name === 'font') page.font = firstOwnFont(value, name) ?? page.font;
}

interface ElementReader {
  page: PageStyles;
  scores: ReturnType<typeof createAccentScores>;
  resolve: (value: string) => string;
}

/** Colors that the markup names: its meta element, attributes of old pages, and `style`. */
function readElement(element: Element, { page, scores, resolve }: ElementReader): void {
  const { tagName } = element;
  if (tagName === 'meta') {
    const isTheme = attribute(element, 'name')?.toLowerCase() === 'theme-color';
    const forDark = attribute(element, 'media')?.includes('dark') === true;
    if (isTheme && !forDark) scores.addThemeColor(firstColor(attribute(element, 'content') ?? ''));
    return;
  }
  if (tagName === 'body')
    page.background = firstColor(attribute(element, 'bgcolor') ?? '') ?? page.background;
  const style = attribute(element, 'style');
  if (style === undefined) return;
  readDeclarations(style.slice(0, 2_000), ({ name, value }) => {
    const declaration = { selector: tagName, name, value: resolve(value) };
    readPageStyle(page, declaration);
    scores.add(declaration);
  });
}
