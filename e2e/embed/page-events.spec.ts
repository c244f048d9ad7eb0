/** The events that an embed sends the page around it, for the page's own statistics. */
import { expect, type Page, test } from '@playwright/test';
import { shortClasses } from '../../guest/src/style-names.ts';
import { type Harness, startHarness } from './harness.ts';
import type { Settings } from './mixed-snapshot.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

const code = 'aaaaaaaaaa';
const text = 'Warm bread and a kind word at seven in the morning. '.repeat(30);

/** Opens a page that collects the events, and keeps links from leaving it. */
async function openPage(page: Page, settings: Settings): Promise<void> {
  const figures = [kit.makeFigure({ writeUrl: 'https://write.example/', url: 'https://read.example/' })];
  const reviews = [kit.makeReview(0, { text }), kit.makeReview(1), kit.makeReview(2)];
  kit.publish(kit.makeSnapshot({ code, reviews, figures }, { showWrite: true, ...settings }));
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    for (const name of ['kindling:open', 'kindling:click'])
      document.addEventListener(name, (event) => {
        const { detail, target } = event as CustomEvent;
        told.push([name, detail, (target as Element).localName]);
      });
    addEventListener('click', (event) => {
      if (event.composedPath().some((step) => step instanceof HTMLAnchorElement)) event.preventDefault();
    });
  });
  await page.goto(kit.page('plain'));
  await expect(page.locator('kindling-reviews section')).toBeAttached();
}

const told = (page: Page) => page.evaluate(() => (window as unknown as { told: unknown[] }).told);
const opened = (kind: string) => ['kindling:open', { code, kind }, 'kindling-reviews'];
const clicked = (kind: string) => ['kindling:click', { code, kind }, 'kindling-reviews'];

test('says what was opened and which link was followed', async ({ page }) => {
  await openPage(page, { layout: 'list', pageSize: 2, sendsEvents: true });
  const widget = page.locator('kindling-reviews');
  const more = widget.locator(`.${shortClasses.readMore} > summary`).first();
  await more.click();
  // Closing the text opens nothing.
  await more.click();
  await widget.locator(`.${shortClasses.nextPage} > summary`).click();
  await widget.locator(`.${shortClasses.writeLink}`).first().click();
  await widget
    .getByRole('link', { name: /reviews/ })
    .first()
    .click();
  expect(await told(page)).toEqual([opened('text'), opened('page'), clicked('write'), clicked('link')]);
});

test('says that the panel of a floating widget was opened', async ({ page }) => {
  await openPage(page, { layout: 'floating', sendsEvents: true });
  await page.locator(`summary.${shortClasses.floatingButton}`).click();
  await page.keyboard.press('Escape');
  expect(await told(page)).toEqual([opened('panel')]);
});

test('says nothing where the owner did not ask for it', async ({ page }) => {
  await openPage(page, { layout: 'list' });
  await page.locator(`kindling-reviews .${shortClasses.writeLink}`).first().click();
  expect(await told(page)).toEqual([]);
});
