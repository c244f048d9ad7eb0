/** The free QR code generator: a scanner can read its files, and no data leaves the browser. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Download, Page } from '@playwright/test';
import { useProduct } from '../support/product.ts';
import { pairs } from '../support/scope.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct();

async function open(page: Page): Promise<void> {
  await page.goto(`${product().url}/qr-code-generator`);
  await expect(page.getByRole('button', { name: /SVG/ }).first()).toBeVisible();
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

/** jsqr as a script in a page: images stay there, because transferring pixels is slow. */
const reader = createRequire(import.meta.url).resolve('jsqr');
type Reader = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: 'dontInvert' },
) => { data: string } | null;

/** Reads a picture as a scanner would. */
type Scan = (
  bytes: Buffer,
  type: 'image/png' | 'image/svg+xml',
) => Promise<{ text: string | undefined; width: number; height: number; corner: string }>;

/** A scanner in a page without a Content-Security-Policy. */
async function openScanner(page: Page): Promise<Scan> {
  const other = await page.context().newPage();
  await other.addScriptTag({ path: reader });
  return (bytes, type) =>
    other.evaluate(
      async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('No canvas');
        context.drawImage(image, 0, 0);
        const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
        const { jsQR } = window as unknown as { jsQR: Reader };
        const code = jsQR(data, width, height, { inversionAttempts: 'dontInvert' });
        return { text: code?.data, width, height, corner: data.slice(0, 4).join() };
      },
      `data:${type};base64,${bytes.toString('base64')}`,
    );
}

test('a scanner reads the generated files', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const scan = await openScanner(page);

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

  await test.step('every error correction level, both shapes, own colors and the largest picture', async () => {
    await open(page);
    await page.locator('#qr-address').fill('example.com/reviews?table=12');
    await page.locator('#qr-code').fill('#1f3a6e');
    await page.locator('#qr-ground').fill('#fff4e0');
    for (const [level, shape] of pairs(['L', 'M', 'Q', 'H'], ['Square', 'Rounded'])) {
      await page.getByLabel('Error correction').selectOption(level);
      await page.getByRole('radio', { name: shape }).check();
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
    await page.getByRole('radio', { name: 'Square' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Rounded' })).toBeChecked();
    await page.getByRole('button', { name: 'Download SVG' }).focus();
    const coming = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const bytes = await fileOf(await coming);
    expect((await scan(bytes, 'image/svg+xml')).text).toBe('https://example.com/menu');
    expect(sent.filter((url) => !/^(blob|data):/.test(url))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
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
  await expect(colors).toContainText('too close');
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
