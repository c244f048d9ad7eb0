/**
 * Connecting, reading and ending, as a person goes through it at the platform and back. What the pages say in each state
 * is tested beside them (`web/src/features/connections`), what the platform may answer in the slices of the server.
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

/** A profile in the list of what is read. */
const profile = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Settings: ${name}` }) });

/** Refuses on the consent page: that is told, with what to do, and nothing half-connected stays. */
async function denyAccess(page: Page, platform: 'Google' | 'Facebook', button: string): Promise<void> {
  await beginConnect(page, product(), platform);
  await page.getByRole('button', { name: button }).click();
  const message = page.getByRole('alert').filter({ hasText: `${platform} is not connected` });
  await expect(message).toContainText('You did not allow access');
  await expect(message).toContainText('Start again whenever you like.');
  await expect(page.getByText(`This is a local stand-in for ${platform}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Connected accounts' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Connect with ${platform}` })).toBeEnabled();
}

async function expectFitsAndAccessible(page: Page, what: string): Promise<void> {
  await expectNoSidewaysScroll(page, what);
  await expectAccessible(page, what);
}

test('Google is refused, connected, read, set, disconnected, taken back and ended', async ({
  page,
  watch,
}) => {
  watch.expectFault(/status of 429/);
  const bakery = profile(page, 'Salt Quay Bakery');
  await test.step('refusing at Google is told, with what to do, and leaves nothing behind', () =>
    denyAccess(page, 'Google', 'Deny'));
  await test.step('it connects, and the first reading ends', async () => {
    await beginConnect(page, product(), 'Google');
    await allowAccess(page, 'Google');
    await chooseProfiles(page, ['Salt Quay Bakery', 'Salt Quay Kiosk']);
    for (const name of ['Salt Quay Bakery', 'Salt Quay Kiosk'])
      await expect(profile(page, name).getByText(/^Last reading: /)).toBeVisible();
  });
  await test.step('a second reading at once is refused with the seconds to wait', async () => {
    await page.getByRole('button', { name: 'Sync now: Salt Quay Bakery' }).click();
    await expect(
      page.getByText(/This was read less than a minute ago\. Please try again in \d+ seconds?\./),
    ).toBeVisible();
  });
  await test.step('the way to the approval and the settings have room on a phone', async () => {
    await resize(page, { width: 390, height: 900 });
    await page.getByRole('button', { name: 'Show the steps' }).click();
    await expect(page.getByRole('checkbox', { name: 'The request for access' })).toBeVisible();
    await expectFitsAndAccessible(page, 'the way to the approval');
    await page.getByRole('button', { name: 'Settings: Salt Quay Bakery' }).click();
    await expect(page.getByRole('dialog').getByLabel('How often we look')).toBeVisible();
    await expectFitsAndAccessible(page, 'the settings of a profile');
  });
  await test.step('a profile is read more often and moved', async () => {
    const settings = page.getByRole('dialog', { name: 'Salt Quay Bakery' });
    await settings.getByLabel('How often we look').selectOption({ label: 'every hour' });
    const location = settings.getByLabel('Location', { exact: true });
    const kiosk = location.locator('option').filter({ hasText: 'Salt Quay Kiosk' });
    await location.selectOption((await kiosk.getAttribute('value')) ?? '');
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings).toBeHidden();
    await resize(page, { width: 1280, height: 720 });
    await expect(bakery.getByText(/\(every hour\)$/)).toBeVisible();
    await expect(bakery.getByRole('link', { name: 'Salt Quay Kiosk' })).toBeVisible();
  });
  const dialog = page.getByRole('dialog', { name: 'Disconnect Google?' });
  await test.step('disconnecting with a delay keeps everything and says until when', async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(dialog.getByRole('radio', { name: /^In seven days/ })).toBeChecked();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('Google is disconnected.')).toBeVisible();
    await expect(
      page.getByText(/The \d+ reviews from there are deleted on .*; your widgets show them/),
    ).toBeVisible();
    await page.getByRole('link', { name: /^Reviews/ }).click();
    await expect(page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first()).toBeVisible();
  });
  await test.step('connecting again takes it back', async () => {
    await page.goto(`${product().url}/connections/google`);
    await page.getByRole('button', { name: 'Connect again' }).click();
    await allowAccessAgain(page, 'Google');
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    const runs = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    await expect(runs).toHaveCount(4);
    await expect(runs.filter({ hasText: /0 new · 0 changed · \d+ unchanged/ })).toHaveCount(2);
  });
  await test.step('disconnecting at once says what it does, and does it', async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(dialog).toContainText(/\d+ reviews that came from Google are deleted here/);
    await dialog.getByRole('radio', { name: 'At once' }).check();
    await dialog.getByRole('checkbox', { name: /deleted at once and for good/ }).check();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('Google is disconnected.')).toBeVisible();
    await expect(page.getByText('ines@saltquay.example')).toHaveCount(0);
    await page.getByRole('link', { name: /^Reviews/ }).click();
    await expect(page.getByText('No reviews yet')).toBeVisible();
  });
});

test('Facebook is refused, connected, and withdrawn', async ({ page }) => {
  await test.step('its page says beforehand what Meta withdrew, and has room on a phone', async () => {
    await resize(page, { width: 390, height: 900 });
    await page.goto(`${product().url}/connections/facebook`);
    await expect(page.getByText('Meta has withdrawn the reading of recommendations')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect with Facebook' })).toBeVisible();
    await expectFitsAndAccessible(page, 'the page of a platform before it is connected');
    await resize(page, { width: 1280, height: 720 });
  });
  await test.step('refusing at Facebook is told, with what to do, and leaves nothing behind', () =>
    denyAccess(page, 'Facebook', 'Cancel'));
  await test.step('it connects, and shows recommendations as such', async () => {
    await connect(page, product(), 'Facebook');
    await page.getByRole('link', { name: /^Reviews/ }).click();
    const list = page.getByRole('list', { name: 'Reviews' });
    const good = list.getByRole('listitem').filter({ hasText: 'Rosa Lang' });
    await expect(good.getByText('Recommends')).toBeVisible();
    await expect(good.getByText(/out of 5 stars/)).toHaveCount(0);
    await expect(
      list.getByRole('listitem').filter({ hasText: 'Ben Howe' }).getByText('Does not recommend'),
    ).toBeVisible();
  });
  await test.step('what Facebook has withdrawn is told, and what was read stays', async () => {
    await product().control('facebook', { action: 'ratings', withdrawn: 'always' });
    await page.goto(`${product().url}/connections/facebook`);
    await page.getByRole('button', { name: 'Connect with Facebook' }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    // What is read already is read anew at once, and finds the withdrawal.
    await expect(page.getByText('Withdrawn by the platform')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /no longer lets us read/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect again' })).toHaveCount(0);
    await expect(profile(page, 'Salt Quay')).toContainText('2 reviews here');
    await expectAccessible(page, 'the page of a platform that withdrew');
  });
});
