/** The inbox as a whole: exported files, six languages on a phone, the keyboard only, and thousands of reviews. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { languages } from '../../locales/languages.ts';
import { readCsv } from '../../server/src/testing/read-csv.ts';
import { viewportOf } from '../support/check-screen.ts';
import { expectWholeWords } from '../support/cut-words.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { matrix } from '../support/scope.ts';
import { googleReviews } from '../support/shop.ts';
import { expect, expectNoSidewaysScroll, test } from '../support/test.ts';
import { useConnectedShop } from '../support/use-connected-shop.ts';

const product = useProduct('shop');
const shopReviews = googleReviews(['accounts/7001/locations/9001', 'accounts/7001/locations/9002']);
const generated = 2_000;

useConnectedShop(product, async () => {
  await product().control('google', {
    action: 'seed',
    location: 'accounts/7001/locations/9300',
    title: 'Long Pier',
    count: generated,
    newest: '2026-04-01T00:00:00Z',
  });
});

const items = (page: Page) => page.getByRole('list', { name: 'Reviews' }).getByRole('listitem');
const article = (page: Page) => page.getByRole('article');
const row = (page: Page, number: number) => page.locator(`[aria-posinset="${number}"]`).getByRole('link');

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`${product().url}/reviews${query}`);
  await expect(items(page).first()).toBeVisible();
}

test('a file of a filter has the rows of the list', async ({ page }) => {
  await open(page, '?rating=4&ratingMode=up&from=2026-10-01');
  const wanted = shopReviews.filter(
    ({ stars, day }) => stars >= 4 && Date.parse(day) >= Date.parse('2026-10-01'),
  );
  await expect(items(page)).toHaveCount(wanted.length);
  const listed = await items(page).locator('[data-row-link]').allTextContents();
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /CSV/ }).click(),
  ]);
  await expect(page.getByText(new RegExp(`^${wanted.length} reviews exported`))).toBeVisible();
  const rows = readCsv(readFileSync(await download.path()));
  expect(rows.map(({ Author }) => Author)).toEqual(listed);
  expect(rows.map(({ Rating, Text, Reply }) => ({ Rating, Text, Reply }))).toEqual(
    wanted.map(({ stars, text, reply }) => ({
      Rating: String(stars),
      Text: text ?? '',
      Reply: reply?.text ?? '',
    })),
  );
});

test('everything is done with the keyboard', async ({ page }) => {
  await open(page, '?answered=false');
  const keys = page.keyboard;
  await test.step('to a review, into it and to its reply', async () => {
    await keys.press('j');
    await expect(row(page, 2)).toBeFocused();
    await keys.press('Enter');
    await expect(article(page)).toBeFocused();
    await keys.press('r');
    const field = article(page).getByRole('textbox', { name: /^Your reply on/ });
    await expect(field).toBeFocused();
    await keys.type('Tack, jrtx/?');
    await expect(field).toHaveValue('Tack, jrtx/?');
    await keys.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(article(page).getByRole('button', { name: 'Continue draft' })).toBeFocused();
    await keys.press('Escape');
    await expect(row(page, 2)).toBeFocused();
  });
  await test.step('a tag is made and given', async () => {
    await keys.press('t');
    await expect(page.getByRole('textbox', { name: 'Find or create a tag' })).toBeFocused();
    await keys.type('Queue');
    await expect(page.getByRole('option', { name: 'Create “Queue”' })).toBeVisible();
    await keys.press('Enter');
    await expect(article(page).getByRole('list', { name: 'Tags' })).toContainText('Queue');
    await keys.press('Escape');
  });
  await test.step('reviews are selected and let go', async () => {
    await row(page, 2).focus();
    await keys.press('x');
    await keys.press('j');
    await keys.press('j');
    await keys.press('Shift+X');
    await expect(page.getByText('3 reviews selected')).toBeVisible();
    await keys.press('Escape');
    await expect(page.getByText('3 reviews selected')).toHaveCount(0);
  });
  await test.step('the search and the list of keys', async () => {
    await keys.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
    await keys.press('Escape');
    await row(page, 1).focus();
    await keys.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
    await keys.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('thousands of reviews are scrolled with few rows in the document', async ({ page }) => {
  await resize(page, viewportOf(1440));
  await open(page);
  const total = shopReviews.length + generated;
  await page.evaluate(() => {
    const seen = { most: 0 };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      seen.most = Math.max(seen.most, document.querySelectorAll('[aria-posinset]').length);
    }).observe(document.body, { childList: true, subtree: true });
  });
  const last = page.locator(`[aria-posinset="${total}"]`);
  await items(page).first().hover();
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(last).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [20] });
  await expect(page.getByText(`That is all: ${total.toLocaleString('en-US')} reviews.`)).toBeVisible();
  const most = await page.evaluate(() => (window as unknown as { seen: { most: number } }).seen.most);
  expect(most).toBeGreaterThan(10);
  expect(most).toBeLessThanOrEqual(60);
});

interface Texts {
  inbox: { filter: { advanced: string; done: string }; manageTags: string };
  common: { export: string };
  reviews: { replyAction: string; continueDraft: string };
  dashboard: { newest: string };
}

function textsOf<Area extends keyof Texts>(language: string, area: Area): Texts[Area] {
  const file = new URL(`../../locales/${language}/${area}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts[Area];
}

// German has the longest words, Serbian texts of its own.
test('on a phone no control cuts off its words in any language', async ({ page }) => {
  await resize(page, viewportOf(390));
  for (const language of matrix<string>(languages, ['de', 'sr']))
    await test.step(language, async () => {
      const [inbox, common, reviews] = [
        textsOf(language, 'inbox'),
        textsOf(language, 'common'),
        textsOf(language, 'reviews'),
      ];
      const check = async (what: string) => {
        await expectWholeWords(page, `${what} in ${language}`);
        await expectNoSidewaysScroll(page, `${what} in ${language}`);
      };
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await page.goto(`${product().url}/reviews?answered=false&lng=${language}`);
      await expect(page.locator('[aria-posinset="1"]')).toBeVisible();
      await check('the list');
      await button(inbox.filter.advanced).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await check('the advanced filters');
      await button(inbox.filter.done).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await button(common.export).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await check('the export');
      await expect(page.getByRole('dialog').locator('[data-autofocus]')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await button(inbox.manageTags).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await check('the tags');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.locator('[aria-posinset="2"]').getByRole('link').click();
      await expect(article(page)).toBeVisible();
      await check('a review');
      await article(page)
        .getByRole('button', { name: new RegExp(`^(${reviews.replyAction}|${reviews.continueDraft})$`) })
        .click();
      await expect(article(page).locator('textarea[data-focused]')).toBeFocused();
      await check('the composer');
      await page.goto(`${product().url}/dashboard?lng=${language}`);
      await expect(page.getByRole('heading', { name: textsOf(language, 'dashboard').newest })).toBeVisible();
      await check('the dashboard');
    });
});
