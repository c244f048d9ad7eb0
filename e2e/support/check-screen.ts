/** What every screen is held to: a picture, nothing that sticks out, nothing that axe finds. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { matrix } from './scope.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, waitUntilSettled } from './test.ts';

const folder = fileURLToPath(new URL('../../artifacts/screens/', import.meta.url));

export const widths = matrix([390, 768, 1440], [390, 1440]);
export const viewportOf = (width: number) => ({ width, height: width === 390 ? 844 : 900 });

/** `default` wears the colours of light or dark; e2e/app/preferences.spec.ts compares them. */
type Theme = 'light' | 'dark' | 'colored';

/** How the pages of a walk are shown. */
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
    // A theme is colours, and those are the same at the width in between.
    { width: 768, theme: 'light' },
    { width: 1440, theme: 'light' },
    { width: 1440, theme: 'colored' },
  ],
  usual,
);

/** Chooses the theme for all pages of the origin in this context, as an earlier visit would have. */
export async function setTheme(page: Page, origin: string, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
}

/** `identity` knows the system's preference only; pages of the `site` are drawn whole, and judged without their frames. */
export type PageKind = 'app' | 'site' | 'identity';

/**
 * The picture `artifacts/screens/<name>-<width>-<theme>.png`, and all rules for the page as it stands. A fault names the
 * screen and does not end the test.
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
  // The widths in between differ from these in nothing that axe looks at.
  if (width !== 768) await expectAccessible(page, what, kind !== 'site');
}
