/** What a review card shows for each state of its reply, and how a reply is written. */
import type { OwnReview } from '@kindling/contract/reviews';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { makeReview } from '../../testing/reviews.ts';
import { ownAccount, type SessionOptions } from '../../testing/session.ts';
import { ReviewsScreen } from './reviews-screen.tsx';

const at = '2026-11-20T10:00:00.000Z';

/** Shows the list with one review. The fake server records sent replies; a test changes `server.review` directly. */
async function show(
  review: OwnReview,
  more: (server: { review: OwnReview }) => ApiAnswers = () => ({}),
  session: SessionOptions = {},
) {
  const server = { review };
  const sent: unknown[] = [];
  await renderScreen(<ReviewsScreen />, {
    path: '/reviews',
    ...session,
    answers: {
      'GET /reviews': () => ({ items: [server.review], nextCursor: null }),
      [`GET /reviews/${review.id}`]: () => ({ review: server.review }),
      'GET /reviews/figures': { unanswered: 0, total: 1 },
      'GET /businesses': { businesses: [] },
      [`PUT /reviews/${review.id}/draft`]: async (_url, request) => {
        const { text } = (await request.json()) as { text: string | null };
        const version = server.review.drafting.version + 1;
        server.review = { ...server.review, draft: text, drafting: { ...server.review.drafting, version } };
        return { ok: true, version };
      },
      [`PUT /reviews/${review.id}/reply`]: async (_url, request) => {
        const { text, seen } = (await request.json()) as { text: string; seen: string | null };
        sent.push({ text, seen });
        const outgoing = { text, state: 'sending' as const, reason: null, at };
        server.review = { ...server.review, outgoing, draft: null, answered: true };
        return { review: server.review };
      },
      ...more(server),
    },
  });
  await expect.element(card()).toBeVisible();
  return { server, sent };
}
const card = () => page.getByRole('article');
const box = () => card().getByRole('textbox', { name: /^Your reply on/ });
const reply = () => card().getByRole('blockquote', { name: 'Your reply' });
const button = (name: string | RegExp) => card().getByRole('button', { name });

test('a viewer reads reviews and replies, and finds nothing to reply with', async () => {
  const published = { text: 'Thank you', at, state: 'published' as const, violation: null };
  await show(makeReview({ reply: published, answered: true }), undefined, {
    account: { ...ownAccount, role: 'viewer' },
  });
  await expect.element(reply().getByText('Thank you')).toBeVisible();
  await expect
    .poll(() =>
      card()
        .getByRole('button')
        .elements()
        .map((found) => found.textContent),
    )
    .toEqual(['Link to post']);
  await userEvent.keyboard('r');
  await expect.element(box()).not.toBeInTheDocument();
});

test('the length is counted in bytes, and an emoji counts as four', async () => {
  await show(makeReview());
  await button('Reply').click();
  await box().fill('a');
  await expect.element(card().getByText('Everybody can read it on Google.')).toBeVisible();
  await box().fill('🙂'.repeat(1000));
  await expect.element(card().getByText('96 bytes left')).toBeVisible();
  await box().fill('🙂'.repeat(1025));
  await expect.element(card().getByText(/4 bytes too long\. Emoji/)).toBeVisible();
  await expect.element(button('Send reply')).toBeDisabled();
  await box().fill('🙂'.repeat(1024));
  await expect.element(card().getByText('0 bytes left')).toBeVisible();
  await expect.element(button('Send reply')).toBeEnabled();
  await box().fill('');
  await expect.element(button('Send reply')).toBeDisabled();
});

test('where the platform counts characters, so does the field, and it cuts nothing off', async () => {
  const replyBox = { state: 'open', limitBytes: null, limitCharacters: 8000 } as const;
  await show(makeReview({ source: 'facebook', replyBox }));
  await button('Reply').click();
  await box().fill('é'.repeat(7990));
  await expect.element(card().getByText('10 characters left')).toBeVisible();
  await expect.element(button('Send reply')).toBeEnabled();
  await box().fill('é'.repeat(18_000));
  await expect.element(card().getByText('10,000 characters too long.')).toBeVisible();
  await expect.element(button('Send reply')).toBeDisabled();
});

