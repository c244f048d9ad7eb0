/** What every screen is held to: a picture, nothing that sticks out, nothing that axe finds. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { matrix } from './scope.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, settled } from './test.ts';

const folder = fileURLToPath(new URL('../../artifacts/screens/', import.meta.url));

export const widths = matrix([390, 768, 1440], [390, 1440]);
export const sizeOf = (width: number) => ({ width, height: width === 390 ? 844 : 900 });

/** `default` wears the colours of light or dark; e2e/app/preferences.spec.ts compares them. */
const themes = ['light', 'dark', 'colored'] as const;
type Theme = (typeof themes)[number];

/**
 * How a theme gets onto the page: the app is told as by another tab in which somebody changes it; a public
 * page takes it when it is loaded; the sign-in service knows the system's preference only.
 */
export type Kind = 'app' | 'site' | 'identity';

async function wear(page: Page, kind: Kind, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
  if (kind === 'identity') return;
  await page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen);
    // What the browser tells all other tabs.
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen, storageArea: localStorage }));
  }, theme);
  if (kind === 'site') await page.reload();
  await expect(page.locator('body')).toHaveAttribute('data-theme', theme);
}

function themesAt(width: number, kind: Kind): readonly Theme[] {
  const usual: readonly Theme[] = [width === 390 ? 'light' : 'dark'];
  return matrix(everyThemeAt(width, kind), usual);
}

function everyThemeAt(width: number, kind: Kind): readonly Theme[] {
  // A theme is colours, and those are the same at the width in between.
  if (width === 768) return ['light'];
  return kind === 'identity' ? ['light', 'dark'] : themes;
}

/**
 * One picture per theme, `artifacts/screens/<name>-<width>-<theme>.png`, and all rules for each: light at 390 px and
 * dark at 1440 px, with `npm test -- --all` every theme.
 */
export async function look(page: Page, name: string, width: number, kind: Kind): Promise<void> {
  for (const theme of themesAt(width, kind)) {
    await wear(page, kind, theme);
    await settled(page);
    await page.screenshot({
      path: `${folder}${name}-${width}-${theme}.png`,
      animations: 'disabled',
      fullPage: kind === 'site',
    });
    await expectNoSidewaysScroll(page, `${name}, ${theme}`);
    // The widths in between differ from these in nothing that axe looks at.
    if (width !== 768) await expectAccessible(page, `${name}, ${theme}`, kind !== 'site');
  }
}
