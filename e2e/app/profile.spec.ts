/** The user's profile: names, language, picture, sessions, and deleting the account. */
import type { Page } from '@playwright/test';
import { signInByRequest, signUpByRequest } from '../support/accounts.ts';
import { newPerson, type Person } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const product = useProduct();

async function openProfile(page: Page): Promise<void> {
  await page.goto(`${product().url}/profile`);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page.getByLabel('Display name')).toBeVisible();
}

async function signUpAndOpenProfile(page: Page, name?: string): Promise<Person> {
  const person = await signUpByRequest(page, product(), newPerson(name));
  await openProfile(page);
  return person;
}

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('profile settings', async ({ page }) => {
  await signUpAndOpenProfile(page);
  await test.step('names are saved and shown in the menu at once', async () => {
    const you = section(page, 'You');
    await expect(you.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    await you.getByLabel('Display name').fill('   ');
    await you.getByRole('button', { name: 'Save changes' }).click();
    await expect(you.getByText('Enter a name to show.')).toBeVisible();
    await expect(you.getByLabel('Display name')).toBeFocused();
    await you.getByLabel('Display name').fill('Mara');
    await you.getByLabel('First name').fill('Mara');
    await you.getByLabel('Last name').fill('Lindqvist');
    await you.getByRole('button', { name: 'Save changes' }).click();
    await expect(you.getByText('Saved', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Account menu of Mara' })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Last name')).toHaveValue('Lindqvist');
  });

  await test.step('leaving with unsaved changes asks for confirmation', async () => {
    await page.getByLabel('Display name').fill('Half done');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Display name')).toHaveValue('Half done');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  await openProfile(page);
  await test.step('an alert can be turned off', async () => {
    const alerts = section(page, 'Alerts');
    await expect(alerts.getByRole('switch')).toHaveCount(6);
    await alerts.getByRole('radio', { name: 'Every review, at once' }).check();
    await expect(alerts.getByRole('combobox')).toHaveCount(0);
    await alerts.getByRole('switch', { name: 'Trouble with a connection' }).uncheck({ force: true });
    await alerts.getByRole('button', { name: 'Save changes' }).click();
    await expect(alerts.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(alerts.getByRole('switch', { name: 'Trouble with a connection' })).not.toBeChecked();
    await expect(alerts.getByRole('radio', { name: 'Every review, at once' })).toBeChecked();
  });

  await test.step('a picture is cropped, shown in the menu, and removed again', async () => {
    // A wide picture, drawn on a canvas.
    const drawn = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = 640;
      canvas.height = 320;
      const context = canvas.getContext('2d');
      if (context !== null) {
        context.fillStyle = 'teal';
        context.fillRect(0, 0, 640, 320);
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    });
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(page.getByText('This file cannot be opened as a picture.')).toBeVisible();
    await input.setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from(drawn, 'base64'),
    });
    await expect(page.getByText('Picture saved')).toBeVisible();
    const inMenu = page.getByRole('button', { name: /^Account menu of/ }).locator('img');
    await expect(inMenu).toHaveAttribute('src', /^data:image\/webp;base64,/);
    expect(
      await inMenu.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    ).toEqual([256, 256]);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Picture removed')).toBeVisible();
    await expect(inMenu).toHaveCount(0);
  });

  await test.step('a new language applies at once and is stored; the time zone is found by typing', async () => {
    const region = section(page, 'Language and region');
    await region.getByRole('combobox', { name: 'Time zone' }).fill('Madrid');
    await page.getByRole('option', { name: /Europe\/Madrid/ }).click();
    await region.getByLabel('Language').selectOption('es');
    await region.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Zona horaria' })).toHaveValue(/Europe\/Madrid/);
  });
});

test('sessions, the password, and deleting the account', async ({ page, browser, watch }) => {
  // The ended session and the wrong account name are rejected, as intended.
  watch.expectFault(/status of 40[013]/);
  const person = await signUpAndOpenProfile(page, 'Old Shop');
  await test.step('the account gets another name, which its deletion asks for at once', async () => {
    const account = page.getByRole('region', { name: 'Account', exact: true });
    await expect(account.getByLabel('Account name')).toHaveValue('Old Shop');
    await account.getByLabel('Account name').fill('Salt Quay');
    await account.getByRole('button', { name: 'Save changes' }).click();
    await expect(account.getByText('Saved', { exact: true })).toBeVisible();
  });

  await test.step('the deletion is confirmed with the account’s name, shown on every screen, and canceled', async () => {
    await page.getByRole('button', { name: 'Delete account…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type Salt Quay to confirm').fill('Old Shop');
    await dialog.getByRole('button', { name: 'Delete in 14 days' }).click();
    await expect(dialog.getByText('This is not the name of the account.')).toBeVisible();
    await dialog.getByLabel('Type Salt Quay to confirm').fill('salt quay');
    await dialog.getByRole('button', { name: 'Delete in 14 days' }).click();
    const banner = page.getByText(/^This account will be deleted on/);
    await expect(banner).toBeVisible();
    await page.goto(`${product().url}/dashboard`);
    await expect(banner).toBeVisible();
    await expectAccessible(page, 'the banner of the deletion');
    await page.getByRole('button', { name: 'Keep the account' }).click();
    await expect(banner).toBeHidden();
  });

  await openProfile(page);
  await test.step('two browsers are listed; one is signed out from the other, then all at once', async () => {
    const other = await browser.newContext({
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0',
    });
    const there = await other.newPage();
    await signInByRequest(there, product(), person);
    await page.reload();
    const sessions = section(page, 'Sign-in and sessions').getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Sign out Firefox on Windows' }).click();
    await expect(sessions).toHaveCount(1);
    await there.goto(`${product().url}/dashboard`);
    await there.waitForURL(`${product().url}/`);

    await signInByRequest(there, product(), person);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(`${product().url}/`);
    await there.reload();
    await there.waitForURL(`${product().url}/`);
    await signInByRequest(page, product(), person);
    await other.close();
  });

  await openProfile(page);
  await test.step('the password is changed at the sign-in service, and this browser stays signed in', async () => {
    await page.getByRole('link', { name: 'Change password' }).click();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByLabel('New password').fill('eight quiet harbours');
    await expectAccessible(page, 'the password page');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to your profile' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await expect(page.getByLabel('Display name')).toBeVisible();
  });
});
