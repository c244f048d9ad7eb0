/**
 * The embed code in every container of themes and site builders: nothing is cut, collapsed, outside the window or
 * missing, no gap remains, and nothing shifts when the reserved space is sufficient. One page has all containers.
 */
import { embedLayouts } from '@kindling/contract/embed-settings';
import { expect, type Page, test } from '@playwright/test';
import { expectNoShift, recordedShifts, recordShifts, resize, waitForPaint } from '../support/painting.ts';
import { matrix, pairs } from '../support/scope.ts';
import { type Harness, startHarness } from './harness.ts';

// Runs in parallel: this is the slowest file of its kind.
test.describe.configure({ mode: 'parallel' });

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

const fixed: readonly string[] = ['floating', 'toast', 'badge-corner'];
const standing = embedLayouts.filter((layout) => !fixed.includes(layout));
/** The minimum width of an embed in a row with others on the narrowest phone. */
const leastWidth = 130;
const mostHole = 24;
/** Near the width at which a line wraps, the estimate may have one line more than the browser. */
const oneLine = 24;
/** In a badge a whole part wraps there. */
const onePart = 36;

/** For a narrow embed whose row wraps elsewhere than estimated. */
const mostShift = 0.001;

/** Lists the problems of the embeds on the page. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(
    ([least, hole]) => {
      const found: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>('kindling-reviews')) {
        const name = element.closest<HTMLElement>('[data-shape]')?.dataset.shape ?? 'the page';
        const say = (what: string) => found.push(`${name}: ${what}`);
        const section = element.shadowRoot?.querySelector<HTMLElement>('section');
        const footer = section?.querySelector('footer');
        if (!section || !footer) {
          say('is missing');
          continue;
        }
        // In columns each has several boxes; the last one counts.
        const [outer, inner, last] = [element, section, footer].map((one) =>
          [...one.getClientRects()].at(-1),
        );
        if (!outer || !inner || !last) continue;
        // A badge is as wide as its figures; its element must not collapse.
        if (outer.width < least) say(`collapsed to ${outer.width} px`);
        if (inner.bottom > outer.bottom + 1 || last.bottom > outer.bottom + 1) say('stands out of its place');
        if (getComputedStyle(element).overflow !== 'visible') say('cuts what is taller');
        if (outer.bottom - last.bottom > hole) say(`a hole of ${outer.bottom - last.bottom} px`);
        if (outer.right > innerWidth + 1 || outer.left < -1) say('stands beside the window');
      }
      if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
      return found;
    },
    [leastWidth, mostHole] as const,
  );
}

/** Opens everything that a visitor can open, because the embeds inside have no width before. */
const openAll = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
    for (const one of document.querySelectorAll('.tab,.slide')) one.classList.add('open');
  });

/** Widths in px of the window; 640 px are also a window of 1280 px at a zoom of 200 %. */
const widths = matrix([320, 390, 640, 768, 1024, 1280, 1920], [320, 768, 1920]);
/** The reserved space depends on the width at load: a phone's and a screen's. */
const firstWidths = matrix([320, 1280], [390]);
/** One layout of each kind: cards below each other, in columns and in a row. */
const kinds: readonly string[] = matrix<string>(standing, ['list', 'masonry', 'carousel', 'mosaic']);

/** Pixels by which the content of each embed is stretched to fill reserved space. */
const stretched = (page: Page): Promise<number[]> =>
  page.locator('kindling-reviews section').evaluateAll((sections) =>
    sections.map((section) => {
      const style = section.getAttribute('style') ?? '';
      const filled = section.getBoundingClientRect().height;
      section.removeAttribute('style');
      const own = section.getBoundingClientRect().height;
      section.setAttribute('style', style);
      return filled - own;
    }),
  );

