/** Hiding, pinning, assigning, notes and history of one review, and actions on many. */
import type { BulkProgress, ReviewSelection } from '@kindling/contract/bulk-actions';
import type { Assignee, HistoryEntry, ReviewNote } from '@kindling/contract/review-marks';
import type { OwnReview } from '@kindling/contract/reviews';
import { useQuery } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { query } from '../../../lib/api/client.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { makeReview } from '../../../testing/reviews.ts';
import { ownAccount } from '../../../testing/session.ts';
import { makeTag } from '../../../testing/tags.ts';
import { HiddenNotice } from '../hiding/hidden-notice.tsx';
import { HidingActions } from '../hiding/hiding-actions.tsx';
import { AssigneeSelect } from './assignee-select.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { PinButton } from './pin-button.tsx';
import { ReviewHistory } from './review-history.tsx';
import { ReviewNotes } from './review-notes.tsx';
import { TriageTexts } from './triage-texts.tsx';

const at = '2026-11-20T10:00:00.000Z';
const ada: Assignee = {
  userId: '0199f000-0000-7000-8000-000000000001',
  name: 'Ada',
  picture: null,
  you: true,
};
const bo: Assignee = {
  userId: '0199f000-0000-7000-8000-000000000002',
  name: 'Bo',
  picture: null,
  you: false,
};
const viewer = { account: { ...ownAccount, role: 'viewer' } } as const;

function OneReview({ id }: { id: string }) {
  const { data } = useQuery(query.reviews.get.queryOptions({ input: { id } }));
  if (data === undefined) return null;
  const { review } = data;
  return (
    <>
      <HiddenNotice review={review} />
      <HidingActions review={review} />
      <PinButton review={review} />
      <AssigneeSelect review={review} />
      <ReviewNotes review={review} />
      <ReviewHistory review={review} />
    </>
  );
}

