/** The test runner with a watch over everything that a page may complain about. */
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';
import { waitForPaint } from './painting.ts';
import { shopFolder } from './shop.ts';
import { type Product, startProduct } from './start-product.ts';

export interface Watch {
  /** Names a complaint that the test provokes. */
  expectFault(pattern: RegExp): void;
}

interface WorkerFixtures {
  /** The products that the files of a worker share, each started when it is first asked for. */
  products: (which: 'demo' | 'shop') => Promise<Product>;
}

let networks = 0;

/** Console errors and warnings (violations of a page's policy are among them) and uncaught errors fail the test. */
export const test = base.extend<{ watch: Watch }, WorkerFixtures>({
  products: [
    async ({ browserName: _ }, use) => {
      const running = new Map<string, Promise<Product>>();
      const start = {
        demo: () => startProduct({ onServer: true, demo: true }),
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
  // A network of its own per test, as the products' trusted proxy would tell it: limits count per network.
  extraHTTPHeaders: async ({ browserName: _ }, use, { workerIndex }) => {
    networks += 1;
    await use({ 'x-forwarded-for': `10.${workerIndex % 256}.${networks >> 8}.${networks & 255}` });
  },
  watch: [
    async ({ context }, use) => {
      const faults: string[] = [];
      const expected: RegExp[] = [];
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

/** Fonts are there, and entrances of dialogs and fades have ended; spinners go on for ever and are not waited for. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // What has just been put onto the page begins to fade in with one of the next frames.
  await waitForPaint(page);
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
}

/** What is right needs no description, and no enabled rule reads the style sheets. */
const axeOptions: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

/**
 * Every rule of WCAG 2.2 AA, and the best practices of axe besides. What is found does not end the test.
 * @param iframes false where each frame's document is judged by itself: axe would compare them with each other.
 */
export async function expectAccessible(page: Page, what: string, iframes = true): Promise<void> {
  // Half faded in, the best colours have too little contrast.
  await waitUntilSettled(page);
  // The frame in which a sign-in renews itself is not visible.
  const hasFrames = iframes && (await page.locator('iframe').filter({ visible: true }).count()) > 0;
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

/** The document without its frames. AxeBuilder takes four times as long: it puts frames together in a page of its own. */
async function scanDocument(page: Page): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    return (await run({ exclude: ['iframe'] }, { ...options, iframes: false })).violations;
  }, axeOptions);
}

/** Nothing sticks out to the right: no horizontal scroll at this width. What does, does not end the test. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overhang, `pixels that ${what} is wider than the window`).toBe(0);
}
