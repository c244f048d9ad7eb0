/**
 * Renders an embed in all its formats. The formats for pages are rendered and compressed with each change; the others
 * (structured data, pictures) with the first request after a change.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Snapshot } from '@kindling/contract/embeds';
import { allowedSitesOf, frameAncestors } from '@kindling/guest/embed/render/allowed-sites';
import { type ClientScripts, clientScriptOf } from '@kindling/guest/embed/render/client-script';
import { renderDocument } from '@kindling/guest/embed/render/document';
import { toEmbedJson } from '@kindling/guest/embed/render/embed-json';
import { renderFragment } from '@kindling/guest/embed/render/fragment';
import { renderPicture } from '@kindling/guest/embed/render/picture';
import { renderEmbed } from '@kindling/guest/embed/render/render-embed';
import type { Reserve } from '@kindling/guest/embed/render/reserve';
import { renderSchema } from '@kindling/guest/embed/render/schema';
import { type PageScripts, renderPageScript, renderScript } from '@kindling/guest/embed/render/script';
import { ownBytes } from '../../lib/own-bytes.ts';
import { renderPng } from './render-png.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A rendered format with everything that a response needs. */
export interface Representation {
  body: Buffer;
  /** Null for a format that is already compressed, such as PNG. */
  brotli: Buffer | null;
  gzip: Buffer | null;
  etag: string;
  type: string;
  /** Content-Security-Policy of formats that a browser can open as a page. */
  policy?: string;
}

export const prerenderedFormats = ['script', 'document', 'json', 'fragment'] as const;
export type PrerenderedFormat = (typeof prerenderedFormats)[number];
export type OnDemandFormat = 'schema' | 'svg' | 'png' | 'png2x';
export type EmbedFormat = PrerenderedFormat | OnDemandFormat;
export type PrerenderedEmbed = Record<PrerenderedFormat, Representation>;

/** The built scripts that the formats include. */
export interface BuiltScripts {
  clientScripts: ClientScripts;
  frameScript: string;
  pageScripts: PageScripts;
}

export interface PublishedEmbed extends PrerenderedEmbed {
  hash: string;
  snapshot: Snapshot;
  /** The height that its pasted code reserves. */
  reserve: Reserve;
  /** Hosts that may show it; null allows all. */
  sites: readonly string[] | null;
  /** Renders with the first call and then returns the same result. Null if this embed has no such format. */
  renderOnDemand(format: OnDemandFormat): Promise<Representation | null>;
}

export const mediaTypes: Readonly<Record<EmbedFormat, string>> = {
  script: 'text/javascript; charset=utf-8',
  document: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  fragment: 'text/html; charset=utf-8',
  schema: 'application/ld+json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  png2x: 'image/png',
};

/** Opened as a page, a picture or fragment may run and load nothing; its style element is our own. */
const staticContentPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export async function renderFormats(
  snapshot: Snapshot,
  reserve: Reserve,
  scripts: BuiltScripts,
): Promise<PrerenderedEmbed> {
  const embed = renderEmbed(snapshot);
  const page = renderDocument(snapshot, scripts.frameScript, embed);
  const client = scripts.clientScripts[clientScriptOf(snapshot)];
  // The document is the only format that may be framed: by anybody, or by the sites that the owner named.
  const policy = `default-src 'none'; style-src ${page.csp.style}; script-src ${page.csp.script}; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; ${avatarImageSource(snapshot)}${frameAncestors(allowedSitesOf(snapshot))}`;
  const script = renderScript(snapshot, client, embed);
  return {
    script: await compressText('script', renderPageScript(snapshot, script, scripts.pageScripts)),
    document: { ...(await compressText('document', page.html)), policy },
    json: await compressText('json', JSON.stringify(toEmbedJson(snapshot))),
    fragment: {
      ...(await compressText('fragment', renderFragment(snapshot, embed, reserve))),
      policy: staticContentPolicy,
    },
  };
}

/** Authors' pictures come from our own host; an embed without pictures may load no image. */
function avatarImageSource({ reviews }: Snapshot): string {
  const [photo] = reviews.flatMap((review) => review.photo ?? []);
  return photo === undefined ? '' : `img-src ${new URL(photo).origin}; `;
}

export function toPublishedEmbed(
  version: Pick<PublishedEmbed, 'hash' | 'snapshot' | 'reserve'>,
  formats: PrerenderedEmbed,
): PublishedEmbed {
  const { snapshot } = version;
  const rendered = new Map<OnDemandFormat, Promise<Representation | null>>();
  return {
    ...formats,
    ...version,
    sites: allowedSitesOf(snapshot),
    renderOnDemand(format) {
      const known = rendered.get(format);
      if (known !== undefined) return known;
      const rendering = renderOnDemandFormat(snapshot, format);
      rendered.set(format, rendering);
      // A failed rendering is repeated with the next request.
      rendering.catch(() => rendered.delete(format));
      return rendering;
    },
  };
}

async function renderOnDemandFormat(
  snapshot: Snapshot,
  format: OnDemandFormat,
): Promise<Representation | null> {
  if (format === 'schema') {
    const schema = renderSchema(snapshot);
    return schema === null ? null : compressText('schema', schema);
  }
  // A lapsed embed shows links and no figures, and a picture cannot hold links.
  if (snapshot.lapsed !== undefined) return null;
  const svg = renderPicture(snapshot);
  if (format === 'svg') return { ...(await compressText('svg', svg)), policy: staticContentPolicy };
  const body = await renderPng(svg, format === 'png' ? 1 : 2);
  return { body: ownBytes(body), brotli: null, gzip: null, etag: etagOf(body), type: mediaTypes[format] };
}

/** A text, its compressed versions and its headers. */
export async function compressText(format: EmbedFormat, text: string): Promise<Representation> {
  const body = Buffer.from(text);
  const [brotli, zipped] = await Promise.all([
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body, { level: 9 }),
  ]);
  return {
    body: ownBytes(body),
    brotli: ownBytes(brotli),
    gzip: ownBytes(zipped),
    etag: etagOf(body),
    type: mediaTypes[format],
  };
}

export function etagOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
