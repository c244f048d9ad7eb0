/**
 * Connecting, syncing and disconnecting, through the platform's consent page and back. Component tests cover what the
 * pages show in each status (`web/src/features/connections`), server tests what the platforms may answer.
 */
import type { Locator, Page } from '@playwright/test';
import { signUpByRequest } from '../support/accounts.ts';
import { resize } from '../support/painting.ts';
import { allowAccess, allowAccessAgain, beginConnect, chooseProfiles, connect } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct('shop');

test.beforeEach(async ({ page }) => {
  await signUpByRequest(page, product());
});
test.afterEach(async () => {
  await product().control('google', { action: 'reset' });
  await product().control('facebook', { action: 'reset' });
});

/** The row of a listing. */
const profile = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Settings: ${name}` }) });

const openDetails = (page: Page) => page.getByText('Details', { exact: true }).click();

/** Denies access on the consent page; expects the explanation, and that no connection was stored. */
async function denyAccess(page: Page, platform: 'Google' | 'Facebook', button: string): Promise<void> {
  await beginConnect(page, product(), platform);
  await page.getByRole('button', { name: button }).click();
  const message = page.getByRole('alert').filter({ hasText: `${platform} is not connected` });
  await expect(message).toContainText('You did not allow access');
  await expect(message).toContainText('You can start again at any time.');
  await expect(page.getByText(`This is a local simulator of ${platform}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Connected accounts' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Connect with ${platform}` })).toBeEnabled();
}

async function expectFitsAndAccessible(page: Page, what: string): Promise<void> {
  await expectNoSidewaysScroll(page, what);
  await expectAccessible(page, what);
}

test('Google: denied, connected, synced, configured, disconnected, reconnected and deleted', async ({
  page,
  watch,
}) => {
  watch.expectFault(/status of 429/);
  const bakery = profile(page, 'Salt Quay Bakery');
  await test.step('denying access at Google is explained and stores nothing', () =>
    denyAccess(page, 'Google', 'Deny'));
  await test.step('it connects, and the first sync completes', async () => {
    await beginConnect(page, product(), 'Google');
    await allowAccess(page, 'Google');
    await chooseProfiles(page, ['Salt Quay Bakery', 'Salt Quay Kiosk']);
    for (const name of ['Salt Quay Bakery', 'Salt Quay Kiosk'])
      await expect(profile(page, name).getByText(/^Synced /)).toBeVisible();
  });
  await test.step('a second sync at once is rejected with the seconds to wait', async () => {
    await page.getByRole('button', { name: 'Sync now: Salt Quay Bakery' }).click();
    await expect(
      page.getByText(/This was synced less than a minute ago\. Please try again in \d+ seconds?\./),
    ).toBeVisible();
  });
  await test.step('the details and the settings fit on a phone', async () => {
    await resize(page, { width: 390, height: 900 });
    await openDetails(page);
    await expect(page.getByRole('list', { name: 'Syncs' }).getByRole('listitem')).toHaveCount(2);
    await expectFitsAndAccessible(page, 'the details of a connection');
    await page.getByRole('button', { name: 'Settings: Salt Quay Bakery' }).click();
    await expect(page.getByRole('dialog').getByLabel('How often to sync')).toBeVisible();
    await expectFitsAndAccessible(page, 'the settings of a profile');
  });
  await test.step('the sync interval and the location of a listing are changed', async () => {
    const settings = page.getByRole('dialog', { name: 'Salt Quay Bakery' });
    await settings.getByLabel('How often to sync').selectOption({ label: 'every hour' });
    const location = settings.getByLabel('Location', { exact: true });
    const kiosk = location.locator('option').filter({ hasText: 'Salt Quay Kiosk' });
    await location.selectOption((await kiosk.getAttribute('value')) ?? '');
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings).toBeHidden();
    await resize(page, { width: 1280, height: 720 });
    const facts = page.getByRole('region', { name: 'Salt Quay Bakery' });
    await expect(facts.getByText('every hour', { exact: true })).toBeVisible();
    await expect(facts.getByRole('link', { name: 'Salt Quay Kiosk' })).toBeVisible();
  });
  const dialog = page.getByRole('dialog', { name: 'Disconnect Google?' });
  await test.step('disconnecting with delayed deletion keeps everything and says until when', async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(dialog.getByRole('radio', { name: /^In seven days/ })).toBeChecked();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('Google is disconnected.')).toBeVisible();
    await expect(
      page.getByText(/The \d+ reviews from there will be deleted on .*; your widgets show them/),
    ).toBeVisible();
    await page.getByRole('link', { name: /^Reviews/ }).click();
    await expect(page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first()).toBeVisible();
  });
  await test.step('reconnecting cancels the deletion', async () => {
    await page.goto(`${product().url}/connections/google`);
    await page.getByRole('button', { name: 'Connect again' }).click();
    await allowAccessAgain(page, 'Google');
    await expect(bakery.getByRole('button', { name: /^Sync now: / })).toBeVisible();
    await openDetails(page);
    const runs = page.getByRole('list', { name: 'Syncs' }).getByRole('listitem');
    await expect(runs).toHaveCount(4);
    await expect(runs.filter({ hasText: /0 new · 0 changed · \d+ unchanged/ })).toHaveCount(2);
  });
  await test.step('disconnecting with immediate deletion says what it deletes, and deletes it', async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(dialog).toContainText(/\d+ reviews that came from Google are deleted here/);
    await dialog.getByRole('radio', { name: 'Immediately' }).check();
    await dialog.getByRole('checkbox', { name: /deleted immediately and for good/ }).check();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('Google is disconnected.')).toBeVisible();
    await expect(page.getByText('ines@saltquay.example')).toHaveCount(0);
    await page.getByRole('link', { name: /^Reviews/ }).click();
    await expect(page.getByText('No reviews yet')).toBeVisible();
  });
});

