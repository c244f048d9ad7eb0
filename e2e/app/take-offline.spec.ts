/** Unpublishing and republishing a widget or badge, as its owner and as a visitor of a page with its code. */

import type { Embed } from '@kindling/contract/embeds';
import type { Browser, Page } from '@playwright/test';
import { apiOf, signInByRequest } from '../support/accounts.ts';
import { chooseInMenu } from '../support/editor.ts';
import { type HostPage, startHostPage } from '../support/host-page.ts';
import { expectNoShift, recordShifts, resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test, waitUntilSettled } from '../support/test.ts';

const product = useProduct();

const rendering = (page: Page) => page.getByRole('region', { name: /^Reviews of / });
const takeOffline = (page: Page) => page.getByRole('menuitem', { name: 'Take offline', exact: true });

/** Opens the menu of the editor, in which it is offered or not, and closes it again. */
async function expectOffered(page: Page, offered: boolean): Promise<void> {
  await page.getByRole('button', { name: /^Actions for / }).click();
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await expect(takeOffline(page)).toHaveCount(offered ? 1 : 0);
  await page.getByRole('menu').press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toHaveCount(0);
}
const pastedCode = (page: Page) => page.getByRole('textbox', { name: 'Code to paste' });

test.beforeEach(async ({ page }) => {
  await signInByRequest(page, product(), product().demo);
});

/** Creates a draft and opens it in the editor. */
async function createDraft(page: Page, kind: 'widget' | 'badge', name: string): Promise<void> {
  const api = await apiOf(page, product());
  const { embed } = await api<{ embed: Embed }>('POST', '/embeds', { kind, name });
  await page.goto(`${product().url}/${kind}s/edit-${kind}/${embed.id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Publishes the open draft and returns the embed code. */
async function publish(page: Page): Promise<string> {
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).first().click();
  await expect(pastedCode(page)).toHaveValue(/code="[a-z0-9]{10}"/);
  return pastedCode(page).inputValue();
}

/** Visits the page with an empty cache: the embed shows or keeps its place empty, and the layout does not shift. */
async function expectOnFirstVisit(
  browser: Browser,
  host: HostPage,
  content: 'the reviews' | 'nothing',
): Promise<void> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => faults.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => faults.push(String(error)));
    await recordShifts(page);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/e/*', async (route) => {
      await promise;
      await route.continue();
    });
    const answer = page.waitForResponse(/\/e\/[a-z0-9]{10}\.js$/);
    await page.goto(host.url, { waitUntil: 'commit' });
    const after = page.getByText('After the reviews');
    await expect(after).toBeVisible();
    await waitUntilSettled(page);
    resolve();
    expect((await answer).status()).toBe(200);
    // The event waits for the script of the embed to have run.
    await page.waitForLoadState('load');
    await expect(rendering(page)).toHaveCount(content === 'the reviews' ? 1 : 0);
    await expect
      .poll(async () => (await page.locator('kindling-reviews').boundingBox())?.height, {
        message: 'the height that the pasted code reserves',
      })
      .toBeGreaterThan(100);
    await waitUntilSettled(page);
    await expectNoShift(page);
    expect(faults).toEqual([]);
  } finally {
    await context.close();
  }
}

test('a widget is taken offline in the editor: its place stays empty without a layout shift until it is published again', async ({
  page,
  browser,
}) => {
  await createDraft(page, 'widget', 'Summer terrace');
  await expectOffered(page, false);
  const code = await publish(page);
  // The page's policy allows style attributes, as most pages do, so that the embed's height is reserved.
  const host = await startHostPage(
    `${code}<p>After the reviews</p>`,
    product().url,
    'plain styles',
    "style-src-attr 'unsafe-inline'",
  );
  try {
    await expectOnFirstVisit(browser, host, 'the reviews');

    // The dialog mentions unpublished changes, which are kept.
    await page.getByRole('tab', { name: 'Settings' }).click();
    // Not taller than what the pasted code reserves.
    await page.getByText('Marquee', { exact: true }).click();
    await chooseInMenu(page, 'Take offline');
    const dialog = page.getByRole('dialog', { name: 'Take “Summer terrace” offline?' });
    await expect(dialog.getByText(/will show nothing in its place within about a minute/)).toBeVisible();
    await expect(dialog.getByText(/^It has changes that are not published/)).toBeVisible();
    await expectAccessible(page, 'the question before it is taken offline');
    await dialog.getByRole('button', { name: 'Take offline' }).click();
    await expect(
      page.getByText('Taken offline. Your site stops showing it within about a minute.'),
    ).toBeVisible();
    await expect(page.getByText('Draft', { exact: true })).toBeVisible();
    await expectOffered(page, false);
    await expect(page.getByRole('radio', { name: 'Marquee', exact: true })).toBeChecked();
    await page.getByRole('tab', { name: 'Embed', exact: true }).click();
    await expect(page.getByText('Publish it first')).toBeVisible();

    await expectOnFirstVisit(browser, host, 'nothing');

    expect(await publish(page)).toContain(/code="([a-z0-9]{10})"/.exec(code)?.[0] ?? 'no code');
    await expectOnFirstVisit(browser, host, 'the reviews');
  } finally {
    await host.close();
  }
});

test('a badge is taken offline in the list and becomes a draft', async ({ page, watch }) => {
  watch.expectFault(/503/);
  await createDraft(page, 'badge', 'Winter footer');
  await publish(page);
  await resize(page, { width: 320, height: 800 });
  await expectOffered(page, true);
  await expectNoSidewaysScroll(page, 'the editor of a published badge');
  await page.getByRole('link', { name: '← Badges' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Winter footer' });
  await expect(row.getByText('Published', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Winter footer' }).click();
  await page.getByRole('menuitem', { name: 'Take offline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take “Winter footer” offline?' });
  await expect(dialog.getByText(/^It has changes/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText('Published', { exact: true })).toBeVisible();

  // A failed request is shown and can be retried.
  await page.route('**/api/v1/embeds/*/unpublish', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: { code: 'unavailable', requestId: 'r-9' },
    }),
  );
  await page.getByRole('button', { name: 'Actions for Winter footer' }).click();
  await page.getByRole('menuitem', { name: 'Take offline' }).click();
  await dialog.getByRole('button', { name: 'Take offline' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'r-9' })).toBeVisible();
  await page.unroute('**/api/v1/embeds/*/unpublish');
  await dialog.getByRole('button', { name: 'Take offline' }).click();
  await expect(row.getByText('Draft', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page, 'the list');
  await page.getByRole('button', { name: 'Actions for Winter footer' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Take offline' })).toHaveCount(0);
});
