/** The editor of a widget: every group of settings, looks, steps back and forward, ways of embedding, the page check. */
import type { Cookie, Page } from '@playwright/test';
import { resize } from '../support/painting.ts';
import { signIn } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
let cookies: Cookie[] = [];

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, product(), product().demo);
  cookies = await page.context().cookies();
  await page.close();
});

test.beforeEach(async ({ page, context }) => {
  await context.addCookies(cookies);
  await resize(page, { width: 1440, height: 900 });
});

const rendering = (page: Page) => page.getByRole('region', { name: /^Reviews of / });
const action = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const saved = (page: Page) => expect(page.getByText('Draft saved')).toBeVisible();
const open = (page: Page, group: string) =>
  page.getByRole('button', { name: new RegExp(`^${group}`), expanded: false }).click();

/** A widget of one's own, as it is made: a draft with the defaults. */
async function newWidget(page: Page, name: string): Promise<void> {
  await page.goto(`${product().url}/widgets`);
  await page.getByRole('button', { name: 'Create a widget' }).click();
  const dialog = page.getByRole('dialog', { name: 'New widget' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create a widget' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(rendering(page)).toBeVisible();
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Publish/ }).click();
  await expect(page.getByText('Published. Your site shows it within about a minute.')).toBeVisible();
}

/** The draft as the server has it. */
async function draftOf(page: Page): Promise<Record<string, unknown>> {
  await saved(page);
  const answer = page.waitForResponse(
    (response) => /\/api\/embeds\/[^/]+$/.test(response.url()) && response.request().method() === 'GET',
  );
  await page.reload();
  return ((await (await answer).json()) as { embed: { settings: Record<string, unknown> } }).embed.settings;
}

test('a layout is chosen by its drawing, with keys too, and brings its own settings', async ({ page }) => {
  await newWidget(page, 'Layouts');
  const layout = (name: string) => page.getByRole('radio', { name, exact: true });
  await expect(layout('List')).toBeChecked();
  await expect(
    page
      .getByRole('radiogroup')
      .or(page.getByRole('group', { name: 'Layout' }))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Most columns' })).toHaveCount(0);
  await layout('List').focus();
  await page.keyboard.press('ArrowRight');
  await expect(layout('Grid')).toBeChecked();
  const columns = page.getByRole('slider', { name: 'Most columns' });
  await columns.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(columns).toHaveAttribute('aria-valuenow', '2');
  await open(page, 'Behaviour');
  await expect(page.getByRole('slider', { name: /^Reviews before/ })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Moves by itself' })).toHaveCount(0);
  await page.getByText('Carousel', { exact: true }).click();
  await expect(columns).toHaveCount(0);
  await page.getByRole('switch', { name: 'Moves by itself' }).check({ force: true });
  await expect(page.getByRole('slider', { name: 'Time for each step' })).toBeVisible();
  await page.getByText('Floating button', { exact: true }).click();
  await page.getByLabel('Corner of the window').selectOption({ label: 'Bottom left' });
  // What a layout has no use for keeps its value.
  expect(await draftOf(page)).toMatchObject({
    layout: 'floating',
    columns: 2,
    autoplay: true,
    side: 'start',
  });
});

test('filters say that they will be disclosed, and that nothing is left to show', async ({ page }) => {
  await newWidget(page, 'Filters');
  await open(page, 'What it shows');
  const filters = page.getByRole('group', { name: 'Leave reviews out' });
  await expect(filters.getByText('When reviews are left out, visitors are told so')).toBeVisible();
  await filters.getByLabel('Ratings').selectOption({ label: '4 stars and up' });
  await expect(filters.getByText('The widget will say how many reviews it leaves out.')).toBeVisible();
  const words = filters.getByRole('combobox', { name: 'Without any of these words' });
  await words.fill('terrible');
  await words.press('Enter');
  await words.fill('x'.repeat(41));
  await words.press('Enter');
  await expect(filters.getByText('At most 20 words, each with at most 40 characters.')).toBeVisible();
  const limit = page.getByRole('textbox', { name: 'How many at most' });
  await limit.fill('301');
  await expect(page.getByText('A whole number from 1 to 300.')).toBeVisible();
  await limit.fill('7');
  await expect(page.getByText('A whole number from 1 to 300.')).toHaveCount(0);
  await expect(rendering(page).getByRole('article')).toHaveCount(7);
  await page.route('**/api/embeds/*/preview', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), shown: 0, total: 12 } });
  });
  await filters.getByLabel('Ratings').selectOption({ label: '3 stars and up' });
  await expect(page.getByText('Nothing is shown: the filters leave all 12 reviews out.')).toBeVisible();
  await page.unroute('**/api/embeds/*/preview');
  await filters.getByLabel('Ratings').selectOption({ label: '4 stars and up' });
  await expect(page.getByText(/^Nothing is shown/)).toHaveCount(0);
  await page.getByLabel('Order').selectOption({ label: 'Pinned first, then the newest' });
  expect(await draftOf(page)).toMatchObject({
    minimumRating: 4,
    excludeWords: ['terrible'],
    limit: 7,
    order: 'pinned',
  });
});

