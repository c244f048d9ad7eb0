/** Every screen of the app with something on it, at three widths and in every theme: pictures, and what they are held to. */
import type { Cookie, Page } from '@playwright/test';
import { look, sizeOf, widths } from '../support/look.ts';
import { countShifts, expectNoShift } from '../support/painting.ts';
import { signIn } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, settled, test } from '../support/test.ts';

const product = useProduct();

let cookies: Cookie[] = [];
let chooseUrl = '';

// Each worker has a product of its own and takes its share of the screens.
test.describe.configure({ mode: 'parallel' });

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
  /** True once the screen shows what it has to show. */
  ready: (page: Page) => Promise<void>;
}

const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

const screens: readonly Screen[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    ready: (page) => expect(page.getByRole('heading', { name: 'Newest reviews' })).toBeVisible(),
  },
  { name: 'businesses', path: '/businesses', ready: heading('Businesses') },
  {
    name: 'connections',
    path: '/connections',
    ready: (page) => expect(page.getByRole('button', { name: /^Sync now: / }).first()).toBeVisible(),
  },
  {
    name: 'connections-google',
    path: '/connections/google',
    ready: (page) => expect(page.getByRole('button', { name: /^Sync now: / }).first()).toBeVisible(),
  },
  {
    name: 'connections-facebook',
    path: '/connections/facebook',
    ready: (page) => expect(page.getByRole('button', { name: /^Sync now: / }).first()).toBeVisible(),
  },
  {
    name: 'connections-problem',
    path: '/connections/google?problem=denied',
    ready: (page) => expect(page.getByRole('button', { name: /^Sync now: / }).first()).toBeVisible(),
  },
  {
    name: 'choose',
    path: () => chooseUrl,
    ready: (page) => expect(page.getByRole('checkbox').first()).toBeVisible(),
  },
  {
    name: 'reviews',
    path: '/reviews',
    ready: (page) =>
      expect(page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first()).toBeVisible(),
  },
  {
    name: 'reviews-empty',
    path: '/reviews?search=nobody+ever+wrote+this&rating=5',
    ready: (page) => expect(page.getByText('No review matches these filters')).toBeVisible(),
  },
  { name: 'profile', path: '/profile', ready: heading('Profile') },
  {
    name: 'widgets',
    path: '/widgets',
    ready: (page) => expect(page.getByRole('link', { name: 'All reviews' })).toBeVisible(),
  },
  {
    name: 'badges',
    path: '/badges',
    ready: (page) => expect(page.getByRole('link', { name: 'Corner of every page' })).toBeVisible(),
  },
];

for (const width of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: sizeOf(width) });

    test.beforeEach(async ({ page }) => {
      await countShifts(page);
    });

    for (const screen of screens) {
      test(screen.name, async ({ page, context }) => {
        await context.addCookies(cookies);
        await page.goto(
          new URL(typeof screen.path === 'string' ? screen.path : screen.path(), product().url).href,
        );
        await screen.ready(page);
        await settled(page);
        await expectNoShift(page);
        await look(page, screen.name, width, 'app');
      });
    }

    test('editor', async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto(`${product().url}/widgets`);
      await page.getByRole('link', { name: 'All reviews' }).click();
      await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
      const rendering = page.getByRole('region', { name: /^Reviews of / });
      // Where there is no room beside the settings, the preview is a tab of its own.
      if (width < 992) {
        await look(page, 'editor-settings', width, 'app');
        await page.getByRole('tab', { name: 'Preview' }).click();
      }
      await expect(rendering).toBeVisible();
      await look(page, 'editor', width, 'app');
      await page.getByRole('tab', { name: 'Embed' }).click();
      await expect(page.getByRole('textbox', { name: 'Code to paste' })).toBeVisible();
      await look(page, 'editor-embed', width, 'app');
    });

    // The sidebar stands open on wider windows.
    if (width === 1440) return;
    test('navigation', async ({ page, context }) => {
      await context.addCookies(cookies);
      await page.goto(`${product().url}/widgets`);
      await page.getByRole('button', { name: 'Open the navigation' }).click();
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByRole('link', { name: 'Connections' })).toBeVisible();
      await settled(page);
      await look(page, 'navigation', width, 'app');
      await drawer.getByRole('link', { name: 'Connections' }).click();
      await expect(drawer).toBeHidden();
      await heading('Connections')(page);
    });
  });
}
