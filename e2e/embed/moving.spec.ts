import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { countShifts, expectNoShift } from '../support/look.ts';
import { type Harness, type Snapshot, startHarness } from './harness.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

type Settings = NonNullable<Parameters<Harness['makeSnapshot']>[1]>;

/** Twelve real reviews and the kinds that are shaped otherwise. */
function sample(settings: Settings, code = 'k3v9xq2mzt'): Snapshot {
  const { reviews } = kit.makeSnapshot();
  return kit.makeSnapshot(
    {
      code,
      reviews: [
        ...reviews,
        kit.makeReview(20, { text: null, permalink: 'https://example.com/review' }),
        kit.makeReview(21, { text: 'w'.repeat(700), source: 'import' }),
        kit.makeReview(22, {
          source: 'facebook',
          rating: null,
          recommendation: 'negative',
          authorName: null,
        }),
      ],
      figures: [
        kit.makeFigure({ count: 1300 }),
        kit.makeFigure({ source: 'facebook', average: null, count: 44, recommended: 41, url: null }),
      ],
    },
    settings,
  );
}

async function open(page: Page, settings: Settings): Promise<void> {
  kit.publish(sample(settings));
  await page.goto(kit.page('plain'));
  await expect(page.locator('kindling-reviews section')).toBeAttached();
}

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

for (const [index, settings] of variants.entries()) {
  test(`is never taller than what the pasted code keeps free, variant ${index}`, async ({ page }) => {
    await open(page, settings);
    // The widest face in common use; letters decide how often a line breaks.
    await page.addStyleTag({ content: 'body{margin:16px;font-family:"DejaVu Sans",Verdana,sans-serif}' });
    for (const width of [320, 360, 414, 599, 600, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const [shown, free] = await page
        .locator('kindling-reviews')
        .evaluate((element) => [
          element.shadowRoot?.querySelector('section')?.getBoundingClientRect().height ?? 0,
          Number.parseFloat(getComputedStyle(element).minHeight),
        ]);
      expect(shown, `${width} px`).toBeLessThanOrEqual(free ?? 0);
      expect(shown, `${width} px`).toBeGreaterThan(0.5 * (free ?? 0));
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(overhang, `${width} px`).toBe(false);
    }
  });
}

for (const settings of [variants[0], variants[1], variants[4], { layout: 'floating' }] as Settings[]) {
  test(`moves nothing on the page when it arrives, ${settings.layout}`, async ({ page }) => {
    kit.publish(sample({ ...settings, date: 'relative' }));
    await countShifts(page);
    await page.setViewportSize({ width: 390, height: 800 });
    const release = kit.hold();
    await page.goto(kit.page('plain'), { waitUntil: 'commit' });
    const after = page.locator('#after');
    await after.waitFor();
    const before = await after.boundingBox();
    release();
    await expect(page.locator('kindling-reviews time').first()).toHaveAttribute('title', /2026/);
    expect(await after.boundingBox()).toEqual(before);
    await expectNoShift(page);
  });

  for (const theme of ['light', 'dark'] as const) {
    test(`passes the accessibility rules of WCAG AA, ${settings.layout}, ${theme}`, async ({ page }) => {
      await open(page, { ...settings, theme });
      if (settings.layout === 'floating') await page.locator('summary.fb').click();
      const { violations } = await new AxeBuilder({ page })
        .include('kindling-reviews')
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect(found).toEqual([]);
    });
  }
}

test.describe('a carousel that moves by itself', () => {
  const settings: Settings = { layout: 'carousel', autoplay: true, interval: 3, dots: true };
  const at = (page: Page, place: number) =>
    expect(dots(page).nth(place)).toHaveAttribute('aria-current', 'true');
  /** Until it is at a place: the first second begins when the browser has seen it. */
  const untilAt = (page: Page, place: number) =>
    expect(async () => {
      await page.clock.runFor(1000);
      await expect(dots(page).nth(place)).toHaveAttribute('aria-current', 'true', { timeout: 100 });
    }).toPass();
  const aMinute = (page: Page) => page.clock.runFor(60_000);

  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('stops for the pause button, and goes on by it', async ({ page }) => {
    await open(page, settings);
    await untilAt(page, 1);
    await pause(page).click();
    await expect(pause(page)).toHaveAttribute('aria-pressed', 'true');
    await aMinute(page);
    await at(page, 1);
    await pause(page).click();
    await untilAt(page, 2);
  });

  test('stops for the pointer, for the focus, and in a hidden tab', async ({ page }) => {
    await open(page, settings);
    await untilAt(page, 1);
    await row(page).hover();
    await aMinute(page);
    await at(page, 1);
    await page.mouse.move(5, 5);
    await row(page).focus();
    await aMinute(page);
    await at(page, 1);
    await row(page).blur();
    const hide = (hidden: boolean) =>
      page.evaluate(
        (value) => Object.defineProperty(document, 'hidden', { value, configurable: true }),
        hidden,
      );
    await hide(true);
    await aMinute(page);
    await at(page, 1);
    await hide(false);
    await untilAt(page, 2);
  });

  test('stands still out of sight and for visitors who want less motion', async ({ page }) => {
    kit.publish(sample(settings));
    await page.goto(kit.page('plain'));
    await page.addStyleTag({ content: '#own{height:4000px}' });
    await expect(row(page)).not.toBeInViewport();
    await aMinute(page);
    await at(page, 0);
    await row(page).scrollIntoViewIfNeeded();
    await untilAt(page, 1);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, settings);
    await expect(dots(page).first()).toBeVisible();
    await expect(pause(page)).toHaveCount(0);
    await aMinute(page);
    await at(page, 0);
  });

  test('goes by its dots, and begins again after the end', async ({ page }) => {
    await open(page, settings);
    const last = (await dots(page).count()) - 1;
    await dots(page).nth(last).click();
    await at(page, last);
    await page.locator('body').click({ position: { x: 2, y: 2 } });
    await untilAt(page, 0);
  });
});

