import { expect, type Page, test } from '@playwright/test';
import { shortClasses } from '../../guest/src/style-names.ts';
import { expectNoShift, recordedShifts, recordShifts, resize, waitForPaint } from '../support/painting.ts';
import { type Harness, type Snapshot, startHarness } from './harness.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

const words = 'Warm bread & a kind word at seven in the morning.';
function main(): Snapshot {
  return kit.makeSnapshot({
    reviews: [
      kit.makeReview(0, { text: words, authorName: 'Anna Schmidt', rating: 4 }),
      ...[1, 2, 3].map((index) => kit.makeReview(index)),
    ],
  });
}

type Watch = { readonly faults: string[]; readonly foreign: string[] };

/** Collects console messages and errors, and every request to another origin. */
function watch(page: Page): Watch {
  const faults: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => faults.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(kit.origin)) foreign.push(request.url());
  });
  return { faults, foreign };
}

const ownStyles = (page: Page): Promise<string> =>
  page.evaluate(() =>
    ['#own', '#after', 'body']
      .map((name) => {
        const element = document.querySelector(name);
        if (element === null) return '';
        const style = getComputedStyle(element);
        // A page without reserved space grows in height, which is not a change of its styles.
        const sizes = /height|block-size|origin/;
        return [...style]
          .filter((property) => !sizes.test(property))
          .map((property) => `${property}:${style.getPropertyValue(property)}`)
          .join(';');
      })
      .join('\n'),
  );

test('shows itself on every kind of page and does not change the page', async ({ page }) => {
  kit.publish(main());
  const { faults, foreign } = watch(page);
  for (const name of ['plain', 'strict-csp', 'trusted-types', 'hostile-css', 'rtl', 'old-library'])
    await test.step(name, async () => {
      foreign.length = 0;
      const release = kit.hold();
      await page.goto(kit.page(name), { waitUntil: 'commit' });
      await page.locator('#after').waitFor({ state: 'attached' });
      // The held script keeps the page from loading, so that nothing else tells when its own styles are there.
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet),
      );
      const before = await ownStyles(page);
      const globals = await page.evaluate(() => Object.getOwnPropertyNames(window).length);
      release();
      const text = page.locator(`kindling-reviews .${shortClasses.reviewText}`).first();
      await expect(text).toHaveText(words);
      await expect(text).toBeVisible();
      await expect(text).toHaveCSS('color', 'rgb(27, 35, 48)');
      await expect(text).toHaveCSS('font-size', '15px');
      await expect(text).toHaveCSS('text-transform', 'none');
      await expect(text).toHaveCSS('letter-spacing', 'normal');
      await expect(page.getByRole('img', { name: '4 out of 5 stars', exact: true })).toHaveCount(1);
      await expect(page.locator('kindling-reviews')).toHaveCSS('display', 'flow-root');
      expect(await ownStyles(page)).toBe(before);
      expect(await page.evaluate(() => Object.getOwnPropertyNames(window).length)).toBe(globals);
      expect(faults).toEqual([]);
      expect(foreign).toEqual([kit.script(main().code)]);
      expect(await page.context().cookies()).toEqual([]);
      expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    });
});

test('causes no layout shift at any width, where the same embed without reserved space does', async ({
  page,
}) => {
  kit.publish(main());
  await recordShifts(page, 'all');
  for (const width of [320, 390, 599, 600, 768, 1280]) {
    await resize(page, { width, height: 700 });
    for (const name of ['plain', 'unreserved']) {
      const release = kit.hold();
      await page.goto(kit.page(name), { waitUntil: 'commit' });
      await page.locator('#after').waitFor();
      await waitForPaint(page);
      release();
      await expect(page.locator(`kindling-reviews .${shortClasses.reviewText}`).first()).toHaveText(words);
      if (name === 'plain') await expectNoShift(page, `${width} px`);
      else await expect.poll(() => recordedShifts(page), `${width} px`).not.toEqual([]);
    }
  }
});

test('pasted twice, fills both places and defines its element once', async ({ page }) => {
  kit.publish(main());
  const { faults } = watch(page);
  await page.goto(kit.page('twice'));
  await expect(page.locator('kindling-reviews section')).toHaveCount(2);
  expect(faults).toEqual([]);
});

