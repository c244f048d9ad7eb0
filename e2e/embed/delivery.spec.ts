/** The other ways to deliver an embed: fragment and shared loader; and sites where it may not show. */
import { expect, type Page, type Route, test } from '@playwright/test';
import { shortClasses } from '../../guest/src/style-names.ts';
import { type Harness, type Snapshot, startHarness } from './harness.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

const shop = 'https://shop.test';
const ours = 'https://kindling.test';
const firstCode = 'aaaaaaaaaa';
const secondCode = 'bbbbbbbbbb';

const words = 'Warm bread & a kind word.';
function snapshot(code: string, settings: Parameters<Harness['makeSnapshot']>[1] = {}): Snapshot {
  const reviews = [kit.makeReview(0, { text: words }), kit.makeReview(1)];
  return kit.makeSnapshot({ code, reviews, brand: { name: 'Kindling', url: ours } }, settings);
}

type Site = {
  /** Console messages and errors of the page. */
  readonly faults: string[];
  /** Paths requested from our host. */
  readonly asked: string[];
};

type Pages = {
  readonly body: string;
  readonly published?: readonly Snapshot[];
  readonly host?: string;
  readonly policy?: string;
  /** Our host answers after this promise. */
  readonly gate?: Promise<void>;
};

/** A shop's page and our host; nothing leaves the machine. */
async function open(page: Page, { body, published = [], host = shop, policy, gate }: Pages): Promise<Site> {
  const site: Site = { faults: [], asked: [] };
  page.on('console', (message) => site.faults.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => site.faults.push(String(error)));
  await page.route(`${host}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: policy === undefined ? {} : { 'content-security-policy': policy },
      body: `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head><body><h1>Shop</h1>${body}<p id="after">After</p></body></html>`,
    }),
  );
  await page.route(`${ours}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    site.asked.push(pathname);
    await gate;
    await answer(route, pathname, published);
  });
  await page.goto(`${host}/`, { waitUntil: 'commit' });
  await page.locator('#after').waitFor();
  return site;
}

function answer(route: Route, pathname: string, published: readonly Snapshot[]): Promise<void> {
  const contentType = 'text/javascript; charset=utf-8';
  if (pathname === '/e/loader.js') return route.fulfill({ contentType, body: kit.loaderText(`${ours}/e/`) });
  const found = published.find(({ code }) => pathname === `/e/${code}.js`);
  // As the server answers for a deleted embed.
  const body = found === undefined ? '/* This widget does not exist. */' : kit.scriptText(found);
  return route.fulfill({ contentType, body });
}

const element = (code: string) => `<kindling-reviews code="${code}"></kindling-reviews>`;
const script = (file: string) => `<script async src="${ours}/e/${file}"></script>`;

