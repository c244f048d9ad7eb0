import { expect, type Page, test } from '@playwright/test';
import { shortClasses } from '../../guest/src/style-names.ts';
import { expectNoShift, recordShifts, resize } from '../support/painting.ts';
import { pairs } from '../support/scope.ts';
import { expectAccessibleEmbeds } from './accessible.ts';
import { type Harness, startHarness } from './harness.ts';
import { mixedSnapshot, open, type Settings } from './mixed-snapshot.ts';
import { expectFitsReservedSpace } from './reserved-space.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

const dots = (page: Page) => page.getByRole('group', { name: 'Jump to' }).getByRole('button');
const pause = (page: Page) => page.getByRole('button', { name: 'Pause the movement' });
const row = (page: Page) => page.getByRole('group', { name: 'Reviews side by side' });
const left = (page: Page) => row(page).evaluate((element) => element.scrollLeft);
const moving = (page: Page) =>
  page.locator('kindling-reviews').evaluate(({ shadowRoot }) => shadowRoot?.getAnimations().length);

const variants: readonly Settings[] = [
  { layout: 'carousel', dots: true, autoplay: true },
  { layout: 'marquee', autoplay: true },
  { layout: 'marquee', textSize: 20, clampLines: 2, language: 'de' },
  { layout: 'marquee', textSize: 12, clampLines: 10, showHeader: false, arrows: false },
  { layout: 'spotlight' },
  { layout: 'spotlight', textSize: 20, clampLines: 8, language: 'fr', dots: true, autoplay: true },
  { layout: 'spotlight', textSize: 12, clampLines: 3, arrows: false, date: 'relative', language: 'nl' },
];

test('is never taller than the space that the pasted code reserves, in every variant', async ({ page }) => {
  const all = variants.map((settings, index) =>
    mixedSnapshot(kit, settings, `variant-${index}-${settings.layout}`),
  );
  await expectFitsReservedSpace(kit, page, all, [320, 360, 414, 599, 600, 768, 1440], 0.5);
});

const inPage = [variants[0], variants[1], variants[4]] as Settings[];

test('causes no layout shift when it loads', async ({ page }) => {
  await recordShifts(page, 'all');
  await resize(page, { width: 390, height: 800 });
  for (const settings of [...inPage, { layout: 'floating' } as const]) {
    kit.publish(mixedSnapshot(kit, { ...settings, date: 'relative' }));
    const release = kit.hold();
    await page.goto(kit.page('plain'), { waitUntil: 'commit' });
    await page.locator('#after').waitFor();
    release();
    await expect(page.locator('kindling-reviews time').first()).toHaveAttribute('title', /2026/);
    await expectNoShift(page, settings.layout);
  }
});

test('passes the accessibility rules of WCAG AA, each layout in light or dark', async ({ page }) => {
  const themes = ['light', 'dark'] as const;
  const shown = pairs(inPage, themes).map(([settings, theme]) =>
    mixedSnapshot(kit, { ...settings, theme }, `${settings.layout}-${theme}`),
  );
  kit.publish(...shown);
  await page.goto(kit.page('plain'));
  await expect(page.locator('kindling-reviews section')).toHaveCount(shown.length);
  await expectAccessibleEmbeds(page);
  for (const [layout, theme] of pairs(['floating'] as const, ['dark', 'light'] as const)) {
    await open(kit, page, { layout, theme });
    await page.locator(`summary.${shortClasses.floatingButton}`).click();
    await expectAccessibleEmbeds(page);
  }
});