/** Opens a page with the embed code that is painted before the script runs. */
async function openPasted(page: Page, name: 'plain' | 'shapes' = 'plain'): Promise<void> {
  const release = kit.hold();
  await page.goto(kit.page(name), { waitUntil: 'commit' });
  await page.locator('#after').waitFor();
  await waitForPaint(page);
  release();
  await expect(page.locator('kindling-reviews section').last()).toBeAttached();
  await waitForPaint(page);
}

async function expectFilled(page: Page, layout: (typeof standing)[number]): Promise<void> {
  kit.publish(kit.makeSnapshot({}, { layout }));
  const own = kinds.includes(layout) ? widths : [widths[standing.indexOf(layout) % widths.length] ?? 0];
  await recordShifts(page, 'all');
  for (const first of firstWidths) {
    await resize(page, { width: first, height: 800 });
    await openPasted(page, 'shapes');
    const moved = (await recordedShifts(page)).filter((shift) => Number.parseFloat(shift) > mostShift);
    expect.soft(moved, `${layout}, ${first} px`).toEqual([]);
    const most = mostHole + (layout.startsWith('badge') ? onePart : oneLine);
    for (const more of await stretched(page))
      expect.soft(more, `${layout}, ${first} px`).toBeLessThanOrEqual(most);
    await openAll(page);
    for (const width of [first, ...own]) {
      await resize(page, { width, height: 800 });
      expect.soft(await faults(page), `${layout}, ${width} px after ${first} px`).toEqual([]);
    }
  }
  await page.emulateMedia({ media: 'print' });
  expect.soft(await faults(page), `${layout}, print`).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await waitForPaint(page);
  expect.soft(await faults(page), `${layout}, right to left`).toEqual([]);
}

// One page per layout: a page that had all of them before is slower.
for (const layout of standing)
  test(`fills every container at every width: ${layout}`, ({ page }) => expectFilled(page, layout));

test('looks at a zoom of 200 percent as in a window of half the width', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    kit.publish(kit.makeSnapshot({}, { layout: 'list' }));
    await page.goto(kit.page('shapes'));
    await expect(page.locator('kindling-reviews section').last()).toBeAttached();
    await openAll(page);
    await waitForPaint(page);
    expect(await faults(page)).toEqual([]);
    // The same for pages that enlarge by the CSS property `zoom`.
    await page.evaluate(() => document.body.style.setProperty('zoom', '2'));
    await waitForPaint(page);
    const cut = (await faults(page)).filter((fault) => !/sideways|beside the window/.test(fault));
    expect(cut).toEqual([]);
  } finally {
    await context.close();
  }
});

test('leaves no gap below three hundred reviews, and cuts none', async ({ page }) => {
  await recordShifts(page, 'all');
  const reviews = Array.from({ length: 300 }, (_, index) => kit.makeReview(index));
  const long = standing.filter((one) => !one.startsWith('badge'));
  for (const [layout, width] of pairs(long, [390, 1280])) {
    kit.publish(kit.makeSnapshot({ reviews }, { layout, limit: 300 }));
    await resize(page, { width, height: 800 });
    await openPasted(page);
    expect(await faults(page), `${layout}, ${width} px`).toEqual([]);
    await expectNoShift(page, `${layout}, ${width} px`);
  }
});

