/** Tests of every widget and badge: on customers' pages, with hostile texts. */
import { embedLayouts } from '@kindling/contract/embed-settings';
import { expect, type Page, test } from '@playwright/test';
import { matrix } from '../support/scope.ts';
import { type Harness, type Snapshot, startHarness } from './harness.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

type Settings = Parameters<Harness['makeSnapshot']>[1];

/** Collects console messages and errors of the page. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) =>
    faults.push(`${message.type()}: ${message.text()} (${message.location().url})`),
  );
  page.on('pageerror', (error) => faults.push(String(error)));
  return faults;
}

const roots = (page: Page) => page.locator('kindling-reviews section');

const hosts = ['plain', 'strict-csp', 'trusted-types', 'hostile-css', 'rtl', 'old-library', 'agency'];
/**
 * Pages that may block a script. One layout of each script is enough, while style sheets are tested with all layouts.
 */
const guarded = ['strict-csp', 'trusted-types', 'old-library'];
/** The renderer's own tests cover every layout; a browser checks one of each kind. */
const kinds: readonly (typeof embedLayouts)[number][] = matrix(embedLayouts, [
  'list',
  'carousel',
  'floating',
  'toast',
  'mosaic',
  'badge-card',
]);

/** With every optional part. */
const everything: Settings = {
  showHistogram: true,
  showWrite: true,
  date: 'relative',
  autoplay: true,
  dots: true,
  pageSize: 4,
};

function hostile(settings: Settings, code: string): Snapshot {
  const texts = kit.hostileTexts.filter((text) => text.length < 5000);
  const [first = ''] = texts;
  return kit.makeSnapshot(
    {
      code,
      businessName: '</script><script>window.__tripped=1</script>',
      brand: { name: '<img src=x onerror="window.__tripped=1">', url: 'https://kindling.app/' },
      figures: texts
        .slice(0, 2)
        .map((url, index) =>
          kit.makeFigure({ source: index === 0 ? 'google' : 'facebook', url, writeUrl: url }),
        ),
      reviews: texts.map((text, index) =>
        kit.makeReview(index, {
          text,
          authorName: text,
          reply: { text, at: null },
          permalink: text,
          attribution: { authorUrl: first, flagUrl: text, mapsUrl: text },
        }),
      ),
    },
    { ...settings, clampLines: 0, limit: 300 },
  );
}

/** Codes of embeds that are fixed to the window. */
const outside = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('kindling-reviews')]
      .filter((element) => {
        const box = element.shadowRoot?.querySelector('section')?.getBoundingClientRect();
        return box === undefined || box.left < -1 || box.right > innerWidth + 1;
      })
      .map((element) => element.getAttribute('code')),
  );

test('every layout works on every kind of page without an error', async ({ page }) => {
  kit.publish(...embedLayouts.map((layout) => kit.makeSnapshot({ code: layout }, { ...everything, layout })));
  const faults = watch(page);
  for (const host of hosts) {
    await page.goto(kit.page(host));
    await expect(roots(page), host).toHaveCount(embedLayouts.length);
    expect.soft(await outside(page), host).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect.soft(wide, `${host} scrolls sideways`).toBe(false);
    expect.soft(faults, host).toEqual([]);
  }
});

test('every kind of script runs on every kind of protected page as its first script', async ({ page }) => {
  const faults = watch(page);
  for (const layout of kinds) {
    kit.publish(kit.makeSnapshot({}, { ...everything, layout }));
    for (const host of guarded) {
      await page.goto(kit.page(host));
      await expect(roots(page), `${layout}, ${host}`).toBeAttached();
      expect.soft(faults, `${layout}, ${host}`).toEqual([]);
    }
  }
});

test('can be removed, put back and emptied, and shows none to three hundred reviews', async ({ page }) => {
  const faults = watch(page);
  for (const count of [0, 1, 3, 300]) {
    const reviews = Array.from({ length: count }, (_, index) => kit.makeReview(index));
    const disclosure = { shown: count, total: count, omitted: [], minimumRating: 1 };
    kit.publish(
      ...kinds.map((layout) =>
        kit.makeSnapshot({ code: layout, reviews, disclosure }, { layout, limit: 300 }),
      ),
    );
    await page.goto(kit.page('plain'));
    await expect(roots(page), `${count} reviews`).toHaveCount(kinds.length);
  }
  kit.publish(...kinds.map((layout) => kit.makeSnapshot({ code: layout }, { ...everything, layout })));
  await page.goto(kit.page('plain'));
  await expect(roots(page)).toHaveCount(kinds.length);
  await page.evaluate(async () => {
    const elements = [...document.querySelectorAll('kindling-reviews')];
    const parent = elements[0]?.parentElement;
    for (let round = 0; round < 5; round += 1) {
      for (const element of elements) element.remove();
      await new Promise((done) => requestAnimationFrame(done));
      parent?.append(...elements);
    }
    for (const element of elements) element.replaceChildren();
  });
  await expect(roots(page)).toHaveCount(kinds.length);
  expect(faults).toEqual([]);
});

test('shows hostile texts as text and says what is left out', async ({ page }) => {
  const faults = watch(page);
  const settings = { ...everything, pageSize: 0, autoplay: false, date: 'absolute' } as const;
  kit.publish(...kinds.map((layout) => hostile({ ...settings, layout }, layout)));
  await page.goto(kit.page('plain'));
  await expect(roots(page)).toHaveCount(kinds.length);
  const strange = await page.evaluate(() =>
    [...document.querySelectorAll('kindling-reviews')].flatMap(({ shadowRoot }) =>
      [...(shadowRoot?.querySelectorAll('script,iframe,object,embed,form,link,base,meta') ?? [])].map(
        ({ outerHTML }) => outerHTML.slice(0, 200),
      ),
    ),
  );
  expect(strange).toEqual([]);
  expect(await page.evaluate((name) => name in window, kit.tripwire)).toBe(false);
  const omitted = [{ reason: 'rating' as const, count: 15 }];
  const disclosure = { shown: 42, total: 57, omitted, minimumRating: 3 };
  kit.publish(...kinds.map((layout) => kit.makeSnapshot({ code: layout, disclosure }, { layout })));
  await page.goto(kit.page('plain'));
  for (const layout of kinds)
    await expect
      .soft(page.locator(`kindling-reviews[code="${layout}"] footer`).first(), layout)
      .toContainText('Showing 42 of 57 reviews; 15 not shown: rated 1–2 stars');
  expect(faults).toEqual([]);
});