test('reviews are drawn as their group says', async ({ page }) => {
  await newWidget(page, 'Cards');
  await open(page, 'Each review');
  await page.getByLabel('Author').selectOption({ label: 'Hidden' });
  await page.getByLabel('Picture').selectOption({ label: 'None' });
  await page.getByLabel('Date').selectOption({ label: 'Not shown' });
  await expect(rendering(page).getByText('Anonymous').first()).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Each review Author: Hidden · Date: Not shown' }),
  ).toBeVisible();
  expect(await draftOf(page)).toMatchObject({ author: 'hidden', photo: 'none', date: 'none' });
});

test('a look is one step, is marked, and is taken back and put on again by keys', async ({ page }) => {
  await newWidget(page, 'Looks');
  await open(page, 'Look');
  const look = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(look('Paper')).toHaveAttribute('aria-pressed', 'true');
  await look('Midnight neon').click();
  await expect(look('Midnight neon')).toHaveAttribute('aria-pressed', 'true');
  await expect(rendering(page)).toHaveCSS('background-color', 'rgb(11, 11, 30)');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(look('Paper')).toHaveAttribute('aria-pressed', 'true');
  await expect(rendering(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(rendering(page)).toHaveCSS('background-color', 'rgb(11, 11, 30)');
  await expect(action(page, 'Redo')).toBeDisabled();
  // In a field the keys belong to what is typed there.
  const accent = page.getByRole('textbox', { name: 'Accent', exact: true });
  await accent.fill('#112233');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(accent).toHaveValue('#00E5FF');
  await expect(look('Midnight neon')).toHaveAttribute('aria-pressed', 'true');
});

test('colours that are hard to see are told with their contrast, and what is wrong is not kept', async ({
  page,
}) => {
  await newWidget(page, 'Contrast');
  await open(page, 'Look');
  await page.getByRole('button', { name: 'Terracotta' }).click();
  const notes = page.getByRole('status').filter({ hasText: /contrast/ });
  await expect(notes).toHaveCount(0);
  const colour = (name: string) => page.getByRole('textbox', { name, exact: true });
  await colour('Text').fill('#CCAA99');
  await expect(
    notes.getByText(/^Text, Light: contrast 1\.9 to 1, at least 4\.5 to 1 is needed\./),
  ).toBeVisible();
  await expect(notes.getByText(/^drawn as #[0-9A-F]{6}$/)).toBeVisible();
  await page.getByRole('button', { name: 'Text: as the theme' }).click();
  await expect(notes).toHaveCount(0);
  await colour('Stars').fill('#FFE9A8');
  await expect(
    notes.getByText(/^Stars, Light: contrast 1\.\d to 1, at least 3 to 1 is needed\./),
  ).toBeVisible();
  await notes.getByRole('button', { name: /^Use #/ }).click();
  await expect(notes).toHaveCount(0);
  await colour('Accent').fill('#12');
  await expect(page.getByText('Not a colour yet: six digits, for example #1A2B3C.')).toBeVisible();
  await page.getByLabel('Font', { exact: true }).selectOption({ label: 'One by its name' });
  await colour('Name of the font').fill('Open"Sans');
  await expect(page.getByText(/^Letters a to z, digits, spaces and hyphens only/)).toBeVisible();
  expect(await draftOf(page)).toMatchObject({
    accent: '#A63F22',
    text: null,
    font: 'named',
    fontName: '',
  });
});

test('what follows the visitor is seen in light and in dark', async ({ page }) => {
  await newWidget(page, 'Themes');
  await open(page, 'Look');
  await expect(page.getByRole('radio', { name: 'Dark', exact: true })).toHaveCount(0);
  await page.getByLabel('Theme').selectOption({ label: 'Follows the visitor' });
  await expect(rendering(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  // The radio itself is drawn over by its label.
  await page.getByRole('radiogroup', { name: 'As a visitor sees it' }).getByText('Dark').click();
  await expect(rendering(page)).toHaveCSS('background-color', 'rgb(23, 26, 33)');
  expect(await draftOf(page)).toMatchObject({ theme: 'auto' });
});

test('sites are cut to their names and read with their own letters', async ({ page, watch }) => {
  await newWidget(page, 'Sites');
  await open(page, 'Where it may stand');
  const sites = page.getByRole('combobox', { name: 'Only on these sites' });
  for (const typed of ['https://Bücher.example/shop?a=1', '*.bakery.example']) {
    await sites.fill(typed);
    await sites.press('Enter');
  }
  await expect(page.getByText('bücher.example', { exact: true })).toBeVisible();
  await sites.fill('no|site');
  await sites.press('Enter');
  await expect(page.getByText('“no|site” is not the name of a site.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Where it may stand 2 sites' })).toBeVisible();
  expect(await draftOf(page)).toMatchObject({ allowedSites: ['xn--bcher-kva.example', '*.bakery.example'] });
  watch.expectFault(/status of 400/);
  await page.getByRole('button', { name: 'Where it may stand 2 sites' }).click();
  await sites.fill('*.co.uk');
  await sites.press('Enter');
  await expect(page.getByText('takes in the sites of other owners')).toBeVisible();
});

test('back to what is published is one step, and can be taken back', async ({ page }) => {
  await newWidget(page, 'Reverted');
  await expect(action(page, 'Back to what is published')).toBeDisabled();
  await publish(page);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(action(page, 'Back to what is published')).toBeDisabled();
  const layout = (name: string) => page.getByRole('radio', { name, exact: true });
  await page.getByText('Grid', { exact: true }).click();
  await page.getByRole('switch', { name: 'Header with averages' }).uncheck({ force: true });
  await saved(page);
  await expect(page.getByText('Changes not published')).toBeVisible();
  await action(page, 'Back to what is published').click();
  await expect(layout('List')).toBeChecked();
  await expect(page.getByText('Changes not published')).toHaveCount(0);
  await action(page, 'Undo').click();
  await expect(layout('Grid')).toBeChecked();
  await action(page, 'Redo').click();
  expect(await draftOf(page)).toMatchObject({ layout: 'list', showHeader: true });
});

test('what the server refuses is told beside the field', async ({ page, watch }) => {
  watch.expectFault(/status of 400/);
  await newWidget(page, 'Refused');
  await page.route(/\/api\/embeds\/[^/]+$/, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      json: {
        code: 'invalid-input',
        requestId: 'r-1',
        fields: [{ path: 'settings.minimumRating', message: 'No.' }],
      },
    });
  });
  await open(page, 'What it shows');
  await page.getByLabel('Ratings').selectOption({ label: '5 stars and up' });
  await expect(page.getByText(/^Not accepted: where your account is/)).toBeVisible();
  await expect(page.getByText('The draft is not saved.')).toBeVisible();
  await page.unroute(/\/api\/embeds\/[^/]+$/);
  await page.getByLabel('Ratings').selectOption({ label: 'Every rating' });
  await expect(page.getByText(/^Not accepted: where your account is/)).toHaveCount(0);
});

test('every way has its code, what it is good for, and steps that fit', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await newWidget(page, 'Ways');
  await publish(page);
  const code = page.getByRole('textbox', { name: 'Code to paste' });
  for (const [name, content] of [
    ['Script', /^<kindling-reviews [\s\S]*<script async/],
    ['Frame', /^<span [^>]*>.*<iframe /s],
    ['Several', /^<kindling-reviews [\s\S]*loader\.js/],
    ['On your server', /\/e\/\w+\.html/],
    ['React', /<KindlingReviews code=/],
    ['JSON', /\/e\/\w+\.json$/],
    ['Picture', /^<img [^>]*alt=/],
  ] as const) {
    await page.getByText(name, { exact: true }).click();
    await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();
    await expect(code).toHaveValue(content);
    await action(page, 'Copy the code').or(action(page, 'Copied')).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(content);
  }
  await expect(page.getByLabel('Where to paste it')).toHaveCount(0);
  await page.getByText('Schema', { exact: true }).click();
  await expect(page.getByText(/^Do not expect stars in search results/)).toBeVisible();
  // The demo account has collected no reviews of its own.
  await expect(code).toHaveCount(0);
  await expect(page.getByText(/^There is no code now/)).toBeVisible();
  await page.getByText('Script', { exact: true }).click();
  await page.getByLabel('Where to paste it').selectOption('Webflow');
  await expect(
    page.getByText('Publish the site; the designer itself does not run the script.'),
  ).toBeVisible();
  await page.getByText('Frame', { exact: true }).click();
  await expect(page.getByText('Publish the site.', { exact: true })).toBeVisible();
});

const checks = [
  ['found-script', null, 'It is there'],
  ['element-without-script', null, 'The script is missing'],
  ['blocked-by-csp', 'script-src', 'The page’s own rules block it'],
  ['unreachable', '503', 'The page did not answer'],
  ['not-allowed-site', null, 'This site is not on its list'],
] as const;

test('the page check says what was found and what to do', async ({ page, watch }) => {
  watch.expectFault(/status of 503/);
  await newWidget(page, 'Check');
  await publish(page);
  const address = page.getByRole('textbox', { name: 'Address of the page' });
  await address.fill('not a page');
  await action(page, 'Look at the page').click();
  await expect(page.getByText('This is no address of a page.')).toBeVisible();
  for (const [result, detail, title] of checks) {
    await page.route('**/api/embeds/*/check', async (route) => {
      expect(route.request().postDataJSON()).toEqual({ url: 'https://www.bakery.example/reviews' });
      await route.fulfill({ json: { result, detail } });
    });
    await address.fill('www.bakery.example/reviews');
    await address.press('Enter');
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    if (detail !== null) await expect(page.getByText(detail, { exact: true })).toBeVisible();
    await page.unroute('**/api/embeds/*/check');
  }
  await page.route('**/api/embeds/*/check', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: { code: 'unavailable', requestId: 'r-2' },
    }),
  );
  await address.fill('https://www.bakery.example/');
  await address.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'r-2' })).toBeVisible();
});

for (const width of [390, 768, 1440])
  test(`all groups at ${width} px hold to the rules`, async ({ page }) => {
    await resize(page, { width, height: 900 });
    await page.goto(`${product().url}/widgets`);
    await page.getByRole('link', { name: 'All reviews' }).click();
    for (const group of ['What it shows', 'Each review', 'Look', 'Behaviour', 'Where it may stand'])
      await open(page, group);
    await page.getByLabel('Font', { exact: true }).selectOption({ label: 'One by its name' });
    await expect(page.getByRole('textbox', { name: 'Name of the font' })).toBeVisible();
    await expectNoSidewaysScroll(page, `the settings at ${width} px`);
    await expectAccessible(page, `the settings at ${width} px`);
  });
