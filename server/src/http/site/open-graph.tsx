/** `/og/<language>/<page>.png` and `/og/logo.png`: rendered at the first request, for existing pages only, and cached. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Language, languages } from '@kindling/contract/constants';
import { sitePageName } from '@kindling/contract/site';
import { BrandMark } from '@kindling/design/brand-mark';
import { brandTokens } from '@kindling/design/tokens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReactElement } from 'react';
import { matchesEtag } from '../../lib/http-headers.ts';
import type { Log } from '../../lib/log.ts';
import type { SiteDocuments } from './documents.ts';
import { imageSize, OpenGraphImage } from './open-graph-image.tsx';
import { fillText } from './placeholders.ts';

const logoSize = 512;
const cacheForOneDay = 'public, max-age=86400';

export interface OpenGraphOptions {
  documents: SiteDocuments;
  /** Address of the installation; the images show its host. */
  publicUrl: string;
  /** Folder of the web build, with the fallback image for systems that cannot render. */
  folder: string;
  log: Log;
  /** Loads the renderer at the first image; the default uses the libraries. */
  loadRenderer?: () => Promise<ImageRenderer>;
}

/** Renders a layout of the given size in px to a PNG. */
export type ImageRenderer = (layout: ReactElement, width: number, height: number) => Promise<Buffer>;

/** The logo image: no text, in the product's own color. */
const fallbackFile = 'og.png';

interface RenderedImage {
  png: Buffer;
  etag: string;
}

export function serveOpenGraphImages(app: FastifyInstance, options: OpenGraphOptions): void {
  const { documents } = options;
  const config = { access: 'public' as const };
  const paint = createSerialRenderer(options);
  const kept = new Map<string, Promise<RenderedImage>>();
  const draw = (key: string, layout: () => [ReactElement, number, number]) => {
    const drawn = kept.get(key) ?? paint(...layout()).then(withEtag);
    kept.set(key, drawn);
    drawn.catch(() => kept.delete(key));
    return drawn;
  };
  const pages = new Map(documents.pages.map((page) => [`${sitePageName(page.path)}.png`, page]));
  app.get<{ Params: { language: string; file: string } }>(
    '/og/:language/:file',
    { config },
    async (request, reply) => {
      const language = languages.find((one) => one === request.params.language);
      const page = pages.get(request.params.file);
      if (language === undefined || page === undefined) return reply.callNotFound();
      const drawn = await draw(`${language} ${page.path}`, () => [
        <OpenGraphImage {...imageText(options, page, language)} key="picture" />,
        imageSize.width,
        imageSize.height,
      ]);
      return sendImage(request, reply, drawn);
    },
  );
  app.get('/og/logo.png', { config }, async (request, reply) => {
    const { brand } = brandTokens(brandColor(documents)).light;
    const drawn = await draw('logo', () => [
      <BrandMark key="logo" size={logoSize} tile={brand ?? brandColor(documents)} />,
      logoSize,
      logoSize,
    ]);
    return sendImage(request, reply, drawn);
  });
}

function brandColor(documents: SiteDocuments): string {
  return documents.placeholders('en')['brand.color'] ?? '';
}

function imageText(
  { documents, publicUrl }: OpenGraphOptions,
  page: SiteDocuments['pages'][number],
  language: Language,
) {
  const placeholders = documents.placeholders(language);
  return {
    brand: placeholders['brand.name'] ?? '',
    title: fillText(page.title[language], placeholders),
    description: fillText(page.description[language], placeholders),
    host: new URL(publicUrl).host,
    color: brandColor(documents),
  };
}

function sendImage(request: FastifyRequest, reply: FastifyReply, { png, etag }: RenderedImage) {
  reply.headers({ 'cache-control': cacheForOneDay, etag: `"${etag}"` });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  // Other sites embed the image in their pages.
  return reply.header('cross-origin-resource-policy', 'cross-origin').type('image/png').send(png);
}

function withEtag(png: Buffer): RenderedImage {
  return { png, etag: createHash('sha256').update(png).digest('base64url').slice(0, 22) };
}

/** Renders one image at a time: each blocks the main thread for about 40 ms, and crawlers request many at once. */
function createSerialRenderer({
  loadRenderer: loadPainter = loadLibraries,
  folder,
  log,
}: OpenGraphOptions): ImageRenderer {
  let painter: Promise<ImageRenderer> | null = null;
  let warned = false;
  let last: Promise<unknown> = Promise.resolve();
  const spare = async (error: unknown) => {
    if (!warned)
      log.warn({ err: error }, 'Link preview images cannot be rendered; all pages use the fallback image');
    warned = true;
    return readFile(join(folder, fallbackFile));
  };
  return (layout, width, height) => {
    painter ??= loadPainter();
    const mine = Promise.all([painter, last])
      .then(([draw]) => draw(layout, width, height))
      .catch(spare);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** The renderer is native code, which is not available on every system. */
async function loadLibraries(): Promise<ImageRenderer> {
  const [{ default: satori }, { Resvg }, fonts] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-js'),
    readFonts(),
  ]);
  return async (layout, width, height) => {
    const svg = await satori(layout, { width, height, fonts });
    return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
  };
}

const weights = [400, 700, 800] as const;
const subsets = { Inter: 'latin', 'Inter Ext': 'latin-ext' } as const;

function readFonts() {
  return Promise.all(
    Object.entries(subsets).flatMap(([name, cut]) =>
      weights.map(async (weight) => {
        const file = import.meta.resolve(`@fontsource/inter/files/inter-${cut}-${weight}-normal.woff`);
        return { name, weight, style: 'normal' as const, data: await readFile(fileURLToPath(file)) };
      }),
    ),
  );
}
