/**
 * The forms in which an embed leaves the house. Those of pages are made with each change, with their compressed forms;
 * the others (structured data, pictures) when somebody asks for the first time, once per change.
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
import { renderScript } from '@kindling/guest/embed/render/script';
import { renderPng } from './render-png.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export interface Representation {
  body: Buffer;
  /** Null for what is compressed in itself. */
  brotli: Buffer | null;
  gzip: Buffer | null;
  etag: string;
  type: string;
  /** Content-Security-Policy of what browsers open as a page of its own. */
  policy?: string;
}

export const prerenderedFormats = ['script', 'document', 'json', 'fragment'] as const;
export type PrerenderedFormat = (typeof prerenderedFormats)[number];
export type OnDemandFormat = 'schema' | 'svg' | 'png' | 'png2x';
export type EmbedFormat = PrerenderedFormat | OnDemandFormat;
export type PrerenderedEmbed = Record<PrerenderedFormat, Representation>;

/** The built scripts that the forms carry. */
export interface BuiltScripts {
  clientScripts: ClientScripts;
  frameScript: string;
}

export interface PublishedEmbed extends PrerenderedEmbed {
  hash: string;
  snapshot: Snapshot;
  /** Room that its pasted code keeps free. */
  reserve: Reserve;
  /** Hosts that may show it; null for all. */
  sites: readonly string[] | null;
  /** Made with the first call. Null where this embed has no such form. */
  renderOnDemand(form: OnDemandFormat): Promise<Representation | null>;
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

/** Opened by itself, neither may run or load anything; the style element of a picture or a fragment is ours. */
const staticContentPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export async function makeReadyForms(
  snapshot: Snapshot,
  reserve: Reserve,
  scripts: BuiltScripts,
): Promise<PrerenderedEmbed> {
  const embed = renderEmbed(snapshot);
  const page = renderDocument(snapshot, scripts.frameScript, embed);
  const client = scripts.clientScripts[clientScriptOf(snapshot)];
  // Framing is what this document is for: it alone may be framed, by anybody or by the sites that the owner named.
  const policy = `default-src 'none'; style-src ${page.csp.style}; script-src ${page.csp.script}; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; ${avatarImageSource(snapshot)}${frameAncestors(allowedSitesOf(snapshot))}`;
  return {
    script: await compressText('script', renderScript(snapshot, client, embed)),
    document: { ...(await compressText('document', page.html)), policy },
    json: await compressText('json', JSON.stringify(toEmbedJson(snapshot))),
    fragment: {
      ...(await compressText('fragment', renderFragment(snapshot, embed, reserve))),
      policy: staticContentPolicy,
    },
  };
}

/** Authors' pictures come from our own host; a page without any loads none. */
function avatarImageSource({ reviews }: Snapshot): string {
  const [photo] = reviews.flatMap((review) => review.photo ?? []);
  return photo === undefined ? '' : `img-src ${new URL(photo).origin}; `;
}

export function toPublishedEmbed(
  version: Pick<PublishedEmbed, 'hash' | 'snapshot' | 'reserve'>,
  forms: PrerenderedEmbed,
): PublishedEmbed {
  const { snapshot } = version;
  const made = new Map<OnDemandFormat, Promise<Representation | null>>();
  return {
    ...forms,
    ...version,
    sites: allowedSitesOf(snapshot),
    renderOnDemand(form) {
      const known = made.get(form);
      if (known !== undefined) return known;
      const making = renderOnDemandFormat(snapshot, form);
      made.set(form, making);
      // What failed is tried again with the next request.
      making.catch(() => made.delete(form));
      return making;
    },
  };
}

async function renderOnDemandFormat(
  snapshot: Snapshot,
  form: OnDemandFormat,
): Promise<Representation | null> {
  if (form === 'schema') {
    const schema = renderSchema(snapshot);
    return schema === null ? null : compressText('schema', schema);
  }
  // A picture cannot be a link, and figures are what has ended.
  if (snapshot.lapsed !== undefined) return null;
  const svg = renderPicture(snapshot);
  if (form === 'svg') return { ...(await compressText('svg', svg)), policy: staticContentPolicy };
  const body = await renderPng(svg, form === 'png' ? 1 : 2);
  return { body, brotli: null, gzip: null, etag: etagOf(body), type: mediaTypes[form] };
}

/** A text with its compressed forms. */
export async function compressText(form: EmbedFormat, text: string): Promise<Representation> {
  const body = Buffer.from(text);
  const [brotli, zipped] = await Promise.all([
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body, { level: 9 }),
  ]);
  return { body, brotli, gzip: zipped, etag: etagOf(body), type: mediaTypes[form] };
}

export function etagOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
