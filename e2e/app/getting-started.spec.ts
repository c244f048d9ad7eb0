/**
 * From the landing page to reviews on the owner's page, typed and clicked like a person would, in less than ten
 * minutes.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { signUpByRequest } from '../support/accounts.ts';
import { startHostPage } from '../support/host-page.ts';
import { linkFromMail, newPerson } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { TimedUser } from '../support/timed-user.ts';

const product = useProduct('shop');
const artifact = fileURLToPath(new URL('../../artifacts/getting-started.json', import.meta.url));
/** The product promises a first widget within ten minutes; in seconds. */
const promisedSeconds = 10 * 60;

const list = (page: Page) => page.getByRole('region', { name: 'Get your reviews onto your site' });
const progress = (page: Page, done: number) =>
  // Not the progress bar itself, which has no width at 0.
  expect(list(page).getByText(`${done} of 4 done`, { exact: true })).toBeVisible();

test('from an empty account to a widget on the owner’s page', async ({ page, context, watch }) => {
  // The host page's policy forbids style attributes; only the reserved height of the pasted code is lost.
  watch.expectFault(/Applying inline style violates/);
  const hands = new TimedUser();
  const started = performance.now();
  await test.step('sign up', async () => {
    const person = newPerson('Ines Harbour');
    await page.goto(product().url);
    await hands.read(page.locator('main section').first());
    await hands.click(
      page
        .getByRole('main')
        .getByRole('link', { name: /get started|try|free/i })
        .first(),
    );
    await hands.type(page.getByLabel('Your name', { exact: true }), person.name);
    await hands.type(page.getByLabel('E-mail address', { exact: true }), person.email);
    await hands.type(page.getByLabel('Password', { exact: true }), person.password);
    await hands.click(page.getByRole('button', { name: 'Create account' }));
    await hands.read(page.getByRole('main'));
    await page.goto(await linkFromMail(page.request, product(), person.email, /^Confirm/));
    await progress(page, 0);
    await expectAccessible(page, 'the list of steps');
  });
  await test.step('connect', async () => {
    await hands.read(list(page));
    await hands.click(list(page).getByRole('button', { name: /^Connect with / }));
    await hands.click(page.getByRole('button', { name: /^(Allow|Continue)$/ }));
    await hands.read(page.getByRole('main'));
    await hands.click(page.getByRole('button', { name: /^Import \d+ location/ }));
    await expect(page.getByRole('heading', { name: /^\d+ reviews? imported$/ })).toBeVisible();
  });
  const code = await test.step('create a widget', async () => {
    await hands.click(page.getByRole('link', { name: 'Create a widget' }));
    const dialog = page.getByRole('dialog', { name: 'New widget' });
    await hands.read(dialog);
    await hands.click(dialog.getByRole('button', { name: 'Three columns' }));
    await hands.read(page.getByRole('main'));
    await hands.click(page.getByRole('button', { name: 'Publish', exact: true }));
    await expect(page.getByText('Published. Your site shows it within about a minute.')).toBeVisible();
    const field = page.getByRole('textbox', { name: 'Code to paste' });
    await hands.read(page.getByRole('tabpanel').filter({ visible: true }).first());
    await hands.click(page.getByRole('button', { name: 'Copy the code' }));
    return field.inputValue();
  });
  await test.step('see it on the owner’s page', async () => {
    await hands.click(page.getByRole('link', { name: 'Dashboard', exact: true }));
    await progress(page, 2);
    const host = await startHostPage(code, product().url, 'plain styles');
    const visitor = await context.newPage();
    try {
      await visitor.goto(host.url);
      await expect(visitor.getByRole('region', { name: /^Reviews of / })).toBeVisible();
    } finally {
      await visitor.close();
      await host.close();
    }
    await page.bringToFront();
    // The dashboard polls for the first view.
    await progress(page, 3);
  });
  const machine = (performance.now() - started) / 1000;
  const result = {
    personSeconds: Math.round(hands.spent),
    machineSeconds: Math.round(machine),
    clicks: hands.clicks,
    keys: hands.keys,
  };
  await mkdir(new URL('.', `file://${artifact}`), { recursive: true });
  await writeFile(artifact, `${JSON.stringify(result, null, 2)}\n`);
  // The person's time is computed from keystrokes and clicks, not measured, so it is the same on every machine.
  expect(hands.spent).toBeLessThan(promisedSeconds);
});

test('empty lists explain themselves, and the steps can be dismissed once a widget is published', async ({
  page,
}) => {
  await signUpByRequest(page, product());
  await test.step('every empty list says what it is for', async () => {
    for (const [path, words] of [
      ['/reviews', 'No reviews yet'],
      ['/badges', 'No badges yet'],
      ['/widgets', 'No widgets yet'],
    ] as const) {
      await page.goto(`${product().url}${path}`);
      await expect(page.getByText(words)).toBeVisible();
      await expectAccessible(page, `${path} without anything`);
    }
  });
  await test.step('without reviews, the dashboard and the reviews lead to the same next step', async () => {
    for (const path of ['/dashboard', '/reviews']) {
      await page.goto(`${product().url}${path}`);
      await expect(page.getByRole('main').getByRole('button', { name: 'Connect with Google' })).toHaveCount(
        1,
      );
    }
  });
  await test.step('the steps cannot be dismissed before', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await progress(page, 0);
    await expect(list(page).getByRole('button', { name: 'Hide this list' })).toHaveCount(0);
  });
  await test.step('the steps can be dismissed once a widget is published, and stay dismissed', async () => {
    await page.getByRole('link', { name: 'Widgets', exact: true }).click();
    await page.getByRole('button', { name: 'Create a widget' }).click();
    const dialog = page.getByRole('dialog', { name: 'New widget' });
    await dialog.getByRole('button', { name: 'Three columns' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Published. Your site shows it within about a minute.')).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await list(page).getByRole('button', { name: 'Hide this list' }).click();
    await expect(list(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(list(page)).toHaveCount(0);
  });
});
