/** What a member hears of a review that the platform gets: one mail in their language, the bell, the end of such mails. */
import type { APIRequestContext } from '@playwright/test';
import { apiOf, connectByRequest, signUpByRequest } from '../support/accounts.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct('shop');

interface Mail {
  subject: string;
  text: string;
}

async function reviewMailsTo(request: APIRequestContext, email: string): Promise<Mail[]> {
  const answer = await request.get(`${product().mailboxUrl}/api/mails`, { params: { to: email } });
  const { mails } = (await answer.json()) as { mails: Mail[] };
  return mails.filter(({ text }) => text.includes('&review='));
}

test('a review at the platform arrives as one mail in the member’s language, and at the bell', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const person = await signUpByRequest(page, product());
  await connectByRequest(page, product(), 'Google');

  await test.step('the first sync tells nobody; the member chooses language and alerts', async () => {
    await page.goto(`${product().url}/profile`);
    const region = page.getByRole('region', { name: 'Language and region' });
    await region.getByRole('combobox', { name: 'Language', exact: true }).selectOption('de');
    await region.getByRole('button', { name: 'Save changes' }).click();
    const alerts = page.getByRole('region', { name: 'Benachrichtigungen' });
    await alerts.getByRole('radio', { name: 'Jede Bewertung, sofort' }).check();
    await alerts.getByRole('button', { name: 'Änderungen speichern' }).click();
    await expect(alerts.getByText('Gespeichert', { exact: true })).toBeVisible();
    expect(await reviewMailsTo(page.request, person.email)).toEqual([]);
  });

  await test.step('a review is written, and the next sync reads it', async () => {
    await product().control('google', {
      action: 'put-review',
      location: 'accounts/7001/locations/9001',
      review: {
        reviewId: `alert-${Date.now()}`,
        reviewer: { displayName: 'Nora Quist' },
        starRating: 'TWO',
        comment: 'Die Suppe war kalt.',
        createTime: new Date().toISOString(),
      },
    });
    const api = await apiOf(page, product());
    const { connections } = await api<{ connections: { listings: { id: string; name: string }[] }[] }>(
      'GET',
      '/connections',
    );
    const bakery = connections.flatMap(({ listings }) => listings).find(({ name }) => /Bakery/.test(name));
    // It is refused within a minute of the last one.
    await expect(() => api('POST', `/listings/${bakery?.id}/sync`)).toPass({ timeout: 120_000 });
  });

  const mail = await test.step('one mail arrives', async () => {
    await expect
      .poll(async () => (await reviewMailsTo(page.request, person.email)).length, { timeout: 60_000 })
      .toBe(1);
    const [only] = await reviewMailsTo(page.request, person.email);
    expect(only?.subject).toMatch(/^Neue Bewertung: 2 von 5 Sternen – .*Bakery/);
    expect(only?.text).toContain('> Die Suppe war kalt.');
    expect(only?.text).toContain('Nora Quist · ');
    return only?.text ?? '';
  });

  await test.step('the bell says so, lists it, and forgets the number once it was opened', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${product().url}/dashboard`);
    const bell = page.getByRole('button', { name: /^Neuigkeiten/ });
    await expect(bell).toHaveAccessibleName('Neuigkeiten, 1 neu seit Ihrem letzten Besuch');
    await bell.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Neuigkeiten' });
    const item = panel.getByRole('link', { name: /Neue Bewertung.*Die Suppe war kalt/ });
    await expect(item).toHaveAttribute('href', /\/reviews\?review=/);
    await expectNoSidewaysScroll(page, 'the news at 390');
    await expectAccessible(page, 'the news at 390');
    await page.screenshot({ path: 'artifacts/screens/news-390.png', animations: 'disabled' });
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(bell).toBeFocused();
    await expect(bell).toHaveAccessibleName('Neuigkeiten');
  });

  await test.step('the link of the mail ends such mails, without signing in', async () => {
    const end = /https?:\/\/\S+\/m\/\S+/.exec(mail)?.[0] ?? '';
    expect(end).not.toBe('');
    const other = await page.context().browser()?.newContext();
    if (other === undefined) throw new Error('A browser was expected');
    const visit = await other.newPage();
    await visit.goto(`${end}?lng=en`);
    await visit.getByRole('button', { name: 'Stop these e-mails' }).click();
    await expect(visit.getByRole('heading', { name: 'These e-mails have stopped' })).toBeVisible();
    await expectAccessible(visit, 'the page that ends mails');
    await other.close();
    await page.goto(`${product().url}/profile`);
    await expect(page.getByRole('radio', { name: 'Keine einzelnen Bewertungen' })).toBeChecked();
  });
});
