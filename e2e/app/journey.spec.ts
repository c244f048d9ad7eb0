/** The user journey of a shop owner, from the landing page to the widget on the shop's site. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { previewOf } from '../support/editor.ts';
import { countEffort, type Effort } from '../support/effort.ts';
import { startHostPage } from '../support/host-page.ts';
import { resize } from '../support/painting.ts';
import { allowAccessAgain, beginConnect, expectDashboard, fillSignUp, newPerson } from '../support/people.ts';
import { type Product, useOwnProduct } from '../support/product.ts';
import { type ExpectedReview, googleReviews, shopFolder, shownAverage, shownDay } from '../support/shop.ts';
import { expect, test } from '../support/test.ts';

// On the embedded database, as in a self-hosted shop.
const product = useOwnProduct(async () => ({ simulatorData: shopFolder }));

const bakery = 'accounts/7001/locations/9001';
const kiosk = 'accounts/7001/locations/9002';
const allReviews = googleReviews([bakery, kiosk]);
/** The row of a listing; not the history, which contains the name too. */
const listingRow = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Sync now: ${name}` }) });
const shownReviews = allReviews.filter(({ stars }) => stars >= 4);
const disclosure = `Showing ${shownReviews.length} of ${allReviews.length} reviews; ${allReviews.length - shownReviews.length} not shown: rated 1–3 stars`;

const listed = [
  ['Salt Quay Bakery', bakery],
  ['Salt Quay Kiosk', kiosk],
] as const;
const artifact = fileURLToPath(new URL('../../artifacts/first-widget.json', import.meta.url));

interface Shown {
  reviews: readonly ExpectedReview[];
  disclosed: boolean;
  background: string;
}
const dark = 'rgb(23, 26, 33)';
const plain: Shown = { reviews: allReviews, disclosed: false, background: 'rgb(255, 255, 255)' };
const filtered: Shown = { reviews: shownReviews, disclosed: true, background: dark };
const preview = (page: Page) => previewOf(page).getByRole('region', { name: /^Reviews of / });
/** The first profile names the business, not the person who signed up. */
const widgetOn = (visitor: Page) => visitor.getByRole('region', { name: 'Reviews of Salt Quay Bakery' });

// Drawers, menus and dialogs move as they do for most people.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('from the landing page to a widget on the shop’s site, and to the next review', async ({
  page,
  context,
  browser,
  watch,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The host page's policy forbids style attributes; only the reserved height of the pasted code is lost.
  watch.expectFault(/Applying inline style violates/);
  // Playwright's recorder tries to enter the sandboxed frame in which the mailbox shows the HTML of an e-mail.
  watch.expectFault(/Blocked script execution in '[^']*\/mail\/\d+\/html[^']*'/);
  const effort = await countEffort(context, product().mailboxUrl);
  await test.step('sign up and confirm by mail', () => signUpByHand(page, product()));
  await test.step('connect Google and watch the import', () => connectByHand(page, product()));
  const code = await test.step('create and publish a widget', () => publishWidget(page));
  await test.step('a host page shows it', () => expectOnForeignPage(page, context, product(), code, plain));
  await test.step('that takes few clicks and fields', () => expectLittleEffort(effort()));
  await test.step('the connection says what was synced', () => expectConnection(page));
  await test.step('the dashboard matches the simulator’s data', () => expectFigures(page, allReviews));
  await test.step('the list matches the simulator’s data', () => expectList(page, allReviews));
  const changed = await test.step('change the widget and publish again', () => changeWidget(page));
  await test.step('a host page shows the change', () =>
    expectOnForeignPage(page, context, product(), changed.script, filtered));
  await test.step('a host page shows it in an iframe', () =>
    expectInFrame(context, product(), changed.iframe));
  await test.step('a new review appears everywhere', () =>
    expectNewReview(page, browser, product(), changed.script));
});

/** The way before was 16 clicks and six fields. */
async function expectLittleEffort(effort: Effort): Promise<void> {
  await mkdir(dirname(artifact), { recursive: true });
  await writeFile(artifact, `${JSON.stringify(effort, null, 2)}\n`);
  process.stdout.write(
    `From the landing page to a widget on a foreign page: ${effort.clicks} clicks, ${effort.fields} fields\n`,
  );
  expect(effort.clicks).toBeLessThanOrEqual(10);
  expect(effort.fields).toBeLessThanOrEqual(3);
}

async function signUpByHand(page: Page, { url, mailboxUrl }: Product): Promise<void> {
  const person = newPerson('Ines Harbour');
  await page.goto(`${url}/`);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /sign up|create|start|try/i })
    .first()
    .click();
  await fillSignUp(page, person);
  await page.goto(mailboxUrl);
  const mail = page.getByRole('link', { name: new RegExp(`Confirm your e-mail address.*${person.email}`) });
  await expect(async () => {
    await page.reload();
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.click();
  await page.getByRole('link', { name: 'Text', exact: true }).click();
  await page.locator('pre').getByRole('link').first().click();
  await expectDashboard(page, product());
  await expect(page.getByRole('heading', { name: 'Get your reviews onto your site' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu of Ines Harbour' })).toBeVisible();
}

async function connectByHand(page: Page, running: Product): Promise<void> {
  const connect = page.getByRole('main').getByRole('button', { name: /^Connect / });
  await expect(connect).toHaveCount(1);
  await expect(connect).toHaveText('Connect with Google');
  await connect.click();
  await expect(page.getByText('local simulator of Google, no real account is used')).toBeVisible();
  await expect(page.getByRole('radio', { name: /Ines Harbour/ })).toBeChecked();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Which locations should we import?' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Salt Quay Mill' })).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: 'Salt Quay Bakery' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Salt Quay Kiosk' })).toBeChecked();
  // Slow enough to see the progress.
  await running.control('google', { action: 'latency', match: '*/reviews', ms: 1500 });
  await page.getByRole('button', { name: 'Import 2 locations' }).click();
  await expect(page.getByRole('progressbar', { name: 'Importing your reviews' })).toBeVisible();
  await expect(page.getByText(/^Syncing: 0 reviews so far$/).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: `${allReviews.length} reviews imported` })).toBeVisible();
  await running.control('google', { action: 'latency', match: '*/reviews', ms: 0 });
}

/** One sentence of status for each location, and the rest under "Details". */
async function expectConnection(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Connections', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  await page.getByRole('link', { name: 'Manage Google' }).click();
  const status = (count: number) =>
    new RegExp(`Synced .+\\. ${count} of ${count} reviews\\. Next sync .+\\.`);
  for (const [name, location] of listed)
    await expect(listingRow(page, name)).toContainText(status(googleReviews([location]).length));
  await page.getByText('Details', { exact: true }).click();
  for (const [name, location] of listed) {
    const reviews = googleReviews([location]);
    const facts = page.getByRole('region', { name, exact: true });
    await expect(facts.getByText(`${reviews.length} new, 0 changed`)).toBeVisible();
    await expect(facts.getByText(shownAverage(reviews), { exact: true })).toBeVisible();
  }
}

async function expectFigures(page: Page, reviews: readonly ExpectedReview[]): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const main = page.getByRole('main');
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'All time' });
  await expect(main.getByRole('link', { name: /^New reviews/ }).getByRole('strong')).toHaveText(
    String(reviews.length),
  );
  const waiting = reviews.filter(({ reply }) => reply === null).length;
  await expect(main.getByRole('region', { name: 'Waiting for a reply' })).toContainText(
    `${waiting} reviews are waiting for a reply`,
  );
  const google = main
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Google', exact: true }) })
    .last();
  await expect(google.getByRole('strong')).toHaveText(shownAverage(reviews));
  await expect(google).toContainText(`The platform counts ${reviews.length} reviews; ${reviews.length} here`);
  await main.getByRole('radiogroup', { name: 'View of Stars' }).getByTitle('Table').click();
  const table = main.getByRole('table', { name: 'Stars' });
  for (const stars of [1, 2, 3, 4, 5])
    await expect(
      table.getByRole('row', { name: stars === 1 ? /^1 star / : new RegExp(`^${stars} stars `) }),
    ).toContainText(new RegExp(`${reviews.filter((review) => review.stars === stars).length}$`));
}

async function expectList(page: Page, reviews: readonly ExpectedReview[]): Promise<void> {
  await page.getByRole('link', { name: /^Reviews/ }).click();
  // Tall enough for every row to be in the document.
  await resize(page, { width: 1280, height: 3200 });
  const items = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem');
  await expect(items).toHaveCount(reviews.length);
  for (const [index, review] of reviews.entries()) {
    await items.nth(index).getByRole('link').click();
    const item = page.getByRole('article', { name: `Review by ${review.author}`, exact: true });
    await expect(item.getByRole('heading', { name: review.author, exact: true })).toBeVisible();
    await expect(item.getByText(`${review.stars} out of 5 stars`, { exact: true })).toHaveCount(1);
    await expect(item.getByRole('time').first()).toHaveText(review.day);
    await expect(item.getByText(review.text ?? 'A rating without text.', { exact: true })).toBeVisible();
    await expect(item.getByText(/^edited on /)).toHaveCount(review.edited ? 1 : 0);
    await expect(item.getByText('Your reply')).toHaveCount(review.reply === null ? 0 : 1);
    if (review.reply !== null) {
      await expect(item.getByText(review.reply.text, { exact: true })).toBeVisible();
      await expect(item).toContainText(review.reply.day);
    }
  }
  await expect(page.getByText(`That is all: ${reviews.length} reviews.`)).toBeVisible();
  await resize(page, { width: 1280, height: 720 });
}

/** @returns the code to paste */
async function publishWidget(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Create a widget' }).click();
  const dialog = page.getByRole('dialog', { name: 'New widget' });
  // The pictures show the shop's own reviews.
  await expect(dialog.getByText(/the pictures show invented ones/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Start without a template' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New widget' })).toBeVisible();
  await expect(preview(page).getByRole('article')).toHaveCount(allReviews.length);
  await expect(preview(page).getByText(/not shown/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published. Your site shows it within about a minute.')).toBeVisible();
  return copyCode(page);
}

async function changeWidget(page: Page): Promise<{ script: string; iframe: string }> {
  await page.getByRole('link', { name: 'Widgets', exact: true }).click();
  await page.getByRole('link', { name: 'New widget' }).click();
  await page.getByRole('button', { name: /^What it shows/ }).click();
  await page.getByLabel('Ratings').selectOption({ label: '4 stars and up' });
  await expect(preview(page).getByText(disclosure)).toBeVisible();
  await expect(preview(page).getByRole('article')).toHaveCount(shownReviews.length);
  await page.getByRole('button', { name: /^Look/ }).click();
  await page.getByLabel('Theme').selectOption({ label: 'Dark' });
  await expect(preview(page)).toHaveCSS('background-color', dark);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Publish changes', exact: true }).click();
  await expect(page.getByText('Published. Your site shows it within about a minute.')).toBeVisible();
  const script = await copyCode(page);
  // The radio is visually hidden behind its label.
  await page.getByText('Frame', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Frame' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Code to paste' })).toHaveValue(/<iframe/);
  return { script, iframe: await copyCode(page) };
}

async function copyCode(page: Page): Promise<string> {
  const shown = await page.getByRole('textbox', { name: 'Code to paste' }).inputValue();
  await page.getByRole('button', { name: /^Copy the code$|^Copied$/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  return shown;
}

async function expectOnForeignPage(
  page: Page,
  context: BrowserContext,
  running: Product,
  code: string,
  { reviews, disclosed, background }: Shown,
): Promise<void> {
  const host = await startHostPage(code, running.url, 'hostile styles');
  const visitor = await context.newPage();
  try {
    await expect(async () => {
      await visitor.goto(host.url);
      await expect(widgetOn(visitor)).toHaveCSS('background-color', background, { timeout: 1000 });
    }).toPass();
    const widget = widgetOn(visitor);
    await expect(widget.getByText(disclosure)).toHaveCount(disclosed ? 1 : 0);
    expect(await visitor.evaluate(() => document.querySelector('kindling-reviews')?.shadowRoot?.mode)).toBe(
      'open',
    );
    await expect(widget.getByRole('article')).toHaveCount(reviews.length);
    for (const review of reviews) {
      const card = widget.getByRole('article').filter({ hasText: review.author });
      await expect(card.getByText(review.author, { exact: true })).toBeVisible();
      await expect(card.getByRole('img', { name: `${review.stars} out of 5 stars` })).toBeVisible();
      if (review.text !== null) await expect(card.getByText(review.text, { exact: true })).toBeVisible();
    }
    await expect(visitor.getByRole('heading', { name: 'Our shop' })).toBeHidden();
  } finally {
    await visitor.close();
    await host.close();
  }
  await page.bringToFront();
}

async function expectInFrame(context: BrowserContext, running: Product, code: string): Promise<void> {
  const host = await startHostPage(code, running.url, 'plain styles');
  const visitor = await context.newPage();
  try {
    await visitor.goto(host.url);
    const widget = visitor.frameLocator('iframe').getByRole('region', { name: /^Reviews of / });
    await expect(widget.getByText(disclosure)).toBeVisible();
    await expect(widget.getByRole('article')).toHaveCount(shownReviews.length);
  } finally {
    await visitor.close();
    await host.close();
  }
}

async function expectNewReview(page: Page, browser: Browser, running: Product, code: string): Promise<void> {
  const text = 'Came back for the rye bread. Still warm.';
  const createTime = new Date().toISOString();
  await running.control('google', {
    action: 'put-review',
    location: bakery,
    review: {
      reviewId: 'b8',
      reviewer: { displayName: 'Nora Quist' },
      starRating: 'FIVE',
      comment: text,
      createTime,
    },
  });
  // "Sync now" is rejected within a minute of the last sync; reconnecting syncs at once.
  await beginConnect(page, running, 'Google');
  await allowAccessAgain(page, 'Google');
  const row = listingRow(page, 'Salt Quay Bakery');
  const count = googleReviews([bakery]).length + 1;
  await expect(row).toContainText(`${count} of ${count} reviews.`);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  // The period of the first look is kept.
  await expect(page.getByRole('link', { name: /^New reviews/ }).getByRole('strong')).toHaveText(
    String(allReviews.length + 1),
  );
  await page.getByRole('link', { name: /^Reviews/ }).click();
  await page.getByRole('list', { name: 'Reviews' }).getByRole('link').first().click();
  const first = page.getByRole('article');
  await expect(first.getByText(text, { exact: true })).toBeVisible();
  await expect(first).toContainText(shownDay(createTime));
  await expectNewVisitorSees(browser, running, code, text);
}

/** A visitor with an empty cache. */
async function expectNewVisitorSees(
  browser: Browser,
  running: Product,
  code: string,
  text: string,
): Promise<void> {
  const address = /src="([^"]+)\.js"/.exec(code)?.[1] ?? '';
  await expect.poll(async () => (await fetch(`${address}.json`)).text()).toContain(text);
  const host = await startHostPage(code, running.url, 'hostile styles');
  const context = await browser.newContext();
  try {
    const visitor = await context.newPage();
    await visitor.goto(host.url);
    await expect(visitor.getByRole('region', { name: /^Reviews of / }).getByText(text)).toBeVisible();
  } finally {
    await context.close();
    await host.close();
  }
}
