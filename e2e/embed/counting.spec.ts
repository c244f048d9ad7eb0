/**
 * Counting of visits: through the running product on a customer's page, and the kind of click that the script sends.
 */

import type { Traffic } from '@kindling/contract/embed-traffic';
import type { Embed } from '@kindling/contract/embeds';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { shortClasses } from '../../guest/src/style-names.ts';
import { apiOf, signInByRequest } from '../support/accounts.ts';
import { type HostPage, startHostPage } from '../support/host-page.ts';
import { resize } from '../support/painting.ts';
import { type Product, useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';
import { type Harness, startHarness } from './harness.ts';

/** The test browser identifies itself as automated, and such visits are not counted. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36';

interface Sent {
  url: string;
  body: string | null;
  cookie: string | undefined;
}

/** Records every event that the context sends from now on. Links lead to platforms, which the test replaces. */
async function watchEvents(context: BrowserContext): Promise<Sent[]> {
  const sent: Sent[] = [];
  await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: 'Elsewhere' }));
  context.on('request', (request) => {
    if (request.url().endsWith('/event'))
      sent.push({ url: request.url(), body: request.postData(), cookie: request.headers().cookie });
  });
  return sent;
}

test.describe('through the running product', () => {
  const product = useProduct();

  test('the owner sees loads, clicks and opened texts, and nothing is stored in the visitor’s browser', async ({
    page,
    browser,
    watch,
  }) => {
    // A page may forbid style attributes; then only the reserved space is lost.
    watch.expectFault(/Applying inline style violates/);
    await signInByRequest(page, product(), product().demo);
    const { id, code, script, iframe, totals } = await publishWidget(page, product());
    await openVisits(page, product(), id);
    await expect(page.getByText('No loads in this period')).toBeVisible();
    await expectAccessible(page, 'visits, none yet');
    await visit(browser, product(), { script, iframe, code });
    await expect.poll(totals).toMatchObject({ views: 3, reads: 2, clicks: 2 });
    await openVisits(page, product(), id);
    await expect(figure(page, 'Loads')).toHaveText('3');
    await expect(figure(page, 'Texts opened')).toHaveText('2');
    await expect(figure(page, 'Link clicks')).toHaveText('2');
    await expect(page.getByRole('row', { name: '127.0.0.1 3' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Unknown 3' })).toBeVisible();
    await expectAccessible(page, 'visits');
    await resize(page, { width: 320, height: 800 });
    await expectNoSidewaysScroll(page, 'visits');
    await page
      .getByRole('link', { name: /Widgets$/ })
      .first()
      .click();
    await expect(page.getByText('3 loads in 30 days', { exact: true })).toBeVisible();
  });
});

/** A widget with texts clamped after one line, and its counters. */
async function publishWidget(page: Page, running: Product) {
  const api = await apiOf(page, running);
  type Answer = { embed: Embed };
  const { embed: made } = await api<Answer>('POST', '/embeds', { kind: 'widget', name: 'Counted' });
  await api('PUT', `/embeds/${made.id}`, {
    name: 'Counted',
    settings: { ...made.settings, layout: 'list', clampLines: 1 },
  });
  const { embed } = await api<Answer>('POST', `/embeds/${made.id}/publish`);
  const { script = '', iframe = null } = embed.snippets ?? {};
  const totals = async () => (await api<Traffic>('GET', `/embeds/${embed.id}/traffic?days=30`)).totals;
  return { id: embed.id, code: embed.code, script, iframe: iframe ?? '', totals };
}

async function openVisits(page: Page, { url }: Product, id: string): Promise<void> {
  await page.goto(`${url}/widgets/edit-widget/${id}`);
  await page.getByRole('tab', { name: 'Visits' }).click();
  await expect(page.getByText('Counted without cookies.')).toBeVisible();
}

function figure(page: Page, name: string) {
  return page.getByText(name, { exact: true }).locator('..').getByRole('definition');
}

/** Two pages with the script, one of which forbids connections, and one with the frame. */
async function visit(
  browser: Browser,
  running: Product,
  { script, iframe, code }: { script: string; iframe: string; code: string },
): Promise<void> {
  const context = await browser.newContext({ userAgent });
  const sent = await watchEvents(context);
  const open = await startHostPage(script, running.url, 'plain styles', `connect-src ${running.url}`);
  const closed = await startHostPage(script, running.url, 'plain styles');
  const framed = await startHostPage(iframe, running.url, 'plain styles');
  const hosts: HostPage[] = [open, closed, framed];
  const faults: string[] = [];
  context.on('console', (message) => {
    if (/connect/i.test(message.text())) faults.push(message.text());
  });
  try {
    const visitor = await context.newPage();
    await visitor.goto(open.url);
    await useWidget(visitor, visitor.locator('kindling-reviews'));
    await expect.poll(() => sent.map(({ body }) => body)).toEqual(['read', 'click']);
    await visitor.goto(closed.url);
    await useWidget(visitor, visitor.locator('kindling-reviews'));
    await expect.poll(() => faults.length).toBeGreaterThan(0);
    expect(sent).toHaveLength(2);
    await visitor.goto(framed.url);
    await useWidget(visitor, visitor.frameLocator('iframe').locator('main'));
    await expect.poll(() => sent.map(({ body }) => body)).toEqual(['read', 'click', 'read', 'click']);
    for (const { url, cookie } of sent) {
      expect(url).toBe(`${running.url}/e/${code}/event`);
      expect(cookie).toBeUndefined();
    }
    expect(await context.cookies()).toEqual([]);
    const state = await context.storageState({ indexedDB: true });
    expect(state.origins).toEqual([]);
  } finally {
    await context.close();
    await Promise.all(hosts.map((host) => host.close()));
  }
}

/** Opens a clamped text, closes and opens it again, and follows a link. */
async function useWidget(page: Page, widget: ReturnType<Page['locator']>): Promise<void> {
  const fold = widget.locator('summary:visible').first();
  for (let turn = 0; turn < 3; turn += 1) await fold.click();
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    widget.locator('a[href^="https:"]').first().click(),
  ]);
  await opened.close();
}

test.describe('the event that the script sends', () => {
  let kit: Harness;
  test.beforeAll(async () => {
    kit = await startHarness();
  });
  test.afterAll(() => kit.close());

  const text = 'Warm bread and a kind word at seven in the morning. '.repeat(30);

  test('is sent only after a click, with the kind of the click', async ({ page, context }) => {
    const sent = await watchEvents(context);
    const snapshot = kit.makeSnapshot(
      {
        figures: [kit.makeFigure({ writeUrl: 'https://write.example/', url: 'https://read.example/' })],
        reviews: [kit.makeReview(0, { text }), kit.makeReview(1, { text })],
      },
      { showHeader: true, showWrite: true },
    );
    kit.publish(snapshot);
    await page.goto(kit.page('plain'));
    const widget = page.locator('kindling-reviews');
    await expect(widget.locator(`.${shortClasses.reviewText}`).first()).toBeVisible();
    expect(sent).toEqual([]);
    const follow = async (href: string) => {
      const [opened] = await Promise.all([
        page.waitForEvent('popup'),
        widget.locator(`a[href="${href}"]`).first().click(),
      ]);
      await opened.close();
    };
    await follow('https://write.example/');
    await follow('https://read.example/');
    for (const index of [0, 0, 1])
      await widget.locator(`.${shortClasses.readMore} > summary`).nth(index).click();
    await expect.poll(() => sent.map(({ body }) => body)).toEqual(['write', 'click', 'read', 'read']);
    expect(new Set(sent.map(({ url }) => url))).toEqual(
      new Set([`${kit.scriptOrigin}/e/${snapshot.code}/event`]),
    );
    expect(await context.cookies()).toEqual([]);
  });

  test('does not stop the click in a browser that cannot send it', async ({ page, context }) => {
    const sent = await watchEvents(context);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'sendBeacon', { value: undefined });
    });
    kit.publish(kit.makeSnapshot({ reviews: [kit.makeReview(0, { text })] }));
    await page.goto(kit.page('plain'));
    const fold = page.locator(`kindling-reviews details.${shortClasses.readMore}`).first();
    await fold.locator('summary').click();
    await expect(fold).toHaveJSProperty('open', true);
    expect(sent).toEqual([]);
  });
});
