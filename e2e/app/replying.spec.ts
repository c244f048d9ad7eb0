/** Help with a reply: the assistant from the first consent on, and templates from the first one on. */
import type { Page } from '@playwright/test';
import { viewportOf } from '../support/check-screen.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';
import { useConnectedShop } from '../support/use-connected-shop.ts';

const product = useProduct('shop');

useConnectedShop(product);

const card = (page: Page) => page.getByRole('article');
const box = (page: Page) => card(page).getByRole('textbox', { name: /^Your reply on/ });
const button = (page: Page, name: string | RegExp) => card(page).getByRole('button', { name });

/** Opens the composer of the only review with these words. */
async function compose(page: Page, words: string): Promise<void> {
  await page.goto(`${product().url}/reviews?search=${encodeURIComponent(words)}`);
  await expect(card(page)).toHaveCount(1);
  await button(page, /^(?:Reply|Continue draft)$/).click();
  await expect(box(page)).toBeFocused();
}

test('the assistant is turned on by an owner who reads what is sent, and drafts what a person sends', async ({
  page,
  watch,
}) => {
  await compose(page, 'Closed although the door');

  await test.step('nothing is sent before the owner was told which address receives what', async () => {
    await button(page, 'Set up the assistant').click();
    const dialog = page.getByRole('dialog', { name: 'Turn on the assistant?' });
    await expect(dialog).toContainText(/Each time someone asks for a draft, \S+ receives:/);
    await expect(dialog).toContainText('It never receives the author’s name');
    await expectAccessible(page, 'the question about the assistant');
    await dialog.getByRole('textbox', { name: 'Sign-off' }).fill('The bakery team');
    await dialog.getByRole('button', { name: /^Allow / }).click();
    await expect(dialog).toHaveCount(0);
  });
  await test.step('a draft is labelled, and no longer once a person has changed it', async () => {
    await button(page, 'Draft a reply').click();
    await expect(box(page)).toHaveValue(/The bakery team$/);
    const label = card(page).getByText('Draft by a simulated assistant');
    await expect(label).toBeVisible();
    await box(page).fill('Thank you for coming.');
    await expect(label).toHaveCount(0);
  });
  await test.step('a draft that arrives while somebody writes replaces nothing', async () => {
    await button(page, 'Draft a reply').click();
    const offer = card(page).getByRole('region', { name: 'Draft by the assistant' });
    await expect(offer).toContainText('The bakery team');
    await expect(box(page)).toHaveValue('Thank you for coming.');
    await offer.getByRole('button', { name: 'Drop' }).click();
    await expect(offer).toHaveCount(0);
  });
  await test.step('a slow one can be canceled, and the field stays usable', async () => {
    await product().control('assistant', { action: 'latency', match: '*/chat/completions', ms: 60_000 });
    await button(page, 'Draft a reply').click();
    await expect(card(page).getByText('The assistant is writing. You can keep typing.')).toBeVisible();
    await box(page).press('End');
    await page.keyboard.type(' Welcome');
    await expect(box(page)).toHaveValue('Thank you for coming. Welcome');
    await button(page, 'Cancel the draft').click();
    await expect(button(page, 'Draft a reply')).toBeEnabled();
    await product().control('assistant', { action: 'latency', match: '*/chat/completions', ms: 0 });
  });
  await test.step('one that is down or writes nonsense says so, and the text of the person stays', async () => {
    watch.expectFault(/status of 50\d/);
    await product().control('assistant', { action: 'mode', is: 'html' });
    await button(page, 'Draft a reply').click();
    await expect(card(page).getByRole('alert')).toContainText('Write the reply yourself');
    await expect(box(page)).toHaveValue('Thank you for coming. Welcome');
    await product().control('assistant', { action: 'mode', is: 'good' });
  });
  await test.step('the person sends it', async () => {
    await button(page, 'Send reply').click();
    await expect(box(page)).toHaveCount(0);
    await expect(card(page).getByRole('blockquote', { name: 'Your reply' })).toContainText(
      'Thank you for coming. Welcome',
    );
  });
});

test('a template is made on the screen of reviews, used in a reply, changed and deleted', async ({
  page,
}) => {
  await page.goto(`${product().url}/reviews`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reply templates' }).click();
  const dialog = page.getByRole('dialog', { name: /template/ });

  await test.step('it is made with placeholders, and previewed on a real review', async () => {
    await dialog.getByRole('button', { name: 'Add template' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Thanks');
    await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello ');
    await dialog.getByRole('button', { name: 'First name' }).click();
    await dialog.getByRole('textbox', { name: 'Text', exact: true }).press('End');
    await page.keyboard.type(', thank you for {stars} stars at {location}.');
    await expect(dialog.getByRole('region', { name: 'Preview' })).not.toContainText('{');
    await expectAccessible(page, 'the form of a template');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await expect(dialog.getByRole('listitem')).toContainText('Thanks');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('it is used with the values of the review', async () => {
    await compose(page, 'Bra kaffe');
    await button(page, 'Templates').click();
    await page.getByRole('menuitem', { name: /^Thanks/ }).click();
    await expect(box(page)).toHaveValue(/^Hello Teodor, thank you for 4 stars at Salt Quay \w+\.$/);
    await expect(box(page)).toBeFocused();
  });
  await test.step('it is changed where it is used', async () => {
    await button(page, 'Templates').click();
    await page.getByRole('menuitem', { name: 'Manage templates' }).click();
    await dialog.getByRole('button', { name: 'Edit Thanks' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Many thanks');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await expect(dialog.getByRole('listitem')).toContainText('Many thanks');
  });
  await test.step('it is deleted, also on a phone', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await resize(page, viewportOf(390));
    await page.goto(`${product().url}/reviews`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Reply templates' }).click();
    await expectNoSidewaysScroll(page, 'the templates on a phone');
    await dialog.getByRole('button', { name: 'Delete Many thanks' }).click();
    await page
      .getByRole('dialog', { name: /Many thanks/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(dialog.getByRole('listitem')).toHaveCount(0);
  });
});
