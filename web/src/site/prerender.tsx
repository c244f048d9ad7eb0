/**
 * Writes the public pages beside the built app: `prerender.js <folder of the built app>`, run from the
 * project's folder. The pages are plain HTML with one style sheet and no script.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Assets, Frame, type SiteBrand } from './frame.tsx';
import { Landing } from './landing.tsx';
import { sampleCss } from './sample.tsx';
import { english, type SiteTexts } from './texts.ts';

// locale-keys: site.pages.*

const fontSource = 'inter-latin-wght-normal.woff2';
/** Marks that the server replaces when it reads the pages: brand and year belong to the installation, not the build. */
const brand: SiteBrand = { name: '[[brand.name]]', tagline: '[[brand.tagline]]' };
const year = '[[year]]';

/** Takes comments and needless space out; the sheet is small and plain enough for that to be safe. */
function shrink(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/;}/g, '}')
    .trim();
}

/** The address of the app's own font file, so that both parts of the site share one download. */
async function findFont(out: string): Promise<string | null> {
  const manifest: Record<string, { file: string }> = JSON.parse(
    await readFile(join(out, '.vite/manifest.json'), 'utf8'),
  );
  const entry = Object.entries(manifest).find(([source]) => source.endsWith(fontSource));
  return entry === undefined ? null : `/${entry[1].file}`;
}

async function writeAssets(out: string, texts: SiteTexts): Promise<Assets> {
  const font = await findFont(out);
  const sheet = await readFile(join(process.cwd(), 'web/src/site/site.css'), 'utf8');
  const face =
    font === null
      ? ''
      : `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(${font}) format("woff2")}`;
  const css = face + shrink(sheet) + sampleCss({ texts, brand: brand.name });
  const name = `site-${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`;
  await mkdir(join(out, 'assets'), { recursive: true });
  await writeFile(join(out, 'assets', name), css);
  return { css: `/assets/${name}`, font };
}

/** A review slip that lost its page. */
function Adrift() {
  return (
    <svg className="adrift" width="220" height="130" viewBox="0 0 220 130" aria-hidden="true">
      <ellipse className="off" cx="110" cy="122" rx="64" ry="5" opacity="0.5" />
      <g transform="rotate(-9 70 60)">
        <rect className="paper" x="14" y="26" width="112" height="70" rx="12" />
        <rect className="off" x="30" y="44" width="44" height="8" rx="4" />
        <rect className="off" x="30" y="62" width="80" height="7" rx="3.5" />
        <rect className="off" x="30" y="76" width="56" height="7" rx="3.5" />
      </g>
      <g transform="rotate(7 150 56)">
        <rect className="paper" x="92" y="14" width="112" height="76" rx="12" />
        <circle className="flame" cx="114" cy="37" r="10" />
        <rect className="off" x="132" y="33" width="50" height="8" rx="4" />
        <rect className="off" x="106" y="58" width="84" height="7" rx="3.5" />
        <rect className="off" x="106" y="72" width="40" height="7" rx="3.5" />
      </g>
    </svg>
  );
}

function message(texts: SiteTexts, page: 'notFound' | 'failed') {
  return (
    <section className="wrap part closing alone">
      <Adrift />
      <h1>{texts.pages[page].title}</h1>
      <p className="lead">{texts.pages[page].text}</p>
      <a className="button big" href="/">
        {texts.pages.home}
      </a>
    </section>
  );
}

async function main(out: string): Promise<void> {
  const texts = english;
  const assets = await writeAssets(out, texts);
  const folder = join(out, 'site');
  await mkdir(folder, { recursive: true });
  const common = { texts, brand, assets, language: 'en', year };
  const write = (name: string, page: ReactElement) =>
    writeFile(join(folder, name), `<!doctype html>${renderToStaticMarkup(page)}`);
  await write(
    'index.html',
    <Frame {...common} title={texts.meta.title} description={texts.meta.description}>
      <Landing texts={texts} brand={brand.name} />
    </Frame>,
  );
  for (const [name, page] of [
    ['404.html', 'notFound'],
    ['500.html', 'failed'],
  ] as const) {
    await write(
      name,
      <Frame {...common} hidden title={texts.pages[page].title} description={texts.pages[page].text}>
        {message(texts, page)}
      </Frame>,
    );
  }
}

const out = process.argv[2];
if (out === undefined) throw new Error('Name the folder of the built app.');
await main(out);
