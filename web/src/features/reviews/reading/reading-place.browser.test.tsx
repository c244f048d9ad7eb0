/** The open review on a phone: the composer stays above the keyboard. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { makeReview } from '../../../testing/reviews.ts';
import { ReviewsScreen } from '../reviews-screen.tsx';

/** Browsers draw the keyboard over the page, and say only how much of the page is still seen. */
function showKeyboard(height: number): void {
  const seen = window.visualViewport;
  if (seen === null) throw new Error('This browser has no visual viewport.');
  Object.defineProperty(seen, 'height', { configurable: true, value: window.innerHeight - height });
  onTestFinished(() => {
    Reflect.deleteProperty(seen, 'height');
  });
  seen.dispatchEvent(new Event('resize'));
}

test('on a phone the composer is at the foot, and above the keyboard', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  const review = makeReview({ text: 'A long story.\n'.repeat(60) });
  await renderScreen(<ReviewsScreen />, {
    path: `/reviews?review=${review.id}`,
    answers: {
      'GET /reviews': { items: [review], nextCursor: null },
      [`GET /reviews/${review.id}`]: { review },
    },
  });
  const article = page.getByRole('article');
  const open = article.getByRole('button', { name: 'Reply', exact: true });
  await expect.element(open).toBeVisible();
  const below = (element: Element) => window.innerHeight - element.getBoundingClientRect().bottom;
  await expect.poll(() => below(open.element())).toBeLessThan(40);
  await open.click();
  const send = article.getByRole('button', { name: 'Send reply' });
  await expect.poll(() => below(send.element())).toBeLessThan(40);
  showKeyboard(330);
  await expect.poll(() => below(send.element())).toBeGreaterThan(330);
  expect(below(send.element())).toBeLessThan(370);
  // The field, too, is in what is left of the page.
  const field = article
    .getByRole('textbox', { name: /^Your reply on/ })
    .element()
    .getBoundingClientRect();
  expect(field.top).toBeGreaterThan(0);
});
