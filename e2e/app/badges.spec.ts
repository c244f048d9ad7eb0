/** Badges: create, preview, publish, embed, duplicate, delete. */
import type { Page } from '@playwright/test';
import { signInByRequest } from '../support/accounts.ts';
import { chooseInMenu, previewOf } from '../support/editor.ts';
import { startHostPage } from '../support/host-page.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();

const reviewsOf = /^Reviews of /;
const preview = (page: Page) => previewOf(page).getByRole('region', { name: reviewsOf });

/** Begins with a template, which gives the badge its name. */
async function createBadge(page: Page, name: string): Promise<void> {
  await page.goto(`${product().url}/badges`);
  await page.getByRole('button', { name: 'Create a badge' }).click();
  const dialog = page.getByRole('dialog', { name: 'New badge' });
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(page).toHaveURL(/\/badges\/edit-badge\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('a badge is created, published, duplicated and deleted', async ({ page, context, watch }) => {
  // The host page's policy forbids style attributes; only the reserved height of the pasted code is lost.
  watch.expectFault(/Applying inline style violates/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInByRequest(page, product(), product().demo);
  await page.goto(`${product().url}/dashboard`);

  await test.step('a badge is created, renamed, published and shown on its owner’s page', async () => {
    await page.getByRole('link', { name: 'Badges', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Badges' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Corner of every page' })).toBeVisible();

    await createBadge(page, 'Card with the figures');
    await expect(preview(page).getByRole('article')).toHaveCount(0);
    const figure = preview(page)
      .getByRole('img', { name: /out of 5 stars$/ })
      .first();
    await expect(figure).toBeVisible();
    const label = (await figure.getAttribute('aria-label')) ?? '';
    await expectAccessible(page, 'the editor of a badge');

    await page.getByLabel('Name').fill('Footer of the shop');
    await expect(page.getByText('Draft saved')).toBeVisible();
    // The cached list must not show the old name.
    await page.getByRole('link', { name: '← Badges' }).click();
    await page.getByRole('link', { name: 'Footer of the shop' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Published. Your site shows it within about a minute.')).toBeVisible();
    const code = await page.getByRole('textbox', { name: 'Code to paste' }).inputValue();
    expect(code).toContain('<kindling-reviews');

    const host = await startHostPage(code, product().url, 'hostile styles');
    try {
      const visitor = await context.newPage();
      await visitor.goto(host.url);
      const badge = visitor.getByRole('region', { name: reviewsOf });
      await expect(badge.getByRole('img', { name: label }).first()).toBeVisible();
      await expect(badge.getByRole('link', { name: /^Shown with / })).toBeVisible();
      await visitor.close();
    } finally {
      await host.close();
    }

    await page.getByRole('link', { name: '← Badges' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Footer of the shop' });
    await expect(row.getByText('Published', { exact: true })).toBeVisible();
  });

  await test.step('a duplicated badge is a badge, is not listed among the widgets, and can be deleted', async () => {
    await page.getByRole('link', { name: 'Footer of the shop' }).click();
    await chooseInMenu(page, 'Duplicate');
    await expect(page.getByRole('heading', { level: 1, name: 'Footer of the shop (copy)' })).toBeVisible();
    await expect(page).toHaveURL(/\/badges\/edit-badge\//);
    const copy = page.url();

    await page.getByRole('link', { name: 'Widgets', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Widgets' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'All reviews' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Footer of the shop/ })).toHaveCount(0);
    // The address of a widget with a badge's id redirects to the badge's own.
    await page.goto(copy.replace('/badges/edit-badge/', '/widgets/edit-widget/'));
    await expect(page).toHaveURL(copy);
    await expect(page.getByRole('heading', { level: 1, name: 'Footer of the shop (copy)' })).toBeVisible();

    await chooseInMenu(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(`${product().url}/badges`);
    await expect(page.getByRole('link', { name: 'Footer of the shop', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Footer of the shop (copy)' })).toHaveCount(0);
  });

  for (const width of [320, 768])
    await test.step(`the screens of badges fit ${width} px`, async () => {
      await resize(page, { width, height: 800 });
      await expectNoSidewaysScroll(page, 'the list of badges');
      await page.getByRole('link', { name: 'Footer of the shop' }).click();
      await expect(page.getByLabel('Name')).toBeVisible();
      await expectNoSidewaysScroll(page, 'the editor of a badge');
      await page.getByRole('tab', { name: 'Preview' }).click();
      await expect(preview(page)).toBeVisible();
      await expectNoSidewaysScroll(page, 'the preview of a badge');
      await page.getByRole('link', { name: '← Badges' }).click();
      await expect(page.getByRole('link', { name: 'Footer of the shop' })).toBeVisible();
    });

  await test.step('a new badge is in German when the app is', async () => {
    await resize(page, { width: 1280, height: 720 });
    await page.goto(`${product().url}/badges?lng=de-AT`);
    await page.getByRole('button', { name: 'Badge erstellen' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Neues Badge' });
    await dialog.getByRole('button', { name: 'Ohne Vorlage beginnen' }).click();
    const rendering = previewOf(page, 'Vorschau').getByRole('region', { name: /^Bewertungen für / });
    await expect(rendering).toHaveAttribute('lang', 'de');
    await expect(rendering.getByRole('img', { name: /von 5 Sternen$/ }).first()).toBeVisible();

    // German has the longest words: no tab may be cut off on a phone.
    await resize(page, { width: 390, height: 844 });
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveCount(4);
    const cut = await tabs.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((tab) => tab.textContent),
    );
    expect(cut).toEqual([]);
  });
});
