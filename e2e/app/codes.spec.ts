/** QR codes: made, refused, downloaded and decoded, pointed elsewhere, several at once, printed, deleted. */
import { readFile } from 'node:fs/promises';
import type { Pipeline } from '@kindling/contract/pipelines';
import type { Download, Page } from '@playwright/test';
import { apiOf, signUpByRequest } from '../support/accounts.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { openScanner } from '../support/scanner.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();

test.beforeEach(async ({ page }) => {
  await signUpByRequest(page, product());
  await resize(page, { width: 1440, height: 900 });
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const scans = (page: Page) => page.getByText('Phones can scan this code, even when it is small');

async function download(page: Page, name: string | RegExp): Promise<{ file: Download; bytes: Buffer }> {
  const waiting = page.waitForEvent('download');
  await button(page, name).click();
  const file = await waiting;
  return { file, bytes: await readFile(await file.path()) };
}

test('one QR code, from the first look to the paper', async ({ page }) => {
  const { url } = product();
  const api = await apiOf(page, product());
  const { pipelines } = await api<{ pipelines: Pipeline[] }>('GET', '/pipelines');
  const businessId = pipelines[0]?.businessId ?? '';
  await api('POST', '/pipelines', { businessId, locationId: null, name: 'Terrace' });

  await test.step('the address of the screen for a new one works with a slash at the end too', async () => {
    await page.goto(`${url}/review-pipeline/qrcode-generator/qr-code-create/`);
    await expect(page.getByRole('heading', { level: 1, name: 'New QR code' })).toBeVisible();
    await expect(scans(page)).toBeVisible();
  });

  await test.step('a design that does not scan cannot be saved, and says what to change', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Counter');
    await button(page, 'Colors').click();
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill('#d0d0d0');
    await expect(page.getByText('Make the code darker or the background lighter')).toBeVisible();
    await expect(button(page, 'Create code')).toBeDisabled();
    await expectAccessible(page, 'the new code');
    await button(page, 'Harbor').click();
    await expect(scans(page)).toBeVisible();
    await button(page, 'Create code').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Counter' })).toBeVisible();
  });

  const content = await page
    .getByRole('img', { name: /^QR code for / })
    .getAttribute('alt')
    .then((alt) => alt?.replace('QR code for ', ''));

  await test.step('the PNG holds the address of the code', async () => {
    await page.getByRole('combobox', { name: 'Size of the PNG' }).selectOption('512');
    const { file, bytes } = await download(page, 'PNG');
    expect(file.suggestedFilename()).toBe('Counter.png');
    const scanner = await openScanner(page);
    expect((await scanner.scan(bytes, 'image/png')).text).toBe(content);
    await scanner.close();
    expect(content).toMatch(new RegExp(`^${url}/q/`));
  });

  await test.step('a poster is a PDF', async () => {
    const { file, bytes } = await download(page, 'Poster A4');
    expect(file.suggestedFilename()).toBe('Counter-poster.pdf');
    expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
  });

  await test.step('it is pointed at another page, and keeps its address', async () => {
    await page.getByRole('combobox', { name: 'Leads to' }).selectOption({ label: 'Terrace' });
    await expect(page.getByText('Save your changes first')).toBeVisible();
    await button(page, 'Save').click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Leads to' }).locator('option:checked')).toHaveText(
      'Terrace',
    );
    await expect(page.getByRole('img', { name: `QR code for ${content}` })).toBeVisible();
  });

  await test.step('it is disabled, and deleted with what that means', async () => {
    await button(page, 'Actions for Counter').click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await expect(page.getByText('This code is disabled.')).toBeVisible();
    await button(page, 'Actions for Counter').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('sees a plain page with your public links')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'QR codes' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Counter' })).toHaveCount(0);
  });
});

test('many QR codes at once, with a sheet to print', async ({ page }) => {
  await page.goto(`${product().url}/review-pipeline/qrcode-generator`);
  await page.getByRole('link', { name: 'New QR code' }).click();
  await page.getByText('Several at once').click();
  await page.getByRole('textbox', { name: 'Names' }).fill('Table 1-20\nBar');
  await expect(page.getByText('21 codes, each with a name')).toBeVisible();
  await page.getByRole('textbox', { name: 'Group' }).fill('Dining room');
  await expect(scans(page)).toBeVisible();
  await button(page, 'Create 21 codes').click();
  const tables = page.getByRole('list', { name: 'Dining room' });
  await expect(tables.getByRole('listitem')).toHaveCount(21);
  await expect(tables.getByRole('listitem').first()).toContainText('Table 1');
  await resize(page, { width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'the list of codes');
  await expectAccessible(page, 'the list of codes');
  await button(page, 'Select all').click();
  const { file, bytes } = await download(page, 'Print 21 codes on a sheet');
  expect(file.suggestedFilename()).toBe('QR-codes-sheet.pdf');
  expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
});
