/** What somebody finds who asked Facebook for the deletion of their data. */
import { createHmac } from 'node:crypto';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { simulatorSecret } from '../support/program.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
/** Who connected the pages of the demo. */
const owner = '10158842217730611';

/** Posts as Meta does, and gives the address that the person is shown. */
async function ask(person: string): Promise<string> {
  const payload = { algorithm: 'HMAC-SHA256', issued_at: Math.floor(Date.now() / 1000), user_id: person };
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  const signature = createHmac('sha256', simulatorSecret).update(encoded).digest('base64url');
  const response = await fetch(`${product().url}/hooks/facebook/deletion`, {
    method: 'POST',
    body: new URLSearchParams({ signed_request: `${signature}.${encoded}` }),
  });
  expect(response.status).toBe(200);
  const { url, confirmation_code: code } = (await response.json()) as Record<string, string>;
  expect(url).toBe(`${product().url}/data-deletion/${code}`);
  return url ?? '';
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page tells what was found, and in time that it is deleted', async ({ page }) => {
    const url = await ask(owner);
    await expect(async () => {
      await page.goto(url);
      await expect(page.getByRole('heading', { name: 'Everything was deleted' })).toBeVisible({ timeout: 1 });
    }).toPass();
    const fact = (name: string) => page.locator('dl div', { hasText: name }).locator('dd');
    await expect(fact('Confirmation code')).toHaveText(url.split('/').at(-1) ?? '');
    await expect(fact('Connections with your account')).toHaveText('1');
    await expect(fact('Pages read through them')).toHaveText('2');
    await expect(fact('Reviews read through them')).toHaveText(/^[1-9]\d*$/);
    await expect(fact('Deleted')).toHaveText(/2\d{3}.* UTC$/);
  });
});

test('it speaks the language of whoever opens it, fits a phone and is for everybody', async ({ page }) => {
  const url = await ask('999');
  await expect(async () => {
    await page.goto(url);
    await expect(page.getByRole('heading', { name: 'There was nothing to delete' })).toBeVisible({
      timeout: 1,
    });
  }).toPass();
  await expectAccessible(page, 'the page of a deletion');
  const titles = {
    fr: 'Suppression de vos données',
    de: 'Löschung Ihrer Daten',
    nl: 'Verwijdering van je gegevens',
    es: 'Eliminación de tus datos',
    sr: 'Brisanje vaših podataka',
  };
  await resize(page, { width: 390, height: 844 });
  for (const [language, title] of Object.entries(titles)) {
    await page.goto(`${url}?lng=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectNoSidewaysScroll(page, `the page of a deletion in ${language}`);
  }
});

test('an unknown code is no page', async ({ page, watch }) => {
  watch.expectFault(/status of 404/);
  const response = await page.goto(`${product().url}/data-deletion/${'a'.repeat(20)}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here');
});
