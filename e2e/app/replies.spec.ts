/** Answering reviews: what is written, what is on its way, and what the platform makes of it. */
import type { Cookie, Locator, Page } from '@playwright/test';
import { sizeOf, widths } from '../support/look.ts';
import { resize } from '../support/painting.ts';
import { connect, signUp } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct('shop');
const bakery = 'accounts/7001/locations/9001';

let cookies: Cookie[] = [];

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signUp(page, product());
  await connect(page, product(), 'Google');
  await connect(page, product(), 'Facebook');
  cookies = await page.context().cookies();
  await page.close();
});
test.beforeEach(async ({ context }) => {
  await context.addCookies(cookies);
  await product().control('google', { action: 'moderation', verdict: 'APPROVED', delaySeconds: 0 });
});

/** The card of the review with these words. */
async function open(page: Page, words: string): Promise<Locator> {
  await page.goto(`${product().url}/reviews?search=${encodeURIComponent(words)}`);
  const card = page.getByRole('list', { name: 'Reviews' }).getByRole('article');
  await expect(card).toHaveCount(1);
  return card;
}
const box = (card: Locator) => card.getByRole('textbox', { name: /^Your reply on/ });
const reply = (card: Locator) => card.getByRole('blockquote', { name: 'Your reply' });

async function write(card: Locator, text: string): Promise<void> {
  await card.getByRole('button', { name: 'Reply', exact: true }).click();
  await box(card).fill(text);
  await card.getByRole('button', { name: 'Send reply' }).click();
  await expect(box(card)).toHaveCount(0);
}

