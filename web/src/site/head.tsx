/**
 * The content of a page's head, for search engines and link previews. The server fills placeholders in double
 * brackets, because it knows the installation's brand and address (server/src/http/site/documents.ts).
 */
import { fallbackLanguage, type Language, listedLanguages } from '@kindling/contract/constants';
import { languageTag, sitePictureAddress } from '@kindling/contract/site';
import { siteAddress } from '@kindling/contract/site-address';
import { dark, light } from '@kindling/design/tokens';
import { languageFacts } from '@kindling/locales/languages.ts';
import type { FaqEntry } from './site-page.ts';

const origin = '[[public.url]]';
const name = '[[brand.name]]';
const tagline = '[[brand.tagline]]';

export interface HeadProps {
  language: Language;
  /** Address without language; null for the error pages, which no search engine should keep. */
  path: string | null;
  title: string;
  description: string;
  /** Name of the start page in breadcrumbs. */
  home: string;
  /** The questions and answers on the page. */
  faq?: readonly FaqEntry[];
}

/** Title, description, addresses in all languages, picture, and structured data. Goes into `<head>`. */
export function Head(props: HeadProps) {
  const { path, title, description } = props;
  return (
    <>
      <title>{pageTitle(title)}</title>
      <meta name="description" content={description} />
      <meta name="theme-color" content={light.surface} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={dark.surface} media="(prefers-color-scheme: dark)" />
      {path === null ? <meta name="robots" content="noindex" /> : <Addresses {...props} path={path} />}
    </>
  );
}

function pageTitle(title: string): string {
  return `${title} | ${name} - ${tagline}`;
}

function isListed(language: Language): boolean {
  return (listedLanguages as readonly Language[]).includes(language);
}

function Addresses({ language, path, title, description, home, faq }: HeadProps & { path: string }) {
  const address = origin + siteAddress(path, language);
  const picture = origin + sitePictureAddress(path, language);
  const listed = isListed(language);
  return (
    <>
      {listed ? null : <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address} />
      {listed ? <Alternates path={path} /> : null}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={languageFacts[language].openGraph} />
      {listedLanguages
        .filter((other) => listed && other !== language)
        .map((other) => (
          <meta key={other} property="og:locale:alternate" content={languageFacts[other].openGraph} />
        ))}
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${title}. ${name}`} />
      <meta name="twitter:card" content="summary_large_image" />
      <StructuredData data={structuredData({ language, path, title, home, faq: faq ?? [] })} />
    </>
  );
}

/** The same set on every page, itself included: search engines ignore a set that is not mutual. */
function Alternates({ path }: { path: string }) {
  return (
    <>
      {listedLanguages.map((language) => (
        <link
          key={language}
          rel="alternate"
          hrefLang={languageTag(language)}
          href={origin + siteAddress(path, language)}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + siteAddress(path, fallbackLanguage)} />
    </>
  );
}

interface DataOf {
  language: Language;
  path: string;
  title: string;
  home: string;
  faq: readonly FaqEntry[];
}

/**
 * One schema.org graph. Without a rating of ourselves: search engines forbid ratings on the site of the business that
 * they rate.
 */
function structuredData({ language, path, title, home, faq }: DataOf): object {
  const address = (of: string) => origin + siteAddress(of, language);
  const graph: object[] = path === '/' ? organization(language) : [];
  if (path !== '/')
    graph.push({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: home, item: address('/') },
        { '@type': 'ListItem', position: 2, name: title, item: address(path) },
      ],
    });
  if (faq.length > 0)
    graph.push({
      '@type': 'FAQPage',
      inLanguage: languageTag(language),
      mainEntity: faq.map(({ q, a, when }) => ({
        '@type': 'Question',
        'data-if': when,
        name: q,
        acceptedAnswer: { '@type': 'Answer', text: a },
      })),
    });
  return { '@context': 'https://schema.org', '@graph': graph };
}

function organization(language: Language): object[] {
  return [
    {
      '@type': 'Organization',
      '@id': `${origin}/#organization`,
      name,
      slogan: tagline,
      url: `${origin}/`,
      logo: `${origin}/og/logo.png`,
      email: '[[support.email]]',
    },
    {
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      name,
      url: origin + siteAddress('/', language),
      inLanguage: languageTag(language),
      publisher: { '@id': `${origin}/#organization` },
    },
  ];
}

/** In an attribute, where React escapes it; the server fills the placeholders and moves it into the element. */
function StructuredData({ data }: { data: object }) {
  return <script type="application/ld+json" data-json={JSON.stringify(data)} />;
}
