/** Invitations by e-mail: from a pasted list to the mail, its link, and what the owner sees of it. */
import type { Page } from '@playwright/test';
import { signUpByRequest } from '../support/accounts.ts';
import { resize } from '../support/painting.ts';
import { linkFromMail, newPerson } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
const path = '/review-pipeline/review?tab=invitations';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test.beforeEach(async ({ page }) => {
  await signUpByRequest(page, product());
  await resize(page, { width: 1440, height: 900 });
});

async function toMailStep(page: Page, list: string): Promise<void> {
  await page.getByLabel('Paste a list').fill(list);
  await button(page, 'Add these').click();
  await expect(page.getByRole('list', { name: 'People to ask' })).toBeVisible();
  await button(page, 'Continue').click();
  await page.getByLabel('They are customers').check();
  await page.getByLabel('Where the addresses come from').fill('Booking system');
  await page.getByLabel(/^I may write to these people/).check();
  await button(page, 'Continue').click();
  await expect(page.getByRole('heading', { name: 'What does the e-mail say?' })).toBeFocused();
}

test('a list is read, previewed and sent; the mail leads to the page, and the owner sees that somebody answered', async ({
  page,
  browser,
}) => {
  const guest = newPerson('Zoe Guest');
  await page.goto(`${product().url}${path}`);
  await expect(page.getByText('Nobody invited yet')).toBeVisible();
  await expect(page.getByText(/^0 of 50 e-mails sent today\./)).toBeVisible();
  await expectAccessible(page, 'the start of invitations');
  await button(page, 'New invitation').click();
  await toMailStep(page, `name;email\nZoe;${guest.email}\nnobody;no address`);
  await page.getByLabel('Postal address of your business').fill('Salt Quay\nHarbor 1');
  const frame = page.frameLocator('iframe[title="The e-mail as a customer sees it"]');
  await expect(frame.getByText('Hello Ann,')).toBeVisible();
  await expect(frame.getByText(/Harbor 1/).first()).toBeVisible();
  await expectAccessible(page, 'the mail of an invitation');
  await button(page, 'Send a test to me').click();
  await expect(page.getByText(/^A test is on its way to /)).toBeVisible();
  await button(page, 'Continue').click();
  await expect(page.getByText('All today')).toBeVisible();
  await expectAccessible(page, 'the last look at an invitation');
  await button(page, 'Send to 1 person').click();
  await expect(page.getByRole('heading', { name: /^Customers of / })).toBeVisible();
  await expect(page.getByRole('list', { name: 'People' }).getByText(guest.email)).toBeVisible();

  const link = await linkFromMail(page.request, product(), guest.email, /^How was it/);
  const visitor = await browser.newPage();
  await visitor.goto(link);
  await visitor.getByRole('button', { name: /^4/ }).first().click();
  await expect(visitor.getByRole('button', { name: /send/i }).first()).toBeVisible();
  await visitor.close();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('list', { name: 'People' }).getByText('Answered')).toBeVisible();
  }).toPass({ timeout: 60_000 });
  await expectAccessible(page, 'one invitation');
  await expect(page.getByText('never how many stars they gave.', { exact: false })).toBeVisible();
  for (const width of [390, 1440]) {
    await resize(page, { width, height: 900 });
    await expectNoSidewaysScroll(page, `one invitation at ${width} px`);
  }
});

test('an address that gets no mail is left out of a list', async ({ page }) => {
  const guest = newPerson();
  await page.goto(`${product().url}${path}&invitation=blocked`);
  await page.getByLabel('Add an address').fill(guest.email);
  await button(page, 'Add').click();
  await expect(page.getByRole('list', { name: 'Addresses' }).getByText('Added by your team')).toBeVisible();
  await expectAccessible(page, 'addresses that get no mail');
  await button(page, 'All invitations').click();
  await button(page, 'New invitation').click();
  await page.getByLabel('Paste a list').fill(guest.email);
  await button(page, 'Add these').click();
  await expect(page.getByText('Nobody was added.')).toBeVisible();
  await expect(page.getByText(/^1 person who gets no e-mail from you/)).toBeVisible();
});
