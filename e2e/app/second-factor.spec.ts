/** Passkeys, the authenticator app without scripts, and a changed address, as people use them. */
import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signUpByRequest } from '../support/accounts.ts';
import { expectDashboard, fillSignIn, linkFromMail, newPerson, type Person } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
const languages = ['en', 'de', 'es', 'fr', 'nl', 'sr'];

/** Adds a device that checks its user and answers at once, as a telephone with a finger on it. */
async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function openSecurity(page: Page): Promise<string> {
  await page.goto(`${product().url}/profile`);
  await page.getByRole('link', { name: 'Manage' }).click();
  await expect(page.getByRole('heading', { name: 'How you sign in' })).toBeVisible();
  return page.url();
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${product().url}/dashboard`);
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${product().url}/`);
}

/** RFC 6238 by hand, so that this test shares no code with the service. */
function appCode(secret: string, at = Date.now()): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('a passkey is added, and then signs in alone and after the password', async ({ page }) => {
  const person = await signUpByRequest(page, product(), newPerson());
  await addDevice(page);
  const security = await openSecurity(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await expect(page.locator('.codes li')).toHaveCount(10);
  await expectAccessible(page, 'the recovery codes');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const codes = await page.locator('ul.codes code').allTextContents();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(codes);
  await page.getByRole('link', { name: 'I have stored them' }).click();
  await expect(page.getByText(/^Added on/)).toBeVisible();
  await page.goto(`${product().url}/profile`);
  await expect(page.getByText('On: 1 passkey and 10 recovery codes left.')).toBeVisible();

  await signOut(page);
  await page.goto(`${product().url}/auth/sign-in`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectDashboard(page, product());

  await signOut(page);
  await page.goto(`${product().url}/auth/sign-in`);
  await fillSignIn(page, person);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expectAccessible(page, 'the second factor');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectDashboard(page, product());

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const language of languages) {
    await page.goto(`${security.split('?')[0]}?lng=${language}`);
    await expectAccessible(page, `how one signs in, in ${language}`);
    await expectNoSidewaysScroll(page, `how one signs in, in ${language}`);
  }
});

test('an authenticator app is set up and used without scripts', async ({ page, browser, watch }) => {
  watch.expectFault(/status of 400/);
  const person = await signUpByRequest(page, product(), newPerson());
  await openSecurity(page);
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const form = await plain.newPage();
  await form.goto(page.url());
  await expect(form.getByText('Passkeys need JavaScript')).toBeVisible();
  await form.getByRole('link', { name: 'Set up the app' }).click();
  await expect(form.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = ((await form.locator('.secret-text code').textContent()) ?? '').replaceAll(' ', '');
  await form.getByLabel('Code', { exact: true }).fill(appCode(secret));
  await form.getByRole('button', { name: 'Turn on' }).click();
  await expect(form.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await plain.close();

  const other = await browser.newPage();
  await other.goto(`${product().url}/auth/sign-in`);
  await fillSignIn(other, person);
  await other.getByLabel('Code', { exact: true }).fill('000000');
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByText(/This code is not right/)).toBeVisible();
  await other.getByLabel('Code', { exact: true }).fill(appCode(secret, Date.now() + 30_000));
  await other.getByRole('button', { name: 'Continue' }).click();
  await expectDashboard(other, product());
  await other.close();
});

test('the address changes when both mailboxes agree, and the app follows', async ({ page }) => {
  const person: Person = await signUpByRequest(page, product(), newPerson());
  const wanted = newPerson().email;
  await openSecurity(page);
  await page.getByRole('link', { name: 'Change the address' }).click();
  await page.getByLabel('New e-mail address').fill(wanted);
  await page.getByRole('button', { name: 'Send the messages' }).click();
  await expect(page.getByText(/^We have sent a message to your current/)).toBeVisible();
  await page.goto(await linkFromMail(page.request, product(), person.email, /^Agree/));
  await page.getByRole('button', { name: 'Agree to the change' }).click();
  await expect(page.getByRole('heading', { name: 'One link is left' })).toBeVisible();
  await page.goto(await linkFromMail(page.request, product(), wanted, /^Confirm your new/));
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to your profile' }).click();
  await expect(page.getByLabel('E-mail address')).toHaveValue(wanted);
  await linkFromMail(page.request, product(), person.email, /was changed$/);
});