describe('a draft', () => {
  test('is started, saved and closed with the keyboard only', async () => {
    const { server } = await show(makeReview());
    await userEvent.keyboard('j');
    await expect.element(page.getByRole('link', { name: /^Orla Finch, 4 out of 5 stars/ })).toHaveFocus();
    await userEvent.keyboard('r');
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('Merci');
    await expect.element(card().getByText('Draft saved')).toBeVisible();
    expect(server.review.draft).toBe('Merci');
    // Closed before the autosave delay has passed.
    await userEvent.keyboard(' r');
    await userEvent.keyboard('{Escape}');
    await expect.element(box()).not.toBeInTheDocument();
    await expect.element(button('Continue draft')).toHaveFocus();
    await expect.poll(() => server.review.draft).toBe('Merci r');
  });

  test('from another browser can be continued', async () => {
    await show(makeReview({ draft: 'Merci, à bientôt r' }));
    await button('Continue draft').click();
    await expect.element(box()).toHaveValue('Merci, à bientôt r');
  });
});

test('a rejected reply says why, and another one is sent with the keyboard', async () => {
  const refused = { text: 'Ten percent off', at, state: 'failed', violation: 'advertising' } as const;
  const { sent, server } = await show(makeReview({ reply: refused }));
  await expect.element(reply().getByText('Not accepted by Google')).toBeVisible();
  await expect.element(reply().getByText(/no offers, prices or links/)).toBeVisible();
  await expect.element(card().getByText('Reply not accepted')).toBeVisible();
  await button('Edit and send again').click();
  await expect.element(box()).toHaveValue('Ten percent off');
  await box().fill('The clock was wrong.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(box()).not.toBeInTheDocument();
  await expect.element(reply().getByText('The clock was wrong.')).toBeVisible();
  expect(sent).toEqual([{ text: 'The clock was wrong.', seen: 'Ten percent off' }]);
  server.review = makeReview({
    answered: true,
    reply: { text: 'The clock was wrong.', at, state: 'published', violation: null },
  });
  await expect.element(reply().getByText('Published')).toBeVisible();
});

test('a published reply is updated, not sent', async () => {
  const published = { text: 'Thank you', at, state: 'published', violation: null } as const;
  const { sent } = await show(makeReview({ reply: published, answered: true }));
  await button('Edit reply').click();
  await expect.element(button('Send reply')).not.toBeInTheDocument();
  await box().fill('Thank you, Orla');
  await button('Update reply').click();
  await expect.element(reply().getByText('Thank you, Orla')).toBeVisible();
  expect(sent).toEqual([{ text: 'Thank you, Orla', seen: 'Thank you' }]);
});

test('the history follows a reply, and each change that is read while it is being sent', async () => {
  let read = 0;
  const { server } = await show(makeReview(), () => ({
    [`GET /reviews/${makeReview().id}/history`]: () => {
      read += 1;
      return { entries: [] };
    },
  }));
  await expect.poll(() => read).toBe(1);
  await button('Reply').click();
  await box().fill('Thank you');
  await button('Send reply').click();
  await expect.element(reply().getByText('Thank you')).toBeVisible();
  await expect.poll(() => read).toBe(2);
  server.review = makeReview({
    answered: true,
    reply: { text: 'Thank you', at, state: 'published', violation: null },
  });
  await expect.element(reply().getByText('Published')).toBeVisible();
  await expect.poll(() => read).toBe(3);
});

test('a reply written at the platform meanwhile is shown before it can be overwritten', async () => {
  const { sent } = await show(
    makeReview({
      answered: true,
      reply: { text: 'Written at Google', at, state: 'published', violation: null },
      outgoing: { text: 'Ours, newer', state: 'failed', reason: 'conflict', at },
    }),
  );
  const failed = card().getByRole('alert');
  await expect.element(failed.getByText('Your reply was not sent')).toBeVisible();
  await expect.element(failed.getByText(/The reply on Google has changed since you opened it/)).toBeVisible();
  await expect.element(failed.getByText('Ours, newer')).toBeVisible();
  await expect.element(reply().getByText('Written at Google')).toBeVisible();
  await expect.element(failed.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await failed.getByRole('button', { name: 'Edit and send again' }).click();
  await button('Update reply').click();
  await expect.element(reply().getByText('Ours, newer')).toBeVisible();
  expect(sent).toEqual([{ text: 'Ours, newer', seen: 'Written at Google' }]);
});

test('a platform that takes no reply is explained, with the kept text and a link', async () => {
  const { sent } = await show(
    makeReview({
      source: 'facebook',
      permalink: 'https://www.facebook.com/8801',
      outgoing: { text: 'Thank you, Rosa', state: 'failed', reason: 'platform-rejected', at },
    }),
  );
  const failed = card().getByRole('alert');
  await expect
    .element(failed.getByText(/Facebook does not accept replies to this review from here\./))
    .toBeVisible();
  await expect.element(failed.getByText('Thank you, Rosa')).toBeVisible();
  await expect
    .element(failed.getByRole('link', { name: /^Reply on Facebook/ }))
    .toHaveAttribute('href', 'https://www.facebook.com/8801');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect.element(reply().getByText('Thank you, Rosa')).toBeVisible();
  expect(sent).toEqual([{ text: 'Thank you, Rosa', seen: null }]);
});

test('a broken connection is linked', async () => {
  await show(makeReview({ replyBox: { state: 'not-working', limitBytes: 4096, limitCharacters: 10_000 } }));
  await expect
    .element(card().getByText(/Google has to be connected again before you can reply\./))
    .toBeVisible();
  await expect
    .element(card().getByRole('link', { name: 'Go to the connection' }))
    .toHaveAttribute('href', '/connections/google');
  await expect.element(button('Reply')).not.toBeInTheDocument();
});

test.each([
  ['imported', { source: 'import', state: 'disconnected' }, /^This review was imported from a file/],
  ['of a place that nobody connected', { source: 'google', state: 'disconnected' }, /^Connect this profile/],
  [
    'of a platform that takes no replies',
    { source: 'google', state: 'elsewhere' },
    /^Replies are not possible/,
  ],
  ['without its text', { source: 'google', state: 'wiped' }, /^You can reply again once a sync/],
  ['no longer shown', { source: 'google', state: 'removed' }, /^Google no longer shows this review/],
  ['withdrawn', { source: 'first-party', state: 'removed' }, /^The author has withdrawn this review/],
] as const)(
  'a review that is %s says why it takes no reply, and so does the key',
  async (_which, given, why) => {
    const { source, state } = given;
    await show(makeReview({ source, replyBox: { state, limitBytes: null, limitCharacters: 10_000 } }));
    await expect.element(card().getByText(why)).toBeVisible();
    await expect.element(button('Reply')).not.toBeInTheDocument();
    await userEvent.keyboard('r');
    await expect.element(card().getByText(why)).toHaveFocus();
    expect(card().getByRole('link', { name: 'Go to the connection' }).elements()).toHaveLength(
      source === 'google' && state === 'disconnected' ? 1 : 0,
    );
  },
);

test('on a phone the key opens an imported review at the sentence', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  const review = makeReview({
    source: 'import',
    text: 'A long story.\n'.repeat(60),
    replyBox: { state: 'disconnected', limitBytes: null, limitCharacters: 10_000 },
  });
  await renderScreen(<ReviewsScreen />, {
    path: '/reviews',
    answers: {
      'GET /reviews': { items: [review], nextCursor: null },
      [`GET /reviews/${review.id}`]: { review },
    },
  });
  await expect.element(page.getByRole('link', { name: /^Orla Finch/ })).toBeVisible();
  await userEvent.keyboard('jr');
  const why = page.getByRole('dialog').getByText(/^This review was imported from a file/);
  await expect.element(why).toHaveFocus();
  await expect.element(why).toBeInViewport();
});

test('removed reviews have a filter of their own and no reply button', async () => {
  const asked: (string | null)[] = [];
  const gone = {
    removedAt: '2026-11-19T12:00:00.000Z',
    replyBox: { state: 'removed', limitBytes: 4096, limitCharacters: 10_000 },
  } as const;
  const wiped = makeReview({ ...gone, wipedAt: gone.removedAt, text: null, authorName: null });
  const other = makeReview({ ...gone, id: '0199f000-0000-7000-8000-000000000052' });
  await show(makeReview(), () => ({
    'GET /reviews': ({ searchParams }) => {
      asked.push(searchParams.get('removed'));
      return { items: asked.at(-1) === 'true' ? [wiped, other] : [makeReview()], nextCursor: null };
    },
  }));
  await page.getByRole('button', { name: 'Advanced filters' }).click();
  await page.getByRole('combobox', { name: 'Removed' }).selectOptions('No longer shown');
  await page.getByRole('button', { name: 'Show reviews' }).click();
  await expect.element(card().getByText('No longer shown on Google since Nov 19, 2026')).toBeVisible();
  await expect
    .element(card().getByText(/lets us keep a text for 30 days without confirming it\./))
    .toBeVisible();
  await expect.element(card().getByRole('button', { name: /Reply|reply/ })).not.toBeInTheDocument();
  await expect.element(card().getByText('Not replied yet')).not.toBeInTheDocument();
  await page.getByRole('link', { name: /^Orla Finch/ }).click();
  await expect.element(card().getByText(/No longer shown on Google since/)).toBeVisible();
  await expect.element(card().getByText(/30 days/)).not.toBeInTheDocument();
  await expect.element(card().getByText('Not replied yet')).not.toBeInTheDocument();
  expect(asked.at(-1)).toBe('true');
});
