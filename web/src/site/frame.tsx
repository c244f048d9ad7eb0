import type { Language } from '@kindling/contract/constants';
import { languageTag } from '@kindling/contract/site';
import { languageFacts } from '@kindling/locales/languages.ts';
import type { ReactNode } from 'react';
import { localizedHref } from './addresses.ts';
import { Footer } from './footer.tsx';
import { Head } from './head.tsx';
import { Header } from './header.tsx';
import { HelpBox, type HelpTexts } from './help/help-box.tsx';
import type { FaqEntry, SiteBrand } from './site-page.ts';
import type { Fonts } from './styles.ts';
import type { SiteTexts } from './texts.ts';

export interface Assets {
  /** Addresses of the style sheets, in order. */
  styles: readonly string[];
  /** Addresses of the scripts, in order. Reading and following links works without them. */
  scripts: readonly string[];
  /** Addresses of the fonts to preload, by the letters they contain; null when the build has none. */
  fonts: Fonts | null;
}

/**
 * The fonts to preload. A late font is not used for this view (`font-display: optional`), so letters of one word
 * could have two typefaces.
 */
function earlyFonts({ fonts }: Assets, language: Language): readonly string[] {
  if (fonts === null) return [];
  return languageFacts[language].latinExtended ? [fonts.latin, fonts.latinExtended] : [fonts.latin];
}

/** What the head says about the page; values are filled in. */
export interface HeadPage {
  /** Address without language; null for the error pages, which have none. */
  path: string | null;
  title: string;
  description: string;
  faq: readonly FaqEntry[];
}

interface FrameProps {
  page: HeadPage;
  site: SiteTexts;
  help: HelpTexts;
  brand: SiteBrand;
  assets: Assets;
  language: Language;
  year: string;
  children: ReactNode;
}

/** A whole public page: head, header, content, footer. */
export function Frame({ page, site, help, brand, assets, language, year, children }: FrameProps) {
  const href = localizedHref(language);
  const common = { site, brand, language, path: page.path, href };
  return (
    <html lang={languageTag(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Head {...page} language={language} home={site.nav.home} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {earlyFonts(assets, language).map((address) => (
          <link
            key={address}
            rel="preload"
            href={address}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        {assets.styles.map((address) => (
          <link key={address} rel="stylesheet" href={address} />
        ))}
        <style data-brand />
      </head>
      <body>
        {/* Blocking, and first: it applies the stored theme before the first paint. */}
        <script src="/prefs.js" />
        <a className="skip" href="#page-content">
          {site.nav.skip}
        </a>
        <Header {...common} />
        <main id="page-content" tabIndex={-1}>
          {children}
        </main>
        <Footer {...common} year={year} />
        <HelpBox texts={help} language={language} path={href(page.path ?? '/')} />
        {assets.scripts.map((address) => (
          <script key={address} type="module" src={address} />
        ))}
      </body>
    </html>
  );
}
