/** The reviews screen: filters, keyboard shortcuts, a phone, scrolling, and hostile texts. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { viewportOf } from '../support/check-screen.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { googleReviews } from '../support/shop.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';
import { useConnectedShop } from '../support/use-connected-shop.ts';

const product = useProduct('shop');

const hostile = (
  JSON.parse(readFileSync(new URL('../fixtures/hostile-texts.json', import.meta.url), 'utf8')) as {
    texts: string[];
  }
).texts;
const shopReviews = googleReviews(['accounts/7001/locations/9001', 'accounts/7001/locations/9002']);
const generated = 240;
const newestHostile = Date.parse('2026-10-05T00:00:00Z');

useConnectedShop(product, async () => {
  await product().control('google', {
    action: 'seed',
    location: 'accounts/7001/locations/9100',
    title: 'Naughty Corner',
    reviews: hostile.map((text, index) => ({
      reviewId: `n${index}`,
      reviewer: { displayName: text.slice(0, 60) },
      starRating: 'FOUR',
      comment: text,
      createTime: new Date(newestHostile - index * 60_000).toISOString(),
      updateTime: new Date(newestHostile - index * 60_000).toISOString(),
      reviewReply: { comment: text, updateTime: '2026-10-06T00:00:00Z', reviewReplyState: 'APPROVED' },
    })),
  });
  await product().control('google', {
    action: 'seed',
    location: 'accounts/7001/locations/9200',
    title: 'Long Pier',
    count: generated,
    newest: '2026-04-01T00:00:00Z',
  });
});

const items = (page: Page) => page.getByRole('list', { name: 'Reviews' }).getByRole('listitem');
const article = (page: Page) => page.getByRole('article');
const chip = (page: Page, name: string | RegExp) => page.getByRole('search').getByRole('button', { name });

/** Chooses an entry of a chip's menu. */
async function choose(page: Page, name: string, option: string | RegExp): Promise<void> {
  await chip(page, name).click();
  await page.getByRole('option', { name: option }).click();
}

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`${product().url}/reviews${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible();
  await expect(items(page).first()).toBeVisible();
}

/** Resolves with the search text of the next list request that has one. */
async function nextSearch(page: Page): Promise<string | null> {
  const request = await page.waitForRequest((asked) => {
    const { pathname, searchParams } = new URL(asked.url());
    return pathname === '/api/v1/reviews' && searchParams.has('search');
  });
  return new URL(request.url()).searchParams.get('search');
}

test('filters', async ({ page }) => {
  await test.step('they narrow the list, are stored in the URL, and restored from it', async () => {
    await open(page);
    await page.getByRole('searchbox', { name: 'Search' }).fill('rye bread');
    await expect(items(page)).toHaveCount(1);
    await expect(items(page).getByText('Orla Finch')).toBeVisible();
    await expect(article(page).getByRole('heading', { name: 'Orla Finch' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('search')).toBe('rye bread');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(items(page).nth(3)).toBeVisible();
    expect(new URL(page.url()).search).toBe('');

    await chip(page, 'Date').click();
    await page.getByRole('textbox', { name: 'From' }).fill('10/20/2026');
    await page.getByRole('textbox', { name: 'To' }).fill('11/15/2026');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const between = shopReviews.filter(({ author }) =>
      ['Jonas Weber', 'Teodor Lind', 'Mina Sato'].includes(author),
    );
    await expect(items(page)).toHaveCount(between.length);
    await choose(page, 'Stars', '4 stars and up');
    await expect(items(page)).toHaveCount(between.filter(({ stars }) => stars >= 4).length);
    await chip(page, 'Stars: 4 stars and up').click();
    await page.getByRole('option', { name: '2 stars only' }).click();
    await expect(items(page)).toHaveCount(1);
    await expect(items(page).getByText('Mina Sato')).toBeVisible();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      from: '2026-10-20',
      to: '2026-11-15',
      rating: '2',
      ratingMode: 'only',
    });

    await page.reload();
    await expect(items(page)).toHaveCount(1);
    await expect(chip(page, 'Date: Oct 20, 2026 to Nov 15, 2026')).toBeVisible();
    await expect(chip(page, 'Stars: 2 stars only')).toBeVisible();

    await chip(page, 'Not replied yet').click();
    await expect(page.getByText('No review matches these filters')).toBeVisible();
    await expect(
      page.getByText('Active: Oct 20, 2026 to Nov 15, 2026, 2 stars only, Not replied yet.'),
    ).toBeVisible();
    await chip(page, 'Remove the filter: Stars').click();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(items(page).nth(3)).toBeVisible();
  });
  await test.step('the advanced filters hold all of them', async () => {
    await open(page);
    await chip(page, 'Advanced filters').click();
    const dialog = page.getByRole('dialog', { name: 'Advanced filters' });
    await dialog.getByLabel('Source').selectOption({ label: 'Manual' });
    await dialog.getByLabel('Reply', { exact: true }).selectOption({ label: 'Replied' });
    await dialog.getByLabel('Hidden').selectOption({ label: 'Not hidden' });
    // Rows of the list before are dimmed while another one is read.
    await expect(page.locator('[data-stale]')).toHaveCount(0);
    await expectAccessible(page, 'advanced filters');
    await dialog.getByRole('button', { name: 'Show reviews' }).click();
    await expect(chip(page, 'Reply: Replied')).toBeVisible();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      source: 'first-party',
      answered: 'true',
      hidden: 'false',
    });
    await chip(page, 'Remove the filter: Hidden').click();
    await expect(chip(page, /^Hidden/)).toHaveCount(0);
  });
  await test.step('invalid filters in the URL are ignored', async () => {
    await open(page, '?rating=9&from=2026-02-30&source=myspace&locationId=1&answered=maybe');
    await expect(items(page).nth(3)).toBeVisible();
    await expect(chip(page, /: /)).toHaveCount(0);
  });
  await test.step('the banner counts the reviews not replied to yet and shows them', async () => {
    await open(page);
    const open_ =
      shopReviews.filter(({ reply }) => reply === null).length + generated - Math.ceil(generated / 4);
    await expect(page.getByRole('main').getByText(`${open_} reviews not replied to yet`)).toBeVisible();
    await page.getByRole('button', { name: 'Show them' }).click();
    expect(new URL(page.url()).searchParams.get('answered')).toBe('false');
    await expect(items(page).first().getByText('Not replied yet')).toBeVisible();
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });
  await test.step('the location filter shows one location', async () => {
    await open(page);
    await choose(page, 'Location', 'Salt Quay Kiosk');
    await expect(items(page)).toHaveCount(2);
    await expect(items(page).getByText('Lea Moreau')).toBeVisible();
  });
});

test('fast input', async ({ page }) => {
  await test.step('typed text is not overwritten while the URL and the list follow', async () => {
    await open(page);
    const search = page.getByRole('searchbox', { name: 'Search' });
    const asked = nextSearch(page);
    await search.fill('rye ');
    expect(await asked).toBe('rye');
    await expect(page).toHaveURL(/\?search=rye$/);
    await search.pressSequentially('bread');
    await expect(search).toHaveValue('rye bread');
    await expect(page).toHaveURL(/\?search=rye\+bread$/);
    await expect(items(page)).toHaveCount(1);
    await expect(search).toHaveValue('rye bread');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(search).toHaveValue('');
  });
  await test.step('the back button restores the filters', async () => {
    await open(page, '?search=bread');
    await page.getByRole('link', { name: 'Widgets', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Widgets' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('bread');
    expect(new URL(page.url()).searchParams.get('search')).toBe('bread');
  });
});

test('on a phone a review opens over the list, and Back closes it', async ({ page }) => {
  await resize(page, viewportOf(390));
  await open(page);
  const second = items(page).nth(1).getByRole('link');
  const author = await second.textContent();
  await second.click();
  await expect(article(page).getByRole('heading', { level: 2 })).toHaveText(author ?? '');
  expect(new URL(page.url()).searchParams.get('review')).not.toBeNull();
  await expectNoSidewaysScroll(page, 'a review on a phone');
  await expectAccessible(page, 'a review on a phone');
  await page.goBack();
  await expect(article(page)).toHaveCount(0);
  await second.click();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(article(page)).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.reload();
  await expect(items(page).first()).toBeVisible();
  await expect(article(page)).toHaveCount(0);
});

test('texts that contain code are shown as text', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).hostname));
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    return dialog.dismiss();
  });
  await open(page);
  await choose(page, 'Location', 'Naughty Corner');
  const names = page.getByRole('list', { name: 'Reviews' }).locator('[aria-posinset]');
  await expect(names.first()).toBeVisible();
  for (const [index, text] of hostile.entries()) {
    // The server removes bidi control characters and line separators from every text.
    const words = article(page).locator('p[dir="auto"]');
    await expect
      .poll(async () => (await words.allInnerTexts()).map(withoutInvisible), { message: `text ${index}` })
      .toEqual([withoutInvisible(text), withoutInvisible(text)]);
    const planted = page
      .getByRole('main')
      .locator('article, [aria-posinset]')
      .locator('script, iframe, img, object, [onerror], [onload], [style*="expression"]');
    await expect(planted).toHaveCount(0);
    await page.keyboard.press('j');
  }
  expect(await page.evaluate(() => '__tripped' in window)).toBe(false);
  expect(dialogs).toBe(0);
  expect([...new Set(requests)]).toEqual(['localhost']);
});

/** The text without white space and invisible control characters, which the server may change. */
function withoutInvisible(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]/gu, '');
}

test('shortcuts, layout stability, and the end of the list', async ({ page, watch }) => {
  await test.step('keys move through the list and focus the search', async () => {
    await open(page);
    const row = (number: number) => page.locator(`[aria-posinset="${number}"]`).getByRole('link');
    await page.keyboard.press('j');
    await expect(row(2)).toBeFocused();
    await expect(row(2)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(row(4)).toBeFocused();
    await page.keyboard.press('k');
    await expect(row(3)).toBeFocused();
    await expect(article(page).getByRole('heading', { level: 2 })).toHaveText(
      (await row(3).textContent()) ?? '',
    );
    await page.keyboard.press('x');
    await expect(page.getByText('1 review selected')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
    await page.keyboard.type('j/k');
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('j/k');
  });
  await test.step('the list shows without the counts, and does not shift when they load or fail', async () => {
    watch.expectFault(/status of 500/);
    const counts = /\/api\/v1\/(reviews\/figures|businesses)$/;
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(counts, async (route) => {
      await held;
      await route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: 'about:blank', title: 'x', status: 500, code: 'internal' }),
      });
    });
    await open(page);
    const place = await items(page).first().boundingBox();
    letThrough();
    await expect(page.getByText('Reviews not replied to yet could not be counted.')).toBeVisible();
    expect(await items(page).first().boundingBox()).toEqual(place);
    await page.unroute(counts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').getByText(/ reviews not replied to yet$/)).toBeVisible();
    expect(await items(page).first().boundingBox()).toEqual(place);
    await page.reload();
    await expect(chip(page, 'Location')).toBeVisible();
    expect(await items(page).first().boundingBox()).toEqual(place);
  });
  await test.step('a long list loads page by page to its end, and keeps few rows in the document', async () => {
    const cursors: (string | null)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/v1/reviews') cursors.push(url.searchParams.get('cursor'));
    });
    await open(page);
    const total = shopReviews.length + hostile.length + generated;
    const end = page.getByText(`That is all: ${total} reviews.`);
    const last = page.locator(`[aria-posinset="${total}"]`);
    // Each page that was read makes the list longer, so scroll to its end again.
    await items(page).first().hover();
    await expect(async () => {
      await page.mouse.wheel(0, 100_000);
      await expect(last).toBeVisible({ timeout: 250 });
    }).toPass({ intervals: [50] });
    await expect(end).toBeVisible();
    expect(await items(page).count()).toBeLessThanOrEqual(60);
    await expect(last).toContainText(`(${generated})`);
    expect(new Set(cursors).size).toBe(Math.ceil(total / 50));
  });
});
