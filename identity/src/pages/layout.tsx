import { BrandMark } from '@kindling/design/brand-mark';
import { fillText } from '@kindling/locales/fill-text.ts';
import { languageFacts, listedLanguages } from '@kindling/locales/languages.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, type Texts, textsOf } from '../locale.ts';
import { HelpBox } from './help-box.tsx';
import type { PageView } from './page-view.ts';

export type Field = { value?: string; error?: string | undefined };

export type Notice = { kind: 'good' | 'bad'; text: string } | undefined;

export const textsFor = (view: PageView): Texts => textsOf(view.locale);

function languageHref(here: string, locale: Locale): string {
  const url = new URL(here, 'http://here.invalid');
  url.searchParams.set('lng', locale);
  return `${url.pathname}${url.search}`;
}

function LanguageSwitch({ view }: { view: PageView }) {
  return (
    <nav aria-label={textsFor(view).common.language}>
      <ul>
        {listedLanguages.map((locale) => (
          <li key={locale}>
            <a
              href={languageHref(view.here, locale)}
              lang={languageFacts[locale].tag}
              hrefLang={languageFacts[locale].tag}
              aria-current={locale === view.locale ? 'true' : undefined}
            >
              {languageFacts[locale].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const endId = 'page-end';

/** One whole page: mark, card, footer with languages. Returns HTML; every value in it is escaped by React. */
export function renderDocument(view: PageView, title: string, card: ReactNode): string {
  const { brand, assets } = view;
  const { latin, latinExtended } = assets.fontPaths;
  const { common } = textsFor(view);
  const html = renderToStaticMarkup(
    <html lang={languageFacts[view.locale].tag}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} | ${brand.name} - ${brand.tagline}`}</title>
        <meta name="robots" content="noindex" />
        <link rel="icon" href={assets.iconPath} type="image/svg+xml" />
        <link rel="preload" href={latin} as="font" type="font/woff2" crossOrigin="anonymous" />
        {/* font-display: optional skips late fonts, so they are preloaded. */}
        {languageFacts[view.locale].latinExtended ? (
          <link rel="preload" href={latinExtended} as="font" type="font/woff2" crossOrigin="anonymous" />
        ) : null}
        <link rel="stylesheet" href={assets.stylePath} />
        <script src={assets.scriptPath} defer />
        {/* The card is centered, so a page that is painted before all of it has come would move. */}
        <link rel="expect" href={`#${endId}`} blocking="render" />
      </head>
      <body>
        <main>
          <a className="brand" href={view.appUrl}>
            <BrandMark size={36} />
            {brand.name}
          </a>
          <div className="card">{card}</div>
          <HelpBox view={view} />
        </main>
        <footer id={endId}>
          <LanguageSwitch view={view} />
          <p>
            {fillText(common.copyright, { year: view.year, brand: brand.name })} ·{' '}
            <a href={`mailto:${brand.supportEmail}`}>{common.help}</a>
          </p>
        </footer>
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}

/** Fills a sentence and shows one of its values in bold. */
export function EmphasizedSentence(props: {
  text: string;
  strong: string;
  value: string;
  rest?: Record<string, string>;
}) {
  const [before = '', after = ''] = props.text.split(`{{${props.strong}}}`);
  const rest = props.rest ?? {};
  return (
    <>
      {fillText(before, rest)}
      <strong>{props.value}</strong>
      {fillText(after, rest)}
    </>
  );
}

export function Note({ kind, children }: { kind: 'good' | 'bad' | 'calm'; children: ReactNode }) {
  return (
    <p className={`note ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}

export const OptionalNote = ({ notice }: { notice: Notice }) =>
  notice === undefined ? null : <Note kind={notice.kind}>{notice.text}</Note>;

const ICON_PATHS = {
  mail: 'M3 6.5A1.5 1.5 0 0 1 4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11Zm.6.6L12 13l8.4-5.9',
  done: 'm5 12.5 4.5 4.5L19 7.5',
  trouble: 'M12 7.5v5.5m0 3.3v.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
} as const;

export function StatusIcon({ kind }: { kind: keyof typeof ICON_PATHS }) {
  return (
    <div className="sign">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={ICON_PATHS[kind]} />
      </svg>
    </div>
  );
}
