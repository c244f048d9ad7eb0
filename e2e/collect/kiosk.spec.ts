import { expect, type Page, test } from '@playwright/test';
import { type Harness, startHarness } from './harness.ts';
import { open, rate } from './visitor.ts';

let kit: Harness;
test.beforeEach(async () => {
  kit = await startHarness();
});
test.afterEach(async () => {
  await kit.close();
});
test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

const qr = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';
const shown = () => kit.makeCollectPage({ kiosk: { qr, idleSeconds: 60 } });
const keptOf = (page: Page) =>
  page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length);

test('has one code for every rating, and nothing of a visit stays', async ({ page }) => {
  await open(kit, page, shown());
  await rate(page, 1);
  await expect(
    page.getByRole('img', { name: 'QR code that opens the public links on your phone' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Google' })).toHaveCount(0);
  await page.getByLabel('Your review').fill('Good bread.');
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect.poll(() => kit.stored.length).toBe(2);
  await expect(page.locator('output').first()).toHaveText(`${kit.origin}/w/${kit.stored[0]?.key}`);
  expect(await keptOf(page)).toBe(0);
  await expect(page.getByRole('img', { name: 'QR code of your private link' })).toHaveAttribute(
    'src',
    `/w/${kit.stored[0]?.key}/code.svg`,
  );
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: 'How was your visit?' })).toBeVisible();
  expect(await page.content()).not.toContain(kit.stored[0]?.key);
  expect(await page.getByLabel('Your review').inputValue()).toBe('');
  await page.getByRole('button', { name: '1 out of 5 stars' }).click();
  await expect.poll(() => kit.stored.length).toBe(3);
  expect(kit.stored[2]?.rating).toBe('1');
  expect(kit.stored[2]?.key).not.toBe(kit.stored[0]?.key);
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
});

test('asks whether somebody is there, and returns to the start by itself', async ({ page }) => {
  await page.clock.install();
  await open(kit, page, shown());
  await rate(page, 2);
  await page.getByLabel('Your review').fill('Not finished');
  await page.clock.fastForward(41_000);
  await expect(page.getByText('Still there?')).toBeVisible();
  await page.getByLabel('Your review').press('a');
  await page.clock.fastForward(30_000);
  await expect(page.getByLabel('Your review')).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(page.getByRole('heading', { name: 'How was your visit?' })).toBeVisible();
  expect(await page.getByLabel('Your review').inputValue()).toBe('');
  await expect(page.getByText('Still there?')).toBeHidden();
});

test('keeps no language of the visitor before', async ({ page }) => {
  await open(kit, page, shown());
  await page.locator('header summary').click();
  await page.getByRole('link', { name: 'Français' }).click();
  await expect(page.getByRole('heading', { name: 'Comment s’est passée votre visite ?' })).toBeVisible();
  await rate(page, 3);
  await page.getByLabel('Votre avis').fill('Bon pain.');
  await page.getByRole('button', { name: 'Envoyer l’avis' }).click();
  await page.getByRole('button', { name: 'Terminé' }).click();
  await expect(page.getByRole('heading', { name: 'How was your visit?' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('without a network it says that nothing was saved, and stores nothing', async ({ page, context }) => {
  await open(kit, page, shown());
  await rate(page, 2);
  await expect.poll(() => kit.stored.length).toBe(1);
  await context.setOffline(true);
  await page.getByLabel('Your review').fill('Good bread.');
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.locator('#review').getByRole('alert')).toContainText(
    'this was not saved. Please tell the staff.',
  );
  await expect(page.getByLabel('Your review')).toHaveValue('Good bread.');
  expect(await keptOf(page)).toBe(0);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect.poll(() => kit.stored.map(({ step }) => step)).toEqual(['rate', 'review']);
});

test('sends no spent proof when there is no new challenge, and asks until there is one', async ({ page }) => {
  await open(kit, page, shown());
  let isOut = true;
  let asked = 0;
  await page.route('**/q/*', async (route) => {
    const request = route.request();
    const isRenewal = request.method() === 'GET' && request.headers().accept === 'application/json';
    if (isRenewal) asked += 1;
    await (isRenewal && isOut ? route.abort() : route.continue());
  });
  const visitWith = async (rating: number, text: string) => {
    await rate(page, rating);
    await page.getByLabel('Your review').fill(text);
    await page.getByRole('button', { name: 'Send review' }).click();
    await expect(page.locator('#status')).toHaveText('Saved');
    await expect.poll(() => kit.stored.at(-1)?.text).toBe(text);
  };
  await visitWith(4, 'The first.');
  expect(kit.stored.at(-1)?.proof).not.toBe('');
  await page.getByRole('button', { name: 'Done' }).click();
  await visitWith(5, 'The second.');
  expect(kit.stored.slice(2).map(({ proof }) => proof)).toEqual(['', '']);
  await page.getByRole('button', { name: 'Done' }).click();
  isOut = false;
  const before = asked;
  await expect.poll(() => asked).toBeGreaterThan(before);
  await expect(page.locator('#rate [name=token]')).toHaveValue('token-of-the-harness-0002');
  await visitWith(3, 'The third.');
  expect(kit.stored.at(-1)?.proof).not.toBe('');
});
