/** Builds renderer and client as production does, and serves them beside host pages on two origins. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { ClientName, clientScriptOf } from '../../guest/src/embed/render/client-script.tsx';
import type { renderDocument } from '../../guest/src/embed/render/document.tsx';
import type { renderFragment } from '../../guest/src/embed/render/fragment.tsx';
import type { inLanguage } from '../../guest/src/embed/render/languages.tsx';
import type { renderPicture } from '../../guest/src/embed/render/picture.tsx';
import type { renderEmbed } from '../../guest/src/embed/render/render-embed.tsx';
import type { pastedElement, pastedFrame, reserveHeight } from '../../guest/src/embed/render/reserve.tsx';
import type { reservedHeightAt } from '../../guest/src/embed/render/reserve-length.tsx';
import type { renderLoader, renderPageScript, renderScript } from '../../guest/src/embed/render/script.tsx';
import type { plainText } from '../../guest/src/kit/plain-text.ts';
import type { hostileTexts, tripwire } from '../../guest/src/testing/hostile-text.ts';
import type { makeFigure, makeReview, makeSnapshot } from '../../guest/src/testing/snapshots.ts';
import { guestStyles } from '../../tools/lib/guest-styles.mjs';
import { readPinned } from './pinned-fonts.ts';

type Renderer = {
  clientScriptOf: typeof clientScriptOf;
  renderDocument: typeof renderDocument;
  renderEmbed: typeof renderEmbed;
  renderFragment: typeof renderFragment;
  inLanguage: typeof inLanguage;
  renderPageScript: typeof renderPageScript;
  renderLoader: typeof renderLoader;
  renderPicture: typeof renderPicture;
  renderScript: typeof renderScript;
  reservedHeightAt: typeof reservedHeightAt;
  pastedElement: typeof pastedElement;
  pastedFrame: typeof pastedFrame;
  reserveHeight: typeof reserveHeight;
  plainText: typeof plainText;
  hostileTexts: typeof hostileTexts;
  tripwire: typeof tripwire;
  makeFigure: typeof makeFigure;
  makeReview: typeof makeReview;
  makeSnapshot: typeof makeSnapshot;
};
export type Snapshot = ReturnType<typeof makeSnapshot>;

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = fileURLToPath(new URL('./host-pages/', import.meta.url));

/** The guest's modules as one file: the test runner cannot import style sheets and JSON as they are written. */
async function loadRenderer(): Promise<Renderer> {
  const modules = [
    'embed/render/client-script.tsx',
    'embed/render/document.tsx',
    'embed/render/fragment.tsx',
    'embed/render/languages.tsx',
    'embed/render/picture.tsx',
    'embed/render/render-embed.tsx',
    'embed/render/reserve.tsx',
    'embed/render/reserve-length.tsx',
    'embed/render/script.tsx',
    'kit/plain-text.ts',
    'testing/hostile-text.ts',
    'testing/snapshots.ts',
  ];
  const contents = modules.map((name) => `export * from './guest/src/${name}';`).join('\n');
  const folder = await mkdtemp(join(tmpdir(), 'kindling-embed-'));
  const file = join(folder, 'renderer.mjs');
  try {
    await build({
      stdin: { contents, resolveDir: root, loader: 'ts' },
      bundle: true,
      outfile: file,
      platform: 'node',
      format: 'esm',
      // React is CommonJS and asks for modules of Node.
      banner: {
        js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
      },
      jsx: 'automatic',
      plugins: [guestStyles],
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    return (await import(pathToFileURL(file).href)) as Renderer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Minified client code built from the sources, because an old `dist` must not decide a test. */
async function buildClient(
  name: ClientName | 'frame' | 'loader' | 'page-language' | 'page-events',
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'guest/src/embed/client', `${name}.ts`)],
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'es2020',
    plugins: [guestStyles],
  });
  return outputFiles[0]?.text ?? '';
}

export type Harness = Renderer & {
  /** The script of an embed, and the loader that loads all others from `base`. */
  readonly scriptText: (snapshot: Snapshot) => string;
  readonly loaderText: (base: string) => string;
  /** Address of a host page. */
  readonly page: (name: string) => string;
  readonly origin: string;
  readonly scriptOrigin: string;
  readonly script: (code: string) => string;
  /**
   * The snapshots that the script addresses serve from now on, and nothing else. Pages with one embed show the first;
   * pages with any number show all, one below the other.
   */
  readonly publish: (...snapshots: Snapshot[]) => void;
  /** Delays scripts until the returned function is called, so that the page is painted without the embed first. */
  readonly hold: () => () => void;
  readonly close: () => Promise<void>;
};