test.describe('the fragment in the HTML of a site’s own server', () => {
  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test('is visible with the page itself', async ({ page }) => {
      const site = await open(page, { body: kit.renderFragment(snapshot(firstCode)) });
      const text = page.locator(`kindling-reviews .${shortClasses.reviewText}`).first();
      await expect(text).toHaveText(words);
      await expect(text).toBeVisible();
      await expect(text).toHaveCSS('font-size', '15px');
      expect(site).toEqual({ faults: [], asked: [] });
    });
  });

  /** Records every change below the element, and its first content. */
  const watchElement = (page: Page) =>
    page.evaluate(() => {
      const root = document.querySelector('kindling-reviews')?.shadowRoot;
      const changes: string[] = [];
      Object.assign(window, { changes, first: root?.querySelector('section') });
      if (root)
        new MutationObserver((records) => {
          changes.push(
            ...records.filter(({ type }) => type === 'childList').map(({ target }) => target.nodeName),
          );
        }).observe(root, { childList: true, subtree: true });
    });
  const seen = (page: Page) =>
    page.evaluate(() => {
      const root = document.querySelector('kindling-reviews')?.shadowRoot;
      const { changes, first } = window as unknown as { changes: string[]; first: Element };
      return {
        changes,
        same: root?.querySelector('section') === first,
        sections: root?.querySelectorAll('section').length,
        sheets: root?.adoptedStyleSheets.length,
      };
    });

  test('is reused by the script: no node is made twice, and the script adds the behavior', async ({
    page,
  }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const settings = { layout: 'carousel', arrows: true } as const;
    const many = kit.makeSnapshot({ code: firstCode, brand: { name: 'Kindling', url: ours } }, settings);
    const body = kit.renderFragment(many) + script(`${firstCode}.js`);
    const site = await open(page, { body, published: [many], gate: promise });
    const next = page.locator('kindling-reviews button').last();
    await expect(page.locator('kindling-reviews article').first()).toBeVisible();
    const before = await page.locator('kindling-reviews').boundingBox();
    await watchElement(page);
    resolve();
    await expect.poll(async () => (await seen(page)).sheets).toBe(1);
    expect(await seen(page)).toEqual({ changes: [], same: true, sections: 1, sheets: 1 });
    expect(await page.locator('kindling-reviews').boundingBox()).toEqual(before);
    await next.click();
    const row = page.locator(`kindling-reviews .${shortClasses.row}`);
    await expect.poll(() => row.evaluate((node) => node.scrollLeft)).toBeGreaterThan(0);
    expect(site.faults).toEqual([]);
  });

  test('of an older version is replaced by the script’s content, once', async ({ page }) => {
    const body = kit.renderFragment(snapshot(firstCode, { accent: '#112233' })) + script(`${firstCode}.js`);
    const newer = kit.makeSnapshot({
      code: firstCode,
      reviews: [kit.makeReview(0, { text: 'Fresh from the oven.' })],
    });
    const site = await open(page, { body, published: [newer] });
    await expect(page.locator(`kindling-reviews .${shortClasses.reviewText}`)).toHaveText([
      'Fresh from the oven.',
    ]);
    await expect(page.locator('kindling-reviews section')).toHaveCount(1);
    expect(site.faults).toEqual([]);
  });

  test('gets its styles from the script where the page’s policy blocks its style element', async ({
    page,
  }) => {
    const main = snapshot(firstCode);
    const body = kit.renderFragment(main) + script(`${firstCode}.js`);
    await open(page, { body, published: [main], policy: `script-src ${ours}; style-src 'self'` });
    const text = page.locator(`kindling-reviews .${shortClasses.reviewText}`).first();
    await expect(text).toHaveCSS('font-size', '15px');
    await expect(text).toHaveText(words);
  });
});

test.describe('the shared loader', () => {
  const two = () => [
    snapshot(firstCode),
    kit.makeSnapshot({ code: secondCode, reviews: [kit.makeReview(0, { text: 'The other one.' })] }),
  ];
  const texts = (page: Page, code: string) =>
    page.locator(`kindling-reviews[code="${code}"] .${shortClasses.reviewText}`).first();

  test('loads each embed once, also one that is added later, and under a strict policy', async ({ page }) => {
    for (const policy of [{}, { policy: `default-src 'none'; script-src ${ours}; img-src data:` }]) {
      const body = script('loader.js') + element(firstCode) + element(firstCode);
      const site = await open(page, { body, published: two(), ...policy });
      await expect(page.locator('kindling-reviews section')).toHaveCount(2);
      await expect(texts(page, firstCode)).toHaveText(words);
      expect(site.asked).toEqual(['/e/loader.js', `/e/${firstCode}.js`]);
      await page.evaluate((code) => {
        const late = document.createElement('kindling-reviews');
        document.body.append(late);
        // As a framework does it: first the element, then its attribute.
        late.setAttribute('code', code);
      }, secondCode);
      await expect(texts(page, secondCode)).toHaveText('The other one.');
      expect(site.asked).toEqual(['/e/loader.js', `/e/${firstCode}.js`, `/e/${secondCode}.js`]);
      expect(site.faults).toEqual([]);
    }
  });

  test('works beside an embed’s own script, before it or after it, and when it is included twice', async ({
    page,
  }) => {
    for (const body of [
      script('loader.js') + element(firstCode) + script(`${firstCode}.js`),
      element(firstCode) + script(`${firstCode}.js`) + script('loader.js'),
      script('loader.js') + script('loader.js') + element(firstCode),
    ]) {
      const site = await open(page, { body: body + element(secondCode), published: two() });
      await expect(texts(page, firstCode)).toHaveText(words);
      await expect(texts(page, secondCode)).toHaveText('The other one.');
      await expect(page.locator('kindling-reviews section')).toHaveCount(2);
      expect(site.faults).toEqual([]);
    }
  });

  test('requests nothing for an invalid code, and requests a failed code again with the next element', async ({
    page,
  }) => {
    let fails = true;
    const body = `${script('loader.js')}${element('../evil')}${element('')}${element(firstCode)}`;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.route(`${shop}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.route(`${ours}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      return pathname.includes(firstCode) && fails ? route.abort() : answer(route, pathname, two());
    });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes(firstCode));
    await page.goto(`${shop}/`);
    await failed;
    await expect(page.locator('head script')).toHaveCount(1);
    fails = false;
    await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), element(firstCode));
    await expect(page.locator('kindling-reviews section')).toHaveCount(2);
    expect(requests.filter((url) => url.startsWith(ours)).map((url) => url.slice(ours.length))).toEqual([
      '/e/loader.js',
      `/e/${firstCode}.js`,
      `/e/${firstCode}.js`,
    ]);
  });
});

