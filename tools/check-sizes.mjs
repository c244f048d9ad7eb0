// `npm run check:sizes`: what a browser has to load, against the budgets of docs/ARCHITECTURE.md, measured on the
// finished build. Sizes do not vary between machines, so they may fail a build; times may not.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { languages } from '../locales/languages.ts';
import { bundleOptions } from './lib/bundle-options.mjs';
import { root } from './lib/paths.mjs';

const KB = 1024;
/** In bytes. The app is measured with gzip, the weaker compression, because a proxy may offer no better one. */
const BUDGETS = {
  widgetScript: 2 * KB,
  /** What a script with the behavior of some layouts only may have beside that of all. */
  specialBehavior: 2 * KB,
  /** The behavior of every layout, in the page of an iframe. */
  frameScript: 3 * KB,
  appScripts: 200 * KB,
  /** What the tour loads beside the app: its scripts and the recorded answers. */
  tour: 100 * KB,
  publicScripts: 20 * KB,
  publicStyles: 20 * KB,
  /** HTML with its CSS, and the script; the logo of the business has 10 KB of its own. */
  collectPage: 12 * KB,
};
/** Its own page has a budget of its own. */
const collect = 'collect.js';
/** Only embeds that move or arrive, or that visitors search, load them, so their behavior has its own budget. */
const special = ['moving.js', 'searching.js', 'arriving.js'];
const frame = 'frame.js';
const web = join(root, 'dist/web');

const brotli = (content) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const gzip = (content) => gzipSync(content, { level: 9 }).length;

function widgetScripts() {
  const folder = join(root, 'dist/guest');
  const sizes = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, brotli(readFileSync(join(folder, name)))]),
  );
  const least = sizes.get('embed.js') ?? 0;
  sizes.delete(collect);
  return [...sizes].map(([name, size]) =>
    special.includes(name)
      ? {
          what: `what ${name} has more than embed.js (brotli)`,
          size: size - least,
          budget: BUDGETS.specialBehavior,
        }
      : {
          what: `widget script ${name} (brotli)`,
          size,
          budget: name === frame ? BUDGETS.frameScript : BUDGETS.widgetScript,
        },
  );
}

