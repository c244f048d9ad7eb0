/** First-party reviews in the reading pane: thumbs, invitations, the public reply, hiding and reporting. */
import { abuseReasons, type HiddenReason, hideReasons } from '@kindling/contract/hidden-reasons';
import type { OwnReview } from '@kindling/contract/reviews';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { makeReview } from '../../testing/reviews.ts';
import { ownAccount, type SessionOptions } from '../../testing/session.ts';
import { ReviewsScreen } from './reviews-screen.tsx';

const at = '2026-11-20T10:00:00.000Z';

interface Asked {
  method: string;
  body: unknown;
}

/** Shows the list with one first-party review, and records what is asked of it. */
async function show(
  changes: Partial<OwnReview> = {},
  { reasons = [...hideReasons], session = {} }: { reasons?: string[]; session?: SessionOptions } = {},
) {
  const replyBox = { state: 'open', limitBytes: null, limitCharacters: 10_000 } as const;
  const server = {
    review: makeReview({ source: 'first-party', listingId: null, listingName: null, replyBox, ...changes }),
  };
  const asked: Asked[] = [];
  const { id } = server.review;
  const step = (method: string, kind: 'hidden' | 'abuse-report') => async (_: URL, request: Request) => {
    const body = method === 'PUT' ? ((await request.json()) as { reason: HiddenReason }) : null;
    asked.push({ method: `${method} ${kind}`, body });
    server.review = { ...server.review, hidden: body === null ? null : { reason: body.reason, at } };
    return { review: server.review };
  };
  await renderScreen(<ReviewsScreen />, {
    path: '/reviews',
    ...session,
    answers: {
      'GET /reviews': () => ({ items: [server.review], nextCursor: null }),
      'GET /reviews/figures': { unanswered: 1, total: 1 },
      'GET /reviews/hide-reasons': { reasons },
      'GET /businesses': { businesses: [] },
      [`GET /reviews/${id}/notes`]: { notes: [] },
      [`GET /reviews/${id}/history`]: { entries: [] },
      [`PUT /reviews/${id}/hidden`]: step('PUT', 'hidden'),
      [`DELETE /reviews/${id}/hidden`]: step('DELETE', 'hidden'),
      [`PUT /reviews/${id}/abuse-report`]: step('PUT', 'abuse-report'),
      [`DELETE /reviews/${id}/abuse-report`]: step('DELETE', 'abuse-report'),
      [`PUT /reviews/${id}/draft`]: { ok: true },
      [`PUT /reviews/${id}/reply`]: async (_url, request) => {
        const { text } = (await request.json()) as { text: string };
        server.review = {
          ...server.review,
          answered: true,
          draft: null,
          reply: { text, at, state: 'published', violation: null },
        };
        return { review: server.review };
      },
    },
  });
  await expect.element(card()).toBeVisible();
  return { asked };
}
const card = () => page.getByRole('article');
const button = (name: string) => card().getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');

test('a thumb is a thumb, and an invited author is explained', async () => {
  await show({ rating: null, recommendation: 'negative', invited: true });
  await expect.element(card().getByText('Thumbs down')).toBeVisible();
  await expect.element(card().getByText(/recommend/i)).not.toBeInTheDocument();
  await expect.element(card().getByText('Invited by the business.')).toBeVisible();
  await expect.element(card().getByText(/came through a personal invitation/)).toBeVisible();
});

test('a long text is whole', async () => {
  await show({ text: 'A long story. '.repeat(280) });
  const text = card()
    .getByText(/^A long story/)
    .element();
  await expect.poll(() => text.scrollHeight - text.clientHeight).toBe(0);
  expect(text.textContent).toHaveLength('A long story. '.length * 280);
});

test('a reply is public at once', async () => {
  await show();
  await button('Reply').click();
  const box = card().getByRole('textbox', { name: 'Your public reply' });
  await expect.element(card().getByText(/^Your reply is public at once/)).toBeVisible();
  await box.fill('Thank you!');
  await button('Send reply').click();
  await expect.element(card().getByRole('blockquote').getByText('Published')).toBeVisible();
  await button('Delete reply').click();
  await expect.element(dialog().getByText(/It disappears from your widgets/)).toBeVisible();
});

