/**
 * Renders the public pages into the folder of the built app: `prerender.js <folder of the built app> <addresses of
 * the scripts as JSON>`, run in the project's folder. For each language it writes `site/<language>/<page>.html`, the
 * landing page as `index.html`, and `404.html`, `500.html` and `data-deletion.html`. It also writes the looks of the
 * gallery, the screenshots, and `site/pages.json`, from which the server knows the addresses.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Language, languages } from '@kindling/contract/constants';
import { embedLooks } from '@kindling/contract/embed-settings';
import {
  deletionPageName,
  errorPageNames,
  siteManifestFile,
  sitePageFile,
  sitePageName,
} from '@kindling/contract/site';
import type { Assets } from './frame.tsx';
import { styleHashesOf } from './live/live-embed.tsx';
import type { GalleryTexts } from './pages/gallery/gallery.tsx';
import { lookFile } from './pages/gallery/looks.tsx';
import { type AppFiles, tourPage } from './pages/tour.tsx';
import { pages } from './pages.ts';
import {
  manifestOf,
  placeholders,
  renderDeletionPage,
  renderErrorPage,
  renderPage,
  renderTourPage,
} from './render.tsx';
import { screenshotNames, screenshotThemes } from './screenshots/names.ts';
import { screenshotAsset } from './screenshots/screenshot.tsx';
import type { SitePage } from './site-page.ts';
import { type Fonts, readSheet, sharedSheet } from './styles.ts';
import { readTexts, type SiteTexts } from './texts.ts';

/** Address of a script by its source, from web/src/site. */
type Scripts = Record<string, string>;

/** What the build of the app says of its files, by source or chunk. */
type AppManifest = Record<string, { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }>;

const siteScript = 'client/site.entry.ts';

async function readAppManifest(out: string): Promise<AppManifest> {
  return JSON.parse(await readFile(join(out, '.vite/manifest.json'), 'utf8'));
}

/** The entry of the app with everything that it imports at once. */
function findAppFiles(manifest: AppManifest): AppFiles {
  const [name, entry] = Object.entries(manifest).find(([, chunk]) => chunk.isEntry === true) ?? [];
  if (name === undefined || entry === undefined) throw new Error('The build of the app has no entry.');
  const names = new Set([name]);
  // Iterating over a set also visits entries that are added meanwhile.
  for (const one of names) for (const inner of manifest[one]?.imports ?? []) names.add(inner);
  const chunks = [...names].flatMap((one) => manifest[one] ?? []);
  const addresses = (files: readonly string[]) => [...new Set(files)].map((file) => `/${file}`);
  return {
    script: `/${entry.file}`,
    imports: addresses(chunks.slice(1).map(({ file }) => file)),
    styles: addresses(chunks.flatMap(({ css = [] }) => css)),
  };
}

function findFonts(manifest: AppManifest): Fonts | null {
  const find = (name: string) => {
    const entry = Object.entries(manifest).find(([source]) =>
      source.endsWith(`/inter-${name}-wght-normal.woff2`),
    );
    return entry === undefined ? null : `/${entry[1].file}`;
  };
  const [latin, latinExtended] = [find('latin'), find('latin-ext')];
  return latin === null || latinExtended === null ? null : { latin, latinExtended };
}

/** @returns the sheet's address, with a hash of its content. */
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

async function main(out: string, scripts: Scripts): Promise<void> {
  const manifest = await readAppManifest(out);
  const app = findAppFiles(manifest);
  const fonts = findFonts(manifest);
  const assets: Assets = {
    styles: [await writeSheet(out, 'site', await sharedSheet(fonts))],
    scripts: [scriptOf(scripts, siteScript)],
    fonts,
  };
  const ofPage = new Map<SitePage, Assets>();
  for (const page of pages) {
    const sheets = await Promise.all([page.css ?? []].flat().map(readSheet));
    const css = sheets.join('') + (page.madeCss?.() ?? '');
    const styles = css === '' ? [] : [await writeSheet(out, sitePageName(page.path), css)];
    const own = page.script === undefined ? [] : [scriptOf(scripts, page.script)];
    ofPage.set(page, {
      ...assets,
      styles: [...assets.styles, ...styles],
      scripts: [...assets.scripts, ...own],
    });
  }
  const deletionSheet = await writeSheet(out, deletionPageName, await readSheet('pages/data-deletion.css'));
  const deletion = { ...assets, styles: [...assets.styles, deletionSheet] };
  const stylesOf = new Map<string, Set<string>>();
  for (const language of languages) {
    await writeLanguage(out, language, assets, ofPage, stylesOf);
    await writePage(out, deletionPageName, language, renderDeletionPage({ language, assets: deletion }));
    await writePage(out, sitePageName(tourPage.path), language, renderTourPage(app, { language }));
  }
  await writeLooks(out);
  await writeScreenshots(out);
  await writeFile(join(out, siteManifestFile), JSON.stringify(manifestOf(stylesOf)));
}

/** The looks that the gallery loads when they are chosen. */
async function writeLooks(out: string): Promise<void> {
  for (const language of languages) {
    const gallery = readTexts<GalleryTexts>(language, 'site-gallery');
    const site = readTexts<SiteTexts>(language, 'site');
    for (const name of embedLooks) {
      const { address, content } = lookFile(name, {
        language,
        brand: placeholders.brand.name,
        texts: { gallery, site },
      });
      await writeFile(join(out, address), content);
    }
  }
}

async function writeScreenshots(out: string): Promise<void> {
  for (const language of languages)
    for (const name of screenshotNames)
      for (const theme of screenshotThemes) {
        const { address, content } = screenshotAsset(name, language, theme);
        await writeFile(join(out, address), content);
      }
}

async function writePage(out: string, name: string, language: Language, html: string): Promise<void> {
  const file = join(out, sitePageFile(name, language));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, html);
}

async function writeLanguage(
  out: string,
  language: Language,
  assets: Assets,
  ofPage: ReadonlyMap<SitePage, Assets>,
  stylesOf: Map<string, Set<string>>,
): Promise<void> {
  const write = (name: string, html: string) => writePage(out, name, language, html);
  for (const [page, own] of ofPage) {
    const html = renderPage(page, { language, assets: own });
    await write(sitePageName(page.path), html);
    const known = stylesOf.get(page.path) ?? [];
    stylesOf.set(page.path, new Set([...known, ...styleHashesOf(html)]));
  }
  await write(errorPageNames[404], renderErrorPage('notFound', { language, assets }));
  await write(errorPageNames[500], renderErrorPage('failed', { language, assets }));
}

const [, , out, scripts] = process.argv;
if (out === undefined || scripts === undefined)
  throw new Error('Name the folder of the built app and the addresses of the scripts.');
await main(out, JSON.parse(scripts));
