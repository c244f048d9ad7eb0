/** What the browser has painted, and what has moved meanwhile. */
import { expect, type Page } from '@playwright/test';

/**
 * Whatever is on the page now has been painted, and observers of sizes and shifts have heard of it. Before that a
 * measure sees a state that no visitor ever sees: a text that fits again still has its button. Not for
 * pages without scripts, where no frame is ever told of, nor for such whose clock a test has taken over.
 */
export const waitForPaint = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))),
      ),
  );

/** Gives the window another size, and waits until the page stands as it wants to at that size. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await waitForPaint(page);
}

/**
 * Counts shifts of the layout from the first paint on.
 * @param which `all` is for embeds and whatever must not move at all. `seen` leaves out parts of a pixel, and what the
 * browser takes for the answer to an input, which is also all of the half second after a change of the window's size:
 * the time in which a long page is still put together from the pieces that have arrived.
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

/** Shifts since the page was loaded, each with its size and what moved. */
export const recordedShifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { moved: string[] }).moved);

/** @param what named where it fails */
export async function expectNoShift(page: Page, what?: string): Promise<void> {
  await waitForPaint(page);
  expect.soft(await recordedShifts(page), what).toEqual([]);
}
