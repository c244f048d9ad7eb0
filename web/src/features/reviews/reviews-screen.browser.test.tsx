/** The states of the reviews screen: loading, empty, failing, filtered. */
import { focusManager } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { numbersWithoutSeparators } from '../../testing/numbers.ts';
import { type ApiAnswer, renderScreen } from '../../testing/render-screen.tsx';
import { makeReview } from '../../testing/reviews.ts';
import { ReviewsScreen } from './reviews-screen.tsx';

const figures = { unanswered: 0, total: 0 };
const businesses = { businesses: [] };
const none = { items: [], nextCursor: null };

const never = () => new Promise<ApiAnswer>(() => undefined);

describe('the list of reviews', () => {
  test('shows that it is loading', async () => {
    await renderScreen(<ReviewsScreen />, {
      answers: { 'GET /reviews': never, 'GET /reviews/figures': figures, 'GET /businesses': businesses },
    });
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  });

  test('links to the connections when it is empty', async () => {
    await renderScreen(<ReviewsScreen />, {
      answers: { 'GET /reviews': none, 'GET /reviews/figures': figures, 'GET /businesses': businesses },
    });
    await expect.element(page.getByRole('link', { name: 'Go to connections' })).toBeVisible();
  });

  test('offers to clear filters that match nothing', async () => {
    const { calls } = await renderScreen(<ReviewsScreen />, {
      path: '/reviews?rating=5',
      answers: { 'GET /reviews': none, 'GET /reviews/figures': figures, 'GET /businesses': businesses },
    });
    await expect.element(page.getByText('No review matches these filters')).toBeVisible();
    const asked = () => calls.filter((call) => call === 'GET /reviews').length;
    const before = asked();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect.element(page.getByText('No review matches these filters')).not.toBeInTheDocument();
    await expect.poll(asked).toBeGreaterThan(before);
  });

  test('counts the matching reviews once the list is loaded', async () => {
    const gate = Promise.withResolvers<void>();
    const asked: string[] = [];
    await renderScreen(<ReviewsScreen />, {
      path: '/reviews?rating=4&ratingMode=only',
      answers: {
        'GET /reviews': async () => {
          await gate.promise;
          return { items: [makeReview()], nextCursor: null };
        },
        'GET /reviews/count': ({ search }) => {
          asked.push(search);
          return { count: 12, more: false };
        },
        'GET /reviews/figures': { unanswered: 0, total: 1745 },
        'GET /businesses': businesses,
      },
    });
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(asked).toEqual([]);
    gate.resolve();
    await expect.element(page.getByText('12 of 1,745 reviews')).toBeVisible();
    expect(asked).toEqual(['?rating=4&ratingMode=only']);
  });

  test.each([
    ['/reviews?withText=true', '10,000+ of 48,431 reviews'],
    ['/reviews?removed=true', '10,000+ reviews no longer shown'],
  ])('at %s it says %s', async (path, words) => {
    await renderScreen(<ReviewsScreen />, {
      path,
      answers: {
        'GET /reviews': { items: [makeReview()], nextCursor: null },
        'GET /reviews/count': { count: 10_000, more: true },
        'GET /reviews/figures': { unanswered: 0, total: 48_431 },
        'GET /businesses': businesses,
      },
    });
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  });

  test('does not shift while the count loads', async () => {
    const gate = Promise.withResolvers<void>();
    await renderScreen(<ReviewsScreen />, {
      path: '/reviews?withText=true',
      answers: {
        'GET /reviews': { items: [makeReview()], nextCursor: null },
        'GET /reviews/count': async () => {
          await gate.promise;
          return { count: 1, more: false };
        },
        'GET /reviews/figures': { unanswered: 0, total: 3 },
        'GET /businesses': businesses,
      },
    });
    const card = page.getByRole('article');
    await expect.element(card).toBeVisible();
    const before = card.element().getBoundingClientRect().top;
    gate.resolve();
    await expect.element(page.getByText('1 of 3 reviews')).toBeVisible();
    expect(card.element().getBoundingClientRect().top).toBe(before);
  });

  test('an invalid date does not stay in its field', async () => {
    await renderScreen(<ReviewsScreen />, {
      answers: { 'GET /reviews': none, 'GET /reviews/figures': figures, 'GET /businesses': businesses },
    });
    const from = page.getByLabelText('From');
    await from.fill('12026-01-01');
    await expect.element(from).toHaveValue('');
    await from.fill('2026-01-01');
    await expect.element(page.getByRole('button', { name: 'Clear filters' }).first()).toBeVisible();
    await expect.element(from).toHaveValue('2026-01-01');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect.element(from).toHaveValue('');
  });

  test('shows why it failed, and recovers with another try', async () => {
    let works = false;
    await renderScreen(<ReviewsScreen />, {
      answers: {
        'GET /reviews': () => (works ? none : 403),
        'GET /reviews/figures': figures,
        'GET /businesses': businesses,
      },
    });
    const again = page.getByRole('button', { name: 'Try again' });
    await expect.element(again).toBeVisible();
    works = true;
    await again.click();
    await expect.element(page.getByRole('link', { name: 'Go to connections' })).toBeVisible();
  });

  test('shows dates in the account’s time zone', async () => {
    const reply = {
      text: 'Thank you',
      at: '2026-10-05T19:00:00.000Z',
      state: 'published' as const,
      violation: null,
    };
    const item = makeReview({ writtenAt: '2026-10-04T19:00:00.000Z', answered: true, reply });
    await renderScreen(<ReviewsScreen />, {
      timeZone: 'Asia/Kathmandu',
      answers: {
        'GET /reviews': { items: [item], nextCursor: null },
        'GET /reviews/figures': figures,
        'GET /businesses': businesses,
      },
    });
    await expect.element(page.getByText('Oct 5, 2026')).toBeVisible();
    await expect.element(page.getByText('Oct 6, 2026')).toBeVisible();
  });

  test.each([
    ['given', /· date set at the import$/],
    ['relative', /· date estimated$/],
  ] as const)('marks a date that is %s', async (dateBasis, mark) => {
    const items = [makeReview({ source: 'import', dateBasis })];
    await renderScreen(<ReviewsScreen />, {
      answers: {
        'GET /reviews': { items, nextCursor: null },
        'GET /reviews/figures': figures,
        'GET /businesses': businesses,
      },
    });
    await expect.element(page.getByText(mark)).toBeVisible();
  });

  test('is not refetched on window focus when several pages are loaded', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
      focusManager.setFocused(undefined);
    });
    const { calls } = await renderScreen(<ReviewsScreen />, {
      answers: {
        'GET /reviews': ({ searchParams }) => {
          const at = Number(searchParams.get('cursor') ?? 1);
          const item = makeReview({
            id: `0199f000-0000-7000-8000-00000000007${at}`,
            authorName: `Guest ${at}`,
          });
          return { items: [item], nextCursor: at < 3 ? String(at + 1) : null };
        },
        'GET /reviews/figures': figures,
        'GET /businesses': businesses,
      },
    });
    const asked = (call: string) => calls.filter((one) => one === call).length;
    await expect.element(page.getByText('Guest 3')).toBeVisible();
    expect([asked('GET /reviews'), asked('GET /reviews/figures')]).toEqual([3, 1]);
    focusManager.setFocused(false);
    vi.setSystemTime(Date.now() + 60_000);
    focusManager.setFocused(true);
    // The figures are refetched on focus, so by now the list would have been refetched too.
    await expect.poll(() => asked('GET /reviews/figures')).toBe(2);
    expect(asked('GET /reviews')).toBe(3);
  });

  test.each([
    ['en', /12,345/],
    ['de', /12\.345/],
  ])('has the thousands separators of its language: %s', async (language, unanswered) => {
    await renderScreen(<ReviewsScreen />, {
      language,
      answers: {
        'GET /reviews': none,
        'GET /reviews/figures': { unanswered: 12_345, total: 23_456 },
        'GET /businesses': businesses,
      },
    });
    await expect.element(page.getByText(unanswered)).toBeVisible();
    expect(numbersWithoutSeparators()).toEqual([]);
  });

  test('is in the current language', async () => {
    await renderScreen(<ReviewsScreen />, {
      language: 'de',
      path: '/reviews?rating=5',
      answers: { 'GET /reviews': none, 'GET /reviews/figures': figures, 'GET /businesses': businesses },
    });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Bewertungen' })).toBeVisible();
  });
});
