/** What the build of the public pages and the server that serves them agree on. */
import { languageFacts } from '@kindling/locales/languages.ts';
import { z } from 'zod';
import { type Language, languages } from './constants.ts';

/** The error pages are built like the others, but have no address. */
export const errorPageNames = { 404: '404', 500: '500' } as const;

/**
 * The status page of a deletion request: built like the others and filled for each request. Its address contains a
 * code.
 */
export const deletionPageName = 'data-deletion';

/** The day (UTC) of the last change of terms and privacy policy; it identifies the version that people agreed to. */
export const legalChangedOn = '2026-11-28';
/** As {@link legalChangedOn}, of the contract on the processing of personal data, which owners accept in this version. */
export const processingChangedOn = '2026-11-28';
export const termsPath = '/terms-and-conditions';
export const privacyPath = '/privacy-policy';
export const processingPath = '/data-processing-agreement';
/** Exists where the settings name the operator's address. */
export const imprintPath = '/imprint';
/** Filled at each request, from checks that are a few seconds old at most. */
export const statusPath = '/status';

/** Path of the list of pages in the folder of the web build. */
export const siteManifestFile = 'site/pages.json';

const words = z.object(
  Object.fromEntries(languages.map((language) => [language, z.string().min(1)])) as Record<
    Language,
    z.ZodString
  >,
);

/** A value of `style-src`, quotes included. */
const hash = z.string().regex(/^'sha256-[\w+/]+={0,2}'$/);

/** The public pages with an address, as the build lists them. Texts may hold placeholders such as `[[brand.name]]`. */
export const siteManifestSchema = z.object({
  pages: z.array(
    z.object({
      /** Without a language: `/` or `/pricing`. One segment at most. */
      path: z.string().regex(/^\/([a-z0-9-]+)?$/),
      /** A placeholder; the page exists only where it has a value. */
      when: z.string().optional(),
      title: words,
      description: words,
      /** Of its inline style sheets, in all languages. */
      styles: z.array(hash).default([]),
    }),
  ),
});
export type SiteManifest = z.output<typeof siteManifestSchema>;

/** Name of a page's files: `index` for the landing page, else the path without its slash. */
export function sitePageName(path: string): string {
  return path === '/' ? 'index' : path.slice(1);
}

/** Where a page's HTML is in the folder of the web build. @param name of `sitePageName`, or of an error page. */
export function sitePageFile(name: string, language: Language): string {
  return `site/${language}/${name}.html`;
}

/** Address of the Open Graph image of a page. */
export function sitePictureAddress(path: string, language: Language): string {
  return `/og/${language}/${sitePageName(path)}.png`;
}

/** The value of `lang` and `hreflang`. */
export function languageTag(language: Language): string {
  return languageFacts[language].tag;
}
