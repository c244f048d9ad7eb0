/** An embed that follows the language of the page. */
import { expect, type Page, test } from '@playwright/test';
import { type Harness, type Snapshot, startHarness } from './harness.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

const ours = 'https://kindling.test';
const code = 'aaaaaaaaaa';

function followingSnapshot(): Snapshot {
  const reviews = Array.from({ length: 3 }, (_, index) => kit.makeReview(index));
  const brand = { name: 'Kindling', url: ours };
  return kit.makeSnapshot({ code, reviews, brand }, { language: 'en', followsPageLanguage: true, limit: 3 });
}

/**
 * A page in this language with the embed's script.
 * @returns the paths that it requested from our host
 */
async function openPage(page: Page, lang: string, { broken = '' } = {}): Promise<string[]> {
  const asked: string[] = [];
  const snapshot = followingSnapshot();
  await page.route('https://shop.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="${lang}"><title>Shop</title><link rel="icon" href="data:,"><kindling-reviews code="${code}"></kindling-reviews><script async src="${ours}/e/${code}.js"></script></html>`,
    }),
  );
  await page.route(`${ours}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    const [, language = ''] = /\.(\w\w)\.js$/.exec(pathname) ?? [];
    if (language === broken && broken !== '') return route.fulfill({ status: 503 });
    const { settings, ...rest } = snapshot;
    const shown =
      language === ''
        ? snapshot
        : kit.inLanguage(
            { ...rest, settings: { ...settings, followsPageLanguage: false } },
            language as Snapshot['settings']['language'],
          );
    return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: kit.scriptText(shown) });
  });
  await page.goto('https://shop.test/');
  return asked;
}

const shown = (page: Page) => page.locator('kindling-reviews section');

test('shows its own content at once on a page in its language', async ({ page }) => {
  const asked = await openPage(page, 'en-GB');
  await expect(shown(page)).toHaveAttribute('lang', 'en');
  expect(asked).toEqual([`/e/${code}.js`]);
});

test('shows the language of the page, with its dates and plurals', async ({ page }) => {
  const asked = await openPage(page, 'de-AT');
  await expect(shown(page)).toHaveAttribute('lang', 'de');
  await expect(shown(page)).toContainText('Bewertungen');
  expect(asked).toEqual([`/e/${code}.js`, `/e/${code}.de.js`]);
  await expect(page.locator('script')).toHaveCount(1);
});

test('shows its own language on a page in another one', async ({ page }) => {
  const asked = await openPage(page, 'pt-BR');
  await expect(shown(page)).toHaveAttribute('lang', 'en');
  expect(asked).toEqual([`/e/${code}.js`]);
});

test('changes with the page, there and back', async ({ page }) => {
  await openPage(page, 'en');
  await expect(shown(page)).toHaveAttribute('lang', 'en');
  const change = (lang: string) =>
    page.evaluate((next) => {
      document.documentElement.lang = next;
    }, lang);
  await change('fr');
  await expect(shown(page)).toHaveAttribute('lang', 'fr');
  await change('nl');
  await change('en');
  await expect(shown(page)).toHaveAttribute('lang', 'en');
  await change('nl');
  await expect(shown(page)).toHaveAttribute('lang', 'nl');
});

test('shows its own language when that of the page does not arrive', async ({ page }) => {
  await openPage(page, 'de', { broken: 'de' });
  await expect(shown(page)).toHaveAttribute('lang', 'en');
});
