import { expect, type Page, test } from '@playwright/test';
import { languages } from '../../contract/src/constants.ts';
import { shortClasses } from '../../guest/src/style-names.ts';
import { expectNoShift, recordShifts, resize, waitForPaint } from '../support/painting.ts';
import { matrix, pairs } from '../support/scope.ts';
import { expectAccessibleEmbeds } from './accessible.ts';
import { type Harness, type Snapshot, startHarness } from './harness.ts';
import { expectFitsReservedSpace } from './reserved-space.ts';
import { lookVariants, type Settings, variants } from './variants.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

/** A list with every kind of content. */
function everything(settings: Settings, code = 'k3v9xq2mzt'): Snapshot {
  const reply = {
    text: 'Thank you for telling us. We would be glad to see you again.',
    at: null,
    from: 'Harbour Street Bakery & Café, Nordbahnstraße',
  };
  return kit.makeSnapshot(
    {
      code,
      reviews: [
        kit.makeReview(0, { reply, authorName: 'Maximiliane-Friederike Hohenlohe' }),
        kit.makeReview(1, { source: 'facebook', rating: null, recommendation: 'negative', authorName: null }),
        kit.makeReview(2, { text: 'مكان رائع وخدمة ممتازة والخبز طازج كل صباح.', authorName: 'محمد العلي' }),
        kit.makeReview(3, { text: null, permalink: 'https://example.com/review' }),
        kit.makeReview(4, { text: 'one\ntwo\nthree\nfour\nfive\nsix\nseven', source: 'first-party' }),
        kit.makeReview(5, { text: 'w'.repeat(700), source: 'import' }),
        kit.makeReview(6, {
          source: 'first-party',
          rating: null,
          recommendation: 'negative',
          invited: true,
        }),
      ],
      figures: [
        kit.makeFigure({ count: 1300, url: 'https://example.com/' }),
        kit.makeFigure({
          source: 'facebook',
          average: null,
          count: 44,
          recommended: 41,
          notRecommended: 3,
          url: null,
        }),
        kit.makeFigure({
          source: 'first-party',
          average: 4.2,
          count: 12,
          recommended: 43,
          notRecommended: 2,
          url: 'https://example.com/r/bakery',
          writeUrl: 'https://example.com/c/bakery',
        }),
      ],
      howWeAsk: [{ businessName: 'Harbour Street Bakery', url: 'https://example.com/r/bakery/how-we-ask' }],
      disclosure: {
        shown: 6,
        total: 57,
        omitted: [
          { reason: 'rating', count: 21 },
          { reason: 'limit', count: 30 },
        ],
        minimumRating: 3,
      },
    },
    settings,
  );
}

const panel = (page: Page) => page.locator('kindling-reviews section');

const themes = ['light', 'dark'] as const;
/** Layouts for the accessibility test. */
const reachable = ['list', 'carousel', 'grid', 'masonry', 'summary', 'sidebar', 'wall', 'mosaic'] as const;
test('passes the accessibility rules of WCAG AA, each layout in light or dark', async ({ page }) => {
  const settings = { showHistogram: true, showWrite: true, pageSize: 4 };
  const shown = pairs(reachable, themes).map(([layout, theme]) =>
    everything({ ...settings, theme, layout }, `${layout}-${theme}`),
  );
  kit.publish(...shown);
  await page.goto(kit.page('plain'));
  await expect(panel(page)).toHaveCount(shown.length);
  await expectAccessibleEmbeds(page);
});