test('a reply is on its way, is checked, becomes public, is changed and taken back', async ({ page }) => {
  await product().control('google', { action: 'moderation', delaySeconds: 3600 });
  const card = await open(page, 'Bra kaffe');
  await expect(card.getByText('Not yet answered')).toBeVisible();
  await write(card, 'Tack så mycket!');
  await expect(card.getByText('Answered', { exact: true })).toBeVisible();
  await expect(reply(card)).toContainText('Google is checking it');
  await product().control('google', { action: 'clock', advanceSeconds: 3601 });
  await expect(reply(card).getByText('Published')).toBeVisible();
  await expectAccessible(page, 'a published reply');

  await product().control('google', { action: 'moderation', delaySeconds: 0 });
  await card.getByRole('button', { name: 'Edit reply' }).click();
  await expect(box(card)).toHaveValue('Tack så mycket!');
  await box(card).fill('Tack! Vi öppnar en kassa till.');
  await card.getByRole('button', { name: 'Send reply' }).click();
  await expect(reply(card)).toContainText('Vi öppnar en kassa till.');
  await expect(reply(card).getByText('Published')).toBeVisible();

  await card.getByRole('button', { name: 'Delete reply' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('It disappears from Google. The review stays.');
  await dialog.getByRole('button', { name: 'Delete reply' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(reply(card)).toHaveCount(0);
  await expect(card.getByText('Not yet answered')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
});

test('a refused reply says why, and another one is taken', async ({ page }) => {
  await product().control('google', {
    action: 'moderation',
    verdict: 'REJECTED',
    delaySeconds: 0,
    policyViolation: 'ADVERTISING_AND_SOLICITATION',
  });
  const card = await open(page, 'Closed although');
  await write(card, 'Ten percent off on Mondays');
  await expect(reply(card).getByText('Not accepted by Google')).toBeVisible();
  await expect(reply(card)).toContainText('no offers, prices or links');
  await expect(card.getByText('Not yet answered')).toBeVisible();
  await product().control('google', { action: 'moderation', verdict: 'APPROVED', delaySeconds: 0 });
  await card.getByRole('button', { name: 'Edit and send again' }).click();
  await expect(box(card)).toHaveValue('Ten percent off on Mondays');
  await box(card).fill('We are sorry. The clock was wrong.');
  await box(card).press('Control+Enter');
  await expect(reply(card).getByText('Published')).toBeVisible();
  await expect(reply(card)).toContainText('The clock was wrong.');
});

test('what somebody wrote at Google meanwhile is shown and not overwritten', async ({ page }) => {
  const card = await open(page, 'Twenty minutes');
  await expect(reply(card)).toBeVisible();
  await card.getByRole('button', { name: 'Edit reply' }).click();
  await box(card).fill('Ours, newer');
  await product().control('google', {
    action: 'set-reply',
    name: `${bakery}/reviews/b3`,
    reply: { comment: 'Written at Google', updateTime: '2026-11-20T10:00:00Z', reviewReplyState: 'APPROVED' },
  });
  await card.getByRole('button', { name: 'Send reply' }).click();
  const failed = card.getByRole('alert');
  await expect(failed).toContainText('Your reply was not sent');
  await expect(failed).toContainText('The reply on Google has changed since you opened it');
  await expect(failed).toContainText('Ours, newer');
  await expectAccessible(page, 'a reply that failed');
  await expect(reply(card)).toContainText('Written at Google');
  await failed.getByRole('button', { name: 'Edit and send again' }).click();
  await card.getByRole('button', { name: 'Send reply' }).click();
  await expect(reply(card)).toContainText('Ours, newer');
  await expect(reply(card).getByText('Published')).toBeVisible();
});

test('the room is counted in bytes, and an emoji counts for four', async ({ page }) => {
  const card = await open(page, 'Good cake');
  await card.getByRole('button', { name: 'Reply', exact: true }).click();
  await box(card).fill('a');
  await expect(card.getByText('Everybody can read it on Google.')).toBeVisible();
  await box(card).fill('🙂'.repeat(1000));
  await expect(card.getByText('96 bytes left')).toBeVisible();
  await box(card).fill('🙂'.repeat(1025));
  await expect(card.getByText('4 bytes too long. Emoji')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Send reply' })).toBeDisabled();
  await box(card).fill('🙂'.repeat(1024));
  await expect(card.getByText('0 bytes left')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Send reply' })).toBeEnabled();
  await box(card).fill('');
  await expect(card.getByRole('button', { name: 'Send reply' })).toBeDisabled();
});

test('a draft survives Escape, another page and another browser, by keys alone', async ({
  page,
  browser,
}) => {
  const card = await open(page, 'Sympa');
  await page.keyboard.press('j');
  await expect(card).toBeFocused();
  await page.keyboard.press('r');
  await expect(box(card)).toBeFocused();
  await page.keyboard.type('Merci, à bientôt');
  await expect(card.getByText('Draft saved')).toBeVisible();
  await page.keyboard.type(' r');
  await page.keyboard.press('Escape');
  await expect(box(card)).toHaveCount(0);
  const again = card.getByRole('button', { name: 'Continue draft' });
  await expect(again).toBeFocused();

  const other = await browser.newContext();
  await other.addCookies(cookies);
  const second = await open(await other.newPage(), 'Sympa');
  await second.getByRole('button', { name: 'Continue draft' }).click();
  await expect(box(second)).toHaveValue('Merci, à bientôt r');
  await other.close();
});

test('where Facebook takes no reply, it says so, keeps the words and leads there', async ({ page }) => {
  await product().control('facebook', {
    action: 'fail',
    match: '/comments',
    method: 'POST',
    times: 1,
    with: 'status',
    status: 403,
    code: 200,
  });
  const card = await open(page, 'cinnamon');
  await write(card, 'Thank you, Rosa');
  const failed = card.getByRole('alert');
  await expect(failed).toContainText('Facebook does not take replies to this review from here.');
  await expect(failed).toContainText('Thank you, Rosa');
  await expect(failed.getByRole('link', { name: /^Answer on Facebook/ })).toHaveAttribute('href', /8801/);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(reply(card)).toContainText('Thank you, Rosa');
  await expect(reply(card).getByText('Published')).toBeVisible();
});

test('what is no longer shown has a list of its own, where nothing can be answered', async ({ page }) => {
  const asked: string[] = [];
  // A platform takes reviews away over days; the answer of the API is made what it would be then.
  await page.route('**/api/reviews?*', async (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(searchParams.get('removed') ?? 'no');
    searchParams.delete('removed');
    const answer = await route.fetch({ url: `${product().url}/api/reviews?${searchParams}` });
    const body = (await answer.json()) as { items: Record<string, unknown>[] };
    const removedAt = asked.at(-1) === 'true' ? '2026-11-19T12:00:00.000Z' : null;
    const items = body.items.map((review, at) => ({
      ...review,
      removedAt,
      ...(removedAt !== null && at === 0 ? { wipedAt: removedAt, text: null, authorName: null } : {}),
      replyBox: { state: removedAt === null ? 'not-working' : 'removed', limitBytes: 4096 },
    }));
    await route.fulfill({ response: answer, json: { ...body, items } });
  });
  const card = await open(page, 'Bra kaffe');
  await expect(card).toContainText('Google has to be connected again before you can reply.');
  await expect(card.getByRole('link', { name: 'Go to the connection' })).toHaveAttribute(
    'href',
    '/connections/google',
  );
  await expect(card.getByRole('button', { name: 'Reply', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  // The box follows the address, which changes a moment after the click.
  await page.getByRole('checkbox', { name: 'No longer shown' }).click();
  await expect(page.getByRole('checkbox', { name: 'No longer shown' })).toBeChecked();
  const cards = page.getByRole('list', { name: 'Reviews' }).getByRole('article');
  await expect(cards.first()).toContainText(/No longer shown on (Google|Facebook) since Nov 19, 2026/);
  await expect(cards.first()).toContainText('lets us keep a text for 30 days without confirming it.');
  await expect(cards.nth(1)).not.toContainText('30 days');
  await expect(cards.getByRole('button', { name: /Reply|reply/ })).toHaveCount(0);
  await expect(cards.getByText('Not yet answered')).toHaveCount(0);
  expect(asked.at(-1)).toBe('true');
  expect(new URL(page.url()).searchParams.get('removed')).toBe('true');
  await expectAccessible(page, 'the list of removed reviews');
});

test('composer, refusal and failure stand up to every width and to axe', async ({ page }) => {
  await product().control('google', {
    action: 'moderation',
    verdict: 'REJECTED',
    delaySeconds: 0,
    policyViolation: 'OFF_TOPIC',
  });
  const card = await open(page, 'خبز طازج');
  await write(card, 'شكرا جزيلا');
  await expect(reply(card).getByText('Not accepted by Google')).toBeVisible();
  await card.getByRole('button', { name: 'Edit and send again' }).click();
  await box(card).fill('🙂'.repeat(1100));
  for (const width of widths) {
    await resize(page, sizeOf(width));
    await expectNoSidewaysScroll(page, `the composer at ${width}`);
    await expectAccessible(page, `the composer at ${width}`);
    await page.screenshot({ path: `artifacts/screens/reply-${width}.png`, animations: 'disabled' });
  }
});
