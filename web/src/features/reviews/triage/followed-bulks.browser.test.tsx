/** Actions on many reviews that nobody waits for: which are shown, for how long, and that they move no row. */
import type { BulkProgress } from '@kindling/contract/bulk-actions';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { type ApiAnswer, type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { makeReview } from '../../../testing/reviews.ts';
import { ReviewsScreen } from '../reviews-screen.tsx';

const at = '2026-11-20T10:00:00.000Z';
const idOf = (number: number) => `0199f000-0000-7000-8000-000000000${number}`;
const running = (number: number): BulkProgress => ({
  id: idOf(number),
  action: { kind: 'tag', tagId: idOf(900) },
  state: 'running',
  failure: null,
  total: 620,
  done: 120,
  changed: 120,
  skipped: [],
  createdAt: at,
  endedAt: null,
});
const ended = { state: 'done', done: 620, changed: 620, endedAt: at } as const;
const incomplete: Partial<BulkProgress> = {
  ...ended,
  changed: 618,
  skipped: [{ reason: 'too-many-tags', count: 2 }],
};

/** Shows the screen with these actions, which the test changes. */
async function show(bulks: BulkProgress[], more: ApiAnswers = {}, language = 'en') {
  onTestFinished(() => localStorage.removeItem('readBulkOutcomes'));
  // The screen before a reload.
  await cleanup();
  return renderScreen(<ReviewsScreen />, {
    language,
    answers: {
      'GET /reviews': { items: [makeReview()], nextCursor: null },
      'GET /reviews/figures': { unanswered: 0, total: 1 },
      'GET /reviews/count': { count: 1, more: false },
      'GET /reviews/languages': { languages: [] },
      'GET /reviews/assignees': { assignees: [] },
      'GET /tags': { tags: [] },
      'GET /saved-views': { views: [] },
      'GET /businesses': { businesses: [] },
      'GET /bulk-actions': () => ({ bulks }),
      ...Object.fromEntries(bulks.map((bulk) => [`GET /bulk-actions/${bulk.id}`, () => ({ bulk })])),
      ...more,
    },
  });
}

const followed = () => page.getByRole('region', { name: 'Changes to several reviews' });
const row = () => page.getByRole('checkbox').first();
const success = () => page.getByRole('alert').getByText('620 reviews changed.');
/** Longer than an announcement stays. */
const gone = { timeout: 20_000 };

test('a success is announced, goes by itself, and does not come back with a reload or after a selection', async () => {
  const bulk = running(331);
  await show([bulk]);
  await expect.element(followed().getByText('120 of 620 reviews')).toBeVisible();
  await expect.element(followed().getByRole('button', { name: 'Stop' })).toBeVisible();
  Object.assign(bulk, ended);
  await expect.element(success()).toBeVisible();
  await expect.element(followed()).not.toBeInTheDocument();
  await row().click();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect.element(page.getByRole('button', { name: 'Clear selection' })).not.toBeInTheDocument();
  await expect.element(followed()).not.toBeInTheDocument();
  await expect.element(success(), gone).not.toBeInTheDocument();
  const { calls } = await show([bulk]);
  await expect.poll(() => calls).toContain('GET /bulk-actions');
  await expect.element(row()).toBeVisible();
  await expect.element(followed()).not.toBeInTheDocument();
  await expect.element(success()).not.toBeInTheDocument();
});

test('a success waits until the page is in sight', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visibility.mockRestore());
  const bulk = { ...running(332), ...ended };
  const { calls } = await show([bulk]);
  await expect.poll(() => calls).toContain('GET /bulk-actions');
  await expect.element(row()).toBeVisible();
  expect(localStorage.getItem('readBulkOutcomes') ?? '').not.toContain(bulk.id);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(success()).toBeVisible();
  expect(localStorage.getItem('readBulkOutcomes')).toContain(bulk.id);
});

test('what was left stays until it was read, also after a reload', async () => {
  const bulk = running(333);
  await show([bulk]);
  await expect.element(followed()).toBeVisible();
  Object.assign(bulk, incomplete);
  await expect.element(followed().getByText('2 have the maximum number of tags.')).toBeVisible();
  await show([bulk]);
  await expect.element(followed().getByText('618 reviews changed.')).toBeVisible();
  await followed().getByRole('button', { name: 'Done' }).click();
  await expect.element(followed()).not.toBeInTheDocument();
  await show([bulk]);
  await expect.element(row()).toBeVisible();
  await expect.element(followed()).not.toBeInTheDocument();
});

test('of several the newest is shown, and the others on demand', async () => {
  const bulks = [running(334), { ...running(335), ...incomplete }, running(336)];
  await show(bulks);
  await expect.element(followed()).toBeVisible();
  await expect.poll(() => followed().getByRole('listitem').elements().length).toBe(1);
  await followed().getByRole('button', { name: 'Show 2 more' }).click();
  await expect.poll(() => followed().getByRole('listitem').elements().length).toBe(3);
  await followed().getByRole('button', { name: 'Show only the newest' }).click();
  await expect.poll(() => followed().getByRole('listitem').elements().length).toBe(1);
  // One that is not shown is followed too.
  Object.assign(bulks[2] ?? {}, ended);
  await expect.element(success()).toBeVisible();
  await expect.element(followed().getByRole('button', { name: 'Show 1 more' })).toBeVisible();
});

test.each([
  [390, 'de', 'Änderungen an mehreren Bewertungen'],
  [390, 'fr', 'Modifications de plusieurs avis'],
  [1440, 'de', 'Änderungen an mehreren Bewertungen'],
  [1440, 'fr', 'Modifications de plusieurs avis'],
])('at %i px in %s they move no row, and their words have space', async (width, language, name) => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(width, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  const gate = Promise.withResolvers<ApiAnswer>();
  await show([], { 'GET /bulk-actions': () => gate.promise }, language);
  await expect.element(row()).toBeInTheDocument();
  const top = () => row().element().getBoundingClientRect().top;
  const place = top();
  gate.resolve({ bulks: [{ ...running(337), ...incomplete }] });
  const region = page.getByRole('region', { name });
  await expect.element(region).toBeVisible();
  expect(top()).toBe(place);
  const box = region.element().getBoundingClientRect();
  expect(box.height).toBeLessThan(90);
  expect(box.bottom).toBeLessThanOrEqual(844);
  const button = region.getByRole('button').element().getBoundingClientRect();
  const words = region.getByRole('status').element();
  expect(words.getBoundingClientRect().right).toBeLessThanOrEqual(button.left);
  expect(words.scrollWidth).toBeLessThanOrEqual(words.clientWidth);
  expect(button.right).toBeLessThanOrEqual(box.right);
});
