/**
 * oEmbed 1.0 (oembed.com): tells programs that were given the address of an embed's page how to show it. For our own
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

/** Width in px where nobody asks for less. */
const defaultWidth = 600;
/** Width in px of a frame beside another column or on a narrow phone, whatever width was asked for on the way there. */
const narrowWidth = 300;
/** Height in px of what is seen as a whole; what is taller scrolls in a frame whose height is wrong. */
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
    // The specification's own codes: 501 for a format, 404 for an address that is not ours.
    if (type === undefined)
      return reply.status(501).type('text/plain; charset=utf-8').send('Not implemented');
    const code = parseEmbedUrl(url, deps.publicUrl);
    const published = code === null ? null : await deps.store.get(code).catch(whenUnavailable);
    if (published === 'away') {
      reply.header('cache-control', 'no-store');
      return reply.status(503).type('text/plain; charset=utf-8').send('Not available at the moment');
    }
    // What stands in the visitor's window has no room in a frame.
    if (published === null || isFixed(published.snapshot))
      return reply.status(404).type('text/plain; charset=utf-8').send('Not found');
    const answer = toOembedResponse(published, deps, {
      width: parsePixels(maxwidth),
      height: parsePixels(maxheight),
    });
    const body = format === 'xml' ? toXml(answer) : JSON.stringify(answer);
    const etag = etagOf(Buffer.from(body));
    reply.header('cache-control', revalidatedCache).header('etag', `"${etag}"`);
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return reply.type(type).send(body);
  });
}

function whenUnavailable(error: unknown): 'away' {
  if (error instanceof AppError && error.code === 'unavailable') return 'away';
  throw error;
}

/** The code in the address of an embed's page, whatever query follows it; null for any other address. */
function parseEmbedUrl(url: string | string[] | undefined, publicUrl: string): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  if (origin !== new URL(publicUrl).origin) return null;
  return /^\/e\/([a-z0-9]{10})$/.exec(pathname)?.[1] ?? null;
}

/** A limit that is no number of pixels limits nothing. */
function parsePixels(value: string | string[] | undefined): number {
  return typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY;
}

function toOembedResponse(
  { snapshot, reserve }: Pick<PublishedEmbed, 'snapshot' | 'reserve'>,
  { publicUrl, brand }: OembedDeps,
  most: { width: number; height: number },
) {
  const title = embedTitle(snapshot);
  const width = Math.min(defaultWidth, most.width);
  const height = Math.min(frameHeight(reserve, width), most.height);
  // The frame takes the width that is there, as what asks for a fixed one is wider than a phone in WordPress, which also
  // takes the style away: without `frameborder` the frame would have a border that makes it wider than its place.
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
 * One height serves every width, since programs such as WordPress keep neither style nor script of ours. What is seen as
 * a whole is whole on a phone too, because its disclosure would be out of sight below; what is taller goes by the width.
 */
function frameHeight(reserve: Reserve, width: number): number {
  const wide = reservedHeightAt(reserve, width);
  const whole = Math.max(wide, reservedHeightAt(reserve, Math.min(width, narrowWidth)));
  return whole <= maxFullHeight ? whole : wide;
}

function toXml(answer: Readonly<Record<string, string | number>>): string {
  const elements = Object.entries(answer).map(
    // The two characters are the ones that XML cannot hold and plain text may.
    ([name, value]) => `<${name}>${escapeHtml(String(value).replaceAll(/[\uFFFE\uFFFF]/g, ''))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`;
}