test('Facebook: denied, connected, and withdrawn', async ({ page }) => {
  await test.step('its page says beforehand what Meta withdrew, and fits on a phone', async () => {
    await resize(page, { width: 390, height: 900 });
    await page.goto(`${product().url}/connections/facebook`);
    await expect(page.getByText('Meta has removed recommendations from its interface')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect with Facebook' })).toBeVisible();
    await expectFitsAndAccessible(page, 'the page of a platform before it is connected');
    await resize(page, { width: 1280, height: 720 });
  });
  await test.step('denying access at Facebook is explained and stores nothing', () =>
    denyAccess(page, 'Facebook', 'Cancel'));
  await test.step('it connects, and shows recommendations without stars', async () => {
    await connect(page, product(), 'Facebook');
    await page.getByRole('link', { name: /^Reviews/ }).click();
    const list = page.getByRole('list', { name: 'Reviews' });
    await expect(list.getByRole('link', { name: /^Rosa Lang, Recommends, Facebook/ })).toBeVisible();
    await list.getByRole('link', { name: /^Ben Howe/ }).click();
    const open = page.getByRole('article', { name: 'Review by Ben Howe' });
    await expect(open.getByText('Does not recommend')).toBeVisible();
    await expect(open.getByText(/out of 5 stars/)).toHaveCount(0);
  });
  await test.step('the withdrawal is shown, and stored reviews stay', async () => {
    await product().control('facebook', { action: 'ratings', withdrawn: 'always' });
    await page.goto(`${product().url}/connections/facebook`);
    await page.getByRole('button', { name: 'Connect with Facebook' }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    // Reconnecting starts a sync at once, which finds the withdrawal.
    await expect(page.getByText('Withdrawn by the platform')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /no longer lets us sync/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect again' })).toHaveCount(0);
    await expect(profile(page, 'Salt Quay')).toContainText('2 reviews.');
    await expectAccessible(page, 'the page of a platform that withdrew');
  });
});