async function show(review: OwnReview, more: ApiAnswers = {}, session: object = {}) {
  const state = { review };
  const change = (part: Partial<OwnReview>) => {
    state.review = { ...state.review, ...part };
    return { review: state.review };
  };
  await renderScreen(<OneReview id={review.id} />, {
    ...session,
    answers: {
      [`GET /reviews/${review.id}`]: () => ({ review: state.review }),
      [`GET /reviews/${review.id}/notes`]: { notes: [] },
      [`GET /reviews/${review.id}/history`]: { entries: [] },
      'GET /reviews/assignees': { assignees: [ada, bo] },
      'GET /tags': { tags: [makeTag()] },
      [`PUT /reviews/${review.id}/hidden`]: async (_url, request) => {
        const { reason } = (await request.json()) as { reason: 'spam' };
        return change({ hidden: { reason, at } });
      },
      [`DELETE /reviews/${review.id}/hidden`]: () => change({ hidden: null }),
      [`PUT /reviews/${review.id}/pin`]: async (_url, request) => {
        const { reason } = (await request.json()) as { reason: string | null };
        return change({ pinned: { reason, at } });
      },
      [`DELETE /reviews/${review.id}/pin`]: () => change({ pinned: null }),
      [`PUT /reviews/${review.id}/assignee`]: async (_url, request) =>
        change((await request.json()) as Pick<OwnReview, 'assigneeId'>),
      ...more,
    },
  });
  return state;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('hiding', () => {
  test('a review of a platform is hidden for any reason, and shown again', async () => {
    const state = await show(makeReview());
    await button('Hide').click();
    await expect.element(page.getByText(/It stays on Google as it is/)).toBeVisible();
    await expect.element(button('Hide review')).toBeDisabled();
    await page.getByRole('radio', { name: 'Spam or advertising' }).click();
    await button('Hide review').click();
    await expect.element(page.getByText(/Hidden on .*: Spam or advertising/)).toBeVisible();
    expect(state.review.hidden?.reason).toBe('spam');
    await button('Show again').click();
    await expect.element(button('Hide')).toBeVisible();
  });

  test('a first-party review offers what the law leaves, and says so', async () => {
    await show(makeReview({ source: 'first-party' }), {
      'GET /reviews/hide-reasons': { reasons: ['outdated', 'duplicate', 'author-asked'], inBulk: false },
    });
    await button('Hide').click();
    await expect.element(page.getByText(/does not allow hiding a review for its rating/)).toBeVisible();
    expect(page.getByRole('radio').all()).toHaveLength(3);
  });
});

test('a pin has a reason, which can be changed, and is taken away', async () => {
  const state = await show(makeReview());
  await button('Pin').click();
  const reason = page.getByRole('textbox', { name: 'Reason, for your team only' });
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard('Says it well{Enter}');
  await expect.element(button('Pinned')).toHaveAttribute('aria-pressed', 'true');
  expect(state.review.pinned?.reason).toBe('Says it well');
  await button('Pinned').click();
  await expect.element(reason).toHaveValue('Says it well');
  await button('Remove the pin').click();
  await expect.element(button('Pin')).toBeVisible();
});

describe('the assignee', () => {
  test('is chosen among the members, at once and back to nobody', async () => {
    const state = await show(makeReview());
    const select = page.getByRole('combobox', { name: 'Assigned to' });
    await expect.element(select).toHaveValue('');
    await expect.element(select).toHaveAttribute('placeholder', 'Assign');
    await select.click();
    await page.getByRole('option', { name: 'Bo' }).click();
    await expect.element(select).toHaveValue('Assigned to Bo');
    await expect.poll(() => state.review.assigneeId).toBe(bo.userId);
    await select.click();
    await page.getByRole('option', { name: 'Not assigned' }).click();
    await expect.element(select).toHaveValue('');
    await expect.poll(() => state.review.assigneeId).toBeNull();
  });

  test('is as before when it could not be stored', async () => {
    const review = makeReview({ assigneeId: ada.userId });
    await show(review, { [`PUT /reviews/${review.id}/assignee`]: 503 });
    const select = page.getByRole('combobox', { name: 'Assigned to' });
    await select.click();
    await page.getByRole('option', { name: 'Bo' }).click();
    await expect.element(select).toHaveValue('Assigned to Ada (you)');
    await expect.element(select).toHaveAttribute('aria-invalid', 'true');
  });

  test('is no question with one member', async () => {
    await show(makeReview(), { 'GET /reviews/assignees': { assignees: [ada] } });
    await expect.element(button('Pin')).toBeVisible();
    await expect.element(page.getByRole('combobox')).not.toBeInTheDocument();
  });
});

describe('notes', () => {
  const note: ReviewNote = {
    id: '0199f000-0000-7000-8000-000000000201',
    text: 'Called her',
    authorName: 'Ada',
    adminName: null,
    own: true,
    createdAt: at,
    editedAt: null,
  };

  test('are written with the keyboard, edited and deleted', async () => {
    const review = makeReview();
    let notes: ReviewNote[] = [];
    await show(review, {
      [`GET /reviews/${review.id}/notes`]: () => ({ notes }),
      [`POST /reviews/${review.id}/notes`]: async (_url, request) => {
        const { text } = (await request.json()) as { text: string };
        notes = [{ ...note, text }];
        return Response.json({ notes }, { status: 201 });
      },
      [`PUT /reviews/${review.id}/notes/${note.id}`]: async (_url, request) => {
        const { text } = (await request.json()) as { text: string };
        notes = [{ ...note, text, editedAt: at }];
        return { notes };
      },
      [`DELETE /reviews/${review.id}/notes/${note.id}`]: () => {
        notes = [];
        return { ok: true };
      },
    });
    const box = page.getByRole('textbox', { name: 'Write a note for your team' });
    await box.fill('Called her');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByRole('listitem').getByText('Called her')).toBeVisible();
    await expect.element(box).toHaveValue('');
    await button('Edit').click();
    await page.getByRole('textbox', { name: 'Your note' }).fill('Called her twice');
    await button('Save').click();
    await expect.element(page.getByText('Called her twice')).toBeVisible();
    await expect.element(page.getByText('edited', { exact: true })).toBeVisible();
    await button('Delete').click();
    await button('Delete note').click();
    await expect.element(page.getByText('Called her twice')).not.toBeInTheDocument();
  });

  test('of others cannot be changed, and a viewer only reads', async () => {
    const review = makeReview();
    const other = { ...note, own: false, authorName: null };
    const acted = { ...note, id: crypto.randomUUID(), own: false, adminName: 'Olivia Operator' };
    await show(review, { [`GET /reviews/${review.id}/notes`]: { notes: [other, acted] } }, viewer);
    await expect.element(page.getByText('A former member')).toBeVisible();
    await expect.element(page.getByText('Olivia Operator (support), as Ada')).toBeVisible();
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
    await expect.element(button('Edit')).not.toBeInTheDocument();
  });

  test('a failed one keeps what was typed', async () => {
    const review = makeReview({ id: '0199f000-0000-7000-8000-000000000059' });
    await show(review, { [`POST /reviews/${review.id}/notes`]: 503 });
    const box = page.getByRole('textbox', { name: 'Write a note for your team' });
    await box.fill('Called her');
    await button('Add note').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(box).toHaveValue('Called her');
  });
});

