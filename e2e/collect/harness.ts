/** Builds renderer and script as production does, and serves the collection page with a server that answers as ours does. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { CollectPage, VisitorForm } from '../../contract/src/collect-page.ts';
import type { PipelineSettings } from '../../contract/src/pipeline-settings.ts';
import type { renderCollectPage } from '../../guest/src/collect/render/collect-page.tsx';
import type { collectPolicy } from '../../guest/src/collect/render/csp.tsx';
import type { renderHowWeAsk } from '../../guest/src/collect/render/how-we-ask.tsx';
import type { renderLocationChoice } from '../../guest/src/collect/render/location-choice.tsx';
import type { fillMarkers } from '../../guest/src/collect/render/markers.tsx';
import type { renderPlainLinks } from '../../guest/src/collect/render/plain-links.tsx';
import type { renderProfile } from '../../guest/src/collect/render/profile-page.tsx';
import type { renderWithdrawPage } from '../../guest/src/collect/render/withdraw-page.tsx';
import type { makeCollectPage, makeHowWeAsk, makeProfile } from '../../guest/src/testing/collect-pages.ts';
import { guestStyles } from '../../tools/lib/guest-styles.mjs';

type Renderer = {
  renderCollectPage: typeof renderCollectPage;
  renderHowWeAsk: typeof renderHowWeAsk;
  renderLocationChoice: typeof renderLocationChoice;
  renderPlainLinks: typeof renderPlainLinks;
  renderProfile: typeof renderProfile;
  renderWithdrawPage: typeof renderWithdrawPage;
  collectPolicy: typeof collectPolicy;
  fillMarkers: typeof fillMarkers;
  makeCollectPage: typeof makeCollectPage;
  makeHowWeAsk: typeof makeHowWeAsk;
  makeProfile: typeof makeProfile;
};
type Language = Parameters<typeof renderCollectPage>[1];

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The guest's modules as one file: the test runner cannot import style sheets and JSON as they are written. */
async function loadRenderer(): Promise<Renderer> {
  const names = [
    'collect-page',
    'csp',
    'how-we-ask',
    'location-choice',
    'markers',
    'plain-links',
    'profile-page',
  ];
  const modules = [
    ...[...names, 'withdraw-page'].map((name) => `collect/render/${name}.tsx`),
    'testing/collect-pages.ts',
  ];
  const contents = modules.map((name) => `export * from './guest/src/${name}';`).join('\n');
  const folder = await mkdtemp(join(tmpdir(), 'kindling-collect-'));
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

/** The script built from its source, because an old `dist` must not decide a test. */
async function buildScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'guest/src/collect/client/collect.ts')],
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

/** The sources do not change during a run of a worker. */
let built: Promise<[Renderer, string]> | undefined;

/** One form as it arrived, in the order of arrival. */
export type Received = Record<string, string>;
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

export type Harness = Renderer & {
  readonly origin: string;
  /** The forms that were stored, each key and step once. */
  readonly stored: Received[];
  /** Every request with a form, stored or not. */
  readonly received: Received[];
  /** When a new token was given, and when each form arrived; in milliseconds. */
  readonly times: { renewed: number; received: number[] };
  /** Identifiers of counted clicks. */
  readonly clicks: string[];
  /** The page that is served at `/q/<code>` from now on, in the language of `?lng=` or the one given. */
  readonly publish: (page: CollectPage, language?: Language) => void;
  /** A document that is served at any path. */
  readonly put: (path: string, html: string) => void;
  /** Answers the next forms with this; null stores them. */
  readonly answer: (next: ((form: Received) => Answer | null) | null) => void;
  readonly close: () => Promise<void>;
};

const settled: Answer = { status: 200 };

/** A challenge as altcha-lib makes it, unsigned, whose solution is known. */
export const counter = 500;
const [salt, nonce] = [randomBytes(16), randomBytes(16)];
const count = Buffer.alloc(4);
count.writeUInt32BE(counter);
const target = createHash('sha256')
  .update(Buffer.concat([salt, nonce, count]))
  .digest('hex');
const challenge = JSON.stringify({
  parameters: {
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    keyPrefix: target.slice(0, 32),
  },
});

export async function startHarness(): Promise<Harness> {
  built ??= Promise.all([loadRenderer(), buildScript()]);
  const [renderer, script] = await built;
  const stored: Received[] = [];
  const received: Received[] = [];
  const times = { renewed: 0, received: [] as number[] };
  const clicks: string[] = [];
  const documents = new Map<string, string>();
  let page: CollectPage = renderer.makeCollectPage();
  let language: Language = 'en';
  let rule: ((form: Received) => Answer | null) | null = null;
  let keys = 0;

  const newKey = () => {
    keys += 1;
    return `key-of-a-visit-${String(keys).padStart(4, '0')}`;
  };
  const fill = (html: string, key = newKey()) =>
    renderer.fillMarkers(html, { token: 'token-of-the-harness-0001', key, challenge, path: '' });
  const send = (response: ServerResponse, html: string) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': renderer.collectPolicy(html),
    });
    response.end(html);
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://harness');
    const wanted = (url.searchParams.get('lng') ?? language) as Language;
    const isCall = request.headers.accept === 'application/json';
    const document = documents.get(url.pathname);
    if (url.pathname === '/collect.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    } else if (url.pathname.endsWith('/click')) {
      clicks.push(url.searchParams.get('destination') ?? (await bodyOf(request)));
      response.writeHead(204).end();
    } else if (document !== undefined) {
      send(response, document);
    } else if (request.method === 'POST' && request.headers.origin !== `http://${request.headers.host}`) {
      // As ours: a form of another site, or of a page that hides where it is from, is refused.
      response.writeHead(403).end();
    } else if (request.method === 'POST') {
      await store(Object.fromEntries(new URLSearchParams(await bodyOf(request))), isCall, response);
    } else if (isCall) {
      times.renewed = Date.now();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ token: 'token-of-the-harness-0002', challenge }));
    } else if (url.pathname === page.path) {
      send(response, fill(renderer.renderCollectPage(page, wanted, '/collect.js')));
    } else {
      response.writeHead(url.pathname === '/favicon.ico' ? 204 : 404).end();
    }
  }

  async function store(form: Received, isCall: boolean, response: ServerResponse): Promise<void> {
    received.push(form);
    times.received.push(Date.now());
    const { status, body, headers } = rule?.(form) ?? settled;
    const withdrawUrl = `/w/${form.key}`;
    if (status === 200 && !stored.some(({ key, step }) => key === form.key && step === form.step))
      stored.push(form);
    if (isCall) {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body ?? (status === 200 ? { stored: true, withdrawUrl } : {})));
      return;
    }
    const sent = form.step === 'rate' ? null : (form.step as Exclude<VisitorForm['step'], 'rate'>);
    const rating = /^\d$/.test(form.rating ?? '') ? Number(form.rating) : (form.rating as 'up' | 'down');
    const returned = { form: form.step as VisitorForm['step'], fault: 'refused', values: form } as const;
    const next: CollectPage = {
      ...page,
      step: status === 200 && sent !== null ? 'thanks' : 'answer',
      sent: status === 200 ? sent : null,
      rating,
      withdrawUrl,
      returned: status === 200 ? null : returned,
    };
    send(response, fill(renderer.renderCollectPage(next, form.lng as Language, '/collect.js'), form.key));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...renderer,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored,
    received,
    times,
    clicks,
    publish: (next, inLanguage = 'en') => {
      page = next;
      language = inLanguage;
    },
    put: (path, html) => documents.set(path, html),
    answer: (next) => {
      rule = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

export type { CollectPage, Language, PipelineSettings };