test('hiding asks for a reason, says what visitors are told, and is taken back', async () => {
  const { asked } = await show();
  await button('Hide').click();
  await expect
    .element(dialog().getByText(/Your widgets and pages say that a review is hidden/))
    .toBeVisible();
  const confirm = dialog().getByRole('button', { name: 'Hide review' });
  await expect.element(confirm).toBeDisabled();
  await expect.poll(() => dialog().getByRole('radio').elements()).toHaveLength(hideReasons.length);
  await dialog().getByRole('radio', { name: 'Something has changed since' }).click();
  await confirm.click();
  await expect.element(card().getByText(/^Hidden on .*: Something has changed since$/)).toBeVisible();
  await expect.element(card().getByText(/It still counts in all figures\./)).toBeVisible();
  await expect.element(card().getByText('Not replied yet', { exact: true })).not.toBeInTheDocument();
  await expect.element(button('Hide')).not.toBeInTheDocument();
  await button('Show again').click();
  await expect.element(button('Hide')).toBeVisible();
  expect(asked).toEqual([
    { method: 'PUT hidden', body: { reason: 'outdated' } },
    { method: 'DELETE hidden', body: null },
  ]);
});

test('where the law forbids it, the rating is no reason, and a review hidden for it is said to be shown', async () => {
  const reasons = hideReasons.filter((reason) => reason !== 'rating');
  await show({ hidden: { reason: 'rating', at } }, { reasons });
  await expect.element(card().getByText(/^Visitors still see it/)).toBeVisible();
  await button('Show again').click();
  await button('Hide').click();
  await expect.element(dialog().getByText(/^The law in your market/)).toBeVisible();
  await expect.element(dialog().getByRole('radio', { name: 'Its rating' })).not.toBeInTheDocument();
});

test('abuse is reported for a closed list of reasons, and the report is taken back', async () => {
  const { asked } = await show();
  await button('Report abuse').click();
  await expect.element(dialog().getByText(/Honest criticism is not abuse/)).toBeVisible();
  await expect.poll(() => dialog().getByRole('radio').elements()).toHaveLength(abuseReasons.length);
  await dialog().getByRole('radio', { name: 'Personal data of others' }).click();
  await dialog().getByRole('button', { name: 'Report review' }).click();
  await expect.element(card().getByText(/^Reported on .*: Personal data of others$/)).toBeVisible();
  await expect.element(button('Report abuse')).not.toBeInTheDocument();
  await button('Take the report back').click();
  await expect.element(button('Report abuse')).toBeVisible();
  expect(asked.map(({ method }) => method)).toEqual(['PUT abuse-report', 'DELETE abuse-report']);
});

test('a withdrawn one says so, and offers nothing', async () => {
  await show({
    removedAt: at,
    text: null,
    replyBox: { state: 'removed', limitBytes: null, limitCharacters: 10_000 },
  });
  await expect.element(card().getByText(/^Withdrawn by the author on /)).toBeVisible();
  for (const offer of [/reply/i, /hide/i, /report/i, /pin/i])
    await expect.element(card().getByRole('button', { name: offer })).not.toBeInTheDocument();
});

test('a responder sees why one is hidden, and neither hides nor reports', async () => {
  await show(
    { hidden: { reason: 'spam', at } },
    { session: { account: { ...ownAccount, role: 'responder' } } },
  );
  await expect.element(card().getByText(/^Reported on .*: Spam or advertising$/)).toBeVisible();
  await expect.element(button('Reply')).toBeVisible();
  for (const name of ['Hide', 'Report abuse', 'Take the report back'])
    await expect.element(button(name)).not.toBeInTheDocument();
});

test('reviews of platforms are hidden, and not reported here', async () => {
  await show({ source: 'google' });
  await expect.element(button('Hide')).toBeVisible();
  await expect.element(button('Report abuse')).not.toBeInTheDocument();
});
