/** Addresses of the public pages, with a session and with an expired one. */
import type { Page } from '@playwright/test';
import { signIn } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct();

test('the two pages at /reviews', async ({ page, watch }) => {
  watch.expectFault(/status of 40\d/);
  const canonical = page.locator('link[rel="canonical"]');
  const isApp = (from: Page) => expect(from.getByRole('navigation').getByRole('link', { name: 'Dashboard' }));

  await test.step('a visitor sees the public page, a signed-in user the reviews', async () => {
    await page.goto(`${product().url}/reviews`);
    await expect(canonical).toHaveAttribute('href', `${product().url}/reviews`);
    await signIn(page, product(), product().demo);
    await page.goto(`${product().url}/reviews`);
    await isApp(page).toBeVisible();
    await page.goto(`${product().url}/fr/reviews`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(canonical).toHaveCount(1);
    const ways = page.locator('a[href^="/auth/"], a.for-visitor, p.for-visitor');
    await expect(ways).not.toHaveCount(0);
    await expect(ways.filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: 'Ouvrir Kindling' })).toHaveCount(2);
  });

  await test.step('a session that expired long ago shows the public page, without a redirect loop', async () => {
    await page.context().clearCookies();
    await page
      .context()
      .addCookies([{ name: 'auth0.kindling-web.is.authenticated', value: 'true', url: product().url }]);
    const visited: string[] = [];
    page.on('request', (asked) => {
      if (asked.isNavigationRequest() && asked.frame() === page.mainFrame()) visited.push(asked.url());
    });
    await page.goto(`${product().url}/reviews`);
    await page.waitForURL(`${product().url}/reviews?visitor`);
    await expect(canonical).toHaveAttribute('href', `${product().url}/reviews`);
    expect(visited).toEqual([`${product().url}/reviews`, `${product().url}/reviews?visitor`]);
  });
});

test.describe('a browser that prefers French, without JavaScript', () => {
  test.use({ locale: 'fr-FR', javaScriptEnabled: false });

  test('is redirected to French, and the choice of another language is stored', async ({ page }) => {
    await page.goto(`${product().url}/pricing?from=mail`);
    expect(page.url()).toBe(`${product().url}/fr/pricing?from=mail`);
    expect(await page.context().cookies()).toEqual([]);
    await page.goto(`${product().url}/pricing?lng=en`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto(`${product().url}/`);
    expect(page.url()).toBe(`${product().url}/`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto(`${product().url}/fr`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });
});
