/** The style sheets of the public pages as text. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tokensCss } from '@kindling/design/css';
import { sampleCss } from './sample.tsx';

const folder = 'web/src/site';
const own = ['base', 'frame', 'kit', 'pictures', 'prose', 'error'].map((name) => `css/${name}.css`);
const shared = [...own, 'help/help.css'];

/** Addresses of the app's font files, so that app and site share one download. */
export interface Fonts {
  latin: string;
  /** Letters beyond Western Europe's: š, č, ć, ž, đ. The browser loads it only for pages with such a letter. */
  latinExtended: string;
}

/** Removes comments and whitespace. These sheets are simple enough for that to be safe. */
function shrink(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: (?=[^{}]*[;}])/g, ':')
    .replace(/;}/g, '}')
    .trim();
}

/** Reads one of our sheets. @param name from web/src/site. */
export async function readSheet(name: string): Promise<string> {
  return shrink(await readFile(join(process.cwd(), folder, name), 'utf8'));
}

/** The sheet that every page loads: fonts, tokens, frame, kit, help, the sample widget. */
export async function sharedSheet(fonts: Fonts | null): Promise<string> {
  const sheets = await Promise.all(shared.map(readSheet));
  return [fonts === null ? '' : faces(fonts), tokensCss(), ...sheets, sampleCss()].join('');
}

/** `optional`: a late font is used from the next page on, so that no line moves while somebody reads. */
function faces({ latin, latinExtended }: Fonts): string {
  const face = (address: string, range: string) =>
    `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:optional;src:url(${address}) format("woff2");unicode-range:${range}}`;
  return (
    face(latinExtended, 'U+0100-02BA,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0') +
    face(latin, 'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212')
  );
}
