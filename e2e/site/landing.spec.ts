/** The start page for new visitors: complete without JavaScript, without cookies or foreign requests, accessible. */
import type { Page } from '@playwright/test';
import { expectNoShift, recordedShifts, recordShifts, resize, waitForPaint } from '../support/painting.ts';
import { newPerson } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();

const banner = (page: Page) => page.getByRole('banner');
const opener = (page: Page, name: string) => banner(page).getByRole('button', { name });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the start page is complete, and its menus work', async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1 });

    await test.step('the start page can be read from its heading to its footer', async () => {
      const response = await page.goto(`${product().url}/`);
      expect(response?.status()).toBe(200);
      await expect(heading).toHaveCount(1);
      await expect(heading).toBeVisible();
      expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThanOrEqual(3);
      await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getUTCFullYear()));
      const [first, second] = [page.locator('.faq details').nth(0), page.locator('.faq details').nth(1)];
      await first.locator('summary').click();
      await expect(first.locator('p')).toBeVisible();
      await second.locator('summary').click();
      await expect(second.locator('p')).toBeVisible();
      await expect(first.locator('p')).toBeHidden();
    });

    await test.step('the menus open one at a time over the page, and their links work', async () => {
      await page.goto(`${product().url}/`);
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
      await expect(heading).toBeVisible();
    });

    await test.step('the footer changes the language and changes it back', async () => {
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

    await test.step('on a phone the whole navigation is in a sheet', async () => {
      // The narrowest phone on the market.
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto(`${product().url}/`);
      await expectNoSidewaysScroll(page, 'the start page at 360 px');
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
  });
});

test('the start page loads nothing foreign, and its links work', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== product().url) foreign.push(request.url());
  });
  await recordShifts(page, 'all');

  for (const width of [390, 1440])
    await test.step(`nothing shifts while the page loads, at ${width} px`, async () => {
      await resize(page, { width, height: 844 });
      await page.goto(`${product().url}/`, { waitUntil: 'networkidle' });
      await page.evaluate(() => document.fonts.ready);
      await expectNoShift(page, `${width} px`);
    });

  await test.step('reading the page loads nothing from other hosts, and sets no cookie and no storage', async () => {
    await opener(page, 'Solutions').click();
    await page.keyboard.press('Escape');
    await page.locator('.faq summary').first().click();
    expect(foreign).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });

  await test.step('the check for layout shifts detects a shift', async () => {
    await page.goto(`${product().url}/`);
    await waitForPaint(page);
    await page.evaluate(() => document.querySelector('main')?.before(document.createElement('hr')));
    await expect.poll(() => recordedShifts(page)).not.toEqual([]);
  });

  await test.step('the menus work with the keyboard only', () => useKeyboard(page));

  await test.step('a chosen language is stored for the next visit', async () => {
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
    await page.goto(`${product().url}/?lng=en`);
  });

  await test.step('the start page links to the sign-up form and to the sign-in form', async () => {
    await banner(page).getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await page.goto(`${product().url}/`);
    await page.getByRole('main').getByRole('link', { name: 'Get started' }).first().click();
    await page.getByLabel('E-mail address', { exact: true }).fill(newPerson().email);
    await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  });
});

async function useKeyboard(page: Page): Promise<void> {
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
}
