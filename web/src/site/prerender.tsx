/**
 * Writes the public pages beside the built app: `prerender.js <folder of the built app> <addresses of the scripts as
 * JSON>`, run from the project's folder. For each language: `site/<language>/<page>.html`, the landing page as
 * `index.html`, and `404.html`, `500.html`.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages } from '@kindling/contract/constants';
import type { Assets } from './frame.tsx';
import { pages, type SitePage } from './pages.ts';
import { renderErrorPage, renderPage } from './render.tsx';
import { type Fonts, readSheet, sharedSheet } from './styles.ts';

/** Source of a script, from web/src/site, to its address. */
type Scripts = Record<string, string>;

const siteScript = 'client/site.entry.ts';

async function findFonts(out: string): Promise<Fonts | null> {
  const manifest: Record<string, { file: string }> = JSON.parse(
    await readFile(join(out, '.vite/manifest.json'), 'utf8'),
  );
  const find = (name: string) => {
    const entry = Object.entries(manifest).find(([source]) => source.endsWith(`/inter-${name}-wght-normal.woff2`));
    return entry === undefined ? null : `/${entry[1].file}`;
  };
  const [latin, latinExtended] = [find('latin'), find('latin-ext')];
  return latin === null || latinExtended === null ? null : { latin, latinExtended };
}

/** @returns the address of the sheet, which holds a hash of its content. */
async function writeSheet(out: string, name: string, css: string): Promise<string> {
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
  const address = `/assets/${name}-${hash}.css`;
  await mkdir(join(out, 'assets'), { recursive: true });
  await writeFile(join(out, address), css);
  return address;
}

function scriptOf(scripts: Scripts, source: string): string {
  const address = scripts[source];
  if (address === undefined) throw new Error(`The build has no script "${source}".`);
  return address;
}

const fileOf = ({ path }: SitePage) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

async function main(out: string, scripts: Scripts): Promise<void> {
  const fonts = await findFonts(out);
  const assets: Assets = {
    styles: [await writeSheet(out, 'site', await sharedSheet(fonts))],
    scripts: [scriptOf(scripts, siteScript)],
    font: fonts?.latin ?? null,
  };
  const ofPage = new Map<SitePage, Assets>();
  for (const page of pages) {
    const styles = page.css === undefined ? [] : [await writeSheet(out, 'page', await readSheet(page.css))];
    const own = page.script === undefined ? [] : [scriptOf(scripts, page.script)];
    ofPage.set(page, {
      ...assets,
      styles: [...assets.styles, ...styles],
      scripts: [...assets.scripts, ...own],
    });
  }
  for (const language of languages) await writeLanguage(out, language, assets, ofPage);
}

async function writeLanguage(
  out: string,
  language: Language,
  assets: Assets,
  ofPage: ReadonlyMap<SitePage, Assets>,
): Promise<void> {
  const folder = join(out, 'site', language);
  await mkdir(folder, { recursive: true });
  for (const [page, own] of ofPage)
    await writeFile(join(folder, fileOf(page)), renderPage(page, { language, assets: own }));
  await writeFile(join(folder, '404.html'), renderErrorPage('notFound', { language, assets }));
  await writeFile(join(folder, '500.html'), renderErrorPage('failed', { language, assets }));
}

const [, , out, scripts] = process.argv;
if (out === undefined || scripts === undefined)
  throw new Error('Name the folder of the built app and the addresses of the scripts.');
await main(out, JSON.parse(scripts));