async function buildAll() {
  const [
    renderer,
    embed,
    paged,
    moving,
    opening,
    searching,
    arriving,
    frame,
    loader,
    pageLanguage,
    pageEvents,
  ] = await Promise.all([
    loadRenderer(),
    buildClient('embed'),
    buildClient('paged'),
    buildClient('moving'),
    buildClient('opening'),
    buildClient('searching'),
    buildClient('arriving'),
    buildClient('frame'),
    buildClient('loader'),
    buildClient('page-language'),
    buildClient('page-events'),
  ]);
  return {
    renderer,
    clients: { embed, paged, moving, opening, searching, arriving },
    frame,
    loader,
    pageScripts: { pageLanguage, pageEvents },
  };
}
/** The sources do not change during a run of a worker. */
let built: ReturnType<typeof buildAll> | undefined;

export async function startHarness(): Promise<Harness> {
  built ??= buildAll();
  const { renderer, clients, frame, loader, pageScripts } = await built;
  const scriptText = (snapshot: Snapshot): string => {
    const script = renderer.renderScript(snapshot, clients[renderer.clientScriptOf(snapshot)]);
    return renderer.renderPageScript(snapshot, script, pageScripts);
  };
  const published = new Map<string, Snapshot>();
  let gate: Promise<void> = Promise.resolve();

  const embeds = await listen(async (request, response) => {
    await gate;
    const [, kind, name = ''] = (request.url ?? '').split('/');
    const snapshot = published.get(name.replace(/\.js$/, ''));
    if (snapshot === undefined) {
      response.writeHead(404).end();
    } else if (kind === 'f') {
      const { html, csp } = renderer.renderDocument(snapshot, frame);
      const policy = `default-src 'none'; style-src ${csp.style}; script-src ${csp.script}; connect-src 'self'`;
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html);
    } else {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' });
      response.end(scriptText(snapshot));
    }
  });
  const scriptOrigin = originOf(embeds);
  const script = (code: string): string => `${scriptOrigin}/e/${code}.js`;

  const elements = new WeakMap<Snapshot, string>();
  /** Computes the reserve of a snapshot once, however many pages have its element. */
  const pasted = (snapshot: Snapshot): string => {
    const known = elements.get(snapshot);
    const element = known ?? renderer.pastedElement(snapshot.code, renderer.reserveHeight(snapshot));
    elements.set(snapshot, element);
    return element;
  };

  const policies: Readonly<Record<string, string>> = {
    'strict-csp': `default-src 'none'; script-src ${scriptOrigin}; style-src 'self'`,
    'trusted-types': "require-trusted-types-for 'script'; trusted-types 'none'",
  };
  const hosts = await listen(async (request, response) => {
    const path = (request.url ?? '/').slice(1);
    if (path === 'favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    if (path.startsWith('pinned/')) {
      const { type, body } = await readPinned(path.slice('pinned/'.length));
      response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(body);
      return;
    }
    if (/^[\w./-]+\.(css|txt|js)$/.test(path)) {
      const name = path === 'hostile.css' ? 'hostile.css.txt' : path;
      const type = name.endsWith('.js') ? 'text/javascript' : 'text/css';
      response.writeHead(200, { 'content-type': type }).end(await readFile(join(pages, name)));
      return;
    }
    const [main, second] = published.values();
    if (main === undefined) throw new Error('Nothing is published.');
    const bare = ({ code }: Snapshot) => `<kindling-reviews code="${code}"></kindling-reviews>`;
    const loading = ({ code }: Snapshot) => `<script async src="${script(code)}"></script>`;
    const each = (element: (snapshot: Snapshot) => string): string =>
      [...published.values()].map((snapshot) => `${element(snapshot)}${loading(snapshot)}`).join('');
    const parts: Readonly<Record<string, () => string>> = {
      embeds: () => each(pasted),
      bare: () => each(bare),
      first: () => `${pasted(main)}${loading(main)}`,
      second: () => (second === undefined ? '' : `${bare(second)}${loading(second)}`),
      element: () => pasted(main),
      script: () => script(main.code),
    };
    const file = await readFile(join(pages, `${path}.html`), 'utf8');
    const html = file.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`${path}.html asks for {{${name}}}, which does not exist.`);
      return part();
    });
    const policy = policies[path];
    const headers = policy === undefined ? {} : { 'content-security-policy': policy };
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  const origin = originOf(hosts);

  return {
    ...renderer,
    scriptText,
    loaderText: (base) => renderer.renderLoader(base, loader),
    origin,
    scriptOrigin,
    script,
    page: (name) => `${origin}/${name}`,
    publish: (...snapshots) => {
      published.clear();
      for (const snapshot of snapshots) published.set(snapshot.code, snapshot);
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    close: async () => {
      await Promise.all([embeds, hosts].map(stop));
    },
  };
}

async function listen(handler: RequestListener): Promise<Server> {
  const server = createServer((request, response) => {
    Promise.resolve(handler(request, response)).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
