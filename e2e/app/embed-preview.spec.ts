/** The preview runs the script that visitors get, counts nothing, and is shared by a link. */
import type { Embed } from '@kindling/contract/embeds';
import { apiOf, signInByRequest } from '../support/accounts.ts';
import { previewOf } from '../support/editor.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
const reviewsOf = /^Reviews of /;

test('the preview moves and opens as on a site, and a link shows it without an account', async ({
  page,
  browser,
}) => {
  await signInByRequest(page, product(), product().demo);
  await resize(page, { width: 1440, height: 900 });
  const api = await apiOf(page, product());
  const { embed } = await api<{ embed: Embed }>('POST', '/embeds', { kind: 'widget', name: 'Shared' });
  const settings = { ...embed.settings, layout: 'carousel', dots: true };
  await api('PUT', `/embeds/${embed.id}`, { name: 'Shared', settings });
  const counted: string[] = [];
  page.on('request', (request) => {
    if (/\/e\/[a-z0-9]{10}/.test(request.url())) counted.push(request.url());
  });
  await page.goto(`${product().url}/widgets/edit-widget/${embed.id}`);
  const preview = previewOf(page);
  const region = preview.getByRole('region', { name: reviewsOf });

  await test.step('desktop is 1,200 px, scaled to fit', async () => {
    await expect(region).toBeVisible();
    const frame = page.locator('iframe[title="Preview"]');
    expect(await frame.evaluate((element) => element.clientWidth)).toBe(1200);
    expect((await frame.boundingBox())?.width).toBeLessThan(1000);
    await expect(preview.locator('html')).toHaveJSProperty('clientWidth', 1200);
    await page.getByRole('radiogroup', { name: 'Page around it' }).getByText('Dark').click();
    await expect(preview.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('radiogroup', { name: 'Width of the preview' }).getByText('Phone').click();
    await expect(preview.locator('html')).toHaveJSProperty('clientWidth', 390);
  });

  await test.step('arrows scroll and a text opens; nothing is asked of our server', async () => {
    const dots = region.locator('button[aria-current]');
    await expect(dots.first()).toHaveAttribute('aria-current', 'true');
    await region.getByRole('button', { name: 'Next reviews' }).click();
    await expect(dots.first()).toHaveAttribute('aria-current', 'false');
    await region.getByText('Read more').first().click();
    await expect(region.getByText('Show less').first()).toBeVisible();
    expect(counted).toEqual([]);
  });

  const link = await test.step('a link is made', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share the preview' });
    await dialog.getByRole('button', { name: 'Create a link' }).click();
    const address = dialog.getByRole('textbox', { name: 'Link to the preview' });
    await expect(address).toHaveValue(/\/embed-preview\/[\w-]{43}$/);
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page, 'the links to the preview');
    return address.inputValue();
  });

  await test.step('a colleague without an account sees it until it is revoked', async () => {
    const context = await browser.newContext({ locale: 'en' });
    try {
      const colleague = await context.newPage();
      await colleague.goto(link);
      const shared = previewOf(colleague).getByRole('region', { name: reviewsOf });
      await expect(shared.getByRole('article').first()).toBeVisible();
      await expectAccessible(colleague, 'a shared preview');
      await colleague.getByText('Phone', { exact: true }).click();
      await expect(previewOf(colleague).locator('html')).toHaveJSProperty('clientWidth', 390);
      await colleague.getByRole('link', { name: 'Dark' }).click();
      await expect(previewOf(colleague).locator('html')).toHaveAttribute('data-theme', 'dark');
      await resize(colleague, { width: 320, height: 800 });
      await expectNoSidewaysScroll(colleague, 'a shared preview on a phone');
      await page.getByRole('button', { name: /^Revoke the link/ }).click();
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(0);
      await colleague.reload();
      await expect(colleague.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    } finally {
      await context.close();
    }
  });
});
