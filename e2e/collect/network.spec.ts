import { expect, test } from '@playwright/test';
import { type Harness, startHarness } from './harness.ts';
import { open, phone, rate } from './visitor.ts';

let kit: Harness;
test.beforeEach(async () => {
  kit = await startHarness();
});
test.afterEach(async () => {
  await kit.close();
});
test.use(phone);

test('offline in between: kept on the phone, and sent in order when the network is back', async ({
  page,
  context,
}) => {
  await open(kit, page, kit.makeCollectPage());
  await context.setOffline(true);
  await rate(page, 4);
  await expect(page.getByRole('link', { name: 'Google' })).toBeVisible();
  await expect(page.getByText('It is kept on this phone and sent once you are back online.')).toBeVisible();
  await page.getByLabel('Your review').fill('Good bread.');
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you', exact: true })).toBeVisible();
  expect(kit.received).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => kit.stored.map(({ step }) => step)).toEqual(['rate', 'review']);
  await expect(page.locator('#status')).toHaveText(/Sent|Saved/);
  await expect(page.getByText('kept on this phone')).toBeHidden();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('what was kept is sent at the next visit, after a reload', async ({ page }) => {
  kit.answer(() => ({ status: 503, headers: { 'retry-after': '600' } }));
  await open(kit, page, kit.makeCollectPage());
  await rate(page, 2);
  await expect(page.getByText('Kept on this phone. It will be sent in a moment.')).toBeVisible();
  kit.answer(null);
  await page.reload();
  await expect.poll(() => kit.stored).toMatchObject([{ step: 'rate', rating: '2' }]);
  await expect(page.getByRole('heading', { name: 'Thank you for your rating' })).toBeVisible();
});

for (const [status, words] of [
  [400, 'This could not be saved. What you wrote is still here.'],
  [410, 'This page no longer accepts reviews. What you wrote is still here.'],
] as const) {
  test(`an answer of ${status} gives the text back and says so`, async ({ page }) => {
    await open(kit, page, kit.makeCollectPage());
    await rate(page, 4);
    await expect.poll(() => kit.stored.length).toBe(1);
    kit.answer(() => ({ status }));
    await page.getByLabel('Your review').fill('Good bread.');
    await page.getByRole('button', { name: 'Send review' }).click();
    await expect(page.locator('#review').getByRole('alert')).toHaveText(words);
    await expect(page.getByLabel('Your review')).toHaveValue('Good bread.');
    await expect(page.getByLabel('Your review')).toBeFocused();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
}

test('a token that is too old is renewed, and the same key is sent again', async ({ page }) => {
  kit.answer(({ token }) =>
    token === 'token-of-the-harness-0001' ? { status: 403, body: { code: 'form-expired' } } : null,
  );
  await open(kit, page, kit.makeCollectPage());
  await rate(page, 4);
  await expect.poll(() => kit.stored).toMatchObject([{ token: 'token-of-the-harness-0002' }]);
  expect(new Set(kit.received.map(({ key }) => key)).size).toBe(1);
  // The server holds as too fast what comes within a second of its token.
  expect((kit.times.received.at(-1) ?? 0) - kit.times.renewed).toBeGreaterThan(1000);
  await expect(page.locator('#status')).toHaveText('Saved');
});

test('says the truth where the browser keeps nothing', async ({ page, context }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('QuotaExceededError');
    };
  });
  await open(kit, page, kit.makeCollectPage());
  await context.setOffline(true);
  await rate(page, 4);
  await expect(page.getByText('Not sent yet. Please keep this page open.')).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => kit.stored.length).toBe(1);
});