test.describe('a carousel that moves by itself', () => {
  const settings: Settings = { layout: 'carousel', autoplay: true, interval: 3, dots: true };
  const at = (page: Page, place: number) =>
    expect(dots(page).nth(place)).toHaveAttribute('aria-current', 'true');
  /** Waits for a position: the first second starts when the browser has reported that the element is visible. */
  const untilAt = (page: Page, place: number) =>
    expect(async () => {
      await page.clock.runFor(1000);
      await expect(dots(page).nth(place)).toHaveAttribute('aria-current', 'true', { timeout: 100 });
    }).toPass();
  /** Longer than three steps. */
  const aWhile = (page: Page) => page.clock.runFor(10_000);
  const current = (page: Page) =>
    dots(page).evaluateAll((all) => all.findIndex((dot) => dot.getAttribute('aria-current') === 'true'));
  /** The place at which it stands still. The page's clock goes on between two actions, so it may be any. */
  const expectStill = async (page: Page) => {
    await aWhile(page);
    const place = await current(page);
    for (let step = 0; step < 3; step += 1) {
      await page.clock.runFor(4000);
      await at(page, place);
    }
    return place;
  };
  const untilMovedFrom = (page: Page, place: number) =>
    expect(async () => {
      await page.clock.runFor(1000);
      expect(await current(page)).not.toBe(place);
    }).toPass();

  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await resize(page, { width: 1280, height: 800 });
  });

  test('the pause button stops it, and starts it again', async ({ page }) => {
    await open(kit, page, settings);
    await untilAt(page, 1);
    await pause(page).click();
    await expect(pause(page)).toHaveAttribute('aria-pressed', 'true');
    const place = await expectStill(page);
    await pause(page).click();
    await untilMovedFrom(page, place);
  });

  test('stops for the pointer, for the focus, and in a hidden tab', async ({ page }) => {
    await open(kit, page, settings);
    await untilAt(page, 1);
    await row(page).hover();
    await expectStill(page);
    await page.mouse.move(5, 5);
    await row(page).focus();
    await expectStill(page);
    await row(page).blur();
    const hide = (hidden: boolean) =>
      page.evaluate(
        (value) => Object.defineProperty(document, 'hidden', { value, configurable: true }),
        hidden,
      );
    await hide(true);
    const place = await expectStill(page);
    await hide(false);
    await untilMovedFrom(page, place);
  });

  test('does not move when it is out of view, or for visitors who prefer reduced motion', async ({
    page,
  }) => {
    kit.publish(mixedSnapshot(kit, settings));
    await page.goto(kit.page('plain'));
    await page.addStyleTag({ content: '#own{height:4000px}' });
    await expect(row(page)).not.toBeInViewport();
    await aWhile(page);
    await at(page, 0);
    await row(page).scrollIntoViewIfNeeded();
    await untilAt(page, 1);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(kit, page, settings);
    await expect(dots(page).first()).toBeVisible();
    await expect(pause(page)).toHaveCount(0);
    await aWhile(page);
    await at(page, 0);
  });

  test('moves by its dots, and starts again after the end', async ({ page }) => {
    await open(kit, page, settings);
    const last = (await dots(page).count()) - 1;
    await dots(page).nth(last).click();
    await at(page, last);
    await page.locator('body').click({ position: { x: 2, y: 2 } });
    await untilAt(page, 0);
  });
});

/** Records the largest step back, in px, of the fifth card between frames. */
async function watchSteps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const card = document.querySelector('kindling-reviews')?.shadowRoot?.querySelectorAll('article')[4];
    const watch = { back: 0 };
    Object.assign(window, { watch });
    let last = Number.POSITIVE_INFINITY;
    const look = () => {
      const x = card?.getBoundingClientRect().x ?? 0;
      watch.back = Math.max(watch.back, x - last);
      last = x;
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { watch: { back: number } }).watch.back);
}

/** Jumps to the last tenth of the animation that moves the first card out. */
const hurry = (page: Page) =>
  page.locator('kindling-reviews').evaluate(({ shadowRoot }) => {
    for (const animation of shadowRoot?.getAnimations() ?? []) {
      const { duration } = animation.effect?.getComputedTiming() ?? {};
      animation.currentTime = 0.9 * Number(duration);
    }
  });

test('a marquee runs without a jump, stops in place for a pointer, and has each card once', async ({
  page,
}) => {
  await resize(page, { width: 768, height: 900 });
  await open(kit, page, { layout: 'marquee', autoplay: true, interval: 3 });
  const stepBack = await watchSteps(page);
  const cards = page.locator('kindling-reviews article');
  await expect.poll(() => moving(page)).toBe(1);
  await hurry(page);
  // The first card moves out and returns at the end.
  await expect(cards.first()).toHaveCSS('order', '1');
  await row(page).hover();
  await expect.poll(() => moving(page)).toBe(0);
  await page.mouse.move(5, 5);
  await expect.poll(() => moving(page)).toBe(1);
  await hurry(page);
  await expect(cards.nth(1)).toHaveCSS('order', '1');
  await pause(page).click();
  await expect.poll(() => moving(page)).toBe(0);
  expect(await stepBack()).toBeLessThan(2);
  await expect(cards).toHaveCount(15);
  expect(await page.locator('kindling-reviews [aria-hidden] article').count()).toBe(0);
});

