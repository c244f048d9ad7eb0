// `npm run mail-preview`: every mail in every language, as HTML (light and dark, phone and desktop) and as text, on
// http://127.0.0.1:4020 (PORT changes the port). For development: it reads the sources at every request and is not part
// of any build.
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { languages } from '../locales/languages.ts';
import { bundleOptions } from './lib/bundle-options.mjs';
import { homePage, mailPage } from './lib/mail-preview-pages.mjs';
import { root } from './lib/paths.mjs';

const port = Number(process.env.PORT ?? 4020);
/** Inside the project, so that the bundle finds its packages. */
const folder = join(root, 'node_modules/.cache/mail-preview');

let bundles = 0;

/** The templates in their current version. */
async function load() {
  const { build } = await import('esbuild');
  bundles += 1;
  const outfile = join(folder, `mails-${process.pid}-${bundles}.mjs`);
  const entryPoints = [join(root, 'server/src/testing/mail-preview.ts')];
  await build({ ...bundleOptions, entryPoints, outfile, sourcemap: false, loader: { '.json': 'json' } });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(outfile, { force: true });
  }
}

async function answer(url) {
  const { composeSampleMails } = await load();
  const locale = languages.find((one) => one === url.searchParams.get('lng')) ?? 'en';
  const scheme = url.searchParams.get('scheme') === 'dark' ? 'dark' : 'light';
  const color = url.searchParams.get('color') ?? '';
  const mails = composeSampleMails(locale, /^#[0-9a-f]{6}$/i.test(color) ? color : undefined);
  if (url.pathname === '/') return homePage(mails, locale, languages);
  const found = mails.find(({ name }) => name === url.searchParams.get('name'));
  if (found === undefined) return undefined;
  if (url.pathname === '/html') return inScheme(found.mail.html, scheme);
  return url.pathname === '/mail' ? mailPage(found, locale, languages) : undefined;
}

/** The color scheme of a frame cannot be set, so the media queries in the style sheet are replaced. */
function inScheme(html, scheme) {
  return html.replaceAll(
    '(prefers-color-scheme:dark)',
    scheme === 'dark' ? '(min-width:0px)' : '(max-width:0px)',
  );
}

const server = createServer((request, response) => {
  answer(new URL(request.url ?? '/', 'http://preview')).then(
    (html) => {
      response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(html ?? 'There is nothing at this address.');
    },
    (error) => {
      response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(error instanceof Error ? error.stack : String(error));
    },
  );
});
server.once('error', (error) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${port} is taken; set PORT to another.` : error.message);
  process.exitCode = 1;
});
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  console.log(
    `Mails: http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`,
  );
});
