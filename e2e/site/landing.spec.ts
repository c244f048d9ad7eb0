/** The start page as strangers meet it: complete without JavaScript, quiet, and open to everybody. */
import type { Page } from '@playwright/test';
import { countShifts, expectNoShift, resize, shifts } from '../support/painting.ts';
import { newPerson } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { matrix } from '../support/scope.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
const phone = { width: 390, height: 844 };

const banner = (page: Page) => page.getByRole('banner');
const opener = (page: Page, name: string) => banner(page).getByRole('button', { name });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the start page reads from its heading to its footer and leads on', async ({ page }) => {
    const response = await page.goto(`${product().url}/`);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThanOrEqual(3);
    await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getUTCFullYear()));
    const [first, second] = [page.locator('.faq details').nth(0), page.locator('.faq details').nth(1)];
    await first.locator('summary').click();
    await expect(first.locator('p')).toBeVisible();
    await second.locator('summary').click();
    await expect(second.locator('p')).toBeVisible();
    await expect(first.locator('p')).toBeHidden();
  });

  test('the menus open one at a time over the page, and lead on', async ({ page }) => {
    await page.goto(`${product().url}/`);
    const heading = page.getByRole('heading', { level: 1 });
    const place = await heading.boundingBox();
    await opener(page, 'Solutions').click();
    const solutions = page.locator('#menu-solutions');
    await expect(solutions.getByRole('link')).toHaveCount(7);
    await expect(solutions).toContainText('Toolkit');
    expect(await heading.boundingBox()).toEqual(place);
    await opener(page, 'Language').click();
    await expect(page.locator('#menu-language')).toBeVisible();
    await expect(solutions).toBeHidden();
    await opener(page, 'Solutions').click();
    await solutions.getByRole('link', { name: 'NFC card' }).click();
    await expect(page).toHaveURL(`${product().url}/get-nfc-card`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('on a phone the whole navigation lies in a sheet', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(`${product().url}/`);
    const sheet = page.locator('#menu-phone');
    await expect(sheet).toBeHidden();
    await opener(page, 'Menu').click();
    await expect(sheet).toBeVisible();
    await opener(page, 'Menu').click();
    await expect(sheet).toBeHidden();
    await opener(page, 'Menu').click();
    await sheet.getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL(`${product().url}/pricing`);
  });

  test('the footer changes the language and back', async ({ page }) => {
    await page.goto(`${product().url}/`);
    const footer = page.getByRole('contentinfo');
    await footer.getByText('English').first().click();
    await expect(footer.locator('.languages').getByRole('link')).toHaveText([
      'English',
      'Français',
      'Deutsch',
      'Nederlands',
      'Español',
    ]);
    await footer.getByRole('link', { name: 'Français' }).click();
    await expect(page).toHaveURL(`${product().url}/fr`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(banner(page).getByRole('link', { name: 'Connexion' })).toHaveAttribute(
      'href',
      '/auth/sign-in?lng=fr',
    );
    await footer.getByText('Français').first().click();
    await footer.getByRole('link', { name: 'English' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('every link into the page finds its place, every link of ours an answer', async ({
    page,
    request,
  }) => {
    await page.goto(`${product().url}/`);
    const links = await page
      .locator('a[href]')
      .evaluateAll((found) => found.map((link) => String(link.getAttribute('href'))));
    const targets = [...new Set(links)];
    expect(targets.length).toBeGreaterThanOrEqual(20);
    for (const href of targets) {
      if (href.startsWith('mailto:')) continue;
      const url = new URL(href, `${product().url}/`);
      // The source of a figure that we quote.
      if (url.hostname === 'www.hbs.edu') continue;
      expect(url.origin, href).toBe(product().url);
      if (url.hash !== '') await expect(page.locator(url.hash), href).toHaveCount(1);
      expect((await request.get(url.href)).status(), href).toBe(200);
    }
  });
});

test('the title, the description and the address are told to machines', async ({ page }) => {
  await page.goto(`${product().url}/`);
  await expect(page).toHaveTitle(/Kindling.*Ignite Your Business with Reviews/);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{50,}/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('reading loads nothing from elsewhere, and leaves no cookie and nothing stored', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== product().url) foreign.push(request.url());
  });
  await page.goto(`${product().url}/`, { waitUntil: 'networkidle' });
  await opener(page, 'Solutions').click();
  await page.locator('.faq summary').first().click();
  expect(foreign).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('a chosen language is kept for the next visit', async ({ page }) => {
  await page.goto(`${product().url}/`);
  await opener(page, 'Language').click();
  await page.locator('#menu-language').getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('selectedLanguage'))).toBe('de');
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name, value }) => [name, value]))
    .toEqual([['selectedLanguage', 'de']]);
  await page.goto(`${product().url}/`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('the menus are worked with the keyboard alone', async ({ page }) => {
  await page.goto(`${product().url}/`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  const solutions = page.locator('#menu-solutions');
  await opener(page, 'Solutions').focus();
  await page.keyboard.press('Enter');
  await expect(solutions).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(solutions.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(solutions).toBeHidden();
  await expect(opener(page, 'Solutions')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(solutions.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(solutions.getByRole('link').last()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product().url}/gallery`);

  const footer = page.getByRole('contentinfo');
  const language = footer.locator('summary');
  await language.focus();
  await page.keyboard.press('Enter');
  await expect(footer.locator('.languages')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(footer.locator('.languages')).toBeHidden();
  await expect(language).toBeFocused();
});

for (const width of [390, 1440]) {
  test(`nothing moves while the start page appears, at ${width} px`, async ({ page }) => {
    await resize(page, { width, height: 844 });
    await countShifts(page, 'all');
    await page.goto(`${product().url}/`, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    await expectNoShift(page);
    // The measure itself works: what does move is noticed.
    await page.evaluate(() => document.querySelector('main')?.before(document.createElement('hr')));
    await expect.poll(() => shifts(page)).not.toEqual([]);
  });
}

test('the start page leads to the sign-up form and to the sign-in form', async ({ page }) => {
  await page.goto(`${product().url}/`);
  await banner(page).getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.goto(`${product().url}/`);
  await page.getByRole('main').getByRole('link', { name: 'Get started' }).first().click();
  await page.getByLabel('E-mail address', { exact: true }).fill(newPerson().email);
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of matrix([360, 768, 1440], [colorScheme === 'light' ? 360 : 1440])) {
    test(`the start page is accessible and fits at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await resize(page, { width, height: 800 });
      await page.goto(`${product().url}/`);
      await expectNoSidewaysScroll(page, 'the start page');
      await expectAccessible(page, 'the start page');
      await opener(page, width < 992 ? 'Menu' : 'Solutions').click();
      await expectAccessible(page, 'the open menu');
    });
  }
}
