// The same twelve cards on the same page, delivered in five ways: `npm run bench:embed` compares them in the browser.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { renderDocument } from '../../guest/src/embed/render/document.tsx';
import { toEmbedJson } from '../../guest/src/embed/render/embed-json.tsx';
import { renderFragment } from '../../guest/src/embed/render/fragment.tsx';
import { renderEmbed } from '../../guest/src/embed/render/render-embed.tsx';
import { pastedElement, reserveHeight } from '../../guest/src/embed/render/reserve.tsx';
import { renderScript } from '../../guest/src/embed/render/script.tsx';
import { styleConstants } from '../../guest/src/style-names.ts';
import { makeSnapshot } from '../../guest/src/testing/snapshots.ts';
import { root } from '../../tools/lib/paths.mjs';

/** As the product sends it. */
const minutes = 'public, max-age=60, stale-while-revalidate=86400';
const forEver = 'public, max-age=31536000, immutable';
const html = 'text/html; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/**
 * Serves pages and embeds on two origins, compressed beforehand.
 * @returns {Promise<{ ways: Record<string, string>, close(): void }>} addresses of the pages by way
 */
export async function serveEmbedPages() {
  const snapshot = makeSnapshot();
  const embeds = await serve(await embedFiles(snapshot));
  const pages = Object.entries(pagesOf(snapshot, embeds.origin));
  const hosts = await serve(
    Object.fromEntries(pages.map(([way, body]) => [`/${way}`, { type: html, cache: 'no-cache', body }])),
  );
  return {
    ways: Object.fromEntries(pages.map(([way]) => [way, `${hosts.origin}/${way}`])),
    close() {
      for (const { server } of [embeds, hosts]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function embedFiles(snapshot) {
  const client = (name) => readFileSync(join(root, `dist/guest/${name}.js`), 'utf8');
  const { code } = snapshot;
  return {
    [`/e/${code}.js`]: { type: javascript, cache: minutes, body: renderScript(snapshot, client('embed')) },
    [`/e/${code}`]: { type: html, cache: minutes, body: renderDocument(snapshot, client('frame')).html },
    [`/e/${code}.json`]: {
      type: 'application/json',
      cache: minutes,
      body: JSON.stringify(toEmbedJson(snapshot)),
    },
    '/widget.js': { type: javascript, cache: forEver, body: await reactWidget(snapshot) },
  };
}

async function reactWidget(snapshot) {
  const { css } = renderEmbed(snapshot);
  const { outputFiles } = await build({
    entryPoints: [join(root, 'bench/react-widget/widget.tsx')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2020',
    jsx: 'automatic',
    define: { ...styleConstants, 'process.env.NODE_ENV': '"production"', widgetCss: JSON.stringify(css) },
  });
  return outputFiles[0].text;
}

function pagesOf(snapshot, origin) {
  const { code } = snapshot;
  const { html: inside, css } = renderEmbed(snapshot);
  const reserve = reserveHeight(snapshot);
  const script = `<script async src="${origin}/e/${code}.js"></script>`;
  const height = `${reserve.wide}px`;
  return Object.fromEntries(
    Object.entries({
      inline: `<div><style>${css.replace(/^:host\{[^}]*\}/, '')}</style>${inside}</div>`,
      script: pastedElement(code, reserve) + script,
      fragment: renderFragment(snapshot) + script,
      iframe: `<iframe src="${origin}/e/${code}" title="Reviews" style="width:100%;height:${height};border:0"></iframe>`,
      react: `<div id="reviews-widget" data-src="${origin}/e/${code}.json" style="min-height:${height}"></div><script async src="${origin}/widget.js"></script>`,
    }).map(([way, body]) => [way, page(body)]),
  );
}

function page(body) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Salt Quay</title><link rel="icon" href="data:,"><style>body{margin:16px;font-family:system-ui}</style></head>
<body><h1>Our shop</h1><p>Bread and rolls, every day from six.</p>${body}<p>Open every day.</p></body></html>`;
}

function serve(files) {
  const answers = new Map(
    Object.entries(files).map(([path, { type, cache, body }]) => {
      const bytes = brotliCompressSync(body);
      const headers = {
        ...{
          'content-type': type,
          'cache-control': cache,
          'content-encoding': 'br',
          etag: `"${bytes.length}"`,
        },
        ...{ 'content-length': bytes.length, 'access-control-allow-origin': '*', 'timing-allow-origin': '*' },
      };
      return [path, { headers, bytes }];
    }),
  );
  const server = createServer((request, response) => {
    const answer = answers.get(request.url);
    if (answer === undefined) response.writeHead(404).end();
    else if (request.headers['if-none-match'] === answer.headers.etag) response.writeHead(304).end();
    else response.writeHead(200, answer.headers).end(answer.bytes);
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ server, origin: `http://127.0.0.1:${server.address().port}` }),
    ),
  );
}
