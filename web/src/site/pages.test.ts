/** The markup of every public page in every language: complete texts, valid structure, links that work. */
import { apiRoot } from '@kindling/contract/api-address';
import { type Language, languages } from '@kindling/contract/constants';
import { pathOf } from '@kindling/contract/screens';
import { languageTag } from '@kindling/contract/site';
import { siteAddress } from '@kindling/contract/site-address';
import type planTexts from '@kindling/locales/en/plan.json';
import { describe, expect, test } from 'vitest';
import { elementsOf, textsOf } from '../testing/markup.ts';
import { tourPage } from './pages/tour.tsx';
import { pages } from './pages.ts';
import {
  headOf,
  type ReadTexts,
  readPageTexts,
  renderDeletionPage,
  renderErrorPage,
  renderPage,
} from './render.tsx';
import { screenshotNames, screenshotThemes } from './screenshots/names.ts';
import { screenshotAsset } from './screenshots/screenshot.tsx';
import { readTexts, type SiteTexts } from './texts.ts';

const screenshotsIn = (language: Language) =>
  screenshotNames.flatMap((name) =>
    screenshotThemes.map((theme) => screenshotAsset(name, language, theme).address),
  );

const assets = { styles: ['/assets/site.css'], scripts: ['/assets/site.js'], fonts: null };
/** Screens of the app that the public pages link to. */
const linkedScreens = [pathOf('dashboard'), pathOf('signIn'), pathOf('signUp'), pathOf('qrCodes')];
/** The tab of NFC cards. */
const cardsTab = `${pathOf('reviewPipeline')}?tab=nfc`;
const signUps = ['month', 'year'].map((interval) => `${pathOf('signUp')}?interval=${interval}`);
const orders = { month: `${pathOf('order')}?interval=month`, year: `${pathOf('order')}?interval=year` };
/** Pages whose buttons in the text open other screens than the dashboard. */
const ownScreens = new Map([
  ['/get-nfc-card', [cardsTab]],
  ['/qr-code-generator', [pathOf('qrCodes')]],
  ['/pricing', [orders.month, orders.year]],
]);
/** Documents of the API, which have no language. */
const apiDocuments = [`${apiRoot}/docs`, `${apiRoot}/openapi.json`];
const files = ['/favicon.svg', ...assets.styles];
const areas = [
  ...new Set([
    ...['site', 'help', 'site-data-deletion'],
    ...pages.flatMap(({ area, moreAreas = [] }) => [area, ...moreAreas]),
  ]),
];

interface Made {
  name: string;
  html: string;
}

function makeAll(language: Language, read: ReadTexts = readTexts): Made[] {
  const options = { language, assets, read };
  return [
    ...pages.map((page) => ({ name: page.path, html: renderPage(page, options) })),
    { name: '404', html: renderErrorPage('notFound', options) },
    { name: '500', html: renderErrorPage('failed', options) },
    { name: 'data-deletion', html: renderDeletionPage(options) },
  ];
}

