/** Checks of every screen: a picture, no horizontal scrolling, accessibility. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { matrix, runsEverything } from './scope.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, waitUntilSettled } from './test.ts';

const folder = fileURLToPath(new URL('../../artifacts/screens/', import.meta.url));

export const widths = matrix([390, 768, 1440], [390, 1440]);
export const viewportOf = (width: number) => ({ width, height: width === 390 ? 844 : 900 });

/** `default` has the colors of light or dark; e2e/app/preferences.spec.ts compares them. */
type Theme = 'light' | 'dark' | 'colored';

/** Window width and theme. */
export interface Display {
  width: number;
  theme: Theme;
}

const usual = [
  { width: 390, theme: 'light' },
  { width: 1440, theme: 'dark' },
] as const;

/** Light at 390 px and dark at 1440 px; with `npm test -- --all` every theme at both, and light in between. */
export const displays: readonly Display[] = matrix<Display>(
  [
    ...usual,
    { width: 390, theme: 'dark' },
    { width: 390, theme: 'colored' },
    // A theme only changes colors, which do not depend on the width.
    { width: 768, theme: 'light' },
    { width: 1440, theme: 'light' },
    { width: 1440, theme: 'colored' },
  ],
  usual,
);

/** Stores the theme for all pages of the origin in this context, as an earlier visit would have. */
export async function setTheme(page: Page, origin: string, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
}

/**
 * `identity` has only the system's theme; pages of the `site` are captured in full, and checked without their frames.
 */
export type PageKind = 'app' | 'site' | 'identity';

/**
 * Takes the picture `artifacts/screens/<name>-<width>-<theme>.png` and checks all rules. A violation names the screen
 * and does not end the test.
 */
export async function checkScreen(
  page: Page,
  name: string,
  { width, theme }: Display,
  kind: PageKind,
): Promise<void> {
  const what = `${name} in ${theme} at ${width} px`;
  if (kind !== 'identity')
    await expect.soft(page.locator('body'), `theme of ${what}`).toHaveAttribute('data-theme', theme);
  await waitUntilSettled(page);
  await page.screenshot({
    path: `${folder}${name}-${width}-${theme}.png`,
    animations: 'disabled',
    fullPage: kind === 'site',
  });
  await expectNoSidewaysScroll(page, what);
  if (needsAxe(name, { width, theme })) await expectAccessible(page, what, kind !== 'site');
}

/** States that look different in a narrow window, or exist only there. */
const inOneWidth = new Set(['landing-menu', 'editor-settings', 'navigation']);

/**
 * axe takes as long as everything else, so usually each screen is scanned in one of the two displays, half of them in each:
 * the parts that screens share are scanned in both. The widths in between do not differ for axe.
 */
function needsAxe(name: string, { width, theme }: Display): boolean {
  if (runsEverything || inOneWidth.has(name)) return width !== 768;
  const letters = Array.from(name).reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return (letters % 2 === 0) === (theme === 'light');
}
