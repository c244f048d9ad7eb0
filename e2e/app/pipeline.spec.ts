/** The screen of the review pipeline: links, texts, preview, conflict, and the other tabs. */
import type { Pipeline } from '@kindling/contract/pipelines';
import type { Page } from '@playwright/test';
import { apiOf, signUpByRequest } from '../support/accounts.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
const path = '/review-pipeline/review';

const open = (page: Page, group: string) =>
  page.getByRole('button', { name: new RegExp(`^${group}`), expanded: false }).click();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const phone = (page: Page) => page.frameLocator('iframe[title="The page as a visitor sees it"]');

async function openPipeline(page: Page, tab = ''): Promise<void> {
  await page.goto(`${product().url}${path}${tab}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Review pipeline' })).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await signUpByRequest(page, product());
  await resize(page, { width: 1440, height: 900 });
});

test('a new customer has a working page, gives it a link and a text, and sees both as a visitor would', async ({
  page,
}) => {
  await openPipeline(page);
  await expect(page.getByText('No public link yet')).toBeVisible();
  await expect(phone(page).getByText('How was your visit?')).toBeVisible();
  await page.getByLabel('Address or place ID').fill('https://www.facebook.com/groups/1');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(/^This address does not open/)).toBeVisible();
  await page.getByLabel('Address or place ID').fill('ChIJ_cmi3Tm7j4ARUuw_1J6i9aQ');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Open Google to test it' })).toHaveAttribute(
    'href',
    'https://search.google.com/local/writereview?placeid=ChIJ_cmi3Tm7j4ARUuw_1J6i9aQ',
  );
  await expect(page.getByText('No public link yet')).toHaveCount(0);
  await open(page, 'Texts');
  await page.getByLabel('Question', { exact: true }).fill('How was your coffee?');
  await expect(phone(page).getByText('How was your coffee?')).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByText('Answer', { exact: true }).click();
  await expect(phone(page).getByRole('link', { name: /Google/ })).toBeVisible();
  await expectAccessible(page, 'the editor of a page');
  const api = await apiOf(page, product());
  const { pipelines } = await api<{ pipelines: Pipeline[] }>('GET', '/pipelines');
  expect(pipelines).toMatchObject([{ settings: { texts: { en: { question: 'How was your coffee?' } } } }]);
});

test('a draft survives a reload, and a version that somebody else saved is not overwritten unasked', async ({
  page,
  watch,
}) => {
  watch.expectFault(/status of 409/);
  await openPipeline(page);
  await open(page, 'Name and link');
  await page.getByLabel('Name of this page').fill('Mine');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).some((name) => name.startsWith('pipelineDraft:'))),
    )
    .toBe(true);
  await page.reload();
  await expect(page.getByText(/^These changes are from your last visit/)).toBeVisible();
  const api = await apiOf(page, product());
  const { pipelines } = await api<{ pipelines: Pipeline[] }>('GET', '/pipelines');
  const [pipeline] = pipelines;
  if (pipeline === undefined) throw new Error('No pipeline');
  const { id, slug, settings, updatedAt } = pipeline;
  await api('PUT', `/pipelines/${id}`, { name: 'Theirs', slug, settings, updatedAt });
  await save(page).click();
  await expect(page.getByText('Someone else saved this page')).toBeVisible();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const after = await api<{ pipelines: Pipeline[] }>('GET', '/pipelines');
  expect(after.pipelines).toMatchObject([{ name: 'Mine' }]);
});

test('the other tabs show what will be there, also on a phone', async ({ page }) => {
  await resize(page, { width: 390, height: 844 });
  await openPipeline(page, '?tab=results');
  await expect(page.getByText(/^Nothing in this period yet/)).toBeVisible();
  await expectNoSidewaysScroll(page, 'the results on a phone');
  await page.getByRole('tab', { name: 'Held' }).click();
  await expect(page.getByText('Nothing is held')).toBeVisible();
  await page.getByRole('tab', { name: 'Kiosk' }).click();
  await expect(page.getByRole('heading', { name: 'A tablet on your counter' })).toBeVisible();
  await expectNoSidewaysScroll(page, 'the kiosk on a phone');
  await expectAccessible(page, 'the tab of the kiosk');
  await page.getByRole('tab', { name: 'Page' }).click();
  await page.getByText('Preview', { exact: true }).click();
  await expect(phone(page).getByText('How was your visit?')).toBeVisible();
  await expectNoSidewaysScroll(page, 'the preview on a phone');
});

test('the dashboard says that visitors find no public link, and leads to the page', async ({ page }) => {
  await page.goto(`${product().url}/dashboard`);
  await page.getByRole('link', { name: 'Add a link' }).click();
  await expect(page.getByText('No public link yet')).toBeVisible();
});
