/** What a public page is made of. `pages.ts` lists all of them. */
import type { Language } from '@kindling/contract/constants';
import type { ReactElement } from 'react';
import type { SiteTexts } from './texts.ts';

/** What an installation calls itself; in the built pages these are placeholders that the server fills. */
export interface SiteBrand {
  name: string;
  tagline: string;
}

export interface PageProps<T> {
  /** Texts of the page's area, in its language. */
  texts: T;
  /** Texts of the frame (site.json). */
  site: SiteTexts;
  language: Language;
  brand: SiteBrand;
  /** The address of a page (`/pricing`, `/#steps`) or of a screen (`/auth/sign-up`) in the page's language. */
  href(path: string): string;
}

/**
 * A fact about the installation that only the server knows: it removes what has the attribute `data-if` with its name where
 * it is not so. Texts say `[[if.uses.payments]]with plans[[else]]without[[end]]` (server/src/http/site/placeholders.ts).
 */
export type Condition = 'uses.payments' | 'operator.address';

export interface FaqEntry {
  q: string;
  a: string;
  when?: Condition;
}

/** @template T type of the English file of its area: `import type texts from '@kindling/locales/en/<area>.json'`. */
export interface SitePage<T = unknown> {
  /** Address without language: `/pricing`; `/` is the landing page. */
  path: string;
  /** The page exists only where this is so. */
  when?: Condition;
  /** Area of its texts: `locales/<language>/<area>.json`. */
  area: string;
  /** Further areas, which the app has too; the texts have each under its name. */
  moreAreas?: readonly string[];
  /** Content of `<main>`: begins with the part that holds the h1. */
  Body(props: PageProps<T>): ReactElement;
  /** At most 60 characters, without the brand. May hold `{{brand}}`. */
  title(texts: T): string;
  /** One or two sentences for search results. May hold `{{brand}}`. */
  description(texts: T): string;
  /** Questions shown on the page, for structured data. May hold `{{brand}}`. */
  faq?(texts: T): FaqEntry[];
  /** Style sheets of only this page, from web/src/site: `pages/pricing.css`. Several are joined into one. */
  css?: string | readonly string[];
  /** CSS of this page that the build computes; it follows the rules of `css`. */
  madeCss?(): string;
  /** Script of only this page, from web/src/site; its name must end in `.entry.ts`: `pages/qr/qr.entry.ts`. */
  script?: string;
}
