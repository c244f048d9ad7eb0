/** The start page as strangers meet it: complete without JavaScript, quiet, and open to everybody. */
import { newPerson } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the start page reads from its heading to its footer and leads on', async ({ page }) => {
    const response = await page.goto(`${product().url}/`);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThanOrEqual(3);
    await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getUTCFullYear()));
    const first = page.locator('details').first();
    await first.locator('summary').click();
    await expect(first.locator(':scope > :not(summary)').first()).toBeVisible();
  });

  test('every link into the page finds its place, every link of ours an answer', async ({
    page,
    request,
  }) => {
    await page.goto(`${product().url}/`);
    const links = await page
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    const targets = [...new Set(links)].filter((href) => href !== null);
    expect(targets.length).toBeGreaterThanOrEqual(3);
    for (const href of targets) {
      if (href.startsWith('mailto:')) continue;
      const url = new URL(href, `${product().url}/`);
      expect(url.origin, href).toBe(product().url);
      if (url.hash !== '') await expect(page.locator(url.hash), href).toHaveCount(1);
      expect((await request.get(url.href)).status(), href).toBe(200);
    }
  });
});

test('the title, the description and the address are told to machines', async ({ page }) => {
  await page.goto(`${product().url}/`);
  await expect(page).toHaveTitle(/Kindling.*Ignite Your Business with Reviews/);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{50,}/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the start page loads nothing from elsewhere and sets no cookie', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== product().url) foreign.push(request.url());
  });
  await page.goto(`${product().url}/`, { waitUntil: 'networkidle' });
  expect(foreign).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test('the start page leads to the sign-up form and to the sign-in form', async ({ page }) => {
  await page.goto(`${product().url}/`);
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.goto(`${product().url}/`);
  await page.getByRole('main').getByRole('link', { name: 'Get started' }).first().click();
  await page.getByLabel('E-mail address').fill(newPerson().email);
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 768, 1440]) {
    test(`the start page is accessible and fits at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${product().url}/`);
      await expectNoSidewaysScroll(page, 'the start page');
      await expectAccessible(page, 'the start page');
    });
  }
}