test('two embeds on a page each show their own', async ({ page }) => {
  const other = [kit.makeReview(0, { text: 'The other one.' })];
  kit.publish(main(), kit.makeSnapshot({ code: 'secondcode', reviews: other }));
  const { faults } = watch(page);
  await page.goto(kit.page('two'));
  const embeds = page.locator('kindling-reviews');
  await expect(embeds.nth(0).locator(`.${shortClasses.reviewText}`).first()).toHaveText(words);
  await expect(embeds.nth(1).locator(`.${shortClasses.reviewText}`)).toHaveText(['The other one.']);
  expect(faults).toEqual([]);
});

test('works in an app that adds, moves, removes and adds it again', async ({ page }) => {
  kit.publish(main());
  const { faults } = watch(page);
  await page.goto(kit.page('spa'));
  const place = (selector: string) =>
    page.evaluate(
      ([target = '', code = '']) => {
        const known =
          document.querySelector('kindling-reviews') ?? document.createElement('kindling-reviews');
        document.querySelector(target)?.appendChild(known);
        known.setAttribute('code', code);
      },
      [selector, main().code],
    );
  await place('#one');
  await expect(page.locator(`#one kindling-reviews .${shortClasses.reviewText}`).first()).toHaveText(words);
  await page.evaluate(() => {
    const first = document.querySelector('kindling-reviews')?.shadowRoot?.firstElementChild;
    Object.assign(window, { first });
  });
  await place('#other');
  await expect(page.locator(`#other kindling-reviews .${shortClasses.reviewText}`).first()).toHaveText(words);
  const same = await page.evaluate(
    () =>
      (window as unknown as { first: Element }).first ===
      document.querySelector('kindling-reviews')?.shadowRoot?.firstElementChild,
  );
  expect(same).toBe(true);
  await page.evaluate(() => {
    const element = document.querySelector('kindling-reviews');
    element?.remove();
    document.querySelector('#one')?.insertAdjacentHTML('beforeend', element?.outerHTML ?? '');
  });
  await expect(page.locator(`#one kindling-reviews .${shortClasses.reviewText}`).first()).toHaveText(words);
  expect(faults).toEqual([]);
});

test('a script that does not load changes neither the page nor the reserved space', async ({ page }) => {
  kit.publish(main());
  await recordShifts(page, 'all');
  await page.route(`${kit.scriptOrigin}/**`, (route) => route.abort());
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(kit.page('plain'));
  const box = await page.locator('kindling-reviews').boundingBox();
  expect(box?.height).toBe(kit.reservedHeightAt(kit.reserveHeight(main()), box?.width ?? 0));
  await expectNoShift(page);
  expect(errors).toEqual([]);
});

test('hostile texts stay text: the script creates the same nodes as the HTML parser does for the same markup', async ({
  page,
}) => {
  const hostile = kit.makeSnapshot(
    {
      reviews: kit.hostileTexts
        .filter((text) => text.length < 5000)
        .map((text, index) =>
          kit.makeReview(index, { text, authorName: text, reply: { text, at: null }, permalink: text }),
        ),
      businessName: '</script><script>window.__tripped=1</script>',
    },
    { clampLines: 0 },
  );
  kit.publish(hostile);
  const { faults } = watch(page);
  await page.goto(kit.page('plain'));
  await expect(page.locator('kindling-reviews article')).toHaveCount(hostile.reviews.length);
  const { html } = kit.renderEmbed(hostile);
  const { reply, reviewText } = shortClasses;
  const [built, parsed, texts] = await page.evaluate(
    ([markup, replies]) => {
      const shadow = document.querySelector('kindling-reviews')?.shadowRoot;
      const reference = new DOMParser().parseFromString(markup, 'text/html').body;
      const found = [...(shadow?.querySelectorAll(replies) ?? [])].map((node) => node.textContent);
      return [shadow?.innerHTML, reference.innerHTML, found];
    },
    [html, `.${reply} .${reviewText}`] as const,
  );
  expect(built).toBe(parsed);
  expect(texts).toEqual(hostile.reviews.map(({ text }) => kit.plainText(text ?? '')).filter(Boolean));
  expect(await page.evaluate((name) => name in window, kit.tripwire)).toBe(false);
  expect(faults).toEqual([]);
});
