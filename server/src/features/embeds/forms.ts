/**
 * The forms in which an embed leaves the house. Those of pages are made with each change, with their compressed forms;
 * the others (structured data, pictures) when somebody asks for the first time, once per change.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Snapshot } from '@kindling/contract/embeds';
import { frameAncestors, sitesOf } from '@kindling/guest/embed/render/allowed-sites';
import { type ClientScripts, clientOf } from '@kindling/guest/embed/render/client-of';
import { renderDocument } from '@kindling/guest/embed/render/document';
import { embedFacts } from '@kindling/guest/embed/render/facts';
import { renderFragment } from '@kindling/guest/embed/render/fragment';
import { renderPicture } from '@kindling/guest/embed/render/picture';
import { renderEmbed } from '@kindling/guest/embed/render/render-embed';
import type { Reserve } from '@kindling/guest/embed/render/reserve';
import { renderSchema } from '@kindling/guest/embed/render/schema';
import { renderScript } from '@kindling/guest/embed/render/script';
import { pictureOf } from './picture.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export interface Variant {
  body: Buffer;
  /** Null for what is compressed in itself. */
  brotli: Buffer | null;
  gzip: Buffer | null;
  etag: string;
  type: string;
  /** Content-Security-Policy of what browsers open as a page of its own. */
  policy?: string;
}

export const readyForms = ['script', 'document', 'json', 'fragment'] as const;
export type ReadyForm = (typeof readyForms)[number];
export type LateForm = 'schema' | 'svg' | 'png' | 'png2x';
export type Form = ReadyForm | LateForm;
export type ReadyForms = Record<ReadyForm, Variant>;

/** The built scripts that the forms carry. */
export interface BuiltScripts {
  clientScripts: ClientScripts;
  frameScript: string;
}

export interface Published extends ReadyForms {
  hash: string;
  snapshot: Snapshot;
  /** Room that its pasted code keeps free. */
  reserve: Reserve;
  /** Hosts that may show it; null for all. */
  sites: readonly string[] | null;
  /** Made with the first call. Null where this embed has no such form. */
  late(form: LateForm): Promise<Variant | null>;
}

export const typeOf: Readonly<Record<Form, string>> = {
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
const stillPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export async function makeReadyForms(
  snapshot: Snapshot,
  reserve: Reserve,
  scripts: BuiltScripts,
): Promise<ReadyForms> {
  const embed = renderEmbed(snapshot);
  const page = renderDocument(snapshot, scripts.frameScript, embed);
  const client = scripts.clientScripts[clientOf(snapshot)];
  // Framing is what this document is for: it alone may be framed, by anybody or by the sites that the owner named.
  const policy = `default-src 'none'; style-src ${page.csp.style}; script-src ${page.csp.script}; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; ${pictureSource(snapshot)}${frameAncestors(sitesOf(snapshot))}`;
  return {
    script: await compressed('script', renderScript(snapshot, client, embed)),
    document: { ...(await compressed('document', page.html)), policy },
    json: await compressed('json', JSON.stringify(embedFacts(snapshot))),
    fragment: {
      ...(await compressed('fragment', renderFragment(snapshot, embed, reserve))),
      policy: stillPolicy,
    },
  };
}

/** Authors' pictures come from our own host; a page without any loads none. */
function pictureSource({ reviews }: Snapshot): string {
  const [photo] = reviews.flatMap((review) => review.photo ?? []);
  return photo === undefined ? '' : `img-src ${new URL(photo).origin}; `;
}

export function publishedOf(
  version: Pick<Published, 'hash' | 'snapshot' | 'reserve'>,
  forms: ReadyForms,
): Published {
  const { snapshot } = version;
  const made = new Map<LateForm, Promise<Variant | null>>();
  return {
    ...forms,
    ...version,
    sites: sitesOf(snapshot),
    late(form) {
      const known = made.get(form);
      if (known !== undefined) return known;
      const making = makeLateForm(snapshot, form);
      made.set(form, making);
      // What failed is tried again with the next request.
      making.catch(() => made.delete(form));
      return making;
    },
  };
}

async function makeLateForm(snapshot: Snapshot, form: LateForm): Promise<Variant | null> {
  if (form === 'schema') {
    const schema = renderSchema(snapshot);
    return schema === null ? null : compressed('schema', schema);
  }
  // A picture cannot be a link, and figures are what has ended.
  if (snapshot.lapsed !== undefined) return null;
  const svg = renderPicture(snapshot);
  if (form === 'svg') return { ...(await compressed('svg', svg)), policy: stillPolicy };
  const body = await pictureOf(svg, form === 'png' ? 1 : 2);
  return { body, brotli: null, gzip: null, etag: etagOf(body), type: typeOf[form] };
}

/** A text with its compressed forms. */
export async function compressed(form: Form, text: string): Promise<Variant> {
  const body = Buffer.from(text);
  const [brotli, zipped] = await Promise.all([
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body, { level: 9 }),
  ]);
  return { body, brotli, gzip: zipped, etag: etagOf(body), type: typeOf[form] };
}

export function etagOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
