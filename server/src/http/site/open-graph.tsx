/** `/og/<language>/<page>.png` and `/og/logo.png`: drawn when first asked for, for pages that exist, and kept. */

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
  /** Of the installation; its host stands on the pictures. */
  publicUrl: string;
  /** Of the web build, which holds the picture for systems that cannot draw. */
  folder: string;
  log: Log;
  /** Draws a layout; left out, by the libraries, which are loaded with the first picture. */
  loadRenderer?: () => Promise<ImageRenderer>;
}

/** Draws a layout of the given size in px as a PNG. */
export type ImageRenderer = (layout: ReactElement, width: number, height: number) => Promise<Buffer>;

/** Without any words, in the product's own colour. */
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
  const marks = documents.placeholders(language);
  return {
    brand: marks['brand.name'] ?? '',
    title: fillText(page.title[language], marks),
    description: fillText(page.description[language], marks),
    host: new URL(publicUrl).host,
    color: brandColor(documents),
  };
}

function sendImage(request: FastifyRequest, reply: FastifyReply, { png, etag }: RenderedImage) {
  reply.headers({ 'cache-control': cacheForOneDay, etag: `"${etag}"` });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  // Feeds of other sites show it in their pages.
  return reply.header('cross-origin-resource-policy', 'cross-origin').type('image/png').send(png);
}

function withEtag(png: Buffer): RenderedImage {
  return { png, etag: createHash('sha256').update(png).digest('base64url').slice(0, 22) };
}

/** One picture at a time: each takes some 40 ms of the only thread, and a crawler asks for many at once. */
function createSerialRenderer({
  loadRenderer: loadPainter = loadLibraries,
  folder,
  log,
}: OpenGraphOptions): ImageRenderer {
  let painter: Promise<ImageRenderer> | null = null;
  let told = false;
  let last: Promise<unknown> = Promise.resolve();
  const spare = async (error: unknown) => {
    if (!told)
      log.warn({ err: error }, 'Pictures for previews of links cannot be drawn; all pages share one');
    told = true;
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

/** The renderer is native code, which not every system has. */
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
