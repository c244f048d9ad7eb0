/** Renders a public page as HTML, for the build (prerender.tsx) and the tests. */
import { type Language, languages } from '@kindling/contract/constants';
import { type SiteManifest, siteManifestSchema } from '@kindling/contract/site';
import { fillText } from '@kindling/locales/fill-text.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { localizedHref } from './addresses.ts';
import { type Assets, Frame, type HeadPage } from './frame.tsx';
import type { HelpTexts } from './help/help-box.tsx';
import { DeletionPage, type DeletionTexts } from './pages/data-deletion.tsx';
import { ErrorPage, type ErrorPageName } from './pages/error.tsx';
import { type AppFiles, TourDocument, type TourTexts, tourPage } from './pages/tour.tsx';
import { pages } from './pages.ts';
import type { SiteBrand, SitePage } from './site-page.ts';
import { readTexts, type SiteTexts } from './texts.ts';

/**
 * Placeholders that the server fills when it reads the pages: brand and year belong to the installation, not to the
 * build.
 */
export const placeholders = {
  brand: { name: '[[brand.name]]', tagline: '[[brand.tagline]]' } satisfies SiteBrand,
  supportEmail: '[[support.email]]',
  primaryColor: '[[brand.color]]',
  year: '[[year]]',
  /** Id of the failed request, on the page for failures. */
  request: '[[request.id]]',
} as const;

/** Reads texts; tests pass a function that returns marked ones. */
export type ReadTexts = <T>(language: Language, area: string) => T;

interface RenderOptions {
  language: Language;
  assets: Assets;
  read?: ReadTexts;
}

type HeadSource = Pick<SitePage, 'path' | 'title' | 'description' | 'faq'>;

/** The head of a page, with the texts of its area in one language. */
export function headOf(page: HeadSource, texts: unknown): HeadPage {
  const branded = (text: string) => fillText(text, { brand: placeholders.brand.name });
  return {
    path: page.path,
    title: branded(page.title(texts)),
    description: branded(page.description(texts)),
    faq: (page.faq?.(texts) ?? []).map(({ q, a, ...rest }) => ({ ...rest, q: branded(q), a: branded(a) })),
  };
}

/** The texts of a page's area, with further areas under their names. */
export function readPageTexts(page: SitePage, language: Language, read: ReadTexts): object {
  const more = (page.moreAreas ?? []).map((area) => [area, read<object>(language, area)] as const);
  return { ...read<object>(language, page.area), ...Object.fromEntries(more) };
}

/** @throws Error when the page's area has no English file. */
export function renderPage(page: SitePage, { language, assets, read = readTexts }: RenderOptions): string {
  const site = read<SiteTexts>(language, 'site');
  const help = read<HelpTexts>(language, 'help');
  const texts = readPageTexts(page, language, read);
  const { brand, year } = placeholders;
  const head = headOf(page, texts);
  const { Body } = page;
  return documentOf(
    <Frame page={head} {...{ site, help, brand, assets, language, year }}>
      <Body {...{ texts, site, language, brand }} href={localizedHref(language)} />
    </Frame>,
  );
}

export function renderErrorPage(name: ErrorPageName, options: RenderOptions): string {
  const { language, assets, read = readTexts } = options;
  const site = read<SiteTexts>(language, 'site');
  const help = read<HelpTexts>(language, 'help');
  const { brand, year } = placeholders;
  const { title, text } = site.pages[name];
  const head: HeadPage = { path: null, title, description: text, faq: [] };
  return documentOf(
    <Frame page={head} {...{ site, help, brand, assets, language, year }}>
      <ErrorPage name={name} site={site} request={placeholders.request} href={localizedHref(language)} />
    </Frame>,
  );
}

/** The page of one deletion request; the server fills in its state. */
export function renderDeletionPage(options: RenderOptions): string {
  const { language, assets, read = readTexts } = options;
  const site = read<SiteTexts>(language, 'site');
  const help = read<HelpTexts>(language, 'help');
  const texts = read<DeletionTexts>(language, 'site-data-deletion');
  const { brand, year } = placeholders;
  const description = fillText(texts.lead, { brand: brand.name });
  const head: HeadPage = { path: null, title: texts.title, description, faq: [] };
  return documentOf(
    <Frame page={head} {...{ site, help, brand, assets, language, year }}>
      <DeletionPage texts={texts} brand={brand} href={localizedHref(language)} />
    </Frame>,
  );
}

/** @param app the files that the app loads first */
export function renderTourPage(
  app: AppFiles,
  { language, read = readTexts }: Omit<RenderOptions, 'assets'>,
): string {
  const texts = read<TourTexts>(language, tourPage.area);
  const { brand, supportEmail, primaryColor } = placeholders;
  return documentOf(
    <TourDocument
      head={headOf(tourPage, texts)}
      texts={texts}
      home={read<SiteTexts>(language, 'site').nav.home}
      language={language}
      brand={{ ...brand, supportEmail, primaryColor }}
      app={app}
    />,
  );
}

/** Every page with an address, in the order of the site map. */
const listed: readonly (HeadSource & Pick<SitePage, 'area' | 'when'>)[] = [...pages, tourPage];

/**
 * The site manifest for the server.
 * @param stylesOf the hashes of a page's inline style sheets, by its path
 */
export function manifestOf(stylesOf: ReadonlyMap<string, ReadonlySet<string>>): SiteManifest {
  return siteManifestSchema.parse({
    pages: listed.map((page) => {
      const heads = languages.map(
        (language) => [language, headOf(page, readTexts(language, page.area))] as const,
      );
      const inEach = (key: 'title' | 'description') =>
        Object.fromEntries(heads.map(([language, head]) => [language, head[key]]));
      const { path, when } = page;
      const styles = [...(stylesOf.get(path) ?? [])];
      return { path, when, title: inEach('title'), description: inEach('description'), styles };
    }),
  });
}

const documentOf = (page: Parameters<typeof renderToStaticMarkup>[0]) =>
  `<!doctype html>${renderToStaticMarkup(page)}`;
