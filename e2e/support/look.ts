/** What every screen is held to: a picture, nothing that sticks out, nothing that axe finds. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, settled } from './test.ts';

const folder = fileURLToPath(new URL('../../artifacts/screens/', import.meta.url));

export const widths = [390, 768, 1440] as const;
export const sizeOf = (width: number) => ({ width, height: width === 390 ? 844 : 900 });

/** `default` wears the colours of light or dark; e2e/app/preferences.spec.ts compares them. */
const themes = ['light', 'dark', 'colored'] as const;
type Theme = (typeof themes)[number];

/**
 * How a theme gets onto the page: the app is told as by another tab in which somebody changes it; a public
 * page takes it when it is loaded; the sign-in service knows the system's preference only.
 */
export type Kind = 'app' | 'site' | 'identity';

/** Counts every shift of the layout that no key or click has caused, from the first paint on. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        // Below a thousandth nothing moves that an eye could see: parts of a pixel when fonts arrive.
        if (entry.hadRecentInput || entry.value < 0.001) continue;
        const nodes = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 80) : '#',
        );
        moved.push(`${entry.value.toFixed(4)} ${nodes.join(' ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** @param most the largest single shift that is let through; none when left out. */
export async function expectNoShift(page: Page, most = 0): Promise<void> {
  const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved);
  expect.soft(moved.filter((entry) => Number.parseFloat(entry) > most)).toEqual([]);
}

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
  // A theme is colours, and those are the same at the width in between.
  if (width === 768) return ['light'];
  return kind === 'identity' ? ['light', 'dark'] : themes;
}

/** One picture per theme, `artifacts/screens/<name>-<width>-<theme>.png`, and all rules for each. */
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
