/** The app's language: how it is detected, changed and stored, and missing translations. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { languageFacts, languages, listedLanguages } from '../../locales/languages.ts';
import { signInByRequest } from '../support/accounts.ts';
import { useProduct } from '../support/product.ts';
import { matrix } from '../support/scope.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct();

test.beforeEach(async ({ page }) => {
  await signInByRequest(page, product(), product().demo);
});

interface AppTexts {
  nav: { dashboard: string; connections: string };
  menu: { language: string; signOut: string };
  switcher: { open: string };
}
function read<Texts>(language: string, area: string): Texts {
  return JSON.parse(
    readFileSync(new URL(`../../locales/${language}/${area}.json`, import.meta.url), 'utf8'),
  ) as Texts;
}
const texts = (language: string) => read<AppTexts>(language, 'app');

async function expectLanguage(page: Page, language: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('button', { name: texts(language).switcher.open })).toBeVisible();
  await expect(
    page.getByRole('navigation').getByRole('link', { name: texts(language).nav.dashboard, exact: true }),
  ).toBeVisible();
}

/** The language select in the footer. */
const footerSelect = (page: Page, language: string) =>
  page.getByRole('contentinfo').getByRole('combobox', { name: texts(language).menu.language });

test('lng= in the URL takes precedence', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('selectedLanguage', 'nl'));
  for (const language of matrix(languages, ['de', 'sr']))
    await test.step(language, async () => {
      await page.goto(`${product().url}/dashboard?lng=${language}`);
      await expectLanguage(page, language);
      const { title } = read<{ title: string }>(language, 'dashboard');
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      const select = footerSelect(page, language);
      await expect(select).toHaveValue(language);
      // A language that is not on offer is listed only while it is shown.
      const shown = languages.filter((one) => one === language || listedLanguages.includes(one));
      await expect(select.getByRole('option')).toHaveText(shown.map((one) => languageFacts[one].name));
    });
});

test.describe('where the browser prefers German', () => {
  test.use({ locale: 'de-AT' });

  test('the app is German until another language is chosen, and the sign-in pages with it', async ({
    page,
  }) => {
    const other = await page.context().newPage();
    /** Expects the language of the sign-in page for a signed-out visitor. */
    const expectSignIn = async (language: string) => {
      await page.context().clearCookies();
      await other.goto(`${product().url}/auth/sign-in`);
      await expect(other).toHaveURL(new RegExp(`^${product().identityUrl}`));
      await expect(other.locator('html')).toHaveAttribute('lang', language);
    };
    await test.step('the app opens in German, and the sign-in pages with it', async () => {
      await page.goto(`${product().url}/widgets`);
      await expectLanguage(page, 'de');
      await expectSignIn('de');
    });
    await test.step('a chosen language takes precedence, also on the sign-in pages', async () => {
      await footerSelect(page, 'de').selectOption({ label: 'Français' });
      await expectLanguage(page, 'fr');
      await expectSignIn('fr');
    });
  });
});

test('the menu, the footer and the quick switcher change the language permanently', async ({ page }) => {
  await page.goto(`${product().url}/widgets`);
  await expectLanguage(page, 'en');
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Language' }).hover();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expectLanguage(page, 'de');
  expect(await page.evaluate(() => localStorage.getItem('selectedLanguage'))).toBe('de');
  await page.reload();
  await expectLanguage(page, 'de');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('espan');
  await page.keyboard.press('Enter');
  await expectLanguage(page, 'es');
  await page
    .getByRole('contentinfo')
    .getByRole('combobox', { name: texts('es').menu.language })
    .selectOption({ label: 'English' });
  await expectLanguage(page, 'en');
  await page.getByRole('link', { name: 'Connections' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
});

test('a language whose texts fail to load', async ({ page, watch }) => {
  watch.expectFault(/status of (404|503)/);
  const forget = async () => {
    await page.unrouteAll();
    await page.evaluate(() => localStorage.clear());
  };

  await test.step('a language without files falls back to English at once', async () => {
    const asked: string[] = [];
    await page.route('**/locales/nl/*.json', (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ status: 404, body: '' });
    });
    await page.goto(`${product().url}/widgets?lng=nl`);
    await expectLanguage(page, 'en');
    // A missing file is requested once only.
    expect(new Set(asked).size).toBe(asked.length);
  });
  await forget();

  await test.step('switching to a language that fails to load shows a message, and the app continues', async () => {
    await page.route('**/locales/fr/*.json', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(`${product().url}/widgets`);
    await page
      .getByRole('contentinfo')
      .getByRole('combobox', { name: 'Language' })
      .selectOption({ label: 'Français' });
    await expect(page.getByText('This language could not be loaded.')).toBeVisible();
    await page.getByRole('link', { name: 'Connections' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  });
  await forget();

  await test.step('without any texts the app shows an error, and starts when they are available', async () => {
    await page.route('**/locales/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(`${product().url}/widgets`);
    await expect(page.getByRole('heading', { name: 'The app could not start' })).toBeVisible();
    await expect(page.getByText('We could not reach the server.')).toBeVisible();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(again).toBeEnabled();
    await page.unroute('**/locales/**');
    await again.click();
    await expect(page.getByRole('link', { name: 'All reviews' })).toBeVisible();
  });
  await forget();

  await test.step('a failing language is requested six times, then the app falls back to English', async () => {
    let tries = 0;
    await page.route('**/locales/nl/app.json', (route) => {
      tries += 1;
      return route.fulfill({ status: 503, body: '' });
    });
    await page.clock.install();
    await page.goto(`${product().url}/widgets?lng=nl`);
    // The pauses double with each attempt. The clock jumps once for each: a session check that takes longer than its timeout
    // by this clock would sign the person out.
    for (let attempt = 1; attempt < 6; attempt += 1) {
      await expect.poll(() => tries, { intervals: [50] }).toBeGreaterThanOrEqual(attempt);
      await page.clock.fastForward(350 * 2 ** (attempt - 1));
    }
    await expect.poll(() => tries).toBe(6);
    await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeVisible();
    expect(tries).toBe(6);
  });
});
