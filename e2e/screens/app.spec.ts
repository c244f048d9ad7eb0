/** Opens every screen of the app with data on it: takes a picture, and checks layout shifts, width and accessibility. */
import { type ListedScreen, pathOf, type ScreenId, screens } from '@kindling/contract/screens';
import type { Cookie, Locator, Page } from '@playwright/test';
import { checkScreen, displays, setTheme, viewportOf } from '../support/check-screen.ts';
import { previewOf } from '../support/editor.ts';
import { expectNoShift, recordShifts } from '../support/painting.ts';
import { signIn } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, test, waitUntilSettled } from '../support/test.ts';

const product = useProduct();

let cookies: Cookie[] = [];
let chooseUrl = '';
let codeUrl = '';

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, product(), product().demo);
  // Locations of the same owner that are not connected yet, so that the choice of profiles lists some.
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
  await page.getByRole('link', { name: 'Choose locations' }).click();
  await expect(page.getByRole('checkbox', { name: 'Linden & Fjord Rad' })).toBeEnabled();
  chooseUrl = page.url();
  await page.goto(`${product().url}/review-pipeline/qrcode-generator`);
  await page.getByRole('list', { name: 'QR codes' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/qr-code\//);
  codeUrl = page.url();
  cookies = await page.context().cookies();
  await page.close();
});

type Shows = (page: Page) => Locator;
type CheckedScreen = Exclude<
  Extract<ListedScreen, { state: 'built'; audience: 'Regular' }>,
  { id: 'widgetEditor' | 'badgeEditor' | 'platform' | 'qrCode' }
>;

const heading =
  (name: string): Shows =>
  (page) =>
    page.getByRole('heading', { level: 1, name });
const syncNow: Shows = (page) => page.getByRole('button', { name: /^Sync now: / }).first();

/** A text that each screen shows once its data is loaded. A new screen does not compile without an entry here. */
const shows: Readonly<Record<CheckedScreen['id'], Shows>> = {
  dashboard: (page) => page.getByRole('heading', { name: 'Newest reviews' }),
  monthlyReport: (page) => page.getByRole('article').getByRole('heading', { level: 2 }),
  profile: heading('Profile'),
  activity: (page) => page.getByText('Account created'),
  billing: (page) => page.getByRole('link', { name: 'Choose a plan' }),
  businesses: heading('Businesses'),
  invoices: (page) => page.getByText('No invoices yet'),
  reviews: (page) => page.getByRole('list', { name: 'Reviews' }).getByRole('listitem').first(),
  connections: syncNow,
  import: heading('Import reviews'),
  widgets: (page) => page.getByRole('link', { name: 'All reviews' }),
  reviewPipeline: (page) => page.getByRole('list', { name: 'Public links' }).getByRole('listitem').first(),
  badges: (page) => page.getByRole('link', { name: 'Corner of every page' }),
  qrCodes: (page) => page.getByRole('list', { name: 'QR codes' }).getByRole('listitem').first(),
  subscriptions: (page) => page.getByRole('link', { name: 'Choose monthly' }),
  order: (page) => page.getByRole('button', { name: 'Order with obligation to pay' }),
  newQrCode: (page) => page.getByText(/^Phones can scan this code/),
};

/** Screens with a parameter, and states of screens. The editor is a separate step below. */
const variants: Readonly<Record<string, { path: string | (() => string); shows: Shows }>> = {
  'connections-google': { path: '/connections/google', shows: syncNow },
  'connections-facebook': { path: '/connections/facebook', shows: syncNow },
  'connections-problem': { path: '/connections/google?problem=denied', shows: syncNow },
  'invitation-unknown': { path: '/invitation', shows: heading('This invitation does not exist') },
  'qr-code': { path: () => codeUrl, shows: (page) => page.getByText(/^Phones can scan this code/) },
  choose: { path: () => chooseUrl, shows: (page) => page.getByRole('checkbox').first() },
  'reviews-empty': {
    path: '/reviews?search=nobody+ever+wrote+this&rating=5',
    shows: (page) => page.getByText('No review matches these filters'),
  },
};

const isChecked = (id: ScreenId): id is CheckedScreen['id'] => id in shows;
const visits = [
  ...screens.flatMap(({ id, path }) => (isChecked(id) ? [{ name: id, path, shows: shows[id] }] : [])),
  ...Object.entries(variants).map(([name, variant]) => ({ name, ...variant })),
];

for (const display of displays) {
  const { width, theme } = display;
  test.describe(`in ${theme} at ${width} px`, () => {
    test.use({ viewport: viewportOf(width) });

    test('every screen of the app', async ({ page, context }) => {
      await context.addCookies(cookies);
      await recordShifts(page);
      await setTheme(page, product().url, theme);
      for (const { name, path, shows: shown } of visits)
        await test.step(name, async () => {
          await page.goto(new URL(typeof path === 'string' ? path : path(), product().url).href);
          await expect.soft(shown(page), name).toBeVisible();
          await waitUntilSettled(page);
          await expectNoShift(page, name);
          await checkScreen(page, name, display, 'app');
        });

      // Wider windows show the sidebar without a button.
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
        await page.goto(product().url + pathOf('widgets'));
        await page.getByRole('link', { name: 'All reviews' }).click();
        await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
        // In a narrow window the preview is a separate tab.
        if (width < 992) {
          await checkScreen(page, 'editor-settings', display, 'app');
          await page.getByRole('tab', { name: 'Preview' }).click();
        }
        await expect(previewOf(page).getByRole('region', { name: /^Reviews of / })).toBeVisible();
        await checkScreen(page, 'editor', display, 'app');
        await page.getByRole('tab', { name: 'Embed' }).click();
        await expect(page.getByRole('textbox', { name: 'Code to paste' })).toBeVisible();
        await checkScreen(page, 'editor-embed', display, 'app');
      });
    });
  });
}
