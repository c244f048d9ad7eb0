/** The widget editor: all groups of settings, presets, undo and redo, and embed codes. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import type { Page } from '@playwright/test';
import { apiOf, signInByRequest } from '../support/accounts.ts';
import { chooseInMenu, previewOf } from '../support/editor.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();

test.beforeEach(async ({ page }) => {
  await signInByRequest(page, product(), product().demo);
  await resize(page, { width: 1440, height: 900 });
});

const rendering = (page: Page) => previewOf(page).getByRole('region', { name: /^Reviews of / });
const action = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const saved = (page: Page) => expect(page.getByText('Draft saved')).toBeVisible();
const layout = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const open = (page: Page, group: string) =>
  page.getByRole('button', { name: new RegExp(`^${group}`), expanded: false }).click();

type ExpectDraft = (settings: Readonly<Record<string, unknown>>) => Promise<void>;

/** Creates a widget with default settings and opens it in the editor. */
async function newWidget(page: Page, name: string) {
  const api = await apiOf(page, product());
  const settings = embedSettingsSchema.parse({});
  const { embed } = await api<{ embed: Embed }>('POST', '/embeds', { kind: 'widget', name, settings });
  await page.goto(`${product().url}/widgets/edit-widget/${embed.id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(rendering(page)).toBeVisible();
  /** Waits until the server's draft has these settings. */
  const expectDraft: ExpectDraft = async (settings) => {
    await expect
      .poll(async () => (await api<{ embed: Embed }>('GET', `/embeds/${embed.id}`)).embed.settings)
      .toMatchObject(settings);
  };
  return { expectDraft };
}

/** Excludes reviews by rating, words and number. */
async function useFilters(page: Page, expectDraft: ExpectDraft): Promise<void> {
  await open(page, 'What it shows');
  const filters = page.getByRole('group', { name: 'Leave reviews out' });
  await expect(
    filters.getByText('When reviews are left out, visitors are told how many and why'),
  ).toBeVisible();
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
  await page.route('**/api/v1/embeds/*/preview', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), shown: 0, total: 12 } });
  });
  await filters.getByLabel('Ratings').selectOption({ label: '3 stars and up' });
  await expect(page.getByText('Nothing is shown: the filters leave all 12 reviews out.')).toBeVisible();
  await page.unroute('**/api/v1/embeds/*/preview');
  await filters.getByLabel('Ratings').selectOption({ label: '4 stars and up' });
  await expect(page.getByText(/^Nothing is shown/)).toHaveCount(0);
  await page.getByLabel('Order').selectOption({ label: 'Pinned first, then the newest' });
  await expectDraft({ minimumRating: 4, excludeWords: ['terrible'], limit: 7, order: 'pinned' });
}

/** Chooses colors with low contrast, an invalid color, and an invalid font name. */
async function useColors(page: Page, expectDraft: ExpectDraft): Promise<void> {
  await page.getByRole('button', { name: 'Terracotta' }).click();
  const notes = page.getByRole('status').filter({ hasText: /contrast/ });
  await expect(notes).toHaveCount(0);
  const color = (name: string) => page.getByRole('textbox', { name, exact: true });
  await color('Text').fill('#CCAA99');
  await expect(
    notes.getByText(/^Text, Light: the contrast is 1\.9 to 1. At least 4\.5 to 1 is needed\./),
  ).toBeVisible();
  await expect(notes.getByText(/^drawn as #[0-9A-F]{6}$/)).toBeVisible();
  await page.getByRole('button', { name: 'Text: from the theme' }).click();
  await expect(notes).toHaveCount(0);
  await color('Stars').fill('#FFE9A8');
  await expect(
    notes.getByText(/^Stars, Light: the contrast is 1\.\d to 1. At least 3 to 1 is needed\./),
  ).toBeVisible();
  await notes.getByRole('button', { name: /^Use #/ }).click();
  await expect(notes).toHaveCount(0);
  await color('Accent').fill('#12');
  await expect(page.getByText('Not a color yet: six digits, for example #1A2B3C.')).toBeVisible();
  await page.getByLabel('Font', { exact: true }).selectOption({ label: 'By name' });
  await color('Name of the font').fill('Open"Sans');
  await expect(page.getByText(/^Only letters a to z, digits, spaces and hyphens/)).toBeVisible();
  await expectDraft({ accent: '#9A3A1E', text: null, font: 'named', fontName: '' });
}

test('settings are previewed and saved', async ({ page }) => {
  const { expectDraft } = await newWidget(page, 'Settings');

  await test.step('the settings of a card change the preview', async () => {
    await open(page, 'Each review');
    await page.getByLabel('Author').selectOption({ label: 'Hidden' });
    await page.getByLabel('Picture').selectOption({ label: 'None' });
    await page.getByLabel('Date').selectOption({ label: 'Not shown' });
    await expect(rendering(page).getByText('Anonymous').first()).toBeVisible();
    await expect(
      page.getByRole('button', { name: 'Each review Author: Hidden · Date: Not shown' }),
    ).toBeVisible();
    await expectDraft({ author: 'hidden', photo: 'none', date: 'none' });
  });

  await test.step('filters say that they will be disclosed, and warn when nothing is left to show', () =>
    useFilters(page, expectDraft));

  await open(page, 'Look');
  await test.step('an automatic theme is previewed in light and dark', async () => {
    await page.getByLabel('Theme').selectOption({ label: 'Same as the visitor’s device' });
    await expect(rendering(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    // The radio is visually hidden behind its label.
    await page.getByRole('radiogroup', { name: 'Page around it' }).getByText('Dark').click();
    await expect(rendering(page)).toHaveCSS('background-color', 'rgb(23, 26, 33)');
    await expectDraft({ theme: 'auto' });
    await page.getByLabel('Theme').selectOption({ label: 'Light' });
    await expect(rendering(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });

  await test.step('a preset is one undo step, is marked, and is undone and redone with the keyboard', async () => {
    const preset = (name: string) => page.getByRole('button', { name, exact: true });
    await expect(preset('Paper')).toHaveAttribute('aria-pressed', 'true');
    await preset('Midnight neon').click();
    await expect(preset('Midnight neon')).toHaveAttribute('aria-pressed', 'true');
    await expect(rendering(page)).toHaveCSS('background-color', 'rgb(11, 11, 30)');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(preset('Paper')).toHaveAttribute('aria-pressed', 'true');
    await expect(rendering(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(rendering(page)).toHaveCSS('background-color', 'rgb(11, 11, 30)');
    await expect(action(page, 'Redo')).toBeDisabled();
    // In a text field the browser's own undo applies.
    const accent = page.getByRole('textbox', { name: 'Accent', exact: true });
    await accent.fill('#112233');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(accent).toHaveValue('#00E5FF');
    await expect(preset('Midnight neon')).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('colors with low contrast are reported, and invalid input is not saved', () =>
    useColors(page, expectDraft));

  await test.step('a layout is chosen by its drawing, also with keys, and shows its own settings', async () => {
    await open(page, 'Layout');
    await expect(layout(page, 'List')).toBeChecked();
    await expect(
      page
        .getByRole('radiogroup')
        .or(page.getByRole('group', { name: 'Layout' }))
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Maximum columns' })).toHaveCount(0);
    await layout(page, 'List').focus();
    await page.keyboard.press('ArrowRight');
    await expect(layout(page, 'Grid')).toBeChecked();
    const columns = page.getByRole('slider', { name: 'Maximum columns' });
    await columns.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(columns).toHaveAttribute('aria-valuenow', '2');
    await open(page, 'Behavior');
    await expect(page.getByRole('slider', { name: /^Reviews before/ })).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Moves automatically' })).toHaveCount(0);
    await open(page, 'Layout');
    await page.getByText('Carousel', { exact: true }).click();
    await expect(columns).toHaveCount(0);
    await open(page, 'Behavior');
    await page.getByRole('switch', { name: 'Moves automatically' }).check({ force: true });
    await expect(page.getByRole('slider', { name: 'Time for each step' })).toBeVisible();
    await open(page, 'Layout');
    await page.getByText('Floating button', { exact: true }).click();
    await page.getByLabel('Corner of the window').selectOption({ label: 'Bottom left' });
    // Settings that a layout does not use keep their values.
    await expectDraft({ layout: 'floating', columns: 2, autoplay: true, side: 'start' });
  });

  await test.step('all groups are accessible and fit at every width', async () => {
    await page.getByText('List', { exact: true }).click();
    for (const { width, theme } of [
      { width: 390, theme: 'light' },
      { width: 768, theme: null },
      { width: 1440, theme: 'dark' },
    ] as const) {
      await resize(page, { width, height: 900 });
      await page.emulateMedia({ colorScheme: theme });
      await expect(action(page, 'Publish')).toBeInViewport({ ratio: 1 });
      await open(page, 'Where it may appear');
      await expect(page.getByRole('combobox', { name: 'Only on these sites' })).toBeVisible();
      await expectNoSidewaysScroll(page, `the sites at ${width} px`);
      // One group is open at a time.
      await open(page, 'Look');
      await expect(page.getByRole('combobox', { name: 'Only on these sites' })).toHaveCount(0);
      const font = page.getByRole('textbox', { name: 'Name of the font' });
      await font.scrollIntoViewIfNeeded();
      await expect(action(page, 'Publish')).toBeInViewport({ ratio: 1 });
      await expectNoSidewaysScroll(page, `the look at ${width} px`);
      // axe has nothing more to check at the width in between.
      if (theme !== null) await expectAccessible(page, `the look at ${width} px`);
    }
  });
});

test('publishing, and rejected settings', async ({ page, context, watch }) => {
  watch.expectFault(/status of 400/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { expectDraft } = await newWidget(page, 'Published');

  await test.step('reverting to the published version is one undo step', async () => {
    await page.getByRole('button', { name: /^Publish/ }).click();
    await expect(page.getByText('Published. Your site shows it within about a minute.')).toBeVisible();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await action(page, 'Actions for Published').click();
    await expect(page.getByRole('menuitem', { name: 'Back to what is published' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.getByText('Grid', { exact: true }).click();
    await page.getByRole('switch', { name: 'Header with averages' }).uncheck({ force: true });
    await expectDraft({ layout: 'grid', showHeader: false });
    await saved(page);
    await expect(page.getByText('Changes not published')).toBeVisible();
    await chooseInMenu(page, 'Back to what is published');
    await expect(layout(page, 'List')).toBeChecked();
    await expect(page.getByText('Changes not published')).toHaveCount(0);
    await action(page, 'Undo').click();
    await expect(layout(page, 'Grid')).toBeChecked();
    await action(page, 'Redo').click();
    await expectDraft({ layout: 'list', showHeader: true });
  });

  await test.step('every method has its code, a description, and matching steps', async () => {
    await page.getByRole('tab', { name: 'Embed' }).click();
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
    // The demo account has no first-party reviews.
    await expect(code).toHaveCount(0);
    await expect(page.getByText(/^There is no code right now/)).toBeVisible();
    await page.getByText('Script', { exact: true }).click();
    await page.getByLabel('Where to paste it').selectOption('Webflow');
    await expect(
      page.getByText('Publish the site; the designer itself does not run the script.'),
    ).toBeVisible();
    await page.getByText('Frame', { exact: true }).click();
    await expect(page.getByText('Publish the site.', { exact: true })).toBeVisible();
  });

  await page.getByRole('tab', { name: 'Settings' }).click();
  await test.step('a rejected setting is reported at its field', async () => {
    await page.route(/\/api\/v1\/embeds\/[^/]+$/, async (route) => {
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
    await page.unroute(/\/api\/v1\/embeds\/[^/]+$/);
    await page.getByLabel('Ratings').selectOption({ label: 'Every rating' });
    await expect(page.getByText(/^Not accepted: where your account is/)).toHaveCount(0);
  });

  await test.step('sites are reduced to their host and shown with Unicode letters', async () => {
    await open(page, 'Where it may appear');
    const sites = page.getByRole('combobox', { name: 'Only on these sites' });
    for (const typed of ['https://Bücher.example/shop?a=1', '*.bakery.example']) {
      await sites.fill(typed);
      await sites.press('Enter');
    }
    await expect(page.getByText('bücher.example', { exact: true })).toBeVisible();
    await sites.fill('no|site');
    await sites.press('Enter');
    await expect(page.getByText('“no|site” is not the name of a site.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Where it may appear 2 sites' })).toBeVisible();
    await expectDraft({ allowedSites: ['xn--bcher-kva.example', '*.bakery.example'] });
    await sites.fill('*.co.uk');
    await sites.press('Enter');
    await expect(page.getByText('includes the sites of other owners')).toBeVisible();
  });
});
