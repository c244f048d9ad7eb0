/** What the style sheets of a page change in an embed that is open to them, and that the disclosure stays as it is. */
import { expect, type Page, test } from '@playwright/test';
import { embedParts, embedVariables } from '../../contract/src/embed-page-styles.ts';
import { shortClasses } from '../../guest/src/style-names.ts';
import { type Harness, startHarness } from './harness.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

const white = 'rgb(255, 255, 255)';
/** Would hide the disclosure, in the color of its ground and too small to read. */
const hostile = `
  kindling-reviews { font-size: 1px; color: #fff;
    ${Object.values(embedVariables)
      .map((name) => `${name}: #fff`)
      .join(';')} }
  ${embedParts.map((part) => `kindling-reviews::part(${part})`).join()} { font-size: 1px; color: #fff }`;

async function open(page: Page, pageStyles: boolean, styles: string): Promise<void> {
  kit.publish(kit.makeSnapshot({}, { layout: 'list', pageStyles }));
  await page.goto(kit.page('plain'));
  await expect(page.locator('kindling-reviews section')).toBeAttached();
  await page.addStyleTag({ content: styles });
}

test('a part and a variable of the page change the embed', async ({ page }) => {
  await open(
    page,
    true,
    'kindling-reviews { --kindling-background: #102030 } kindling-reviews::part(name) { color: #fedcba }',
  );
  await expect(page.locator('kindling-reviews section')).toHaveCSS('background-color', 'rgb(16, 32, 48)');
  const name = page.locator(`kindling-reviews .${shortClasses.authorName}`).first();
  await expect(name).toHaveCSS('color', 'rgb(254, 220, 186)');
});

test('the disclosure keeps its colors and its size', async ({ page }) => {
  await open(page, true, hostile);
  const footer = page.locator('kindling-reviews footer');
  await expect(page.locator('kindling-reviews article').first()).toHaveCSS('color', white);
  await expect(footer).toHaveCSS('color', 'rgb(90, 100, 115)');
  await expect(footer).toHaveCSS('background-color', white);
  const sizes = await footer
    .locator('> *')
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
});

test('a note in a card keeps its colors and its size, whatever its card inherits to it', async ({ page }) => {
  const reviews = [kit.makeReview(0, { source: 'first-party', invited: true, text: 'Warm bread.' })];
  kit.publish(kit.makeSnapshot({ reviews }, { layout: 'list', pageStyles: true }));
  await page.goto(kit.page('plain'));
  await page.addStyleTag({
    content: `kindling-reviews::part(card) { background: #5a6473; -webkit-text-fill-color: transparent; line-height: 0; text-indent: -999px; font-size: 1px }`,
  });
  const note = page.getByText('Invited by the business', { exact: true });
  await expect(note).toHaveCSS('color', 'rgb(90, 100, 115)');
  await expect(note).toHaveCSS('background-color', white);
  await expect(note).toHaveCSS('-webkit-text-fill-color', 'rgb(90, 100, 115)');
  await expect(note).toHaveCSS('text-indent', '0px');
  await expect(note).toHaveCSS('font-size', '13px');
});

test('an embed that is not open to the page stays as it is', async ({ page }) => {
  await open(page, false, hostile);
  await expect(page.locator('kindling-reviews article').first()).toHaveCSS('color', 'rgb(27, 35, 48)');
});
