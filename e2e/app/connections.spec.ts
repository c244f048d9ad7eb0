/** Connecting, and everything that can go wrong while a platform and a person are in it. */
import type { Page } from '@playwright/test';
import { allow, beginConnect, chooseProfiles, connect, signUp } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct('shop');

test.beforeEach(async ({ page }) => {
  await signUp(page, product());
});
test.afterEach(async () => {
  await product().control('google', { action: 'reset' });
  await product().control('facebook', { action: 'reset' });
});

const notConnected = (page: Page, platform: 'Google' | 'Facebook') =>
  page.getByRole('alert').filter({ hasText: `${platform} is not connected` });

/** Nothing half-connected stays: the page offers the first connection, as before. */
async function expectNothingConnected(page: Page, platform: 'Google' | 'Facebook'): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Connected accounts' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Connect with ${platform}` })).toBeEnabled();
}

for (const { platform, refuse } of [
  { platform: 'Google', refuse: 'Deny' },
  { platform: 'Facebook', refuse: 'Cancel' },
] as const) {
  test(`refusing at ${platform} is told, with what to do, and leaves nothing behind`, async ({ page }) => {
    await beginConnect(page, product(), platform);
    await page.getByRole('button', { name: refuse }).click();
    const message = notConnected(page, platform);
    await expect(message).toContainText('You did not allow access');
    await expect(message).toContainText('Start again whenever you like.');
    await expect(page.getByText(`This is a local stand-in for ${platform}`)).toBeVisible();
    await expectNothingConnected(page, platform);
  });
}

test('an answer with a state that nobody asked for is refused', async ({ page }) => {
  await page.goto(`${product().url}/oauth/callback/google?state=made-up&code=made-up`);
  await expect(notConnected(page, 'Google')).toContainText(
    'did not belong to a connection that you started here',
  );
  await expectNothingConnected(page, 'Google');
});

test('an answer works once', async ({ page }) => {
  const answers: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/oauth/callback/')) answers.push(request.url());
  });
  await beginConnect(page, product(), 'Google');
  await allow(page, 'Google');
  expect(answers).toHaveLength(1);
  await page.goto(answers[0] ?? '');
  await expect(notConnected(page, 'Google')).toContainText(
    'did not belong to a connection that you started here',
  );
});

/**
 * Agrees on the consent page and calls back with the address that the platform sends the browser to, before the
 * browser goes there: a redirect itself cannot be held.
 */