describe.each(languages)('the public pages in %s', (language) => {
  const made = makeAll(language);

  test('preloads every font that its letters need', () => {
    const fonts = { latin: '/assets/latin.woff2', latinExtended: '/assets/extended.woff2' };
    const html = renderErrorPage('notFound', { language, assets: { ...assets, fonts }, read: readTexts });
    const early = elementsOf(html).filter(({ attributes }) => attributes.rel === 'preload');
    expect(early.map(({ attributes }) => attributes.href)).toEqual(
      language === 'sr' ? [fonts.latin, fonts.latinExtended] : [fonts.latin],
    );
  });

  test('have one h1 each, and skip no heading level', () => {
    for (const { name, html } of made) {
      const levels = elementsOf(html)
        .filter(({ tag }) => /^h[1-6]$/.test(tag))
        .map(({ tag }) => Number(tag.slice(1)));
      expect(
        levels.filter((level) => level === 1),
        name,
      ).toHaveLength(1);
      expect(levels[0], name).toBe(1);
      const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 1) + 1);
      expect(skipped, `${name}: ${levels}`).toEqual([]);
    }
  });

  test('leave no placeholder of a text unfilled', () => {
    for (const { name, html } of made) {
      const unfilled = textsOf(html).filter((text) => /\{\{|\}\}|undefined|\[object/.test(text));
      expect(unfilled, name).toEqual([]);
    }
  });

  test('have unique ids, and references to them resolve', () => {
    for (const { name, html } of made) {
      const elements = elementsOf(html);
      const ids = elements.map(({ attributes }) => attributes.id).filter((id) => id !== undefined);
      expect(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        name,
      ).toEqual([]);
      const pointers = elements.flatMap(({ attributes }) => [
        ...['aria-labelledby', 'aria-describedby', 'aria-controls'].flatMap((key) =>
          (attributes[key] ?? '').split(' ').filter((id) => id !== ''),
        ),
        ...['popovertarget', 'for'].flatMap((key) => attributes[key] ?? []),
        ...(attributes.href?.startsWith('#') ? [attributes.href.slice(1)] : []),
      ]);
      expect(
        pointers.filter((id) => !ids.includes(id)),
        name,
      ).toEqual([]);
    }
  });

  test('link only to pages in this language, to screens, or to other sites openly', () => {
    const known = new Set([...pages, tourPage].map(({ path }) => siteAddress(path, language)));
    const byChoice = new Set(
      pages.flatMap(({ path }) => [`${path}?lng=en`, ...languages.map((other) => siteAddress(path, other))]),
    );
    const question = language === 'en' ? '' : `?lng=${language}`;
    const open = new Set([
      ...apiDocuments,
      ...linkedScreens.map((path) => path + question),
      ...[cardsTab, ...Object.values(orders), ...signUps].map((path) => path + question.replace('?', '&')),
    ]);
    for (const { name, html } of made) {
      const strange = elementsOf(html)
        .filter(({ tag, attributes }) => tag === 'a' && attributes.href !== undefined)
        .filter(({ attributes: { href = '', 'data-language': choice } }) => {
          if (choice !== undefined) return !byChoice.has(href);
          if (/^(#|https:\/\/|mailto:)/.test(href)) return false;
          return !known.has(href.split('#')[0] ?? '') && !open.has(href);
        })
        .map(({ attributes }) => attributes.href);
      expect(strange, name).toEqual([]);
    }
  });

  test('declare their language, and load only their own files', () => {
    for (const { name, html } of made) {
      const elements = elementsOf(html);
      expect(elements[0], name).toMatchObject({ tag: 'html', attributes: { lang: languageTag(language) } });
      const loaded = elements
        .filter(({ tag, attributes: { rel } }) => tag !== 'a' && !/canonical|alternate/.test(rel ?? ''))
        .flatMap(({ attributes: { src, href } }) => src ?? href ?? []);
      const foreign = loaded.filter(
        // A picture in the address itself loads nothing.
        (address) =>
          !address.startsWith('data:image/svg+xml,') &&
          ![...files, ...assets.scripts, '/prefs.js', ...screenshotsIn(language)].includes(address),
      );
      expect(foreign, name).toEqual([]);
    }
  });

  test('offer sign-up and sign-in only to visitors, and beside each sign-up the link into the app', () => {
    const question = language === 'en' ? '' : `?lng=${language}`;
    const { nav } = readTexts<SiteTexts>(language, 'site');
    const { order } = readTexts<typeof planTexts>(language, 'plan');
    const open = nav.open.replace('{{brand}}', '[[brand.name]]');
    for (const { name, html } of made) {
      const offers = [...html.matchAll(/(<li[^>]*>)?<a[^>]*href="\/auth\/sign-(?:in|up)[^"]*"[^>]*>/g)];
      expect(offers.length, name).toBeGreaterThan(0);
      for (const [offer] of offers) expect(offer, name).toMatch(/class="[^"]*\bfor-visitor"/);
      const buttons = html.matchAll(
        /<a class="(button[^"]*) for-visitor" href="\/auth\/sign-up[^"]*">([^<]*)<\/a>(<a[^>]*>[^<]*)/g,
      );
      const others = [...buttons].map(([, look, text, other]) => ({ look, text, other }));
      const screens = (ownScreens.get(name) ?? []).map((screen) => ({
        address: screen + (screen.includes('?') ? question.replace('?', '&amp;') : question),
        // An order has its own words for a person who is signed in.
        own: screen === orders.month ? order.month : screen === orders.year ? order.year : null,
      }));
      const screenOf = (other: string | undefined) =>
        screens.find(({ address }) => other?.includes(`href="${address}"`));
      // In the header, in the phone menu, and on the page itself.
      expect(others.length, name).toBeGreaterThanOrEqual(2);
      const found = new Set(others.flatMap(({ other }) => screenOf(other) ?? []));
      expect(found.size, name).toBe(screens.length);
      for (const { look, text, other } of others) {
        const screen = screenOf(other);
        const link =
          screen === undefined
            ? `href="/dashboard${question}">${open}`
            : `href="${screen.address}">${screen.own ?? text}`;
        expect(other, name).toBe(`<a class="${look} for-person" ${link}`);
      }
    }
  });

  test('have titles and descriptions of the length that search results show', () => {
    for (const page of pages) {
      const { title, description } = headOf(page, readPageTexts(page, language, readTexts));
      expect(title.length, title).toBeLessThanOrEqual(60);
      expect(description.length, description).toBeGreaterThanOrEqual(50);
      expect(description.length, description).toBeLessThanOrEqual(220);
    }
  });

  test('have the same text keys as English', () => {
    for (const area of areas) {
      expect(keysOf(readTexts(language, area)), area).toEqual(keysOf(readTexts('en', area)));
    }
  });
});

/** The paths of all texts, without the plural forms, of which each language has its own. */
function keysOf(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value)) return [`${prefix}[]`];
  if (typeof value !== 'object' || value === null) return [prefix.replace(/_(?:one|few|many|other)$/, '')];
  const found = Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${prefix}.${key}`));
  return [...new Set(found)].sort();
}

/** Replaces letters by full-width ones; placeholders and code keep theirs. */
function disguise(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/\{\{\w+\}\}|\[\[[\w.]+\]\]|`[^`]*`|[A-Za-z]/g, (piece) =>
      piece.length > 1 ? piece : String.fromCharCode(piece.charCodeAt(0) + 0xfee0),
    );
  if (Array.isArray(value)) return value.map(disguise);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, disguise(inner)]));
}

test('a made-up language reaches every word: none is written in the code', () => {
  const months = new Intl.DateTimeFormat('en', { month: 'long' });
  const dates = Array.from({ length: 12 }, (_, month) => months.format(new Date(2026, month, 1)));
  // `disguise` keeps the shape of what it is given.
  const read: ReadTexts = <T>(language: Language, area: string) => disguise(readTexts(language, area)) as T;
  for (const { name, html } of makeAll('en', read)) {
    const words = textsOf(html).flatMap(
      (text) => text.replace(/\[\[[\w.]+\]\]|https:\/\/\S+/g, '').match(/[A-Za-z]{2,}/g) ?? [],
    );
    expect(
      words.filter((word) => !dates.includes(word)),
      name,
    ).toEqual([]);
  }
});

test('the screenshots of all languages and themes take at most 3 MB', () => {
  const sizes = languages.flatMap((language) =>
    screenshotNames.flatMap((name) =>
      screenshotThemes.map((theme) => screenshotAsset(name, language, theme).content.length),
    ),
  );
  expect(Math.min(...sizes)).toBeGreaterThan(10_000);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(3 * 1024 * 1024);
});
