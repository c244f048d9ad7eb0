/** The prerendered pages of this installation: read at the start, filled and compressed at the first request. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fallbackLanguage, type Language, languages } from '@kindling/contract/constants';
import {
  deletionPageName,
  errorPageNames,
  type SiteManifest,
  siteManifestFile,
  siteManifestSchema,
  sitePageFile,
  sitePageName,
} from '@kindling/contract/site';
import {
  brandStyle,
  fillPage,
  type Installation,
  type Placeholders,
  placeholderValues,
} from './placeholders.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A document in all content encodings. */
export interface CompressedDocument {
  /** Hash of the content, without quotes. */
  etag: string;
  body: Buffer;
  brotli: Buffer;
  gzip: Buffer;
}

export interface SiteDocuments {
  /** The pages that this installation has. */
  pages: SiteManifest['pages'];
  /** Whether the installation's address is https. */
  secure: boolean;
  /** The inline style of every page; the Content-Security-Policy holds its hash. */
  style: string;
  /** A page of the list in a language; null when the build lacks it. @param path without language. */
  page(path: string, language: Language): Promise<CompressedDocument | null>;
  /** An error page as HTML. @param requestId shown on the page for status 500. */
  error(status: 404 | 500, language: Language, requestId: string): string;
  /** A page that is filled for each request; null when the build lacks it. @param more placeholders of this request */
  renderPerRequest(name: string, language: Language, more: Placeholders): string | null;
  /** The values of the placeholders in a language. */
  placeholders(language: Language): Placeholders;
}

/**
 * Reads the built pages in `folder`. Without a build of the public pages there are none, and errors are plain sentences.
 * @param today replaces the clock in tests.
 */
export function loadSite(
  folder: string,
  installation: Installation,
  today: () => Date = () => new Date(),
): SiteDocuments {
  const { pages: built } = readManifest(folder);
  const style = brandStyle(installation);
  const prepared = new Map<string, Promise<CompressedDocument>>();
  let year = today().getFullYear();
  const placeholders = (language: Language) => placeholderValues(installation, language, year);
  const facts = placeholders(fallbackLanguage);
  const pages = built.filter(({ when }) => when === undefined || (facts[when] ?? '') !== '');
  const sources = readSources(folder, pages);
  const fill = (name: string, language: Language, more: Placeholders = {}) => {
    const source = sources.get(sitePageFile(name, language));
    return source === undefined ? null : fillPage(source, { ...placeholders(language), ...more }, style);
  };
  return {
    pages,
    secure: installation.publicUrl.startsWith('https:'),
    style,
    placeholders: placeholders,
    renderPerRequest: fill,
    async page(path, language) {
      // The footer shows the year, and a server may run into the next one.
      const now = today().getFullYear();
      if (now !== year) prepared.clear();
      year = now;
      const name = sitePageName(path);
      const key = `${language} ${name}`;
      const known = prepared.get(key);
      if (known !== undefined) return known;
      const html = fill(name, language);
      if (html === null) return null;
      const made = compressDocument(Buffer.from(html));
      prepared.set(key, made);
      return made;
    },
    error(status, language, requestId) {
      const name = errorPageNames[status];
      const html = fill(name, language) ?? fill(name, fallbackLanguage);
      return html?.replaceAll('[[request.id]]', requestId) ?? plainErrorPage(status);
    },
  };
}

function plainErrorPage(status: number): string {
  return `<!doctype html><title>${status}</title><h1>${status}</h1>`;
}

function readManifest(folder: string): SiteManifest {
  const file = join(folder, siteManifestFile);
  if (!existsSync(file)) return { pages: [] };
  return siteManifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** The sources by file name: about a hundred small files, read in 10 ms. */
function readSources(folder: string, pages: SiteManifest['pages']): Map<string, string> {
  const names = [
    ...pages.map(({ path }) => sitePageName(path)),
    ...Object.values(errorPageNames),
    deletionPageName,
  ];
  const files = names.flatMap((name) => languages.map((language) => sitePageFile(name, language)));
  return new Map(
    files
      .filter((file) => existsSync(join(folder, file)))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
}

/** Compresses a document on libuv's threads, in about 30 ms at the highest quality. */
export async function compressDocument(body: Buffer): Promise<CompressedDocument> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [small, zipped] = await Promise.all([brotli(body, { params }), zip(body, { level: 9 })]);
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { etag, body, brotli: small, gzip: zipped };
}