test('a marquee moves, stops where it is for a pointer, and holds each card once', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await open(page, { layout: 'marquee', autoplay: true, interval: 3 });
  const cards = page.locator('kindling-reviews article');
  const count = await cards.count();
  await expect.poll(() => moving(page)).toBe(1);
  // The first card goes out and comes back at the end.
  await expect(cards.first()).toHaveCSS('order', '1', { timeout: 10_000 });
  await row(page).hover();
  await expect.poll(() => moving(page)).toBe(0);
  const [x, scrolled] = [(await cards.nth(1).boundingBox())?.x ?? 0, await left(page)];
  expect(x + scrolled).toBeCloseTo(15 + 8 + 1, 0);
  await expect(cards).toHaveCount(count);
  expect(await page.locator('kindling-reviews [aria-hidden] article').count()).toBe(0);
  await page.mouse.move(5, 5);
  await expect.poll(() => moving(page)).toBe(1);
  await pause(page).click();
  await expect.poll(() => moving(page)).toBe(0);
});

test('a marquee stops for keys and shows what has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await open(page, { layout: 'marquee', autoplay: true });
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

for (const [what, settings, reducedMotion] of [
  ['without autoplay', { layout: 'marquee' }, 'no-preference'],
  ['for visitors who want less motion', { layout: 'marquee', autoplay: true }, 'reduce'],
] as const) {
  test(`a marquee is a row that scrolls, ${what}`, async ({ page }) => {
    await page.clock.install();
    await page.emulateMedia({ reducedMotion });
    await open(page, settings);
    await page.clock.runFor(30_000);
    expect(await moving(page)).toBe(0);
    await expect(pause(page)).toHaveCount(0);
    await row(page).hover();
    await page.getByRole('button', { name: 'Next reviews' }).click();
    await expect.poll(() => left(page)).toBeGreaterThan(200);
  });
}

test('a spotlight shows one review at a time and says which', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, { layout: 'spotlight' });
  const place = page.locator('kindling-reviews .ix');
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

test('a spotlight that moves by itself is silent while it does', async ({ page }) => {
  await page.clock.install();
  await open(page, { layout: 'spotlight', autoplay: true, interval: 3 });
  const place = page.locator('kindling-reviews .ix');
  await expect(place).toHaveAttribute('aria-live', 'off');
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(place).toHaveText('2 / 15', { timeout: 100 });
  }).toPass();
  await pause(page).click();
  await expect(place).toHaveAttribute('aria-live', 'polite');
});

