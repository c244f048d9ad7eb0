/**
 * Pseudo-localization finds hard-coded texts: the app runs with English texts that are marked and lengthened. Any
 * visible or spoken text without marks is hard-coded, except names and user content.
 */
import { readFileSync } from 'node:fs';
import type { Business } from '@kindling/contract/businesses';
import type { Page } from '@playwright/test';
import { languageFacts } from '../../locales/languages.ts';
import { apiOf, signInByRequest } from '../support/accounts.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();

/** User content, and the widget as it will appear on the owner's page. */
const foreignSelectors = [
  '[data-foreign]',
  '[dir="auto"]',
  'bdi',
  'time',
  'textarea',
  'svg',
  'code',
  'pre',
  'iframe',
];
/** The owner of the demo account, and the platforms. */
const ownNames = ['Mara Lindqvist', 'ML', 'Google', 'Facebook'];
const siteBuilders = ['WordPress', 'Shopify', 'Wix', 'Squarespace', 'Webflow'];
/** `Intl` names the months, in the page's language. */
const months = (['short', 'long'] as const).flatMap((month) => {
  const format = new Intl.DateTimeFormat('de', { month, timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, index) => format.format(new Date(Date.UTC(2026, index, 1))));
});
/** `Intl` also formats relative times. */
const relativeTime = new Intl.RelativeTimeFormat('de', { numeric: 'auto' });
const [{ value: before } = { value: '' }] = relativeTime.formatToParts(-9, 'minute');
const pastTimes = [relativeTime.format(0, 'second'), before];
/** Language names, each in its own language. */
const languages = Object.values(languageFacts).map(({ name }) => name);
/** `Intl` names the languages of reviews, in the page's language. */
const languageNames = new Intl.DisplayNames('de', { type: 'language' });
const reviewLanguages = ['en', 'fr', 'es', 'de', 'nl', 'no', 'da', 'it', 'pt', 'sv', 'ja', 'zh', 'sr'].map(
  (code) => languageNames.of(code) ?? code,
);
/** As it does the countries that the demo has visits from. */
const countryNames = new Intl.DisplayNames('de', { type: 'region' });
const visitCountries = ['FR', 'DE', 'ES', 'GB', 'NL', 'US', 'BE', 'CH', 'RS', 'CA', 'AU', 'JP'].map(
  (code) => countryNames.of(code) ?? code,
);
const givenNames = [
  ...ownNames,
  ...siteBuilders,
  ...months,
  ...pastTimes,
  ...languages,
  ...reviewLanguages,
  ...visitCountries,
];

/** The names of the account's widgets, tags, businesses and locations; other tests of the worker create some too. */
async function namesOf(page: Page): Promise<string[]> {
  const api = await apiOf(page, product());
  const { embeds } = await api<{ embeds: { name: string }[] }>('GET', '/embeds?kind=widget');
  const { businesses } = await api<{ businesses: Business[] }>('GET', '/businesses');
  const { tags } = await api<{ tags: { name: string }[] }>('GET', '/tags');
  return [...embeds, ...tags, ...businesses, ...businesses.flatMap(({ locations }) => locations)].map(
    ({ name }) => name,
  );
}

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  O: 'Ó',
};

/** Adds marks and accents and 40 % length; placeholders stay. */
function pseudoLocalize(text: string): string {
  const accented = text
    .split(/(\{\{[^}]*\}\})/)
    .map((part) =>
      part.startsWith('{{') ? part : part.replace(/[aeiouAEO]/g, (letter) => accents[letter] ?? letter),
    )
    .join('');
  const words = text.replace(/\{\{[^}]*\}\}/g, '').split(/\s+/);
  let longer = '';
  for (let index = 0; longer.length < text.length * 0.4 && index < 40; index += 1)
    longer += ` ${words[index % words.length] ?? ''}`;
  return `[!! ${accented}${longer.slice(0, Math.ceil(text.length * 0.4))} !!]`;
}

function pseudoLocalizeFile(value: unknown): unknown {
  if (typeof value === 'string') return pseudoLocalize(value);
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([key, inner]) => [key, pseudoLocalizeFile(inner)]),
  );
}

