/** The life of a plan: trial, payment, change, cancelation, a renewal that fails, and its invoices. */
import { devices, type Locator, type Page } from '@playwright/test';
import { signUpByRequest } from '../support/accounts.ts';
import { newPerson } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const product = useProduct();

const plan = (page: Page): Locator => page.getByRole('region', { name: /^(Your|Monthly|Yearly) plan$/ });
const state = (page: Page, word: string) => expect(plan(page).getByText(word, { exact: true })).toBeVisible();

async function openBilling(page: Page): Promise<void> {
  await page.goto(`${product().url}/billing`);
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
}

/** From the choice of an interval to the page of the provider. */
async function orderPlan(page: Page, interval: 'monthly' | 'yearly'): Promise<void> {
  await page.goto(`${product().url}/subscriptions`);
  if (interval === 'yearly')
    await page
      .getByText(/^Yearly/)
      .first()
      .click();
  await page.getByRole('link', { name: `Choose ${interval}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your order' })).toBeVisible();
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click();
  await expect(page.getByText('No money moves.')).toBeVisible();
  await page.waitForURL('**/c/pay/**');
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry (MM/YY)').fill('12/44');
  await page.getByLabel('Security code (CVC)').fill('123');
  await page.getByLabel('Name', { exact: true }).fill('Ana Owner');
}

async function payByCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await page.getByLabel('Country or region').selectOption('DE');
  await page.getByLabel('Address', { exact: true }).fill('Street 1');
  await page.getByLabel('City', { exact: true }).fill('Berlin');
  await page.getByLabel('Postal code').fill('10115');
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

/** The simulator's customer with this e-mail address. */
async function customerOf(email: string): Promise<string> {
  const { customers } = await product().heldByProvider();
  const customer = customers.find((one) => one.email === email);
  if (customer === undefined) throw new Error(`The provider knows nobody with the address ${email}.`);
  return customer.id;
}

async function life(page: Page, watch: { expectFault(pattern: RegExp): void }): Promise<void> {
  // The page of the provider says by its status that a card was declined.
  watch.expectFault(/status of 402/);
  const person = newPerson('Ana Owner');
  await signUpByRequest(page, product(), person);

  await test.step('a trial, and an order that a declined card leaves open', async () => {
    await openBilling(page);
    await state(page, 'Trial');
    await expect(plan(page)).toContainText('14 days left');
    await expectAccessible(page, 'billing during the trial');
    await orderPlan(page, 'monthly');
    await payByCard(page, '4000000000000002');
    await expect(page.getByText(/declined/i).first()).toBeVisible();
    await payByCard(page, '4242424242424242');
    await expect(page.getByText('Thank you. Your plan has started.')).toBeVisible();
    await state(page, 'Active');
    await expect(plan(page)).toContainText('$15.00');
    await expect(plan(page)).toContainText('4242');
    await expectAccessible(page, 'billing after the payment');
  });

  await test.step('monthly becomes yearly for the amount that is shown', async () => {
    await page.getByRole('button', { name: 'Change to yearly' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Due now, tax included')).toBeVisible();
    await expectAccessible(page, 'the dialog of the change');
    await dialog.getByRole('button', { name: 'Order with obligation to pay' }).click();
    await expect(page.getByText('Your plan is yearly now.')).toBeVisible();
    await expect(plan(page)).toContainText('$144.00');
  });

  await test.step('canceled, and resumed', async () => {
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Everything keeps working until');
    await dialog.getByRole('button', { name: 'Cancel plan' }).click();
    await state(page, 'Canceled');
    await page.getByRole('button', { name: 'Resume plan' }).click();
    await state(page, 'Active');
  });

  await test.step('a renewal that fails is told everywhere, and goes on when it is paid', async () => {
    const customer = await customerOf(person.email);
    await product().control('payments', { action: 'card-declines', customer });
    // A year and two hours: the provider charges an hour after it has written the invoice.
    await product().control('payments', { action: 'advance', days: 366, seconds: 7200 });
    await expect(async () => {
      await page.reload();
      await state(page, 'Payment failed');
    }).toPass();
    await page.goto(`${product().url}/profile`);
    await page.getByRole('link', { name: 'Update payment' }).click();
    await state(page, 'Payment failed');
    await expectAccessible(page, 'billing after a failed payment');
    await product().control('payments', { action: 'card-declines', customer, off: true });
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Pay now' }).click(),
    ]);
    await fillCard(tab, '4242424242424242');
    await tab.getByLabel('Postal code').fill('10115');
    await tab.getByRole('button', { name: /^Pay/ }).click();
    await expect(tab.getByText('Paid').first()).toBeVisible();
    await tab.close();
    await expect(async () => {
      await page.reload();
      await state(page, 'Active');
    }).toPass();
  });

  await test.step('each payment has an invoice with a page and a PDF', async () => {
    await page.goto(`${product().url}/invoices`);
    await expect(page.getByText('Paid', { exact: true })).toHaveCount(3);
    await expectAccessible(page, 'the invoices');
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: /^View/ }).first().click(),
    ]);
    await expect(tab.getByText('No money moves.')).toBeVisible();
    const pdf = await page.request.get(`${tab.url()}/pdf`);
    expect(pdf.headers()['content-type']).toContain('application/pdf');
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  });
}

// The next test orders at the time of this machine.
test.afterEach(() => product().control('payments', { action: 'clock', at: new Date().toISOString() }));

test('the life of a plan', ({ page, watch }) => life(page, watch));

test.describe('on a phone', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
  test.use(phone);
  test('the life of a plan on a phone', ({ page, watch }) => life(page, watch));
});

test('an order is withdrawn, and the money goes back', async ({ page }) => {
  const person = newPerson('Wanda Back');
  await signUpByRequest(page, product(), person);
  await orderPlan(page, 'yearly');
  await payByCard(page, '5555555555554444');
  await expect(page.getByText('Thank you. Your plan has started.')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('You get $144.00 back.');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await state(page, 'Trial');
  await page.goto(`${product().url}/invoices`);
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible();
});