test('a marquee stops for keys and shows the focused card', async ({ page }) => {
  await resize(page, { width: 768, height: 900 });
  await open(kit, page, { layout: 'marquee', autoplay: true });
  await expect.poll(() => moving(page)).toBe(1);
  const last = page.locator('kindling-reviews article a').last();
  await last.focus();
  await expect.poll(() => moving(page)).toBe(0);
  await expect(last).toBeInViewport();
  await row(page).focus();
  const before = await left(page);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => left(page)).toBeLessThan(before);
});

test('a marquee is a row that scrolls, without autoplay and for visitors who prefer reduced motion', async ({
  page,
}) => {
  await page.clock.install();
  for (const [settings, reducedMotion] of [
    [{ layout: 'marquee' }, 'no-preference'],
    [{ layout: 'marquee', autoplay: true }, 'reduce'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await open(kit, page, settings);
    await page.clock.runFor(30_000);
    expect(await moving(page), reducedMotion).toBe(0);
    await expect(pause(page), reducedMotion).toHaveCount(0);
    await row(page).hover();
    await page.getByRole('button', { name: 'Next reviews' }).click();
    await expect.poll(() => left(page), reducedMotion).toBeGreaterThan(200);
  }
});

test('a spotlight shows one review at a time and announces which', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(kit, page, { layout: 'spotlight' });
  const place = page.locator(`kindling-reviews .${shortClasses.position}`);
  const cards = page.locator('kindling-reviews article');
  await expect(place).toHaveText('1 / 15');
  await expect(place).toHaveAttribute('aria-live', 'polite');
  await page.getByRole('button', { name: 'Next reviews' }).click();
  await expect(place).toHaveText('2 / 15');
  await expect(cards.nth(1)).toBeInViewport();
  await expect(cards.nth(0)).not.toBeInViewport();
  await row(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(place).toHaveText('3 / 15');
  await page.getByRole('button', { name: 'Previous reviews' }).click();
  await expect(place).toHaveText('2 / 15');
});

test('a spotlight announces nothing while it moves by itself', async ({ page }) => {
  await page.clock.install();
  await open(kit, page, { layout: 'spotlight', autoplay: true, interval: 3 });
  const place = page.locator(`kindling-reviews .${shortClasses.position}`);
  await expect(place).toHaveAttribute('aria-live', 'off');
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(place).toHaveText('2 / 15', { timeout: 100 });
  }).toPass();
  await pause(page).click();
  await expect(place).toHaveAttribute('aria-live', 'polite');
});

test('leaves no timer and no animation when its element is removed, and plays again when it is inserted again', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const timers = new Set<number>();
    const { setInterval: set, clearInterval: clear } = window;
    Object.assign(window, {
      timers,
      setInterval: (work: () => void, time: number) => {
        const timer = set(work, time);
        timers.add(timer);
        return timer;
      },
      clearInterval: (timer: number) => {
        timers.delete(timer);
        clear(timer);
      },
    });
  });
  const timers = () => page.evaluate(() => (window as unknown as { timers: Set<number> }).timers.size);
  // Both are visible, because an embed out of view has no timer.
  await resize(page, { width: 1280, height: 2400 });
  kit.publish(mixedSnapshot(kit, { layout: 'marquee', autoplay: true }));
  await page.goto(kit.page('twice'));
  await expect.poll(timers).toBe(2);
  const first = page.locator('kindling-reviews').first();
  await expect.poll(() => first.evaluate(({ shadowRoot }) => shadowRoot?.getAnimations().length)).toBe(1);
  await page.evaluate(() => {
    const [one, two] = document.querySelectorAll('kindling-reviews');
    Object.assign(window, { kept: one });
    one?.remove();
    // A move removes and inserts the element.
    if (two) document.body.prepend(two);
  });
  await expect.poll(timers).toBe(1);
  const still = await page.evaluate(
    () => (window as unknown as { kept: Element }).kept.shadowRoot?.getAnimations().length,
  );
  expect(still).toBe(0);
  await page.evaluate(() => document.body.append((window as unknown as { kept: Element }).kept));
  await expect.poll(timers).toBe(2);
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('kindling-reviews')) one.remove();
  });
  expect(await timers()).toBe(0);
});
