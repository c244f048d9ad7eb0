/** The confirmation link of a sign-up in another browser than the one that signed up. */
import type { Browser, Page } from '@playwright/test';
import { expectDashboard, fillSignIn, fillSignUp, linkFromMail, newPerson } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
const languages = ['en', 'de', 'es', 'fr', 'nl', 'sr'];

/** Somebody signs up in the page. @returns the link of the mail */
async function signUpIn(page: Page, person = newPerson()): Promise<{ person: typeof person; link: string }> {
  await page.goto(`${product().url}/auth/sign-up`);
  await fillSignUp(page, person);
  return { person, link: await linkFromMail(page.request, product(), person.email, /^Confirm/) };
}

const openTelephone = async (browser: Browser, javaScriptEnabled: boolean) => {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, colorScheme: 'dark', javaScriptEnabled });
  return context.newPage();
};

test('asks for the password of the sign-up, also in a narrow dark window', async ({
  page,
  browser,
  watch,
}) => {
  watch.expectFault(/status of 400/);
  const { person, link } = await signUpIn(page);
  const telephone = await openTelephone(browser, true);
  for (const language of languages) {
    await telephone.goto(`${link}&lng=${language}`);
    await expectAccessible(telephone, `the confirmation in ${language}`);
    await expectNoSidewaysScroll(telephone, `the confirmation in ${language}`);
  }
  await telephone.goto(`${link}&lng=en`);
  await telephone.getByLabel('Password', { exact: true }).fill('seven loud harbours');
  await telephone.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(telephone.getByText('This is not the password from the sign-up.')).toBeVisible();
  await telephone.getByLabel('Password', { exact: true }).fill(person.password);
  await telephone.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(telephone.getByRole('heading', { name: 'Address confirmed' })).toBeVisible();
  await telephone.getByRole('link', { name: 'Go to sign-in' }).click();
  await fillSignIn(telephone, person);
  await expectDashboard(telephone, product());
  await telephone.context().close();
});

test('the owner of the address chooses a password without scripts, and the stranger’s opens nothing', async ({
  page,
  browser,
  watch,
}) => {
  watch.expectFault(/status of 4(00|10)/);
  const { person, link } = await signUpIn(page);
  const owner = { ...person, password: 'nine calm lighthouses' };
  const mailbox = await openTelephone(browser, false);
  await mailbox.goto(link);
  await mailbox.getByRole('link', { name: 'I did not choose this password' }).click();
  await expect(mailbox.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await mailbox.getByLabel('Password', { exact: true }).fill(owner.password);
  await mailbox.getByRole('button', { name: 'Confirm and open the account' }).click();
  await expect(mailbox.getByRole('heading', { name: 'Address confirmed' })).toBeVisible();
  await mailbox.context().close();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.goto(`${product().url}/auth/sign-in`);
  await fillSignIn(page, person);
  await expect(page.getByRole('alert')).toContainText('The e-mail address and the password do not match.');
  await fillSignIn(page, owner);
  await expectDashboard(page, product());
});