test.describe('a floating button', () => {
  test('takes no room, opens its panel, and gives the focus back', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, { layout: 'floating', pageSize: 3 });
    expect((await page.locator('kindling-reviews').boundingBox())?.height).toBe(0);
    const button = page.locator('summary.fb');
    const panel = page.getByRole('dialog', { name: 'Reviews of Harbour Street Bakery' });
    await expect(button).toContainText('4.6');
    await expect(button).toContainText('44 reviews');
    const box = await button.boundingBox();
    expect(box?.y).toBeGreaterThan(500);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeCloseTo(305, 0);
    await expect(panel).toBeHidden();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(panel).toBeFocused();
    await expect(panel).toBeInViewport({ ratio: 1 });
    await expect(panel.getByText('Showing the 12 newest of 300 reviews')).toBeAttached();
    await expect(panel.getByText('Read more').first()).toBeVisible();
    await expect(button.getByText('Close')).toBeVisible();
    await expect(button.getByText('44 reviews')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await button.click();
    await expect(panel).toBeHidden();
  });

  test('stands at the start where the settings want it, which is the right of a page read from there', async ({
    page,
  }) => {
    const x = async (name: string) => {
      kit.publish(sample({ layout: 'floating', side: 'start' }));
      await page.goto(kit.page(name));
      return (await page.locator('summary.fb').boundingBox())?.x ?? -1;
    };
    expect(await x('plain')).toBe(15);
    expect(await x('rtl')).toBeGreaterThan(640);
  });

  test('opens without any script on a page of its own', async ({ browser }) => {
    kit.publish(sample({ layout: 'floating', date: 'relative' }));
    const context = await browser.newContext({ javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      await page.goto(`${kit.scriptOrigin}/f/${sample({}).code}`);
      await page.locator('summary.fb').click();
      await expect(page.getByText('Showing the 12 newest of 300 reviews')).toBeVisible();
      await expect(page.locator('time').first()).toHaveText('Oct 28, 2026');
    } finally {
      await context.close();
    }
  });
});

for (const [first, second] of [
  ['list', 'carousel'],
  ['carousel', 'list'],
  ['floating', 'carousel'],
] as const) {
  test(`${first} first, then ${second}: each script brings what its own layout does`, async ({ page }) => {
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(String(error)));
    const settings = { clampLines: 2, date: 'relative' } as const;
    kit.publish(sample({ ...settings, layout: first }));
    kit.publish(sample({ ...settings, layout: second }, 'secondcode'));
    const embeds = page.locator('kindling-reviews');
    // The second script comes when the first has done its work.
    await page.route(kit.script('secondcode'), async (route) => {
      await expect(embeds.first().locator('section')).toBeAttached();
      await route.continue();
    });
    await page.goto(kit.page('two'));
    const carousel = embeds.nth([first, second].indexOf('carousel'));
    await expect(carousel.getByRole('button', { name: 'Next reviews' })).toBeVisible();
    await carousel.getByRole('button', { name: 'Next reviews' }).click();
    await expect
      .poll(() => carousel.locator('.l').evaluate((element) => element.scrollLeft))
      .toBeGreaterThan(100);
    for (const one of [0, 1]) await expect(embeds.nth(one).locator('time').first()).toHaveText(/ago|day/);
    expect(faults).toEqual([]);
  });
}

test('leaves no timer and no movement behind when its element goes, and plays on where it comes again', async ({
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
  // Both are in sight: what is not has no timer in the first place.
  await page.setViewportSize({ width: 1280, height: 2400 });
  kit.publish(sample({ layout: 'marquee', autoplay: true }));
  await page.goto(kit.page('twice'));
  await expect.poll(timers).toBe(2);
  const first = page.locator('kindling-reviews').first();
  await expect.poll(() => first.evaluate(({ shadowRoot }) => shadowRoot?.getAnimations().length)).toBe(1);
  await page.evaluate(() => {
    const [one, two] = document.querySelectorAll('kindling-reviews');
    Object.assign(window, { kept: one });
    one?.remove();
    // A move is a removal and an arrival.
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

test('writes ages in the language of the embed and keeps the day in the title', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-11T12:00:00Z');
  await open(page, { date: 'relative', language: 'de' });
  const times = page.locator('kindling-reviews time');
  await expect(times.nth(0)).toHaveText('vor 2 Wochen');
  await expect(times.nth(0)).toHaveAttribute('title', '28. Okt. 2026');
  await page.clock.setFixedTime('2026-10-29T23:00:00Z');
  await open(page, { date: 'relative', language: 'de' });
  await expect(times.nth(0)).toHaveText('gestern');
  await expect(times.nth(1)).toHaveText('vor 4 Tagen');
});

test('whoever asks for more goes on with the first review that came', async ({ page }) => {
  await open(page, { pageSize: 2, clampLines: 2 });
  const reviews = page.locator('kindling-reviews article');
  await expect(reviews.nth(2)).toBeHidden();
  const more = page.getByText('Show 2 more').first();
  await more.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await more.press('Enter');
  await expect(reviews.nth(2)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await expect(reviews.nth(2).getByText('Read more')).toBeVisible();
  await expect(reviews.nth(4)).toBeHidden();
});