/** What a visitor's phone loads of the collection page: the largest of its languages, with every kind of field. */
async function collectionPage() {
  const { build } = await import('esbuild');
  const folder = await mkdtemp(join(root, 'dist/.sizes-'));
  const file = join(folder, 'renderer.js');
  const parts = ['collect/render/collect-page.tsx', 'collect/render/markers.tsx', 'testing/collect-pages.ts'];
  const contents = parts.map((part) => `export * from './guest/src/${part}';`).join('\n');
  try {
    await build({
      ...bundleOptions,
      stdin: { contents, resolveDir: root, loader: 'ts' },
      outfile: file,
      sourcemap: false,
    });
    const { renderCollectPage, fillMarkers, makeCollectPage } = await import(pathToFileURL(file).href);
    const questions = [{ id: 'abcd', text: 'What was missing on your table?' }];
    const page = makeCollectPage({ invited: true, several: true }, { questions });
    // As long as real ones, and as random.
    const random = (length) => randomBytes(length).toString('base64url').slice(0, length);
    const values = { token: random(150), key: random(22), challenge: random(450) };
    const pages = languages.map(
      (language) =>
        gzipSync(fillMarkers(renderCollectPage(page, language, `/${collect}`), values), { level: 9 }).length,
    );
    const size = Math.max(...pages) + brotli(readFileSync(join(root, 'dist/guest', collect)));
    return {
      what: 'collection page, HTML (gzip) and script (brotli)',
      size,
      budget: BUDGETS.collectPage,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The scripts that the app loads before it can show anything: its entry and all static imports. */
function appScripts() {
  const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8'));
  const files = new Set();
  const visit = (name) => {
    const chunk = manifest[name];
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const inner of chunk.imports ?? []) visit(inner);
  };
  for (const [name, chunk] of Object.entries(manifest)) if (chunk.isEntry === true) visit(name);
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  if (scripts.length === 0) throw new Error('The manifest of the web build names no entry script.');
  const size = scripts.reduce((sum, file) => sum + gzip(readFileSync(join(web, file))), 0);
  return { what: 'app, first load, scripts (gzip)', size, budget: BUDGETS.appScripts };
}

/** The chunk that starts the tour with what it alone loads, and the recording. */
function tour() {
  const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8'));
  const sources = ['src/tour/start-tour.ts', 'src/tour/recording.json'];
  const files = sources.map((source) => {
    const file = manifest[source]?.file;
    if (file === undefined) throw new Error(`The web build has no "${source}".`);
    return file;
  });
  const size = files.reduce((sum, file) => sum + gzip(readFileSync(join(web, file))), 0);
  return { what: 'tour, beside the app, script and recording (gzip)', size, budget: BUDGETS.tour };
}

/**
 * Every HTML page except those of the app and the tour, which runs the app: the public pages, with linked and inline files. All languages of a page are
 * measured, and the largest counts.
 */
function publicPages() {
  const pages = readdirSync(web, { recursive: true }).filter(
    (name) => name.endsWith('.html') && !['app.html', 'tour.html'].includes(basename(name)),
  );
  const names = new Set(pages.map((page) => basename(page)));
  if (names.size < 2) throw new Error('The web build has no public pages.');
  return [...names].sort().flatMap((name) => {
    const sizes = pages.filter((page) => basename(page) === name).map(sizesOf);
    const largest = (kind) => Math.max(...sizes.map((size) => size[kind]));
    const what = `page ${name} in ${sizes.length} languages`;
    return [
      { what: `${what}, scripts (brotli)`, size: largest('scripts'), budget: BUDGETS.publicScripts },
      { what: `${what}, styles (brotli)`, size: largest('styles'), budget: BUDGETS.publicStyles },
    ];
  });
}

function sizesOf(page) {
  const html = readFileSync(join(web, page), 'utf8');
  const read = (path) => readFileSync(path);
  const scripts = [
    ...withImports(linked(html, /<script\b[^>]*\bsrc="([^"]+)"/g)).map(read),
    ...[...html.matchAll(/<script\b(?![^>]*\b(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g)].map(
      (match) => match[1],
    ),
  ];
  const styles = [
    ...linked(html, /<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"]+)"/g).map(read),
    // Inline sheets are compressed together, as parts of one document.
    [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1]).join('\n'),
  ];
  const total = (parts) => parts.reduce((sum, part) => sum + brotli(part), 0);
  return { scripts: total(scripts), styles: total(styles) };
}

/** The files of this build that the page links by absolute path. */
function linked(html, pattern) {
  return [...html.matchAll(pattern)].map((match) => {
    const path = join(web, new URL(match[1], 'http://localhost').pathname);
    if (!existsSync(path)) throw new Error(`A public page links ${match[1]}, which is not in the build.`);
    return path;
  });
}

/** The scripts with their static imports; what they load later on demand is not counted. */
function withImports(files) {
  const found = new Set(files);
  // Iterating over a set also visits entries that are added meanwhile.
  for (const file of found) {
    const text = readFileSync(file, 'utf8');
    for (const [, path] of text.matchAll(/\b(?:import|from)\s*"(\.\/[^"]+)"/g))
      found.add(join(file, '..', path));
  }
  return [...found];
}

const results = [...widgetScripts(), await collectionPage(), appScripts(), tour(), ...publicPages()];
for (const { what, size, budget } of results) {
  const line = `${(size / KB).toFixed(1).padStart(7)} KB of ${budget / KB} KB  ${what}`;
  if (size > budget) console.error(`${line}  TOO LARGE`);
  else console.log(line);
}
process.exitCode = results.some(({ size, budget }) => size > budget) ? 1 : 0;
