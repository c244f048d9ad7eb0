/** Every screen of the app with something on it, one after the other: pictures, and what they are held to. */
import type { Cookie, Locator, Page } from '@playwright/test';
import { checkScreen, displays, setTheme, viewportOf } from '../support/check-screen.ts';
import { expectNoShift, recordShifts } from '../support/painting.ts';
import { signIn } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, test, waitUntilSettled } from '../support/test.ts';

const product = useProduct();

let cookies: Cookie[] = [];
let chooseUrl = '';

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, product(), product().demo);
  // Places of the same owner that are not read yet, so that the choice has something to choose from.
  for (const [index, title] of [
    'Linden & Fjord Bücher',
    'Linden & Fjord Garten',
    'Linden & Fjord Rad',
  ].entries())
    await product().control('google', {
      action: 'seed',
      location: `accounts/117390455802146213377/locations/7700${index}`,
      title,
      count: 3,
      newest: '2026-10-01T00:00:00Z',
    });
  await page.goto(`${product().url}/connections/google`);
  await page.getByRole('link', { name: 'Choose profiles' }).click();
  await expect(page.getByRole('checkbox', { name: 'Linden & Fjord Rad' })).toBeEnabled();
  chooseUrl = page.url();
  cookies = await page.context().cookies();
  await page.close();
});

interface Screen {
  name: string;
  /** Path, or how to come to the address. */
  path: string | (() => string);
  /** What stands there once the screen shows what it has to show. */
  shows: (page: Page) => Locator;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });
const syncNow = (page: Page) => page.getByRole('button', { name: /^Sync now: / }).first();

const screens: readonly Screen[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    shows: (page) => page.getByRole('heading', { name: 'Newest reviews' }),
  },
  { name: 'businesses', path: '/businesses', shows: heading('Businesses') },
  { name: 'connections', path: '/connections', shows: syncNow },
  { name: 'connections-google', path: '/connections/google', shows: syncNow },
  { name: 'connections-facebook', path: '/connections/facebook', shows: syncNow },
  { name: 'connections-problem', path: '/connections/google?problem=denied', shows: syncNow },
  { name: 'choose', path: () => chooseUrl, shows: (page) => page.getByRole('checkbox').first() },
  {
    name: 'reviews',
    path: '/reviews',
    shows: (page) => page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first(),
  },
  {
    name: 'reviews-empty',
    path: '/reviews?search=nobody+ever+wrote+this&rating=5',
    shows: (page) => page.getByText('No review matches these filters'),
  },
  { name: 'profile', path: '/profile', shows: heading('Profile') },
  {
    name: 'badges',
    path: '/badges',
    shows: (page) => page.getByRole('link', { name: 'Corner of every page' }),
  },
  { name: 'widgets', path: '/widgets', shows: (page) => page.getByRole('link', { name: 'All reviews' }) },
];

for (const display of displays) {
  const { width, theme } = display;
  test.describe(`in ${theme} at ${width} px`, () => {
    test.use({ viewport: viewportOf(width) });

    test('every screen of the app', async ({ page, context }) => {
      await context.addCookies(cookies);
      await recordShifts(page);
      await setTheme(page, product().url, theme);
      for (const { name, path, shows } of screens)
        await test.step(name, async () => {
          await page.goto(new URL(typeof path === 'string' ? path : path(), product().url).href);
          await expect.soft(shows(page), name).toBeVisible();
          await waitUntilSettled(page);
          await expectNoShift(page, name);
          await checkScreen(page, name, display, 'app');
        });

      // The sidebar stands open on wider windows.
      if (width < 1440)
        await test.step('navigation', async () => {
          await page.getByRole('button', { name: 'Open the navigation' }).click();
          const drawer = page.getByRole('dialog');
          await expect(drawer.getByRole('link', { name: 'Connections' })).toBeVisible();
          await checkScreen(page, 'navigation', display, 'app');
          await drawer.getByRole('link', { name: 'Connections' }).click();
          await expect(drawer).toBeHidden();
          await expect(heading('Connections')(page)).toBeVisible();
          await page.goBack();
        });

      await test.step('editor', async () => {
        await page.getByRole('link', { name: 'All reviews' }).click();
        await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
        // Where there is no room beside the settings, the preview is a tab of its own.
        if (width < 992) {
          await checkScreen(page, 'editor-settings', display, 'app');
          await page.getByRole('tab', { name: 'Preview' }).click();
        }
        await expect(page.getByRole('region', { name: /^Reviews of / })).toBeVisible();
        await checkScreen(page, 'editor', display, 'app');
        await page.getByRole('tab', { name: 'Embed' }).click();
        await expect(page.getByRole('textbox', { name: 'Code to paste' })).toBeVisible();
        await checkScreen(page, 'editor-embed', display, 'app');
      });
    });
  });
}
