/** The document of the tour: the app's own scripts and styles, and until they run, what the tour is. */
import type { Language } from '@kindling/contract/constants';
import { languageTag } from '@kindling/contract/site';
import { siteAddress, tourPath } from '@kindling/contract/site-address';
import type tourTexts from '@kindling/locales/en/tour.json';
import { fillText } from '@kindling/locales/fill-text.ts';
import type { HeadPage } from '../frame.tsx';
import { Head } from '../head.tsx';
import type { SiteBrand } from '../site-page.ts';

// locale-keys: tour.meta.*
// locale-keys: tour.page.*

export type TourTexts = typeof tourTexts;

/** What the site map and the head say about it. It has no body of a public page. */
export const tourPage = {
  path: tourPath,
  area: 'tour',
  title: ({ meta }: TourTexts) => meta.title,
  description: ({ meta }: TourTexts) => meta.description,
};

/** The files that the app loads first, as addresses. */
export interface AppFiles {
  script: string;
  /** Loaded by the script; the browser fetches them at once. */
  imports: readonly string[];
  styles: readonly string[];
}

interface TourDocumentProps {
  head: HeadPage;
  texts: TourTexts;
  /** Name of the start page in breadcrumbs. */
  home: string;
  language: Language;
  brand: SiteBrand & { supportEmail: string; primaryColor: string };
  app: AppFiles;
}

export function TourDocument({ head, texts: { page }, home, language, brand, app }: TourDocumentProps) {
  return (
    <html lang={languageTag(language)}>
      <head>
        <meta charSet="utf-8" />
        <script src="/prefs.js" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <Head {...head} language={language} home={home} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {app.imports.map((address) => (
          <link key={address} rel="modulepreload" href={address} />
        ))}
        {app.styles.map((address) => (
          <link key={address} rel="stylesheet" href={address} />
        ))}
        <style data-brand />
      </head>
      <body>
        <div
          id="root"
          data-tour={language}
          data-name={brand.name}
          data-tagline={brand.tagline}
          data-support-email={brand.supportEmail}
          data-primary-color={brand.primaryColor}
        >
          <main>
            <h1>{fillText(page.title, { brand: brand.name })}</h1>
            <p>{page.lead}</p>
            <noscript>
              <p>{page.noScript}</p>
            </noscript>
            <p>
              <a href={siteAddress('/gallery', language)}>{page.gallery}</a>
            </p>
            <p>
              <a href={siteAddress('/', language)}>{page.home}</a>
            </p>
          </main>
        </div>
        <script type="module" src={app.script} />
      </body>
    </html>
  );
}
