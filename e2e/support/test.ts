/** The test runner, which also fails tests whose pages log errors. */
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';
import { waitForPaint } from './painting.ts';
import { runsEverything } from './scope.ts';
import { shopFolder } from './shop.ts';
import { type Product, startProduct } from './start-product.ts';

export interface Watch {
  /** Declares a console message that the test causes on purpose. */
  expectFault(pattern: RegExp): void;
}

interface WorkerFixtures {
  /** The products that the files of a worker share, each started on first use. */
  products: (which: 'demo' | 'shop') => Promise<Product>;
}

let networks = 0;

/** Console errors and warnings (including policy violations) and uncaught errors fail the test. */
export const test = base.extend<{ watch: Watch }, WorkerFixtures>({
  products: [
    async ({ browserName: _ }, use) => {
      const running = new Map<string, Promise<Product>>();
      const start = {
        demo: () => startProduct({ onServer: true, demo: true, payments: true }),
        shop: () => startProduct({ onServer: true, simulatorData: shopFolder }),
      };
      await use((which) => {
        const product = running.get(which) ?? start[which]();
        running.set(which, product);
        return product;
      });
      for (const product of await Promise.allSettled(running.values()))
        if (product.status === 'fulfilled') await product.value.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  // Without motion, because a menu or dialog that opens is drawn in many frames. A file that tests motion sets `no-preference`.
  contextOptions: async ({ contextOptions }, use, { titlePath }) => {
    const inApp = /^(app|screens\/app)\b/.test(titlePath[0] ?? '');
    await use(inApp && !runsEverything ? { reducedMotion: 'reduce', ...contextOptions } : contextOptions);
  },
  // One network address per test, as the products' trusted proxy would send it: limits count per network.
  extraHTTPHeaders: async ({ browserName: _ }, use, { workerIndex }) => {
    networks += 1;
    await use({ 'x-forwarded-for': `10.${workerIndex % 256}.${networks >> 8}.${networks & 255}` });
  },
  watch: [
    async ({ context }, use) => {
      const faults: string[] = [];
      // What records a page also runs in its frames, where a frame without scripts refuses it.
      const expected: RegExp[] = [/Blocked script execution in 'about:(blank|srcdoc)'/];
      context.on('console', (message) => {
        const type = message.type();
        if (type !== 'error' && type !== 'warning') return;
        faults.push(`${type}: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => faults.push(`uncaught: ${error.error()}`));
      await use({ expectFault: (pattern) => expected.push(pattern) });
      const strange = faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)));
      expect(strange, 'what the pages complained about').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Waits for fonts, and for the end of animations; endless ones such as spinners are ignored. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // New elements start to fade in with one of the next frames.
  await waitForPaint(page);
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // One that is paused waits for the reader, and moves nothing.
        .filter(({ playState }) => playState !== 'paused')
        .filter((animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
}

/** Only violations are reported, and no enabled rule reads the style sheets. */
const axeOptions: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

/**
 * Checks every rule of WCAG 2.2 AA and axe's best practices. A violation does not end the test.
 * @param iframes false when each frame's document is checked separately: axe would compare them with each other.
 */
export async function expectAccessible(page: Page, what: string, iframes = true): Promise<void> {
  // Half faded in, any color has too little contrast.
  await waitUntilSettled(page);
  // The frame that renews a sign-in is not visible.
  // No script runs in a frame with an empty sandbox, so the check could not either.
  const frames = page.locator('iframe:not([sandbox=""])').filter({ visible: true });
  const hasFrames = iframes && (await frames.count()) > 0;
  const violations = hasFrames
    ? (await new AxeBuilder({ page }).options(axeOptions).analyze()).violations
    : await scanDocument(page);
  const found = violations
    .filter(({ impact }) => impact !== 'minor')
    .map(
      ({ id, impact, nodes }) =>
        `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  expect.soft(found, `accessibility of ${what}`).toEqual([]);
}

/**
 * Scans the document without its frames. AxeBuilder takes four times as long, because it combines frames in a page of
 * its own.
 */
async function scanDocument(page: Page): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    return (await run({ exclude: ['iframe'] }, { ...options, iframes: false })).violations;
  }, axeOptions);
}

/** Expects no horizontal scrolling at this width. A violation does not end the test. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overhang, `pixels that ${what} is wider than the window`).toBe(0);
}
