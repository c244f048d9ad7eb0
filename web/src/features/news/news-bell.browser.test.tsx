/** The bell: its number, its panel in each state, what opening it marks, and the keyboard. */
import type { NewsItem } from '@kindling/contract/news';
import { focusManager, useQuery } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { query } from '../../lib/api/client.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { NewsBell } from './news-bell.tsx';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 8, minute)).toISOString();
const id = (number: number) => `0199f000-0000-7000-8000-00000000010${number}`;
const place = { locationName: 'Quay', source: 'google', authorName: 'Ines' } as const;
const items: NewsItem[] = [
  {
    kind: 'review',
    id: id(1),
    at: at(5),
    reviewId: id(1),
    ...place,
    rating: 2,
    recommendation: null,
    excerpt: 'Too slow.',
  },
  { kind: 'reply-refused', id: id(2), at: at(4), reviewId: id(2), ...place },
  { kind: 'reply-published', id: id(3), at: at(3), reviewId: id(3), ...place },
  {
    kind: 'message',
    id: id(4),
    at: at(2),
    messageId: id(4),
    locationName: 'Quay',
    rating: 'down',
    excerpt: 'In private.',
  },
  {
    kind: 'connection',
    id: id(5),
    at: at(1),
    connectionId: id(5),
    platform: 'google',
    name: 'Harbor Ltd',
    status: 'revoked',
  },
];
const ofMember = { assigneeId: id(9), ...place };
const assigned: NewsItem[] = [
  { kind: 'assigned', id: id(6), at: at(6), reviewId: id(6), count: 1, more: false, ...ofMember },
  { kind: 'assigned', id: id(7), at: at(5), reviewId: id(7), count: 16, more: false, ...ofMember },
  { kind: 'assigned', id: id(8), at: at(4), reviewId: id(8), count: 1000, more: true, ...ofMember },
];
const bell = () => page.getByRole('button', { name: /^News/ });
/** A list of reviews that is never read again by itself. */
function Reviews() {
  useQuery(query.reviews.list.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }));
  return null;
}
const open = async (answers: ApiAnswers) => {
  const { calls } = await renderScreen(<NewsBell />, { answers });
  await bell().click();
  return calls;
};

test('opening lists the news with their places, and marks them as seen', async () => {
  const sent: unknown[] = [];
  const { calls } = await renderScreen(<NewsBell />, {
    answers: {
      'GET /news/count': { unseen: 2, more: false },
      'GET /news': { items, seenAt: at(3) },
      'PUT /news/seen': async (_url, request) => {
        sent.push(await request.json());
        return { ok: true };
      },
    },
  });
  await expect.element(bell()).toHaveAccessibleName('News, 2 new since your last visit');
  await bell().click();
  const panel = page.getByRole('dialog', { name: 'News' });
  const links = panel.getByRole('list').getByRole('link');
  await expect.element(links.first()).toBeVisible();
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual([
    `/reviews?review=${id(1)}`,
    `/reviews?review=${id(2)}`,
    `/reviews?review=${id(3)}`,
    `/review-pipeline/review?tab=feedback&message=${id(4)}`,
    '/connections/google',
  ]);
  expect(panel.getByRole('img', { name: 'New', exact: true }).elements()).toHaveLength(2);
  await expect.element(bell()).toHaveAccessibleName('News');
  expect(sent).toEqual([{ until: at(5) }]);
  expect(calls.filter((call) => call === 'GET /news')).toHaveLength(1);
});

test('reviews that others assigned are one line, which leads to the review or to all of them', async () => {
  await open({
    'GET /news/count': { unseen: 2, more: false },
    'GET /news': { items: assigned, seenAt: null },
    'PUT /news/seen': { ok: true },
  });
  const link = (name: RegExp) => page.getByRole('link', { name });
  await expect
    .element(link(/A review is assigned to you/))
    .toHaveAttribute('href', `/reviews?review=${id(6)}`);
  await expect
    .element(link(/16 reviews are assigned to you/))
    .toHaveAttribute('href', `/reviews?assigneeId=${id(9)}`);
  await expect.element(link(/1,000\+ reviews are assigned to you/)).toBeVisible();
});

test('that support acted as a member leads to what it did', async () => {
  await open({
    'GET /news/count': { unseen: 1, more: false },
    'GET /news': { items: [{ kind: 'support', id: id(1), at: at(1), memberName: 'Mara' }], seenAt: null },
    'PUT /news/seen': { ok: true },
  });
  const link = page.getByRole('link', { name: /Support acted as a member.*As Mara/ });
  await expect.element(link).toHaveAttribute('href', '/activity?who=support');
});

test('the keyboard opens and closes it, and the focus returns', async () => {
  await renderScreen(<NewsBell />, {
    answers: {
      'GET /news/count': { unseen: 0, more: false },
      'GET /news': { items, seenAt: at(5) },
      'PUT /news/seen': { ok: true },
    },
  });
  await userEvent.keyboard('{Tab}{Enter}');
  const panel = page.getByRole('dialog', { name: 'News' });
  await expect.element(panel.getByRole('list')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(bell()).toHaveFocus();
});

test('more than can be counted says so, and a number that cannot be read shows none', async () => {
  await renderScreen(<NewsBell />, { answers: { 'GET /news/count': { unseen: 99, more: true } } });
  await expect.element(page.getByText('99+')).toBeVisible();
});

test('another number reads the reviews on the screen again, and the same number does not', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
    focusManager.setFocused(undefined);
  });
  let unseen = 2;
  const { calls } = await renderScreen(
    <>
      <NewsBell />
      <Reviews />
    </>,
    {
      answers: {
        'GET /news/count': () => ({ unseen, more: false }),
        'GET /reviews': { items: [], nextCursor: null },
      },
    },
  );
  const countOf = (name: string) => calls.filter((call) => call === name).length;
  const comeBack = () => {
    focusManager.setFocused(false);
    vi.setSystemTime(Date.now() + 60_000);
    focusManager.setFocused(true);
  };
  await expect.element(bell()).toHaveAccessibleName('News, 2 new since your last visit');
  await expect.poll(() => countOf('GET /reviews')).toBe(1);
  comeBack();
  await expect.poll(() => countOf('GET /news/count')).toBe(2);
  unseen = 3;
  comeBack();
  await expect.element(bell()).toHaveAccessibleName('News, 3 new since your last visit');
  await expect.poll(() => countOf('GET /reviews')).toBe(2);
});

test('nothing new says what appears here, and a failure offers another try', async () => {
  let fails = true;
  const calls = await open({
    'GET /news/count': 500,
    'GET /news': () => (fails ? 503 : { items: [], seenAt: null }),
  });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  fails = false;
  await again.click();
  await expect.element(page.getByText('Nothing new')).toBeVisible();
  expect(calls).not.toContain('PUT /news/seen');
});