test('follows the system where the theme is automatic', async ({ page }) => {
  kit.publish(everything({ theme: 'auto' }));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(kit.page('plain'));
  await expect(panel(page)).toHaveCSS('background-color', 'rgb(23, 26, 33)');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(panel(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('is never taller than the space that the pasted code reserves, in every variant', async ({ page }) => {
  const all = variants.map((settings, index) =>
    everything(settings, `variant-${index}-${settings.layout ?? 'list'}`),
  );
  await expectFitsReservedSpace(kit, page, all, [320, 360, 414, 599, 600, 768, 1024, 1440], 0.6);
});

test('is never taller than the reserved space in any look', async ({ page }) => {
  for (const shown of groupsOf(lookVariants, 14)) {
    const all = shown.map((settings, index) =>
      everything(settings, `look-${index}-${settings.look}-${settings.layout}`),
    );
    await expectFitsReservedSpace(kit, page, all, [320, 390, 768, 1200], 0.5);
  }
});

/** A page with all of them at once would take the browser long. */
function groupsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

test('causes no layout shift when it loads, in a container of any width', async ({ page }) => {
  await recordShifts(page, 'all');
  await resize(page, { width: 1280, height: 800 });
  for (const layout of ['grid', 'masonry', 'summary', 'sidebar', 'wall', 'mosaic'] as const) {
    kit.publish(everything({ layout, shadow: 'soft' }));
    // Sidebars may be narrower than the narrowest phone.
    const least = layout === 'sidebar' ? 240 : 288;
    for (const slot of matrix([least, 320, 420, 560, 700, 900, 1200], [least, 560, 900])) {
      const open = kit.hold();
      // The script is delayed, and with it the load event.
      await page.goto(kit.page('plain'), { waitUntil: 'commit' });
      await page.locator('#after').waitFor();
      await page.addStyleTag({ content: `kindling-reviews{width:${slot}px}div{width:${slot}px}` });
      await waitForPaint(page);
      open();
      await expect(panel(page)).toBeVisible();
      await expectNoShift(page, `${layout}, ${slot} px`);
    }
  }
});

/** Lists names, stars, words and dates that are cut, broken inside a word of our texts, or outside their card. */
const headFaults = (page: Page): Promise<string[]> =>
  panel(page).evaluate((section, classes) => {
    const found: string[] = [];
    for (const name of section.querySelectorAll<HTMLElement>(`.${classes.authorName}`))
      if (name.scrollWidth > name.clientWidth) found.push(`${name.textContent} is cut`);
    const range = document.createRange();
    const linesOf = (node: Node, from: number, length: number) => {
      range.setStart(node, from);
      range.setEnd(node, from + length);
      return range.getClientRects().length;
    };
    for (const facts of section.querySelectorAll<HTMLElement>(`.${classes.author} .${classes.reviewFacts}`)) {
      const card = facts.closest('article')?.getBoundingClientRect();
      for (const fact of facts.children) {
        const { left, right } = fact.getBoundingClientRect();
        if (!card || left < card.left || right > card.right) found.push(`${fact.textContent} stands out`);
        const words = fact.lastChild;
        if (words === null || words.nodeType !== Node.TEXT_NODE) continue;
        // A recommendation may wrap between words; a date may not wrap at all.
        const whole = fact.classList.contains(classes.fact) ? /\S+/g : /.+/g;
        for (const { 0: word, index } of (words.textContent ?? '').matchAll(whole))
          if (linesOf(words, index, word.length) > 1) found.push(`${word} is broken`);
      }
    }
    return found;
  }, shortClasses);

/** Sets a width in px, also below the minimum of the embed code. */
const setWidth = (section: Element, slot: number) => {
  const host = section.getRootNode() as ShadowRoot;
  Object.assign((host.host as HTMLElement).style, { width: `${slot}px`, minWidth: '0' });
};

test('cuts no name and breaks no word of our texts, however narrow the container', async ({ page }) => {
  const reply = { text: 'Thank you.', at: null, from: 'Linden & Fjord Cars & Campers, Nordbahnstraße' };
  const reviews = [
    kit.makeReview(0, { reply, authorName: 'Maximiliane von Hohenlohe-Waldenburg' }),
    kit.makeReview(1, { source: 'facebook', rating: null, recommendation: 'positive', reply }),
    kit.makeReview(2, { source: 'facebook', rating: null, recommendation: 'negative', authorName: null }),
  ];
  const layouts = ['list', 'carousel', 'grid', 'spotlight', 'sidebar', 'summary'] as const;
  await resize(page, { width: 800, height: 800 });
  for (const layout of layouts)
    for (const language of matrix(languages, ['en', 'de'])) {
      kit.publish(kit.makeSnapshot({ reviews }, { layout, language, author: 'full' }));
      await page.goto(kit.page('plain'));
      await expect(panel(page)).toBeVisible();
      for (const slot of [180, 205, 260, 320]) {
        await panel(page).evaluate(setWidth, slot);
        await waitForPaint(page);
        expect.soft(await headFaults(page), `${layout}, ${language}, ${slot} px`).toEqual([]);
      }
    }
});

test('offers "read more" where a text is cut, and only there', async ({ page }) => {
  kit.publish(everything({ clampLines: 3 }));
  await resize(page, { width: 390, height: 800 });
  await page.goto(kit.page('plain'));
  const cut = page.locator('kindling-reviews article').nth(0);
  const text = cut.locator(`.${shortClasses.reviewText}`).first();
  const more = cut.getByText('Read more');
  await expect(more).toBeVisible();
  const folded = (await text.boundingBox())?.height ?? 0;
  await more.click();
  await expect(cut.getByText('Show less')).toBeVisible();
  await expect(more).toBeHidden();
  expect((await text.boundingBox())?.height).toBeGreaterThan(folded);
  await cut.getByText('Show less').press('Enter');
  await expect(more).toBeVisible();
  expect((await text.boundingBox())?.height).toBe(folded);
  // Wide enough to show the whole reply, so its button disappears.
  const reply = page.locator(`kindling-reviews .${shortClasses.reply}`);
  await resize(page, { width: 1280, height: 800 });
  await expect(reply.getByText('Read more')).toBeHidden();
});

test('a carousel moves by its buttons and by keys, and shows no buttons where everything fits', async ({
  page,
}) => {
  kit.publish(everything({ layout: 'carousel' }));
  await resize(page, { width: 768, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(kit.page('plain'));
  const row = page.getByRole('group', { name: 'Reviews side by side' });
  const previous = page.getByRole('button', { name: 'Previous reviews' });
  const next = page.getByRole('button', { name: 'Next reviews' });
  const left = () => row.evaluate((element) => element.scrollLeft);
  await expect(next).toBeVisible();
  await expect(previous).toBeHidden();
  await next.click();
  await expect(previous).toBeVisible();
  await expect.poll(left).toBeGreaterThan(200);
  // At the end a pressed button keeps the focus, and does nothing more.
  await next.focus();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('Enter');
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(next).toBeFocused();
  await previous.focus();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('Enter');
  await expect.poll(left).toBe(0);
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(left).toBeGreaterThan(0);

  const snapshot = everything({ layout: 'carousel' });
  kit.publish({ ...snapshot, reviews: snapshot.reviews.slice(0, 1) });
  await page.goto(kit.page('plain'));
  await expect(row).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
});

test.describe('the iframe page', () => {
  test('sends its height to the page around it, under its own strict policy', async ({ page }) => {
    const snapshot = everything({});
    kit.publish(snapshot);
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(kit.page('plain'));
    const message = await page.evaluate((source) => {
      const frame = document.createElement('iframe');
      frame.src = source;
      const heard = new Promise<unknown>((resolve) => {
        addEventListener('message', ({ data, source: from }) => {
          if (from === frame.contentWindow) resolve(data);
        });
      });
      document.body.append(frame);
      return heard;
    }, `${kit.scriptOrigin}/f/${snapshot.code}`);
    expect(message).toEqual({ type: 'kindling:height', code: snapshot.code, height: expect.any(Number) });
    expect(faults).toEqual([]);
  });

  test('is complete without any script', async ({ browser }) => {
    kit.publish(everything({ clampLines: 3 }));
    const context = await browser.newContext({ javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      await page.goto(`${kit.scriptOrigin}/f/${everything({}).code}`);
      const cut = page.locator('article').nth(4);
      await expect(cut.getByText('one two three')).toBeVisible();
      await cut.getByText('Read more').click();
      await expect(cut.getByText('Show less')).toBeVisible();
      await expect(
        page.getByText('Showing 6 of 57 reviews; 51 not shown: 21 rated 1–2 stars, 30 older'),
      ).toBeVisible();
    } finally {
      await context.close();
    }
  });
});