test.describe('allowed sites', () => {
  test('a site in the list shows the embed', async ({ page }) => {
    for (const [host, allowedSites] of [
      [shop, ['shop.test']],
      ['https://www.shop.test', ['other.test', '*.shop.test']],
      [ours.replace('kindling', 'shop.kindling'), ['*.kindling.test']],
    ] as const)
      await test.step(`${host} is one of ${allowedSites.join(' and ')}`, async () => {
        const main = snapshot(firstCode, { allowedSites: [...allowedSites] });
        const body = element(firstCode) + script(`${firstCode}.js`);
        await open(page, { body, published: [main], host });
        await expect(page.locator(`kindling-reviews .${shortClasses.reviewText}`).first()).toHaveText(words);
      });
  });

  test('any other site shows nothing, and the page works as before', async ({ page }) => {
    for (const host of ['https://evil.test', 'https://shop.test.evil.test', 'https://evilshop.test'])
      await test.step(host, async () => {
        const main = snapshot(firstCode, { allowedSites: ['shop.test', '*.shop.test'] });
        const open2 = snapshot(secondCode);
        const body =
          element(firstCode) + script(`${firstCode}.js`) + element(secondCode) + script(`${secondCode}.js`);
        const site = await open(page, { body, published: [main, open2], host });
        // The embed without a list is on the same page: when it shows and the first was requested, both scripts have
        // run.
        await expect(page.locator('kindling-reviews').nth(1).locator('section')).toHaveCount(1);
        await page.waitForLoadState('load');
        await expect(page.locator('kindling-reviews').first().locator('section')).toHaveCount(0);
        await expect(page.locator('#after')).toBeVisible();
        expect(site.asked).toContain(`/e/${firstCode}.js`);
        expect(site.faults).toEqual([]);
      });
  });
});

test.describe('failures', () => {
  test('a server that does not answer leaves the page usable, and the embed shows when it answers', async ({
    page,
  }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const main = snapshot(firstCode);
    const pasted = kit.pastedElement(firstCode, kit.reserveHeight(main));
    const body = `${pasted}${script(`${firstCode}.js`)}<button onclick="this.textContent='Bought'">Buy</button>`;
    const site = await open(page, { body, published: [main], gate: promise });
    // The page is complete and works while the script is still loading.
    await expect.poll(() => page.evaluate(() => document.readyState)).toBe('interactive');
    expect(site.asked).toEqual([`/e/${firstCode}.js`]);
    await page.getByRole('button').click();
    await expect(page.getByRole('button')).toHaveText('Bought');
    const before = await page.locator('#after').boundingBox();
    resolve();
    await expect(page.locator(`kindling-reviews .${shortClasses.reviewText}`).first()).toHaveText(words);
    expect(await page.locator('#after').boundingBox()).toEqual(before);
    expect(site.faults).toEqual([]);
  });

  test('a deleted embed is an empty place, through its own script and through the loader', async ({
    page,
  }) => {
    for (const file of [`${firstCode}.js`, 'loader.js']) {
      const site = await open(page, { body: element(firstCode) + script(file) });
      await page.waitForLoadState('load');
      await expect(page.locator('kindling-reviews')).toHaveCount(1);
      await expect(page.locator('kindling-reviews section')).toHaveCount(0);
      await expect(page.locator('#after')).toBeVisible();
      await expect.poll(() => site.asked).toContain(`/e/${firstCode}.js`);
      expect(site.faults).toEqual([]);
    }
  });
});
