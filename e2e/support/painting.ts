/** Waits for paints, and records layout shifts. */
import { expect, type Page } from '@playwright/test';

/**
 * Waits until the current page is painted and observers of sizes and shifts have run. A measurement before that sees
 * a state that no visitor sees, for example a "read more" button for a text that fits. Not for pages without scripts,
 * where no frame callback runs, nor for pages with a fake clock.
 */
export const waitForPaint = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))),
      ),
  );

/** Resizes the window, and waits until the page is painted at that size. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await waitForPaint(page);
}

/**
 * Records layout shifts from the first paint on.
 * @param which `all` is for embeds and everything that must not move at all. `seen` ignores parts of a pixel, and
 * shifts that the browser attributes to an input, which includes the half second after a resize, while a long page is
 * still being laid out.
 */
export async function recordShifts(page: Page, which: 'seen' | 'all' = 'seen'): Promise<void> {
  await page.addInitScript((all) => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (!all && (entry.hadRecentInput || entry.value < 0.001)) continue;
        const nodes = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 80) : '#',
        );
        moved.push(`${entry.value.toFixed(4)} ${nodes.join(' ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, which === 'all');
}

/** Shifts since the load, each with its size and the elements that moved. */
export const recordedShifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { moved: string[] }).moved);

/** @param what is named in a failure */
export async function expectNoShift(page: Page, what?: string): Promise<void> {
  await waitForPaint(page);
  expect.soft(await recordedShifts(page), what).toEqual([]);
}
