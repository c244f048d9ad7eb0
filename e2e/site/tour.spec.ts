/** The tour: the app's own screens on recorded answers, without an account, a session or a request to the API. */
import type { Page } from '@playwright/test';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test, waitUntilSettled } from '../support/test.ts';

const product = useProduct();

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const sample = (page: Page) => page.getByText('Sample data. Nothing you do here is saved.');

/** The paths of all requests from now on. */
function requestedPaths(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

test('a visitor goes from the start page through the tour, and no request, cookie or store knows of it', async ({
  page,
  context,
}) => {
  const paths = requestedPaths(page);
  await resize(page, { width: 1440, height: 900 });
  await page.goto(`${product().url}/`);
  await page.getByRole('main').getByRole('link', { name: 'Take the tour' }).click();

  await test.step('the dashboard has figures of the sample business', async () => {
    await expect(heading(page, 'Dashboard')).toBeVisible();
    await expect(page).toHaveURL(`${product().url}/tour/dashboard`);
    await expect(sample(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Words people use' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('reviews can be filtered, opened and answered', async () => {
    await navigation(page).getByRole('link', { name: 'Reviews' }).click();
    await expect(heading(page, 'Reviews')).toBeVisible();
    await page.goto(`${product().url}/tour/reviews?answered=false&rating=5&ratingMode=only`);
    const review = page.getByRole('region', { name: 'Open review' });
    await review.getByRole('button', { name: 'Reply', exact: true }).click();
    const composer = review.getByRole('textbox', { name: /^Your reply on / });
    await composer.fill('Thank you for the kind words.');
    await review.getByRole('button', { name: 'Send reply' }).click();
    await expect(review.getByText('Published')).toBeVisible();
    await expect(review.getByText('Thank you for the kind words.')).toBeVisible();
  });

  await test.step('connections and QR codes are there; what writes says that nothing is saved', async () => {
    await navigation(page).getByRole('link', { name: 'Connections' }).click();
    await expect(heading(page, 'Connections')).toBeVisible();
    await navigation(page).getByRole('link', { name: 'QR codes' }).click();
    await expect(heading(page, 'QR codes')).toBeVisible();
    await page.getByRole('link', { name: 'Counter' }).click();
    await expect(page).toHaveURL(/\/tour\/review-pipeline\/qrcode-generator\/qr-code\//);
    await page.getByLabel('Name', { exact: true }).fill('Till');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await navigation(page).getByRole('link', { name: 'QR codes' }).click();
    await expect(page.getByRole('link', { name: 'Till' })).toBeVisible();
    await page.getByRole('link', { name: 'New QR code' }).click();
    await page.getByRole('button', { name: 'Create code' }).click();
    await expect(page.getByText('This is a tour with sample data, so nothing is saved.')).toBeVisible();
  });

  await test.step('other screens say that they are not part of it, with a way back', async () => {
    await page.goto(`${product().url}/tour/widgets`);
    await expect(heading(page, 'This screen is not part of the tour')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await expect(heading(page, 'Dashboard')).toBeVisible();
  });

  await test.step('nothing was asked of the API, and nothing is stored', async () => {
    expect(paths.filter((path) => /^\/(api|users|oauth|healthz)\b/.test(path))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    // The router keeps how far the screens of this tab were scrolled.
    expect(stored.filter((key) => key !== 'react-router-scroll-positions')).toEqual([]);
  });

  await test.step('the way to an account of one’s own leads to the sign-up', async () => {
    await expect(page.getByRole('link', { name: 'Create your account' })).toHaveAttribute(
      'href',
      '/auth/sign-up?lng=en',
    );
    await page.getByRole('link', { name: 'Leave the tour' }).click();
    await expect(page).toHaveURL(`${product().url}/`);
  });
});

test('it speaks the language of its address, which the footer changes', async ({ page }) => {
  await page.goto(`${product().url}/de/tour`);
  await expect(heading(page, 'Übersicht')).toBeVisible();
  await expect(page).toHaveURL(`${product().url}/de/tour/dashboard`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByText('Nichts, was Sie hier tun, wird gespeichert.')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('fr');
  await expect(page).toHaveURL(`${product().url}/fr/tour/dashboard`);
  await expect(heading(page, 'Tableau de bord')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it needs, and leads to the gallery', async ({ page }) => {
    const answer = await page.goto(`${product().url}/tour`);
    await expect(heading(page, 'A tour of Kindling with sample data')).toBeVisible();
    // A browser whose scripts were switched off by a test keeps `noscript` empty.
    expect(await answer?.text()).toContain('<noscript><p>The tour needs JavaScript.');
    await page.getByRole('link', { name: 'Open the gallery' }).click();
    await expect(page).toHaveURL(`${product().url}/gallery`);
  });
});

test('its screens are accessible and fit, on a phone and on a desktop, light and dark', async ({ page }) => {
  const screens = ['dashboard', 'reviews', 'connections', 'review-pipeline/qrcode-generator', 'widgets'];
  for (const { width, scheme } of [
    { width: 390, scheme: 'light' },
    { width: 1440, scheme: 'dark' },
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await resize(page, { width, height: 900 });
    for (const screen of screens) {
      await page.goto(`${product().url}/tour/${screen}`);
      await expect(sample(page)).toBeVisible();
      await waitUntilSettled(page);
      const what = `${screen} of the tour, ${scheme}, at ${width} px`;
      await expectNoSidewaysScroll(page, what);
      await expectAccessible(page, what);
    }
  }
});
