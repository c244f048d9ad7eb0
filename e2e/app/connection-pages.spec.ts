/** The pages of the platforms: health, history, settings, trouble and its mending, and the two ways to end. */
import type { Locator, Page } from '@playwright/test';
import { resize } from '../support/painting.ts';
import { allow, beginConnect, chooseProfiles, connect, signUp } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct('shop');

test.beforeEach(async ({ page }) => {
  await signUp(page, product());
});
test.afterEach(async () => {
  await product().control('google', { action: 'reset' });
  await product().control('facebook', { action: 'reset' });
});

const pier = 'accounts/7001/locations/9200';

function seedPier(count: number): Promise<unknown> {
  return product().control('google', {
    action: 'seed',
    location: pier,
    title: 'Long Pier',
    count,
    newest: '2026-11-01T00:00:00Z',
  });
}

/** A profile in the list of what is read. */
const profile = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Settings: ${name}` }) });

async function connectPier(page: Page): Promise<Locator> {
  await beginConnect(page, product(), 'Google');
  await allow(page, 'Google');
  await chooseProfiles(page, ['Long Pier']);
  return profile(page, 'Long Pier');
}

/** Goes through the platform's sign-in once more, as the button on the page leads there. */
async function allowAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect again' }).click();
  await allow(page, 'Google');
  await page.goto(`${product().url}/connections/google`);
}

const history = (page: Page): Locator => page.getByRole('list', { name: 'History' }).getByRole('listitem');

test('a 429 in the middle: the card says until when the platform asked to wait, and it goes on by itself', async ({
  page,
}) => {
  // The next try comes with the sweep of the minute.
  await seedPier(160);
  await beginConnect(page, product(), 'Google');
  await allow(page, 'Google');
  await product().control('google', { action: 'latency', match: '*/reviews', ms: 1200 });
  await chooseProfiles(page, ['Long Pier']);
  const row = profile(page, 'Long Pier');
  await expect(row.getByText(/^Reading: (50|100) of 160 reviews$/)).toBeVisible();
  await product().control('google', {
    action: 'fail',
    match: '*/reviews',
    times: 1,
    with: 'status',
    status: 429,
    retryAfter: 15,
  });
  await expect(
    row.getByText(/^Google asked us to wait until \d+:\d\d [AP]M\. The reading then goes on/),
  ).toBeVisible();
  await page.goto(`${product().url}/connections`);
  await expect(page.getByText(/^Google asked us to wait until .* nothing is lost\.$/)).toBeVisible();
  await product().control('google', { action: 'latency', match: '*/reviews', ms: 0 });
  await page.goto(`${product().url}/connections/google`);
  await expect(row.getByText('160 new, 0 changed')).toBeVisible({ timeout: 120_000 });
  await expect(row).toContainText('Google counts 160 reviews · 160 reviews here');
  await expect(history(page).first()).toContainText('160 new');
});

test('a profile tells its health, can be paused, read more often, moved and removed', async ({ page }) => {
  await connect(page, product(), 'Google');
  const bakery = profile(page, 'Salt Quay Bakery');
  await expect(bakery.getByText('Last good reading')).toBeVisible();
  await expect(bakery.getByText(/^in \d+ hours \(every 6 hours\)$/)).toBeVisible();
  await expect(history(page).first()).toContainText('Everything, after connecting');

  const settings = page.getByRole('dialog', { name: 'Salt Quay Bakery' });
  await page.getByRole('button', { name: 'Settings: Salt Quay Bakery' }).click();
  await settings.getByLabel('How often we look').selectOption({ label: 'every hour' });
  const location = settings.getByLabel('Location', { exact: true });
  await location.selectOption(
    (await location.locator('option').filter({ hasText: 'Salt Quay Kiosk' }).getAttribute('value')) ?? '',
  );
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toBeHidden();
  await expect(bakery.getByText(/\(every hour\)$/)).toBeVisible();
  await expect(bakery.getByRole('link', { name: 'Salt Quay Kiosk' })).toBeVisible();

  await page.getByRole('button', { name: 'Settings: Salt Quay Bakery' }).click();
  await settings.getByLabel('Paused').check({ force: true });
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(bakery.getByText('You paused this profile.')).toBeVisible();
  await expect(bakery.getByRole('button', { name: 'Sync now: Salt Quay Bakery' })).toHaveCount(0);
  await bakery.getByRole('button', { name: 'Resume' }).click();
  await expect(bakery.getByText('You paused this profile.')).toHaveCount(0);

  await page.getByRole('button', { name: 'Settings: Salt Quay Kiosk' }).click();
  await page.getByRole('button', { name: 'Remove this profile' }).click();
  const remove = page.getByRole('dialog', { name: 'Remove Salt Quay Kiosk?' });
  await expect(remove).toContainText('2 reviews from there are deleted here at once and leave your widgets.');
  await remove.getByRole('button', { name: 'Remove and delete' }).click();
  await expect(profile(page, 'Salt Quay Kiosk')).toHaveCount(0);
  await expect(bakery).toBeVisible();
});

test('disconnecting with a delay keeps everything, says until when, and connecting again takes it back', async ({
  page,
}) => {
  await seedPier(40);
  const row = await connectPier(page);
  await expect(row.getByText('40 new, 0 changed')).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect Google?' });
  await expect(dialog).toContainText('40 reviews that came from Google are deleted here');
  await expect(dialog.getByRole('radio', { name: /^In seven days/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Google is disconnected.')).toBeVisible();
  await expect(
    page.getByText(/The 40 reviews from there are deleted on .*; your widgets show them/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sync now: Long Pier' })).toHaveCount(0);
  await page.getByRole('link', { name: /^Reviews/ }).click();
  await expect(page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first()).toBeVisible();
  await page.goto(`${product().url}/connections/google`);
  await allowAgain(page);
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(row).toContainText('Google counts 40 reviews · 40 reviews here');
  await expect(history(page)).toHaveCount(2);
  await expect(history(page).first()).toContainText('0 new · 0 changed · 40 unchanged');
});

test('reviews that are missing all at once stay until the owner says that they are gone', async ({
  page,
}) => {
  await seedPier(60);
  const row = await connectPier(page);
  await expect(row.getByText('60 new, 0 changed')).toBeVisible();
  await seedPier(10);
  // A new consent reads everything from end to end.
  await page.getByRole('button', { name: 'Connect with Google' }).click();
  await allow(page, 'Google');
  await page.goto(`${product().url}/connections/google`);
  await expect(row.getByText('Google no longer shows 50 of 60 reviews, all at once')).toBeVisible();
  await expect(row).toContainText('60 reviews here');
  await row.getByRole('button', { name: 'They are really gone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are 50 reviews really gone?' });
  await expect(dialog).toContainText('What is there stays.');
  await dialog.getByRole('button', { name: 'They are really gone' }).click();
  await expect(row).toContainText('10 reviews here');
  await expect(row.getByText('Google no longer shows')).toHaveCount(0);
  await expect(history(page).first()).toContainText('50 removed');
});

test('without Google’s approval the card says so, the steps can be ticked off, and checking again goes on', async ({
  page,
  watch,
}) => {
  watch.expectFault(/status of (409|429)/);
  await connect(page, product(), 'Google');
  await expect(page.getByRole('checkbox', { name: 'The request for access' })).toBeHidden();
  await product().control('google', { action: 'quota', perMinute: 0 });
  await page.getByRole('link', { name: 'Choose profiles' }).click();
  await expect(page.getByText('The platform has not approved this installation')).toBeVisible();
  await page.goto(`${product().url}/connections/google`);
  await expect(page.getByText('Not approved', { exact: true })).toBeVisible();
  const steps = page.getByRole('checkbox', { name: 'The request for access' });
  await steps.check();
  await page.reload();
  await expect(steps).toBeChecked();
  await expect(page.getByText('1 of 8 done')).toBeVisible();
  await expect(page.getByText('Google names no time for its answer.')).toBeVisible();
  await expectAccessible(page, 'the way to the approval');
  await product().control('google', { action: 'quota', perMinute: 300 });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Google lets us read again. We begin now.')).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
});

test('fb-code-12: what Facebook has withdrawn is told at once, kept, asked for once, and offered another way', async ({
  page,
  watch,
}) => {
  watch.expectFault(/status of (409|429)/);
  await connect(page, product(), 'Facebook');
  const row = profile(page, 'Salt Quay');
  await expect(row).toContainText('2 reviews here');
  await product().control('facebook', { action: 'seed', page: '8200', name: 'Salt Quay Pier', count: 3 });
  await product().control('facebook', { action: 'ratings', withdrawn: 'always' });
  await page.getByRole('button', { name: 'Connect with Facebook' }).click();
  await allow(page, 'Facebook');
  await chooseProfiles(page, ['Salt Quay Pier']);
  await expect(page.getByText('Withdrawn by the platform')).toBeVisible();
  await expect(page.getByText(/Since .* Facebook no longer lets us read these reviews\./)).toBeVisible();
  // Both pages stay, the older one with what was read.
  await expect(row.first()).toContainText('2 reviews here');
  await expect(profile(page, 'Salt Quay Pier')).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'Facebook no longer hands out these recommendations' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import a file' })).toHaveAttribute(
    'href',
    '/connections/import',
  );
  await expect(page.getByRole('link', { name: 'Write a recommendation: Salt Quay Pier' })).toBeVisible();
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByText('Asked just now: The platform no longer offers this function.')).toBeVisible();
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByText(/Please try again in \d+ seconds?\./)).toBeVisible();
  await expectAccessible(page, 'the page of a platform that withdrew');
});

test('a wish for a platform to come is kept, and can be taken back', async ({ page }) => {
  await page.goto(`${product().url}/connections`);
  await expect(page.getByText('Nothing is connected yet. Begin with the platform')).toBeVisible();
  await page.getByRole('button', { name: 'Tell me when Yelp is ready' }).click();
  await expect(page.getByText('Noted. We tell you when Yelp can be connected.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Noted. We tell you when Yelp can be connected.')).toBeVisible();
  await page.getByRole('button', { name: 'No longer needed: Yelp' }).click();
  await expect(page.getByRole('button', { name: 'Tell me when Yelp is ready' })).toBeVisible();
});

for (const width of [390, 768, 1440])
  test(`at ${width} px everything has its place and its name`, async ({ page }) => {
    await connect(page, product(), 'Google');
    await resize(page, { width, height: 900 });
    for (const path of ['/connections', '/connections/google', '/connections/facebook']) {
      await page.goto(`${product().url}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expectNoSidewaysScroll(page, path);
      await expectAccessible(page, path);
    }
    await page.goto(`${product().url}/connections/google`);
    // By keyboard alone: into the dialog, and back to the button that opened it.
    const open = page.getByRole('button', { name: 'Settings: Salt Quay Bakery' });
    await open.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Salt Quay Bakery' });
    await expect(dialog.getByLabel('How often we look')).toBeVisible();
    await expectAccessible(page, 'the settings of a profile');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
  });