/** Records in `watching` the names of elements that an IntersectionObserver observes. */
function listWatching(): void {
  const watching: string[] = [];
  Object.assign(window, { watching });
  window.IntersectionObserver = class extends IntersectionObserver {
    #names: string[] = [];
    override observe(element: Element): void {
      super.observe(element);
      this.#names.push(element.localName);
      watching.push(element.localName);
    }
    override disconnect(): void {
      super.disconnect();
      for (const name of this.#names) watching.splice(watching.indexOf(name), 1);
      this.#names = [];
    }
  };
}

test('moves nothing in view: fills too much reserved space, and removes the rest when it is out of view', async ({
  page,
}) => {
  await recordShifts(page, 'all');
  await page.addInitScript(listWatching);
  for (const [layout, width] of pairs(standing, [390, 1280])) {
    kit.publish(kit.makeSnapshot({}, { layout }));
    await resize(page, { width, height: 800 });
    await openPasted(page);
    await expectNoShift(page, `${layout}, ${width} px`);
    expect(await faults(page), `${layout}, ${width} px`).toEqual([]);
    const [more] = await stretched(page);
    expect(more, `${layout}, ${width} px`).toBeLessThanOrEqual(mostHole + oneLine);
    await page.addStyleTag({ content: 'body{padding-bottom:4000px}' });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const kept = () =>
      page.locator('kindling-reviews section').evaluate((section) => section.style.minHeight);
    await expect.poll(kept, `${layout}, ${width} px`).toBe('');
    const watching = () => page.evaluate(() => Reflect.get(window, 'watching') as string[]);
    expect(await watching(), `${layout}, ${width} px`).not.toContain('kindling-reviews');
  }
});

test('a frame gets the height of its content, whichever of the two scripts runs first', async ({ page }) => {
  const snapshot = kit.makeSnapshot({}, { layout: 'list', limit: 3 });
  kit.publish(snapshot);
  const address = `${kit.scriptOrigin}/f/${snapshot.code}`;
  const reserve = { narrow: 300, wide: 300 };
  const loader = kit.loaderText(`${kit.scriptOrigin}/e/`);
  for (const late of [true, false]) {
    await page.goto(kit.page('unreserved'));
    if (!late) await page.addScriptTag({ content: loader });
    await page.evaluate(
      (html) => {
        document.body.insertAdjacentHTML('beforeend', html);
      },
      kit.pastedFrame(address, 'Reviews', reserve),
    );
    const content = page.frameLocator('iframe').locator('section');
    await expect(content).toBeVisible();
    if (late) await page.addScriptTag({ content: loader });
    const wanted = (await content.boundingBox())?.height ?? 0;
    const frame = page.locator('iframe');
    await expect.poll(async () => (await frame.boundingBox())?.height).toBe(Math.ceil(wanted));
  }
});

test('a frame that should shrink out of view but then grows keeps the larger height', async ({ page }) => {
  const snapshot = kit.makeSnapshot({}, { layout: 'list', limit: 3 });
  kit.publish(snapshot);
  const address = `${kit.scriptOrigin}/f/${snapshot.code}`;
  await page.setViewportSize({ width: 800, height: 3000 });
  await page.goto(kit.page('unreserved'));
  await page.evaluate(
    (html) => {
      document.body.style.paddingBottom = '9000px';
      document.body.insertAdjacentHTML('afterbegin', html);
    },
    kit.pastedFrame(address, 'Reviews', { narrow: 2600, wide: 2600 }),
  );
  const main = page.frameLocator('iframe').locator('main');
  await expect(main.locator('section')).toBeVisible();
  await page.addScriptTag({ content: kit.loaderText(`${kit.scriptOrigin}/e/`) });
  const frame = page.locator('iframe');
  const height = async () => (await frame.boundingBox())?.height;
  /** Sets the content's height and waits until the page has the message. */
  const become = async (wanted: number) => {
    const told = page.evaluate(
      (expected) =>
        new Promise<void>((resolve) => {
          addEventListener('message', ({ data }) => {
            if (data?.height === expected) resolve();
          });
        }),
      wanted,
    );
    await main.evaluate((element, px) => {
      element.style.height = `${px}px`;
    }, wanted);
    await told;
    await waitForPaint(page);
  };
  await become(700);
  expect(await height(), 'in sight').toBe(2600);
  await become(2800);
  expect(await height(), 'grown').toBe(2800);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await waitForPaint(page);
  expect(await height(), 'out of sight').toBe(2800);
  await page.evaluate(() => scrollTo(0, 0));
  await waitForPaint(page);
  await become(2500);
  await become(1300);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(height).toBe(1300);
});
