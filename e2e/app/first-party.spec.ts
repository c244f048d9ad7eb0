/** What a visitor leaves with the business: answered in the app, hidden with its reason, seen on the pages of the business. */
import type { Embed } from '@kindling/contract/embeds';
import type { Pipeline } from '@kindling/contract/pipelines';
import type { Review } from '@kindling/contract/reviews';
import type { Browser } from '@playwright/test';
import { apiOf, signUpByRequest } from '../support/accounts.ts';
import { viewportOf } from '../support/check-screen.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
const text = 'Twenty minutes in the queue.';

/** A visitor rates with two stars and writes. The page thanks at once and sends in the background, so it stays open until `isStored`. */
async function leaveReview(browser: Browser, slug: string, isStored: () => Promise<void>): Promise<void> {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${product().url}/c/${slug}`);
  // A form that is sent within a second is held.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(1_500);
  await page.locator('#rate button[name=rating]').nth(1).click();
  await page.locator('#review').getByRole('textbox').first().fill(text);
  await page.locator('#review button[type=submit]').click();
  await expect(page.getByRole('heading', { name: 'Thank you', exact: true })).toBeVisible();
  await isStored();
  await context.close();
}

test('a direct review is answered at once, hidden with its reason, and shown again', async ({
  page,
  browser,
}) => {
  await signUpByRequest(page, product());
  await resize(page, viewportOf(390));
  const api = await apiOf(page, product());
  const { pipelines } = await api<{ pipelines: Pipeline[] }>('GET', '/pipelines');
  const slug = pipelines[0]?.slug ?? '';
  const texts = async () =>
    (await api<{ items: Review[] }>('GET', '/reviews')).items.map((review) => review.text);
  await leaveReview(browser, slug, () => expect.poll(texts).toEqual([text]));
  await page.goto(`${product().url}/reviews`);
  const card = page.getByRole('article');
  const openReview = () => page.getByRole('list', { name: 'Reviews' }).getByRole('link').click();

  await test.step('the reply is public at once', async () => {
    await openReview();
    await card.getByRole('button', { name: 'Reply', exact: true }).click();
    await card.getByRole('textbox', { name: 'Your public reply' }).fill('We have a second till now.');
    await card.getByRole('button', { name: 'Send reply' }).click();
    await expect(card.getByText('Published')).toBeVisible();
  });
  await test.step('it is hidden for a reason', async () => {
    await card.getByRole('button', { name: 'Hide', exact: true }).click();
    await expectAccessible(page, 'the question for the reason');
    await page.getByRole('radio', { name: 'Something has changed since' }).check();
    await page.getByRole('button', { name: 'Hide review' }).click();
    await expect(card.getByText(/^Hidden on .*: Something has changed since$/)).toBeVisible();
    await expectNoSidewaysScroll(page, 'a hidden review on a phone');
    await expectAccessible(page, 'a hidden review');
  });
  const { embed } = await api<{ embed: Embed }>('POST', '/embeds', { kind: 'widget', name: 'Wall' });
  await api('POST', `/embeds/${embed.id}/publish`);
  await test.step('visitors are told, and the figures have it', async () => {
    const address = `${product().url}/e/${embed.code}`;
    // A job renders what was published.
    await expect.poll(async () => (await page.request.get(address)).status()).toBe(200);
    await page.goto(address);
    await expect(page.getByText(/1 not shown: hidden because something has changed since/)).toBeVisible();
    await expect(page.getByText('2.0')).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
    const ask = page.getByRole('link', { name: 'How we ask for reviews' });
    await expect(ask).toHaveAttribute('href', `${product().url}/r/${slug}/how-we-ask`);
    await page.goto(`${product().url}/r/${slug}/how-we-ask`);
    await expect(page.getByText('1 hidden because something has changed since')).toBeVisible();
  });
  await test.step('it is shown again', async () => {
    await page.goto(`${product().url}/reviews?hidden=true`);
    await openReview();
    await card.getByRole('button', { name: 'Show again' }).click();
    await expect(card.getByRole('button', { name: 'Hide', exact: true })).toBeVisible();
    // A published embed follows within seconds; the browser keeps its page for a while, so another address is asked for.
    await expect(async () => {
      await page.goto(`${product().url}/e/${embed.code}?${Date.now()}`);
      await expect(page.getByText(text)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByText('We have a second till now.')).toBeVisible();
  });
});
