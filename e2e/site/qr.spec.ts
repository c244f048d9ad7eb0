/** The free QR code generator: a scanner can read its files, and no data leaves the browser. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { useProduct } from '../support/product.ts';
import { openScanner } from '../support/scanner.ts';
import { pairs } from '../support/scope.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct();

async function open(page: Page): Promise<void> {
  await page.goto(`${product().url}/qr-code-generator`);
  await expect(page.getByRole('button', { name: /SVG/ }).first()).toBeVisible();
  await page.getByText('Pattern, gradient, error correction and size').click();
}

async function fileOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

async function save(page: Page, kind: 'SVG' | 'PNG'): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${kind}` }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await fileOf(download) };
}

test('a scanner reads the generated files', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { scan } = await openScanner(page);

  await test.step('an address with umlauts becomes an SVG and a PNG of the chosen size', async () => {
    await open(page);
    await page.getByRole('textbox', { name: 'Web address' }).fill('bäckerei-müller.de/öffnungszeiten');
    const wanted = 'https://xn--bckerei-mller-bfb28a.de/%C3%B6ffnungszeiten';
    await expect(page.locator('#qr-holds')).toHaveText(wanted);
    await page.getByLabel('PNG size in pixels').fill('640');
    const png = await save(page, 'PNG');
    expect(png.name).toBe('qr-code-xn--bckerei-mller-bfb28a.de.png');
    expect(await scan(png.bytes, 'image/png')).toEqual({
      text: wanted,
      width: 640,
      height: 640,
      corner: '255,255,255,255',
    });
    const svg = await save(page, 'SVG');
    expect(svg.name).toBe('qr-code-xn--bckerei-mller-bfb28a.de.svg');
    expect((await scan(svg.bytes, 'image/svg+xml')).text).toBe(wanted);
    await expect(page.locator('#qr-status')).toHaveText(`Saved as ${svg.name}.`);
  });

  await test.step('every error correction level, several patterns, own colors and the largest picture', async () => {
    await open(page);
    await page.locator('#qr-address').fill('example.com/reviews?table=12');
    await page.locator('#qr-code').fill('#1f3a6e');
    await page.locator('#qr-ground').fill('#fff4e0');
    for (const [level, shape] of pairs(['L', 'M', 'Q', 'H'], ['Squares', 'Dots'])) {
      await page.getByLabel('Error correction').selectOption(level);
      await page.getByLabel('Pattern').selectOption(shape);
      const svg = await save(page, 'SVG');
      const read = await scan(svg.bytes, 'image/svg+xml');
      expect(read.text, `${level} ${shape}`).toBe('https://example.com/reviews?table=12');
    }
    await page.getByLabel('PNG size in pixels').fill('2048');
    const png = await save(page, 'PNG');
    expect(await scan(png.bytes, 'image/png')).toMatchObject({
      text: 'https://example.com/reviews?table=12',
      width: 2048,
      corner: '255,244,224,255',
    });
  });

  await test.step('it works with the keyboard only, and sends no request while it is used', async () => {
    await open(page);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.locator('#qr-address').focus();
    await page.keyboard.type('example.com/menu');
    await page.keyboard.press('Enter');
    await expect(page.locator('#qr-holds')).toHaveText('https://example.com/menu');
    await page.getByRole('radio', { name: 'Plain', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Soft' })).toBeChecked();
    await page.getByRole('button', { name: 'Download SVG' }).focus();
    const coming = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const bytes = await fileOf(await coming);
    expect((await scan(bytes, 'image/svg+xml')).text).toBe('https://example.com/menu');
    // The look has a frame, whose letters are a part of the page that is loaded when it is needed.
    expect(sent.filter((url) => !/^(blob|data):|\/assets\/frame-text-\w+\.js$/.test(url))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });

  await test.step('every look with its frame is read, and its words are outlines', async () => {
    await open(page);
    await page.locator('#qr-address').fill('example.com/q/k7m2p9xw3t');
    for (const look of ['Dots', 'Harbor', 'Speech', 'Ticket', 'Poster', 'Leaf', 'Sunset', 'Swiss']) {
      await page.getByRole('radio', { name: look }).check();
      const svg = await save(page, 'SVG');
      expect(svg.bytes.toString(), look).toMatch(/^(?!.*<(text|rect)).*<path/);
      const png = await save(page, 'PNG');
      const { text, width, height } = await scan(png.bytes, 'image/png');
      expect(text, look).toBe('https://example.com/q/k7m2p9xw3t');
      expect(Math.max(width, height), look).toBe(1024);
    }
    await page.getByLabel('Call to action').fill('</text>"&');
    const svg = await save(page, 'SVG');
    expect((await scan(svg.bytes, 'image/svg+xml')).text).toBe('https://example.com/q/k7m2p9xw3t');
  });

  await test.step('the copied SVG equals the saved one', async () => {
    await page.locator('#qr-address').fill('example.com');
    const { bytes } = await save(page, 'SVG');
    await page.getByRole('button', { name: 'Copy SVG' }).click();
    await expect(page.locator('#qr-status')).toHaveText('The SVG is on the clipboard.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(bytes.toString());
  });

  await test.step('a long text is encoded; one that is too long is refused with a message', async () => {
    await open(page);
    await page.getByRole('radio', { name: 'Plain text' }).check();
    const text = 'Öffnungszeiten: Mo bis Fr 7–18 Uhr. '.repeat(20).trim();
    await page.locator('#qr-text').fill(text);
    const png = await save(page, 'PNG');
    expect((await scan(png.bytes, 'image/png')).text).toBe(text);
    await page.getByLabel('PNG size in pixels').fill('256');
    await expect(page.locator('#qr-size-problem')).toContainText('too dense');
    await expect(page.getByRole('button', { name: 'Download PNG' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Download SVG' })).toBeEnabled();
    await page.locator('#qr-text').fill('x'.repeat(3000));
    await expect(page.locator('#qr-text-problem')).toContainText('too long');
    await expect(page.getByRole('button', { name: 'Download SVG' })).toBeDisabled();
  });
});

test('an address that misleads, and a code that would not scan, are refused with a reason', async ({
  page,
}) => {
  await open(page);
  const address = page.locator('#qr-address');
  const problem = page.locator('#qr-address-problem');
  for (const [typed, words] of [
    ['javascript:alert(1)', 'http://'],
    ['https://bank.example@evil.example/', 'before an @'],
    ['shop', 'does not look like'],
  ] as const) {
    await address.fill(typed);
    await expect(problem).toContainText(words);
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('button', { name: 'Download SVG' })).toBeDisabled();
  }
  await address.fill('example.com');
  await expect(problem).toBeEmpty();
  const colors = page.locator('#qr-colors-problem');
  await page.locator('#qr-code').fill('#c8c8c8');
  await expect(colors).toContainText('too similar');
  await expect(page.getByRole('button', { name: 'Download PNG' })).toBeDisabled();
  await page.locator('#qr-code').fill('#3b82ec');
  await expect(colors).toContainText('poor light');
  await expect(page.getByRole('button', { name: 'Download PNG' })).toBeEnabled();
  await page.locator('#qr-code').fill('#ffffff');
  await page.locator('#qr-ground').fill('#000000');
  await expect(colors).toContainText('Swap');
  await expect(page.getByRole('button', { name: 'Copy SVG' })).toBeDisabled();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page can be read, shows an example and says what the generator needs', async ({ page }) => {
    await page.goto(`${product().url}/qr-code-generator`);
    await expect(page.locator('.qr-no-script')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download SVG' })).toBeDisabled();
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
    expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThanOrEqual(4);
  });
});
