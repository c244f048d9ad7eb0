/** What holds for every widget and every badge, whatever it looks like: on foreign pages, with hostile texts. */
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

/** Everything that a page may complain about. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => faults.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(String(error)));
  return faults;
}

const root = (page: Page) => page.locator('kindling-reviews section').first();

const hosts = ['plain', 'strict-csp', 'trusted-types', 'hostile-css', 'rtl', 'old-library', 'agency'];
/** What the renderer's own tests show for every layout, a browser shows for one of each kind. */
const kinds: readonly (typeof embedLayouts)[number][] = matrix(embedLayouts, [
  'list',
  'carousel',
  'floating',
  'badge-card',
]);

/** With every optional part, so that each has its chance to go wrong. */
const everything: Settings = {
  showHistogram: true,
  showWrite: true,
  date: 'relative',
  autoplay: true,
  dots: true,
  pageSize: 4,
};

function hostile(settings: Settings): Snapshot {
  const texts = kit.hostileTexts.filter((text) => text.length < 5000);
  const [first = ''] = texts;
  return kit.makeSnapshot(
    {
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

/** The layouts of a kind share their script, so that policies meet each kind; style sheets meet each layout. */
const hostsOf = (layout: (typeof embedLayouts)[number]) => (kinds.includes(layout) ? hosts : ['hostile-css']);

for (const layout of embedLayouts) {
  test.describe(layout, () => {
    test('stands on every kind of page without a complaint', async ({ page }) => {
      kit.publish(kit.makeSnapshot({}, { ...everything, layout }));
      const faults = watch(page);
      for (const host of hostsOf(layout)) {
        await page.goto(kit.page(host));
        await expect(root(page), host).toBeAttached();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(wide, `${host} scrolls sideways`).toBe(false);
        expect(faults, host).toEqual([]);
      }
    });

    if (!kinds.includes(layout)) return;

    test('is removed, put back, emptied, and shown with none to three hundred reviews', async ({ page }) => {
      const faults = watch(page);
      for (const count of [0, 1, 3, 300]) {
        const reviews = Array.from({ length: count }, (_, index) => kit.makeReview(index));
        const disclosure = { shown: count, total: count, omitted: [], minimumRating: 1 };
        kit.publish(kit.makeSnapshot({ reviews, disclosure }, { layout, limit: 300 }));
        await page.goto(kit.page('plain'));
        await expect(root(page), `${count} reviews`).toBeAttached();
      }
      kit.publish(kit.makeSnapshot({}, { ...everything, layout }));
      await page.goto(kit.page('plain'));
      await expect(root(page)).toBeAttached();
      await page.evaluate(async () => {
        const element = document.querySelector('kindling-reviews');
        const parent = element?.parentElement;
        for (let round = 0; round < 5; round += 1) {
          element?.remove();
          await new Promise((done) => requestAnimationFrame(done));
          if (element) parent?.append(element);
        }
        element?.replaceChildren();
      });
      await expect(root(page)).toBeAttached();
      expect(faults).toEqual([]);
    });
  });
}

for (const layout of kinds)
  test(`${layout} keeps hostile texts texts and says what is left out`, async ({ page }) => {
    const faults = watch(page);
    kit.publish(hostile({ ...everything, layout, pageSize: 0, autoplay: false, date: 'absolute' }));
    await page.goto(kit.page('plain'));
    await expect(root(page)).toBeAttached();
    const strange = await page.evaluate(() => {
      const shadow = document.querySelector('kindling-reviews')?.shadowRoot;
      return [...(shadow?.querySelectorAll('script,iframe,object,embed,form,link,base,meta') ?? [])].length;
    });
    expect(strange).toBe(0);
    expect(await page.evaluate((name) => name in window, kit.tripwire)).toBe(false);
    const omitted = [{ reason: 'rating' as const, count: 15 }];
    kit.publish(
      kit.makeSnapshot({ disclosure: { shown: 42, total: 57, omitted, minimumRating: 3 } }, { layout }),
    );
    await page.goto(kit.page('plain'));
    await expect(page.locator('kindling-reviews footer').first()).toContainText(
      'Showing 42 of 57 reviews; 15 not shown: rated 1–2 stars',
    );
    expect(faults).toEqual([]);
  });
