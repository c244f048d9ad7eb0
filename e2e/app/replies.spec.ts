/**
 * One reply through all of its states. Component tests cover how a card shows each state
 * (`web/src/features/reviews/replies.browser.test.tsx`), server tests what the platforms do.
 */
import type { Locator, Page } from '@playwright/test';
import { connectByRequest, signUpByRequest } from '../support/accounts.ts';
import { viewportOf, widths } from '../support/check-screen.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct('shop');

const box = (card: Locator) => card.getByRole('textbox', { name: /^Your reply on/ });
const reply = (card: Locator) => card.getByRole('blockquote', { name: 'Your reply' });

/** Changes the list's response: a failed reply, a removed review, and a broken connection. */
async function mockFailedReplies(page: Page): Promise<void> {
  await page.route('**/api/v1/reviews?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { items: Record<string, unknown>[] };
    const at = '2026-11-19T12:00:00.000Z';
    const troubles = [
      { outgoing: { text: 'Ours, newer', state: 'failed', reason: 'conflict', at } },
      {
        removedAt: at,
        wipedAt: at,
        text: null,
        authorName: null,
        replyBox: { state: 'removed', limitBytes: 1, limitCharacters: 10_000 },
      },
      { replyBox: { state: 'not-working', limitBytes: 4096, limitCharacters: 10_000 } },
    ];
    const items = body.items.map((review, index) => ({ ...review, ...troubles[index] }));
    await route.fulfill({ response: answer, json: { ...body, items } });
  });
}

test('a reply is rejected, rewritten, reviewed, published, changed and deleted', async ({ page }) => {
  const moderation = (more: Record<string, unknown>) =>
    product().control('google', { action: 'moderation', ...more });
  await signUpByRequest(page, product());
  await connectByRequest(page, product(), 'Google');
  await page.goto(`${product().url}/reviews?search=${encodeURIComponent('خبز طازج')}`);
  const card = page.getByRole('article');
  const send = card.getByRole('button', { name: 'Send reply' });
  await expect(card).toHaveCount(1);
  await expect(card.getByText('Not replied yet')).toBeVisible();

  await test.step('a rejected reply is shown as such', async () => {
    await moderation({ verdict: 'REJECTED', delaySeconds: 0, policyViolation: 'OFF_TOPIC' });
    await card.getByRole('button', { name: 'Reply', exact: true }).click();
    await box(card).fill('شكرا جزيلا');
    await send.click();
    await expect(box(card)).toHaveCount(0);
    await expect(reply(card).getByText('Not accepted by Google')).toBeVisible();
    await expect(card.getByText('Reply not accepted')).toBeVisible();
  });
  await test.step('a rejected reply and the composer fit every width and are accessible', async () => {
    await card.getByRole('button', { name: 'Edit and send again' }).click();
    await expect(box(card)).toHaveValue('شكرا جزيلا');
    await box(card).fill('🙂'.repeat(1100));
    await expect(send).toBeDisabled();
    for (const width of widths) {
      await resize(page, viewportOf(width));
      await expectNoSidewaysScroll(page, `the composer at ${width}`);
      await expectAccessible(page, `the composer at ${width}`);
      await page.screenshot({ path: `artifacts/screens/reply-${width}.png`, animations: 'disabled' });
    }
  });
  await test.step('another reply is sent, reviewed and published', async () => {
    await moderation({ verdict: 'APPROVED', delaySeconds: 3600 });
    await box(card).fill('Tack så mycket!');
    await send.click();
    await expect(card.getByText('Google is checking the reply')).toHaveCount(2);
    await expect(reply(card)).toContainText('Google is checking the reply');
    await product().control('google', { action: 'clock', advanceSeconds: 3601 });
    await expect(reply(card).getByText('Published')).toBeVisible();
    await expectAccessible(page, 'a published reply');
  });
  await test.step('it is changed', async () => {
    await moderation({ verdict: 'APPROVED', delaySeconds: 0 });
    await card.getByRole('button', { name: 'Edit reply' }).click();
    await expect(box(card)).toHaveValue('Tack så mycket!');
    await box(card).fill('Tack! Vi öppnar en kassa till.');
    await card.getByRole('button', { name: 'Update reply' }).click();
    await expect(reply(card)).toContainText('Vi öppnar en kassa till.');
    await expect(reply(card).getByText('Published')).toBeVisible();
  });
  await test.step('it is deleted', async () => {
    await card.getByRole('button', { name: 'Delete reply' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('It disappears from Google. The review stays.');
    await dialog.getByRole('button', { name: 'Delete reply' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(reply(card)).toHaveCount(0);
    await expect(card.getByText('Not replied yet')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  });
  await test.step('failed replies, closed reviews and removed reviews are accessible', async () => {
    await mockFailedReplies(page);
    await page.goto(`${product().url}/reviews`);
    await resize(page, viewportOf(1440));
    await expect(card.getByRole('alert').filter({ hasText: 'Your reply was not sent' })).toBeVisible();
    await expectAccessible(page, 'a reply that was not sent');
    await page.keyboard.press('j');
    await expect(card.getByText(/No longer shown on Google since Nov 19, 2026/)).toBeVisible();
    await expectAccessible(page, 'a removed review');
    await page.keyboard.press('j');
    await expect(card.getByRole('link', { name: 'Go to the connection' })).toBeVisible();
    await expectAccessible(page, 'a review of a broken connection');
  });
});
