/** Reviews chosen by hand and pinned in the editor of a widget: they lead the preview, and visitors are told so. */
import type { Embed } from '@kindling/contract/embeds';
import type { Page } from '@playwright/test';
import { apiOf, connectByRequest, signUpByRequest } from '../support/accounts.ts';
import { viewportOf } from '../support/check-screen.ts';
import { previewOf } from '../support/editor.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct('shop');

const rendering = (page: Page) => previewOf(page).getByRole('region', { name: /^Reviews of / });
const shown = (page: Page) => rendering(page).getByRole('article');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Choose reviews' });
const open = (page: Page, group: string) =>
  page.getByRole('button', { name: new RegExp(`^${group}`), expanded: false }).click();

test('reviews are chosen and pinned by hand, and the preview tells visitors', async ({ page }) => {
  await signUpByRequest(page, product());
  await connectByRequest(page, product(), 'Google');
  const api = await apiOf(page, product());
  const { embed } = await api<{ embed: Embed }>('POST', '/embeds', { kind: 'widget', name: 'By hand' });
  await resize(page, viewportOf(1440));
  await page.goto(`${product().url}/widgets/edit-widget/${embed.id}`);
  await expect(shown(page).first()).toBeVisible();
  await open(page, 'Chosen by hand');

  await test.step('two are chosen: they stand first, and their number is disclosed', async () => {
    await page.getByRole('button', { name: 'Choose reviews' }).click();
    for (const name of ['Mina Sato', 'Jonas Weber'])
      await dialog(page)
        .getByRole('checkbox', { name: `Choose the review by ${name}` })
        .check();
    await expect(dialog(page).getByText('2 of 50 chosen')).toBeVisible();
    await expectAccessible(page, 'the choice of reviews');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(shown(page).nth(0)).toContainText('Mina Sato');
    await expect(shown(page).nth(1)).toContainText('Jonas Weber');
    await expect(rendering(page).getByText('2 chosen by the business')).toBeVisible();
  });
  await test.step('a pin takes its reason, and leads the others', async () => {
    await page.getByRole('button', { name: 'Choose reviews' }).click();
    const pin = dialog(page).getByRole('button', { name: 'Pin the review by Lea Moreau' });
    await pin.click();
    await page.getByRole('textbox', { name: 'Reason, for your team only' }).fill('Our regular');
    await expectAccessible(page, 'the reason of a pin');
    await page.keyboard.press('Enter');
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await resize(page, viewportOf(390));
    await expectNoSidewaysScroll(page, 'the choice of reviews on a phone');
    await resize(page, viewportOf(1440));
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await open(page, 'What it shows');
    await page.getByLabel('Order').selectOption({ label: 'Pinned first, then the newest' });
    await expect(shown(page).nth(2)).toContainText('Lea Moreau');
    const { items } = await api<{ items: { authorName: string; pinned: { reason: string } | null }[] }>(
      'GET',
      '/reviews?pinned=true',
    );
    expect(items.map(({ authorName, pinned }) => [authorName, pinned?.reason])).toEqual([
      ['Lea Moreau', 'Our regular'],
    ]);
  });
  await test.step('only the chosen ones: the others are counted as left out', async () => {
    await open(page, 'Chosen by hand');
    await page.getByRole('switch', { name: /^Only these reviews/ }).check({ force: true });
    await expect(shown(page)).toHaveCount(2);
    await expect(rendering(page).getByText(/not chosen by the business/)).toBeVisible();
  });
  await test.step('one taken out leaves the preview', async () => {
    await page.getByRole('button', { name: 'Remove the review by Mina Sato' }).click();
    await expect(shown(page)).toHaveCount(1);
    await expect(shown(page)).toContainText('Jonas Weber');
  });
});