async function usePseudoLocale(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The frame of the preview is sandboxed and has no storage.
    if (origin !== 'null') localStorage.setItem('selectedLanguage', 'de');
  });
  await page.route('**/locales/de/*.json', (route) => {
    const area = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    const english: unknown = JSON.parse(
      readFileSync(new URL(`../../locales/en/${area}`, import.meta.url), 'utf8'),
    );
    return route.fulfill({ json: pseudoLocalizeFile(english) });
  });
}

/** All texts and labels, visible or spoken, that are not inside marks. */
function findUntranslated(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ({ foreign, names }) => {
      const found: string[] = [];
      const known = (text: string) =>
        // Numbers with or without a unit, and time zone names from `Intl`.
        !/\p{L}{2}/u.test(text.replace(/\d+ px|^[A-Z].* \(UTC[+-].*\)$/g, '')) ||
        text.includes('[!!') ||
        names.some((name) => text.trim().startsWith(name));
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || parent.closest([...foreign, 'script', 'style', 'noscript'].join()) !== null)
          continue;
        // A text may be split around a link; the marks are then at the ends of the parent's text.
        if (known(node.textContent ?? '') || known(parent.textContent ?? '')) continue;
        found.push(`text: ${node.textContent}`);
      }
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        for (const element of document.querySelectorAll(`body [${name}]`)) {
          const text = element.getAttribute(name) ?? '';
          if (element.closest(foreign.join()) === null && !known(text)) found.push(`${name}: ${text}`);
        }
      return found;
    },
    { foreign: foreignSelectors, names },
  );
}

test('no text is hard-coded, and longer texts fit', async ({ page }) => {
  await signInByRequest(page, product(), product().demo);
  const names = [...givenNames, ...(await namesOf(page))];
  await usePseudoLocale(page);
  await resize(page, { width: 390, height: 844 });
  await page.goto(`${product().url}/dashboard`);
  /** Navigates through the drawer, as on a phone. */
  const go = async (path: string) => {
    await page.getByRole('button', { name: pseudoLocalize('Open the navigation') }).click();
    await page.getByRole('dialog').locator(`a[href="${path}"]`).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const expectScreen = async (what: string, marker: string) => {
    await expect(page.getByText(pseudoLocalize(marker)).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('status', { name: pseudoLocalize('Loading') })).toHaveCount(
      0,
    );
    expect.soft(await findUntranslated(page, names), what).toEqual([]);
    await expectNoSidewaysScroll(page, what);
  };
  await test.step('/dashboard', () => expectScreen('/dashboard', 'Newest reviews'));
  for (const [path, marker] of [
    ['/reviews', 'Advanced filters'],
    ['/profile', 'Profile'],
    ['/connections', 'Connections'],
  ] as const)
    await test.step(path, async () => {
      await go(path);
      await expectScreen(path, marker);
    });
  for (const path of ['/connections/google', '/connections/facebook'])
    await test.step(path, async () => {
      await page.getByRole('main').locator(`a[href="${path}"]`).first().click();
      await expectScreen(path, 'Connected accounts');
      await page.goBack();
    });

  await test.step('/widgets', async () => {
    await go('/widgets');
    await expectScreen('/widgets', 'Widgets');
  });
  await test.step('the editor', async () => {
    await page.getByRole('link', { name: 'All reviews' }).click();
    for (const tab of ['Settings', 'Preview', 'Embed']) {
      await page.getByRole('tab', { name: pseudoLocalize(tab) }).click();
      await expect(page.getByRole('tabpanel')).toBeVisible();
      await expect(
        page.getByRole('tabpanel').getByRole('status', { name: pseudoLocalize('Loading') }),
      ).toHaveCount(0);
      expect.soft(await findUntranslated(page, names), tab).toEqual([]);
      await expectNoSidewaysScroll(page, tab);
    }
  });
  await test.step('the overlays of the shell', async () => {
    await resize(page, { width: 1280, height: 720 });
    await page.getByRole('button', { name: pseudoLocalize('Search or jump to') }).click();
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
    expect.soft(await findUntranslated(page, names), 'the quick switcher').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Mara Lindqvist' }).click();
    await page.getByRole('menuitem', { name: pseudoLocalize('Display') }).click();
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
    expect.soft(await findUntranslated(page, names), 'the display panel').toEqual([]);
  });
});
