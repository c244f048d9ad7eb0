/** The reviews list: filters, keyboard shortcuts, virtual scrolling, and hostile texts. */
import { readFileSync } from 'node:fs';
import type { Cookie, Page } from '@playwright/test';
import { connectByRequest, signUpByRequest } from '../support/accounts.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { googleReviews } from '../support/shop.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct('shop');

const hostile = (
  JSON.parse(readFileSync(new URL('../fixtures/hostile-texts.json', import.meta.url), 'utf8')) as {
    texts: string[];
  }
).texts;
const shopReviews = googleReviews(['accounts/7001/locations/9001', 'accounts/7001/locations/9002']);
const generated = 240;
const newestHostile = Date.parse('2026-10-05T00:00:00Z');

let cookies: Cookie[] = [];

test.beforeAll(async ({ browser }) => {
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
  const page = await browser.newPage();
  await signUpByRequest(page, product());
  await connectByRequest(page, product(), 'Google');
  cookies = await page.context().cookies();
  await page.close();
});

test.beforeEach(async ({ context }) => {
  await context.addCookies(cookies);
});

const items = (page: Page) => page.getByRole('list', { name: 'Reviews' }).getByRole('listitem');

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
  await test.step('filters narrow the list, are stored in the URL, and restored from it', async () => {
    await open(page);
    await page.getByRole('searchbox', { name: 'Search' }).fill('rye bread');
    await expect(items(page)).toHaveCount(1);
    await expect(items(page).getByText('Orla Finch')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('search')).toBe('rye bread');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(items(page).nth(3)).toBeVisible();
    expect(new URL(page.url()).search).toBe('');

    await page.getByLabel('From').fill('2026-10-20');
    await page.getByLabel('To').fill('2026-11-15');
    const between = shopReviews.filter(({ author }) =>
      ['Jonas Weber', 'Teodor Lind', 'Mina Sato'].includes(author),
    );
    await expect(items(page)).toHaveCount(between.length);
    await page.getByLabel('Stars').selectOption({ label: '4 stars and up' });
    await expect(items(page)).toHaveCount(between.filter(({ stars }) => stars >= 4).length);
    await page.getByLabel('Stars').selectOption({ label: '2 stars only' });
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
    await expect(page.getByLabel('From')).toHaveValue('2026-10-20');
    await expect(page.getByLabel('Stars')).toHaveValue('2-only');

    await page.getByLabel('Answer').selectOption({ label: 'Unanswered' });
    await expect(page.getByText('No review matches these filters')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(items(page).nth(3)).toBeVisible();
  });
  await test.step('invalid filters in the URL are ignored', async () => {
    await open(page, '?rating=9&from=2026-02-30&source=myspace&locationId=1&answered=maybe');
    await expect(items(page).nth(3)).toBeVisible();
    await expect(page.getByLabel('Stars')).toHaveValue('');
  });
  await test.step('the banner counts the unanswered reviews and shows them', async () => {
    await open(page);
    const open_ =
      shopReviews.filter(({ reply }) => reply === null).length + generated - Math.ceil(generated / 4);
    await expect(page.getByRole('main').getByText(`${open_} unanswered reviews`)).toBeVisible();
    await page.getByRole('button', { name: 'Show them' }).click();
    expect(new URL(page.url()).searchParams.get('answered')).toBe('false');
    await expect(items(page).first().getByText('Unanswered')).toBeVisible();
    await expect(page.getByRole('main').getByText(/ unanswered reviews$/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Show them' })).toHaveCount(0);
  });
  await test.step('the location filter shows one location', async () => {
    await open(page);
    await page.getByLabel('Location').selectOption({ label: 'Salt Quay Kiosk' });
    await expect(items(page)).toHaveCount(2);
    await expect(items(page).getByText('Lea Moreau')).toBeVisible();
  });
});

test('fast input', async ({ page }) => {
  await test.step('typed text is not overwritten while the URL and the list follow', async () => {
    await open(page);
    const search = page.getByRole('searchbox', { name: 'Search' });
    const asked = nextSearch(page);
    await search.pressSequentially('rye ');
    expect(await asked).toBe('rye');
    await expect(page).toHaveURL(/\?search=rye$/);
    await search.pressSequentially('bread');
    await expect(search).toHaveValue('rye bread');
    await expect(page).toHaveURL(/\?search=rye\+bread$/);
    await expect(items(page)).toHaveCount(1);
    await expect(search).toHaveValue('rye bread');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(search).toHaveValue('');

    // Every digit of the year makes a valid date; the field must keep the unfinished year for the next digit.
    await page.getByLabel('From').focus();
    await page.keyboard.type('10202026', { delay: 40 });
    await expect(page.getByLabel('From')).toHaveValue('2026-10-20');
    await expect(page).toHaveURL(/\?from=2026-10-20$/);
  });
  await test.step('two filters changed at the same moment both apply', async () => {
    await open(page);
    await page.evaluate(() => {
      // The second change comes before the first one is rendered, as on a slow page.
      for (const [name, value] of [
        ['Stars', '4-up'],
        ['Answer', 'false'],
      ] as const) {
        const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name);
        const select = label?.control as HTMLSelectElement;
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
    await expect(page.getByLabel('Answer')).toHaveValue('false');
    await expect(page.getByLabel('Stars')).toHaveValue('4-up');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ rating: '4', answered: 'false' });
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

test('texts that contain code are shown as text', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).hostname));
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    return dialog.dismiss();
  });
  await resize(page, { width: 1280, height: 12_000 });
  await open(page);
  await page.getByLabel('Location').selectOption({ label: 'Naughty Corner' });
  await expect(items(page)).toHaveCount(hostile.length);
  for (const [index, text] of hostile.entries()) {
    const item = items(page).nth(index);
    // The server removes bidi control characters and line separators from every text.
    const shown = await item.locator('[dir="auto"]').allInnerTexts();
    expect(shown.map(withoutInvisible), `text ${index}`).toEqual([
      withoutInvisible(text),
      withoutInvisible(text),
    ]);
  }
  const planted = items(page).locator(
    'script, iframe, img, a, object, [onerror], [onload], [style*="expression"]',
  );
  await expect(planted).toHaveCount(0);
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
    await page.keyboard.press('j');
    await expect(items(page).nth(0).getByRole('article')).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(page.locator('[aria-posinset="3"]').getByRole('article')).toBeFocused();
    await page.keyboard.press('k');
    await expect(page.locator('[aria-posinset="2"]').getByRole('article')).toBeFocused();
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
    await expect(page.getByText('Unanswered reviews could not be counted.')).toBeVisible();
    expect(await items(page).first().boundingBox()).toEqual(place);
    await page.unroute(counts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').getByText(/ unanswered reviews$/)).toBeVisible();
    expect(await items(page).first().boundingBox()).toEqual(place);
    await page.reload();
    await expect(page.getByLabel('Location')).toBeVisible();
    expect(await items(page).first().boundingBox()).toEqual(place);
  });
  await test.step('a long list loads page by page to its end, and keeps few cards in the DOM', async () => {
    const cursors: (string | null)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/v1/reviews') cursors.push(url.searchParams.get('cursor'));
    });
    await open(page);
    const total = shopReviews.length + hostile.length + generated;
    const end = page.getByText(`That is all: ${total} reviews.`);
    const last = page.locator(`[aria-posinset="${total}"]`);
    // Each loaded page makes the list longer, so scroll to the end again.
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(last).toBeVisible({ timeout: 250 });
    }).toPass({ intervals: [50] });
    await expect(end).toBeVisible();
    expect(await items(page).count()).toBeLessThan(60);
    await expect(last).toContainText(`(${generated})`);
    expect(cursors.length).toBe(Math.ceil(total / 50));
    expect(new Set(cursors).size).toBe(cursors.length);
  });
});