async function allowAndHold(page: Page, between: (answer: string) => Promise<void>): Promise<void> {
  await page.route('**/auth/decision', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    await between(response.headers().location ?? '');
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Allow' }).click();
}

test('another browser cannot finish what this one began', async ({ page, browser }) => {
  let verdict = '';
  await beginConnect(page, product(), 'Google');
  await allowAndHold(page, async (answer) => {
    const stranger = await browser.newContext();
    const response = await stranger.request.get(answer, { maxRedirects: 0 });
    verdict = response.headers().location ?? '';
    await stranger.close();
  });
  // The stranger has used the answer up, so it is worth nothing here either.
  await expect(notConnected(page, 'Google')).toContainText(
    'did not belong to a connection that you started here',
  );
  expect(verdict).toContain('problem=state');
  await expectNothingConnected(page, 'Google');
});

test('a code that has grown too old is told and can be begun again', async ({ page }) => {
  await beginConnect(page, product(), 'Google');
  await allowAndHold(page, async () => {
    await product().control('google', { action: 'clock', advanceSeconds: 660 });
  });
  await expect(notConnected(page, 'Google')).toContainText('Nothing was connected. Please start again.');
  await expectNothingConnected(page, 'Google');
});

test('a permission that was not ticked is named', async ({ page }) => {
  await beginConnect(page, product(), 'Google');
  await page.getByRole('checkbox', { name: /business listings/ }).uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(notConnected(page, 'Google')).toContainText('The permission to read reviews was not ticked.');
  await expectNothingConnected(page, 'Google');
});

test('a platform that is down while connecting leaves nothing half-connected', async ({ page }) => {
  await product().control('google', {
    action: 'fail',
    match: '/v1/accounts*',
    times: 20,
    with: 'status',
    status: 503,
  });
  await beginConnect(page, product(), 'Google');
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(notConnected(page, 'Google')).toContainText('does not answer at the moment');
  await expectNothingConnected(page, 'Google');
});

test('a platform that fails in the middle of the first reading is waited for, and the reading finishes', async ({
  page,
}) => {
  // The next try comes with the sweep of the minute.
  const pier = 'accounts/7001/locations/9200';
  await product().control('google', {
    action: 'seed',
    location: pier,
    title: 'Long Pier',
    count: 160,
    newest: '2026-11-01T00:00:00Z',
  });
  await beginConnect(page, product(), 'Google');
  await allow(page, 'Google');
  await product().control('google', { action: 'latency', match: '*/reviews', ms: 1200 });
  await chooseProfiles(page, ['Long Pier']);
  const row = page.getByRole('listitem').filter({ hasText: 'Long Pier' });
  await expect(row.getByText(/^Reading: (50|100) of 160 reviews$/)).toBeVisible();
  await product().control('google', {
    action: 'fail',
    match: '*/reviews',
    times: 1,
    with: 'status',
    status: 503,
  });
  await expect(row.getByText(/does not answer as it should|asked us to wait until/)).toBeVisible();
  await product().control('google', { action: 'latency', match: '*/reviews', ms: 0 });
  await expect(row.getByText('160 new, 0 changed')).toBeVisible({ timeout: 120_000 });
  await expect(row).toContainText('160 reviews here');
});

test('a second reading at once is refused with the seconds to wait', async ({ page, watch }) => {
  watch.expectFault(/status of 429/);
  await connect(page, product(), 'Google');
  await page.getByRole('button', { name: 'Sync now: Salt Quay Bakery' }).click();
  await expect(
    page.getByText(/Too many attempts in a short time\. Please try again in \d+ seconds?\./),
  ).toBeVisible();
});

test('Facebook connects, says beforehand what Meta withdrew, and shows recommendations as such', async ({
  page,
}) => {
  await page.goto(`${product().url}/connections/facebook`);
  await expect(page.getByText('Meta has withdrawn the reading of recommendations')).toBeVisible();
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

test('recommendations that Facebook has withdrawn are shown as withdrawn', async ({ page }) => {
  await product().control('facebook', { action: 'ratings', withdrawn: 'always' });
  await beginConnect(page, product(), 'Facebook');
  await allow(page, 'Facebook');
  await chooseProfiles(page);
  await expect(page.getByText('Withdrawn by the platform')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /no longer lets us read/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect again' })).toHaveCount(0);
});

test('access that was taken back is told, and connecting again goes on reading', async ({ page, watch }) => {
  watch.expectFault(/status of 409/);
  await beginConnect(page, product(), 'Google');
  await allow(page, 'Google');
  const kiosk = page.getByRole('checkbox', { name: 'Salt Quay Kiosk' });
  await expect(kiosk).toBeVisible();
  await product().control('google', { action: 'revoke', email: 'ines@saltquay.example' });
  // The profiles are on the screen already; the choice itself is the next call to the platform.
  await kiosk.check();
  await page.getByRole('button', { name: /^Start reading/ }).click();
  await expect(page.getByText('The platform asks you to give access again.').first()).toBeVisible();
  await page.goto(`${product().url}/connections`);
  await expect(page.getByText('Needs your consent again')).toBeVisible();
  await page.getByRole('button', { name: 'Connect again' }).click();
  await allow(page, 'Google');
  await chooseProfiles(page, ['Salt Quay Kiosk']);
  const row = page.getByRole('listitem').filter({ hasText: 'Salt Quay Kiosk' });
  await expect(row.getByText('2 new, 0 changed')).toBeVisible();
  await expect(page.getByText('Needs your consent again')).toHaveCount(0);
});

test('disconnecting at once says what it does, and does it', async ({ page }) => {
  await connect(page, product(), 'Google');
  await page.getByRole('link', { name: /^Reviews/ }).click();
  await expect(page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('link', { name: 'Connections', exact: true }).click();
  await page.getByRole('link', { name: 'Manage Google' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect Google?' });
  await expect(dialog).toContainText(/\d+ reviews that came from Google are deleted here/);
  await expect(dialog).toContainText('The reviews at Google itself stay as they are.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await dialog.getByRole('radio', { name: 'At once' }).check();
  const confirm = dialog.getByRole('button', { name: 'Disconnect' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /deleted at once and for good/ }).check();
  await confirm.click();
  await expect(page.getByText('Google is disconnected.')).toBeVisible();
  await expect(page.getByText('ines@saltquay.example')).toHaveCount(0);
  await page.getByRole('link', { name: /^Reviews/ }).click();
  await expect(page.getByText('No reviews yet')).toBeVisible();
});