test('an empty history is true beside a reply that came with the review', async () => {
  await show(makeReview({ reply: { text: 'Thank you', at, state: 'published', violation: null } }));
  const history = page.getByRole('region', { name: 'History' });
  await expect.element(history.getByText('Nothing has changed since this review came in.')).toBeVisible();
});

test('the history says what happened and who did it, the earlier entries on demand', async () => {
  const review = makeReview();
  const entry = (kind: HistoryEntry['kind'], part: Partial<HistoryEntry> = {}): HistoryEntry => ({
    id: crypto.randomUUID(),
    kind,
    at,
    by: { kind: 'person', name: 'Bo', adminName: null },
    edit: null,
    where: null,
    reason: null,
    tagIds: [],
    assigneeName: null,
    fromLocation: null,
    toLocation: null,
    ...part,
  });
  const stars = (rating: number) => ({ rating, recommendation: null });
  await show(review, {
    [`GET /reviews/${review.id}/history`]: {
      entries: [
        entry('hidden', { reason: 'outdated' }),
        entry('tagged', {
          tagIds: [makeTag().id, crypto.randomUUID()],
          by: { kind: 'rule', name: null, adminName: null },
        }),
        entry('edited', {
          by: { kind: 'platform', name: null, adminName: null },
          edit: { fields: ['text', 'rating'], from: stars(2), to: stars(4) },
        }),
        entry('replied', { where: 'outside', by: { kind: 'platform', name: null, adminName: null } }),
        entry('assigned', { assigneeName: 'Ada', by: { kind: 'admin', name: 'Bo', adminName: null } }),
        entry('pinned', { by: { kind: 'admin', name: 'Bo', adminName: 'Olivia Operator' } }),
        entry('moved', { fromLocation: 'Quay', toLocation: 'Market' }),
        entry('removed', { by: { kind: 'platform', name: null, adminName: null } }),
      ],
    },
  });
  const history = page.getByRole('region', { name: 'History' });
  await expect.element(history.getByText('Hidden: Something has changed since')).toBeVisible();
  await expect.element(history.getByText('Delivery')).toBeVisible();
  await expect.element(history.getByText('a deleted tag')).toBeVisible();
  await expect.element(history.getByText('By rule')).toBeVisible();
  await expect.element(history.getByText('Rating changed from ★★ to ★★★★ · Text edited')).toBeVisible();
  await expect.element(history.getByText('Assigned to Ada')).toBeVisible();
  await expect.element(history.getByText('Administrator, as Bo')).toBeVisible();
  await expect.element(history.getByText('Moved from Quay to Market')).not.toBeInTheDocument();
  await history.getByRole('button', { name: 'Show 3 earlier entries' }).click();
  await expect.element(history.getByText('Olivia Operator (support), as Bo')).toBeVisible();
  await expect.element(history.getByText('Moved from Quay to Market')).toBeVisible();
});

