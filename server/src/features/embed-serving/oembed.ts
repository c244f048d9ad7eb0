/**
 * oEmbed 1.0 (oembed.com): tells a program that has the address of an embed's page how to show it. Answers for our own
 * addresses only; nothing is fetched.
 */
import { isFixed, type Reserve } from '@kindling/guest/embed/render/reserve';
import { reservedHeightAt } from '@kindling/guest/embed/render/reserve-length';
import { embedTitle } from '@kindling/guest/embed/render/title';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { matchesEtag } from '../../lib/http-headers.ts';
import type { EmbedServingDeps } from './deps.ts';
import { etagOf, type PublishedEmbed } from './formats.ts';
import { revalidatedCache } from './send-response.ts';

type OembedDeps = Pick<EmbedServingDeps, 'store' | 'publicUrl' | 'brand'>;
type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Width in px unless the request sets a smaller maximum. */
const defaultWidth = 600;
/** Width in px that a frame may get on a narrow phone or beside another column, whatever width was requested. */
const narrowWidth = 300;
/** Height in px up to which an embed should be fully visible; a taller one may scroll in a frame that is too low. */
const maxFullHeight = 900;

const types: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  xml: 'text/xml; charset=utf-8',
};

export function mountOembed(app: FastifyInstance, deps: OembedDeps): void {
  app.get<{ Querystring: Query }>('/oembed', { config: { access: 'public' } }, async (request, reply) => {
    reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=60');
    const { url, format = 'json', maxwidth, maxheight } = request.query;
    const type = typeof format === 'string' && Object.hasOwn(types, format) ? types[format] : undefined;
    // Codes from the oEmbed specification: 501 for an unknown format, 404 for an address of another site.
    if (type === undefined)
      return reply.status(501).type('text/plain; charset=utf-8').send('Not implemented');
    const code = parseEmbedUrl(url, deps.publicUrl);
    const published = code === null ? null : await deps.store.get(code).catch(whenUnavailable);
    if (published === 'unavailable') {
      reply.header('cache-control', 'no-store');
      return reply.status(503).type('text/plain; charset=utf-8').send('Not available at the moment');
    }
    // An embed that is fixed in the visitor's window does not fit into a frame.
    if (published === null || isFixed(published.snapshot))
      return reply.status(404).type('text/plain; charset=utf-8').send('Not found');
    const response = toOembedResponse(published, deps, {
      width: parsePixels(maxwidth),
      height: parsePixels(maxheight),
    });
    const body = format === 'xml' ? toXml(response) : JSON.stringify(response);
    const etag = etagOf(Buffer.from(body));
    reply.header('cache-control', revalidatedCache).header('etag', `"${etag}"`);
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return reply.type(type).send(body);
  });
}

function whenUnavailable(error: unknown): 'unavailable' {
  if (error instanceof AppError && error.code === 'unavailable') return 'unavailable';
  throw error;
}

/** The code in the address of an embed's page, with or without a query; null for any other address. */
function parseEmbedUrl(url: string | string[] | undefined, publicUrl: string): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  if (origin !== new URL(publicUrl).origin) return null;
  return /^\/e\/([a-z0-9]{10})$/.exec(pathname)?.[1] ?? null;
}

/** Infinity for a value that is no number of pixels. */
function parsePixels(value: string | string[] | undefined): number {
  return typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY;
}

function toOembedResponse(
  { snapshot, reserve }: Pick<PublishedEmbed, 'snapshot' | 'reserve'>,
  { publicUrl, brand }: OembedDeps,
  max: { width: number; height: number },
) {
  const title = embedTitle(snapshot);
  const width = Math.min(defaultWidth, max.width);
  const height = Math.min(frameHeight(reserve, width), max.height);
  // The frame uses the available width: in WordPress a fixed width would be wider than a phone. WordPress also removes
  // `style`, and without `frameborder` a border would make the frame wider than its container.
  const source = `${publicUrl}/e/${snapshot.code}`;
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: brand.name,
    provider_url: brand.url,
    cache_age: 60,
    width,
    height,
    html: `<iframe src="${source}" title="${escapeHtml(title)}" width="100%" height="${height}" frameborder="0" loading="lazy" style="border:0;max-width:100%"></iframe>`,
  };
}

/**
 * One height for every width, because programs such as WordPress remove our styles and scripts. An embed that fits is
 * fully visible on a phone too, where its disclosure would otherwise be hidden at the bottom; a taller embed gets the height
 * for the requested width.
 */
function frameHeight(reserve: Reserve, width: number): number {
  const wide = reservedHeightAt(reserve, width);
  const full = Math.max(wide, reservedHeightAt(reserve, Math.min(width, narrowWidth)));
  return full <= maxFullHeight ? full : wide;
}

function toXml(response: Readonly<Record<string, string | number>>): string {
  const elements = Object.entries(response).map(
    // XML cannot contain these two characters, plain text can.
    ([name, value]) => `<${name}>${escapeHtml(String(value).replaceAll(/[\uFFFE\uFFFF]/g, ''))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`;
}
