/** The open review: on a phone the next one is a tap away, and the composer stays above the keyboard. */
import { focusManager } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { makeReview } from '../../../testing/reviews.ts';
import { ReviewsScreen } from '../reviews-screen.tsx';

const id = (at: number) => `01900000-0000-7000-8000-00000000000${at}`;

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

const long = 'A long story.\n'.repeat(60);
const reviews = ['Ann', 'Ben', 'Cem'].map((authorName, at) =>
  makeReview({ id: id(at), authorName, text: long }),
);
const answers = {
  'GET /reviews': { items: reviews, nextCursor: null },
  ...Object.fromEntries(reviews.map((review) => [`GET /reviews/${review.id}`, { review }])),
};
const article = (author: string) => page.getByRole('article', { name: `Review by ${author}` });
const scrolledBy = (element: Element) => element.closest('section, [role="dialog"]')?.scrollTop;

test('after an assignee was chosen the keys of the screen go on from the review', async () => {
  const assignees = ['Ada', 'Bo'].map((name, at) => ({
    userId: id(4 + at),
    name,
    picture: null,
    you: at === 0,
  }));
  const [ann] = reviews;
  await renderScreen(<ReviewsScreen />, {
    path: '/reviews',
    answers: {
      ...answers,
      'GET /reviews/assignees': { assignees },
      [`PUT /reviews/${id(0)}/assignee`]: async (_url, request) => ({
        review: { ...ann, ...((await request.json()) as object) },
      }),
    },
  });
  const field = article('Ann').getByRole('combobox', { name: 'Assigned to' });
  await field.click();
  await page.getByRole('option', { name: 'Bo' }).click();
  await expect.element(field).toHaveValue('Assigned to Bo');
  await expect.element(article('Ann')).toHaveFocus();
  await userEvent.keyboard('x');
  await expect.element(page.getByText('1 review selected')).toBeVisible();
  await userEvent.keyboard('{Escape}j');
  await expect.element(article('Ben')).toBeVisible();
});

test('on a phone the next and the previous review are opened from the review', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await renderScreen(<ReviewsScreen />, { path: '/reviews', answers });
  await page.getByRole('list', { name: 'Reviews' }).getByRole('link', { name: /^Ann,/ }).click();
  const [previous, next] = ['Previous review', 'Next review'].map((name) =>
    page.getByRole('dialog').getByRole('button', { name }),
  );
  if (previous === undefined || next === undefined) throw new Error('unreachable');
  await expect.element(article('Ann')).toBeVisible();
  await expect.element(previous).toHaveAttribute('aria-disabled', 'true');
  await next.click();
  await expect.element(article('Ben')).toBeVisible();
  await expect.element(next).toHaveFocus();
  await next.click();
  await expect.element(article('Cem')).toBeVisible();
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  await previous.click();
  await expect.element(article('Ben')).toBeVisible();
});

test('on a phone nothing is beside the last review once its list is empty', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
    focusManager.setFocused(undefined);
  });
  let items = reviews.slice(0, 2);
  await renderScreen(<ReviewsScreen />, {
    path: `/reviews?review=${id(0)}`,
    answers: { ...answers, 'GET /reviews': () => ({ items, nextCursor: null }) },
  });
  const next = page.getByRole('dialog').getByRole('button', { name: 'Next review' });
  await expect.element(next).not.toHaveAttribute('aria-disabled');
  items = [];
  focusManager.setFocused(false);
  vi.setSystemTime(Date.now() + 10 * 60_000);
  focusManager.setFocused(true);
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
});

test.each([
  ['beside the list', 1280],
  ['on a phone', 390],
])('%s each review begins at its top', async (_name, width) => {
  await page.viewport(width, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await renderScreen(<ReviewsScreen />, { path: `/reviews?review=${id(0)}`, answers });
  await expect.element(article('Ann')).toBeVisible();
  article('Ann').element().closest('section, [role="dialog"]')?.scrollTo(0, 500);
  await expect.poll(() => scrolledBy(article('Ann').element())).toBe(500);
  await userEvent.keyboard('j');
  await expect.element(article('Ben')).toBeVisible();
  await expect.poll(() => scrolledBy(article('Ben').element())).toBe(0);
});

describe('on a phone the Escape key', () => {
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const drawer = () => dialog('Open review');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const members = ['Ada', 'Bo'].map((name, at) => ({ userId: id(at), name, picture: null, you: at === 0 }));
  const template = {
    id: id(7),
    name: 'Thanks',
    texts: { any: 'Thanks' },
    ratings: [],
    recommendations: [],
    businessId: null,
    version: 1,
  };

  async function open() {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    await renderScreen(<ReviewsScreen />, {
      path: '/reviews',
      answers: {
        ...answers,
        'GET /tags': { tags: [] },
        'GET /businesses': { businesses: [] },
        'GET /reviews/assignees': { assignees: members },
        'GET /reply-templates': { templates: [template] },
      },
    });
    await page.getByRole('link', { name: /^Ann,/ }).click();
    await expect.element(article('Ann')).toBeVisible();
  }

  async function closesOnly(above: Locator) {
    await expect.element(above).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(above).not.toBeInTheDocument();
    await expect.element(article('Ann')).toBeVisible();
  }

  test('closes what is above the review first', async () => {
    await open();
    await button('Hide').click();
    await closesOnly(dialog('Hide this review?'));
    await button('Pin').click();
    await closesOnly(page.getByRole('textbox', { name: /^Reason/ }));
    await button('Add tag').click();
    await closesOnly(page.getByRole('textbox', { name: 'Find or create a tag' }));
    await page.getByRole('combobox', { name: 'Assigned to' }).click();
    await closesOnly(page.getByRole('option', { name: /Bo/ }));
    article('Ann').element().focus();
    await userEvent.keyboard('?');
    await closesOnly(dialog('Keyboard'));
    await userEvent.keyboard('{Escape}');
    await expect.element(drawer()).not.toBeInTheDocument();
  });

  test('closes what is above the reply, then the reply, then the review', async () => {
    await open();
    await button('Reply').click();
    const field = article('Ann').getByRole('textbox', { name: /^Your reply on/ });
    await expect.element(field).toHaveFocus();
    await button('Templates').click();
    await closesOnly(page.getByRole('menuitem', { name: /^Thanks/ }));
    await button('Templates').click();
    await page.getByRole('menuitem', { name: 'Manage templates' }).click();
    await button('Delete Thanks').click();
    await closesOnly(dialog('Delete “Thanks”?'));
    await closesOnly(dialog('Reply templates'));
    await field.click();
    await closesOnly(field);
    await expect.element(button('Reply')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(drawer()).not.toBeInTheDocument();
  });
});
