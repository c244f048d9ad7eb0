/** What the build of the public pages and the server that hands them out agree on. */
import { z } from 'zod';
import { fallbackLanguage, type Language, languages } from './constants.ts';

/** The error pages are built like the others, and have no address of their own. */
export const errorPageNames = { 404: '404', 500: '500' } as const;

/** The page of one request for deletion: built like the others, and filled for each request. Its address holds a code. */
export const deletionPageName = 'data-deletion';

/** The day (UTC) on which terms and privacy policy last changed: what people agree to is known by it. */
export const legalChangedOn = '2026-11-21';
export const termsPath = '/terms-and-conditions';
export const privacyPath = '/privacy-policy';

/** Where the list of pages lies in the folder of the web build. */
export const siteManifestFile = 'site/pages.json';

const words = z.object(
  Object.fromEntries(languages.map((language) => [language, z.string().min(1)])) as Record<
    Language,
    z.ZodString
  >,
);

/** A value of `style-src` and `script-src`, quotes included. */
const hash = z.string().regex(/^'sha256-[\w+/]+={0,2}'$/);

/** The public pages with an address, as the build lists them. Texts may hold marks such as `[[brand.name]]`. */
export const siteManifestSchema = z.object({
  pages: z.array(
    z.object({
      /** Without a language: `/` or `/pricing`. One segment at most. */
      path: z.string().regex(/^\/([a-z0-9-]+)?$/),
      title: words,
      description: words,
    }),
  ),
  /** Documents of the gallery's frames, in every language, each with the hashes that its policy names. */
  samples: z.array(z.object({ name: z.string().regex(/^[a-z-]+$/), style: hash, script: hash })).default([]),
});
export type SiteManifest = z.output<typeof siteManifestSchema>;

/** `index` for the landing page, else the path without its slash: names the page's file and its picture. */
export function sitePageName(path: string): string {
  return path === '/' ? 'index' : path.slice(1);
}

/** Where a page's HTML lies in the folder of the web build. @param name of `sitePageName`, or of an error page. */
export function sitePageFile(name: string, language: Language): string {
  return `site/${language}/${name}.html`;
}

/** Where a document of the gallery's frames lies in the folder of the web build. */
export function siteSampleFile(name: string, language: Language): string {
  return `gallery/${language}/${name}.html`;
}

export function siteSampleAddress(name: string, language: Language): string {
  return `/${siteSampleFile(name, language)}`;
}

/** A page's address in a language: English has no prefix, and no address ends with a slash but `/`. */
export function siteAddress(path: string, language: Language): string {
  if (language === fallbackLanguage) return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
}

/** The picture that a link to the page shows elsewhere. */
export function sitePictureAddress(path: string, language: Language): string {
  return `/og/${language}/${sitePageName(path)}.png`;
}

/** The value of `lang` and `hreflang`: Serbian is written in Latin script here. */
export function languageTag(language: Language): string {
  return language === 'sr' ? 'sr-Latn' : language;
}
