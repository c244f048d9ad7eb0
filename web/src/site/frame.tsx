import { BrandMark } from '@kindling/design/brand-mark';
import type { ReactNode } from 'react';
import { fill, type SiteTexts } from './texts.ts';

export interface SiteBrand {
  name: string;
  tagline: string;
}

export interface Assets {
  /** Address of the style sheet. */
  css: string;
  /** Address of the one font that is worth fetching early; null when the build has none. */
  font: string | null;
}

interface FrameProps {
  texts: SiteTexts;
  brand: SiteBrand;
  assets: Assets;
  language: string;
  title: string;
  description: string;
  year: string;
  children: ReactNode;
  /** Pages that no search engine should keep. */
  hidden?: boolean;
}

/** A whole public page: head, header, content, footer. It has no script at all. */
export function Frame({
  texts,
  brand,
  assets,
  language,
  title,
  description,
  year,
  children,
  hidden,
}: FrameProps) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} | ${brand.name} - ${brand.tagline}`}</title>
        <meta name="description" content={description} />
        {hidden ? <meta name="robots" content="noindex" /> : null}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {assets.font === null ? null : (
          <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
        )}
        <link rel="stylesheet" href={assets.css} />
        <style data-brand />
      </head>
      <body>
        <a className="skip" href="#content">
          {texts.nav.skip}
        </a>
        <header className="top">
          <div className="wrap bar">
            <a className="brand" href="/">
              <BrandMark size={30} />
              {brand.name}
            </a>
            <nav aria-label={texts.nav.label}>
              <a className="wide" href="/#steps">
                {texts.nav.steps}
              </a>
              <a className="wide" href="/#features">
                {texts.nav.features}
              </a>
              <a className="wide" href="/#faq">
                {texts.nav.faq}
              </a>
              <a href="/auth/sign-in">{texts.nav.signIn}</a>
              <a className="button" href="/auth/sign-up">
                {texts.nav.signUp}
              </a>
            </nav>
          </div>
        </header>
        <main id="content">{children}</main>
        <footer className="foot">
          <div className="wrap">{fill(texts.footer.rights, { year, name: brand.name })}</div>
        </footer>
      </body>
    </html>
  );
}
