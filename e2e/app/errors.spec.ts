/** Errors: one broken card, no connection, no server, and the reports that the server receives. */
import type { Page } from '@playwright/test';
import { signInByRequest } from '../support/accounts.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const product = useProduct();

interface Figures {
  trend: unknown;
}

/** Makes a card of the dashboard unrenderable. */
async function breakTrend(page: Page): Promise<void> {
  await page.route('**/api/v1/dashboard/figures*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as Figures;
    await route.fulfill({ response: answer, json: { ...body, trend: null } });
  });
}

test('errors in the page are shown and reported to the server', async ({ page, context, watch }) => {
  watch.expectFault(/TypeError|Cannot read properties|of the test|ERR_FAILED/);
  await signInByRequest(page, product(), product().demo);

  await test.step('a broken card does not break the screen; it is reported once, with an id to copy', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const reports: { message: string; stack: string | null; route: string }[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/error-reports')) reports.push(request.postDataJSON());
    });
    await breakTrend(page);
    await page.goto(`${product().url}/dashboard`);
    const card = page.getByRole('alert').filter({ hasText: 'This part could not be shown' });
    await expect(card).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Newest reviews' })).toBeVisible();
    const id = /Request (\S+)/.exec((await card.getByText(/^Request /).textContent()) ?? '')?.[1] ?? '';
    expect(id).not.toBe('');
    await card.getByRole('button', { name: 'Copy the request ID' }).click();
    await expect(card.getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
    await expectAccessible(page, 'the dashboard with a broken card');
    await card.getByRole('button', { name: 'Try again' }).click();
    await expect(card.getByText(/^Request /)).toBeVisible();
    expect(reports).toHaveLength(1);
    expect(reports[0]?.route).toBe('/dashboard');
    await page.unroute('**/api/v1/dashboard/figures*');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Newest reviews' })).toBeVisible();
    await expect(card).toHaveCount(0);
  });

  await test.step('uncaught errors and unhandled rejections are reported without secrets', async () => {
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/error-reports')) bodies.push(request.postData() ?? '');
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Newest reviews' })).toBeVisible();
    const answered = page.waitForResponse('**/api/v1/error-reports');
    await page.evaluate(() => {
      for (let time = 0; time < 5; time += 1)
        setTimeout(() => {
          throw new Error('of the test at https://x.example/?token=hush');
        });
    });
    expect((await answered).status()).toBe(202);
    const second = page.waitForResponse('**/api/v1/error-reports');
    await page.evaluate(() => void Promise.reject(new Error('promise of the test, for ada@example.com')));
    expect((await second).status()).toBe(202);
    expect(bodies).toHaveLength(2);
    expect(bodies.join()).not.toMatch(/hush|ada@example/);
  });

  await test.step('a report that cannot be sent is not reported again', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Newest reviews' })).toBeVisible();
    let tries = 0;
    await page.route('**/api/v1/error-reports', (route) => {
      tries += 1;
      return route.abort();
    });
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/v1/error-reports'),
    );
    await page.evaluate(() => void Promise.reject(new Error('promise of the test')));
    await failed;
    await page.getByRole('link', { name: 'Reviews' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible();
    expect(tries).toBe(1);
  });
});

test('no connection, and no server', async ({ page, context, watch }) => {
  watch.expectFault(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|net::/);
  // axe itself fetches style sheets.
  watch.expectFault(/Couldn't load preload assets/);
  await signInByRequest(page, product(), product().demo);
  await page.goto(`${product().url}/dashboard`);

  await test.step('an offline banner appears without shifting the page, and disappears when online again', async () => {
    const heading = page.getByRole('heading', { name: 'Newest reviews' });
    await expect(heading).toBeVisible();
    // The last parts of the page are loaded when they are needed.
    await expect(page.locator('path[data-code=DE]')).toBeAttached();
    await expect(page.locator('.recharts-bar-rectangle').first()).toBeAttached();
    await expect(page.getByRole('list', { name: 'Words people use' })).toBeVisible();
    const before = await heading.boundingBox();
    await context.setOffline(true);
    const banner = page.getByRole('status').filter({ hasText: 'You are offline.' });
    await expect(banner).toBeVisible();
    await expectAccessible(page, 'the dashboard offline');
    expect(await heading.boundingBox()).toEqual(before);
    const refetched = page.waitForResponse('**/api/v1/dashboard');
    await context.setOffline(false);
    await expect(banner).toBeHidden();
    expect((await refetched).ok()).toBe(true);
  });

  await test.step('a banner says that the server does not answer, and disappears when it does', async () => {
    await expect(page.getByRole('heading', { name: 'Newest reviews' })).toBeVisible();
    for (const path of ['**/api/**', '**/healthz']) await page.route(path, (route) => route.abort());
    await page.getByRole('link', { name: 'Reviews' }).first().click();
    const banner = page.getByRole('status').filter({ hasText: 'We cannot reach the server.' });
    await expect(banner).toBeVisible();
    for (const path of ['**/api/**', '**/healthz']) await page.unroute(path);
    await expect(banner).toBeHidden();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
