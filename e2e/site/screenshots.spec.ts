/**
 * The pictures of the app on the public pages. With `KINDLING_TAKE_SCREENSHOTS=1` (`npm run screenshots`) this takes
 * them anew; else it says which of them are older than the screens that they show.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { type Language, languages } from '../../contract/src/constants.ts';
import {
  type ScreenshotName,
  screenshotFile,
  screenshotNames,
  screenshotSize,
  screenshotThemes,
} from '../../web/src/site/screenshots/names.ts';
import { signInByRequest } from '../support/accounts.ts';
import { setTheme } from '../support/check-screen.ts';
import { useOwnProduct } from '../support/product.ts';
import { matrix } from '../support/scope.ts';
import { expect, test, waitUntilSettled } from '../support/test.ts';

const takes = process.env.KINDLING_TAKE_SCREENSHOTS === '1';
const folder = new URL('../../web/src/site/screenshots/files/', import.meta.url);
const product = useOwnProduct(async () => ({ demo: true, onServer: true }));

test.use({ viewport: screenshotSize, reducedMotion: 'reduce' });

/** Opens the screen and waits for its data. */
const open: Readonly<Record<ScreenshotName, (page: Page) => Promise<void>>> = {
  reviews: async (page) => {
    await page.goto(`${product().url}/reviews`);
    await expect(page.getByRole('main').getByRole('listitem').nth(3)).toBeVisible();
  },
  connections: async (page) => {
    await page.goto(`${product().url}/connections`);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    // The notice that these are simulators of the platforms.
    await page.addStyleTag({ content: 'main [data-tone="info"] { display: none }' });
  },
  editor: async (page) => {
    await page.goto(`${product().url}/widgets`);
    await page.getByRole('main').getByRole('link', { name: 'All reviews' }).click();
    await expect(page.frameLocator('main iframe').locator('kindling-reviews section')).toBeVisible();
  },
};

/** Small enough that a day or a number of minutes in a text makes no difference. */
const coarse = { width: 120, height: 76, fit: 'fill' } as const;
/** Share of the coarse picture that may differ, and by how much of 255. */
const tolerance = { share: 0.03, value: 32 } as const;

async function differingShare(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((image) => sharp(image).resize(coarse).greyscale().raw().toBuffer()),
  );
  if (a === undefined || b === undefined || a.length !== b.length) return 1;
  const differing = a.filter((value, at) => Math.abs(value - (b[at] ?? 0)) > tolerance.value);
  return differing.length / a.length;
}

async function checkOrTake(page: Page, file: string): Promise<void> {
  await waitUntilSettled(page);
  const shown = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  if (takes) {
    await writeFile(new URL(file, folder), await sharp(shown).webp({ quality: 78, effort: 6 }).toBuffer());
    return;
  }
  const share = await differingShare(shown, await readFile(new URL(file, folder)));
  expect.soft(share, `${file} shows another screen: run "npm run screenshots"`).toBeLessThan(tolerance.share);
}

async function visit(page: Page, language: Language): Promise<void> {
  for (const theme of screenshotThemes)
    await test.step(`${language} ${theme}`, async () => {
      await setTheme(page, product().url, theme);
      await page.evaluate((chosen) => localStorage.setItem('selectedLanguage', chosen), language);
      for (const name of screenshotNames) {
        await open[name](page);
        await checkOrTake(page, screenshotFile(name, language, theme));
      }
    });
}

test('the screenshots of the public pages show the screens as they are', async ({ page }) => {
  test.setTimeout(600_000);
  await signInByRequest(page, product(), product().demo);
  for (const language of takes ? languages : matrix(languages, ['en'])) await visit(page, language);
});