describe('many reviews', () => {
  const bulk: BulkProgress = {
    id: '0199f000-0000-7000-8000-000000000301',
    action: { kind: 'tag', tagId: makeTag().id },
    state: 'running',
    failure: null,
    total: 620,
    done: 120,
    changed: 120,
    skipped: [],
    createdAt: at,
    endedAt: null,
  };

  const matching: ReviewSelection = { filter: { rating: 4 } };

  async function bar(selection = matching, session: object = {}) {
    onTestFinished(() => localStorage.removeItem('readBulkOutcomes'));
    const sent: unknown[] = [];
    const state = { bulk, done: 0 };
    await renderScreen(
      <TriageTexts fallback={null}>
        <BulkBar
          selection={selection}
          count={620}
          onDone={() => {
            state.done += 1;
          }}
        />
      </TriageTexts>,
      {
        ...session,
        answers: {
          'GET /tags': { tags: [makeTag()] },
          'GET /reviews/assignees': { assignees: [ada, bo] },
          'GET /reviews/hide-reasons': { reasons: ['outdated'], inBulk: false },
          'POST /bulk-actions': async (_url, request) => {
            sent.push(await request.json());
            return Response.json({ bulk: state.bulk }, { status: 202 });
          },
          [`GET /bulk-actions/${bulk.id}`]: () => ({ bulk: state.bulk }),
          [`DELETE /bulk-actions/${bulk.id}`]: () => {
            state.bulk = { ...state.bulk, state: 'canceled', endedAt: at };
            return { ok: true };
          },
        },
      },
    );
    return { sent, state };
  }

  test('are tagged with progress to the end, and the outcome says what was left', async () => {
    const { sent, state } = await bar();
    await expect.element(page.getByText('620 reviews selected')).toBeVisible();
    await button('Tag').click();
    await page.getByRole('option', { name: 'Delivery' }).click();
    await expect.element(page.getByText('They get the tag Delivery.')).toBeVisible();
    expect(sent).toEqual([]);
    await button('Tag 620 reviews').click();
    await expect.element(page.getByText('120 of 620 reviews')).toBeVisible();
    expect(sent).toEqual([
      { selection: { filter: { rating: 4 } }, action: { kind: 'tag', tagId: makeTag().id } },
    ]);
    state.bulk = {
      ...bulk,
      state: 'done',
      done: 620,
      changed: 618,
      skipped: [{ reason: 'too-many-tags', count: 2 }],
      endedAt: at,
    };
    await expect.element(page.getByText('618 reviews changed.')).toBeVisible();
    await expect.element(page.getByText('2 have the maximum number of tags.')).toBeVisible();
    await button('Done').click();
    expect(state.done).toBe(1);
  });

  test('that were all changed are announced, and the selection ends by itself', async () => {
    const { state } = await bar();
    await button('Show again').click();
    await button('Show 620 reviews again').click();
    await expect.element(page.getByText('120 of 620 reviews')).toBeVisible();
    state.bulk = { ...bulk, state: 'done', done: 620, changed: 620, endedAt: at };
    await expect.element(page.getByRole('alert').getByText('620 reviews changed.')).toBeVisible();
    expect(state.done).toBe(1);
    expect(localStorage.getItem('readBulkOutcomes')).toContain(bulk.id);
  });

  test('that were picked one by one are changed without a question, and one may say no to all', async () => {
    const { sent } = await bar({ ids: [makeReview().id] });
    await button('Remove tag').click();
    await page.getByRole('option', { name: 'Delivery' }).click();
    await expect.poll(() => sent).toHaveLength(1);
    await cleanup();
    const all = await bar();
    await button('Remove tag').click();
    await page.getByRole('option', { name: 'Delivery' }).click();
    await expect.element(button('Remove the tag from 620 reviews')).toBeVisible();
    await button('Cancel').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(all.sent).toEqual([]);
  });

  test('lose a tag that exists: the picker offers to create none', async () => {
    await bar();
    await button('Remove tag').click();
    await page.getByRole('textbox', { name: 'Find a tag', exact: true }).fill('Unknown');
    await expect.element(page.getByText('No tag with this name')).toBeVisible();
    expect(page.getByRole('option').all()).toEqual([]);
  });

  test('are hidden for a reason, and the dialog says what the law leaves out', async () => {
    const { sent } = await bar();
    await button('Hide').click();
    await expect.element(page.getByText(/does not allow hiding several of them at once/)).toBeVisible();
    await page.getByRole('radio', { name: 'Its rating' }).click();
    await button('Hide reviews').click();
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ action: { kind: 'hide', reason: 'rating' } });
  });

  test('are assigned, and the work can be stopped', async () => {
    const { sent } = await bar();
    await button('Assign').click();
    await page.getByRole('menuitem', { name: 'Bo' }).click();
    await expect.element(page.getByText(/^They are assigned to Bo,/)).toBeVisible();
    await button('Assign 620 reviews').click();
    await button('Stop').click();
    await expect.element(page.getByText('Stopped. What is already done stays.')).toBeVisible();
    expect(sent[0]).toMatchObject({ action: { kind: 'assign', assigneeId: bo.userId } });
  });

  test('a tag that was deleted meanwhile, and a start that fails, are said', async () => {
    const { state } = await bar();
    state.bulk = { ...bulk, state: 'failed', failure: 'tag-deleted', changed: 0, endedAt: at };
    await button('Show again').click();
    await button('Show 620 reviews again').click();
    await expect.element(page.getByText(/The tag was deleted in the meantime/)).toBeVisible();
    await expect.element(page.getByText('There was nothing to change.')).toBeVisible();
  });

  test('a responder tags and assigns, and does not hide', async () => {
    await bar(matching, { account: { ...ownAccount, role: 'responder' } });
    await expect.element(button('Tag')).toBeVisible();
    await expect.element(button('Hide')).not.toBeInTheDocument();
  });
});
