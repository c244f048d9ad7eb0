/** The inbox of private messages: its list, the open message, and what members do with it. */
import type { Feedback } from '@kindling/contract/feedback';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { colleague, makeFeedback, me, rowOf } from '../../../testing/feedback.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { ownAccount, type SessionOptions } from '../../../testing/session.ts';
import { FeedbackInbox } from './feedback-inbox.tsx';

const list = () => page.getByRole('list', { name: 'Messages' });
const pane = () => page.getByRole('article');
const button = (name: string | RegExp) => page.getByRole('button', { name });

beforeEach(() => page.viewport(1280, 900));

/** A fake server that keeps what it gets. */
async function show(
  messages: Feedback[],
  more: (server: { messages: Feedback[]; sent: unknown[] }) => ApiAnswers = () => ({}),
  { path = '/', ...session }: SessionOptions & { path?: string } = {},
) {
  const server = { messages, sent: [] as unknown[] };
  const change = (id: string, values: Partial<Feedback>) => {
    server.messages = server.messages.map((one) => (one.id === id ? { ...one, ...values } : one));
    return { feedback: server.messages.find((one) => one.id === id) };
  };
  const ofMessage = (feedback: Feedback): ApiAnswers => ({
    [`GET /feedback/${feedback.id}`]: () => change(feedback.id, {}),
    [`PUT /feedback/${feedback.id}`]: async (_url, request) => {
      const body = (await request.json()) as { state?: Feedback['state']; assigneeId?: string | null };
      server.sent.push(body);
      const assignee = [me, colleague].find(({ userId }) => userId === body.assigneeId) ?? null;
      return change(feedback.id, {
        ...(body.state === undefined ? {} : { state: body.state }),
        ...(body.assigneeId === undefined ? {} : { assignee }),
      });
    },
  });
  const { calls } = await renderScreen(<FeedbackInbox />, {
    path,
    ...session,
    answers: {
      'GET /feedback': (url) => {
        const state = url.searchParams.get('state');
        const items = server.messages.filter((one) => state === null || one.state === state).map(rowOf);
        return { items, nextCursor: null };
      },
      'GET /feedback/figures': () => {
        const count = (state: string) => server.messages.filter((one) => one.state === state).length;
        return { new: count('new'), inProgress: count('in-progress'), resolved: count('resolved'), mine: 0 };
      },
      ...Object.assign({}, ...messages.map(ofMessage)),
      ...more(server),
    },
  });
  return { server, calls };
}

test('shows list and newest message side by side, and another one by j', async () => {
  await show([
    makeFeedback(1),
    makeFeedback(2, { message: '<b>bold</b>\nsecond line', state: 'in-progress', assignee: colleague }),
  ]);
  await expect.element(pane().getByRole('heading', { name: 'Visitor 1' })).toBeVisible();
  await expect.element(pane().getByText('By QR code: Table 4')).toBeVisible();
  await expect.element(pane().getByText('visitor-1@example.com', { exact: true })).toBeVisible();
  await expect.element(button(/^New\s*1$/)).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(pane().getByText('<b>bold</b> second line')).toBeVisible();
  expect(pane().element().querySelector('b')).toBeNull();
  await expect
    .element(list().getByRole('button', { name: /Visitor 2/ }))
    .toHaveAttribute('aria-current', 'true');
  await expect.element(list().getByRole('button', { name: /Visitor 2/ })).toHaveFocus();
  await userEvent.keyboard('k');
  await expect.element(pane().getByRole('heading', { name: 'Visitor 1' })).toBeVisible();
});

test('a state and an assignee are stored; the message stays open and in its list', async () => {
  const { server } = await show([makeFeedback(1), makeFeedback(2)], undefined, { path: '/?show=new' });
  await expect.element(pane().getByRole('heading', { name: 'Visitor 1' })).toBeVisible();
  await pane().getByRole('combobox', { name: 'Assigned to' }).selectOptions('Bo Lund');
  await expect.element(list().getByText('Bo Lund')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  (document.activeElement as HTMLElement | null)?.blur();
  await userEvent.keyboard('e');
  await expect.element(list().getByText('Resolved')).toBeVisible();
  await expect.element(button(/^New\s*1$/)).toBeVisible();
  expect(server.sent).toEqual([{ assigneeId: colleague.userId }, { state: 'resolved' }]);
  await expect.element(pane().getByRole('heading', { name: 'Visitor 1' })).toBeVisible();
});

describe('an answer', () => {
  const answered = (
    feedback: Feedback,
    sent: unknown[],
    { fail = 0, gate = Promise.resolve() }: { fail?: number; gate?: Promise<void> } = {},
  ): ApiAnswers => {
    let failures = fail;
    return {
      [`POST /feedback/${feedback.id}/answers`]: async (_url, request) => {
        const body = (await request.json()) as { answerId: string; text: string };
        sent.push(body);
        await gate;
        failures -= 1;
        if (failures >= 0) return 'offline';
        const createdAt = new Date().toISOString();
        const entry = { id: body.answerId, kind: 'answer' as const, text: body.text, authorName: 'Ada Berg' };
        return Response.json(
          {
            feedback: { ...feedback, state: 'in-progress', entries: [{ ...entry, createdAt, mail: 'sent' }] },
          },
          { status: 201 },
        );
      },
    };
  };

  test('is written by keyboard, says where it goes, and is shown with the state of its mail', async () => {
    const feedback = makeFeedback(1);
    const sent: unknown[] = [];
    await show([feedback], () => answered(feedback, sent));
    await expect
      .element(pane().getByText('Goes to visitor-1@example.com. Replies come to ada@example.com.'))
      .toBeVisible();
    await userEvent.keyboard('r');
    await expect.element(pane().getByRole('textbox', { name: 'Your answer' })).toHaveFocus();
    await userEvent.keyboard('Sorry');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const timeline = pane().getByRole('list', { name: 'Notes and answers' });
    await expect.element(timeline.getByText('Sorry')).toBeVisible();
    await expect.element(timeline.getByText('Ada Berg answered by e-mail')).toBeVisible();
    await expect.element(timeline.getByText('Sent')).toBeVisible();
    await expect.element(pane().getByRole('textbox', { name: 'Your answer' })).toHaveValue('');
    await expect.element(list().getByText('In progress')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  test('keeps its text and its id when the network fails, and its text while another message is open', async () => {
    const feedback = makeFeedback(3);
    const sent: { answerId: string }[] = [];
    await show([feedback, makeFeedback(4)], () => answered(feedback, sent, { fail: 1 }));
    await pane().getByRole('textbox', { name: 'Your answer' }).fill('We are sorry');
    await pane().getByRole('button', { name: 'Send answer' }).click();
    await expect.element(pane().getByRole('alert')).toBeVisible();
    await pane().getByRole('button', { name: 'Send answer' }).click();
    await expect.element(pane().getByText('Ada Berg answered by e-mail')).toBeVisible();
    expect(sent.map(({ answerId }) => answerId)).toEqual([sent[0]?.answerId, sent[0]?.answerId]);
    await pane().getByRole('textbox', { name: 'Your answer' }).fill('And one more');
    await list()
      .getByRole('button', { name: /Visitor 4/ })
      .click();
    await expect.element(pane().getByRole('textbox', { name: 'Your answer' })).toHaveValue('');
    await list()
      .getByRole('button', { name: /Visitor 3/ })
      .click();
    await expect.element(pane().getByRole('textbox', { name: 'Your answer' })).toHaveValue('And one more');
    await pane().getByRole('textbox', { name: 'Your answer' }).fill('');
  });

  describe('that was sent before another message was opened', () => {
    const field = () => pane().getByRole('textbox', { name: 'Your answer' });
    const send = () => pane().getByRole('button', { name: 'Send answer' });
    const openMessage = async (number: number) => {
      const name = `Visitor ${number}`;
      await list()
        .getByRole('button', { name: new RegExp(name) })
        .click();
      await expect.element(pane().getByRole('heading', { name })).toBeVisible();
    };
    /** Sends an answer to the first message and opens the second one before the response. */
    const sendAndLeave = async (number: number, fail = 0) => {
      const feedback = makeFeedback(number);
      const gate = Promise.withResolvers<void>();
      const sent: { answerId: string }[] = [];
      await show([feedback, makeFeedback(number + 1)], () =>
        answered(feedback, sent, { fail, gate: gate.promise }),
      );
      await field().fill('We are sorry');
      await send().click();
      await openMessage(number + 1);
      return { sent, respond: gate.resolve };
    };

    test('is gone from its field when it was stored meanwhile', async () => {
      const { respond } = await sendAndLeave(11);
      respond();
      await expect.element(list().getByText('In progress')).toBeVisible();
      await openMessage(11);
      await expect.element(pane().getByText('Ada Berg answered by e-mail')).toBeVisible();
      await expect.element(field()).toHaveValue('');
    });

    test('cannot be sent again until the response is there, and leaves the field then', async () => {
      const { sent, respond } = await sendAndLeave(13);
      await openMessage(13);
      await expect.element(field()).toHaveValue('We are sorry');
      await expect.element(field()).toHaveAttribute('readonly');
      await expect.element(send()).toBeDisabled();
      respond();
      await expect.element(field()).toHaveValue('');
      await expect.element(field()).not.toHaveAttribute('readonly');
      expect(sent).toHaveLength(1);
    });

    test('keeps its text and its id when it failed meanwhile', async () => {
      const { sent, respond } = await sendAndLeave(15, 1);
      respond();
      await openMessage(15);
      await expect.element(pane().getByRole('alert')).toBeVisible();
      await send().click();
      await expect.element(pane().getByText('Ada Berg answered by e-mail')).toBeVisible();
      await expect.element(field()).toHaveValue('');
      expect(sent.map(({ answerId }) => answerId)).toEqual([sent[0]?.answerId, sent[0]?.answerId]);
    });
  });

  test('is not offered where no address was left', async () => {
    await show([makeFeedback(1, { answerable: false, contact: '+49 170 1234567' })]);
    await expect.element(pane().getByText(/The visitor left no e-mail address/)).toBeVisible();
    await expect.element(pane().getByRole('textbox', { name: 'Your note' })).toBeVisible();
    await expect.element(pane().getByRole('button', { name: 'Send answer' })).not.toBeInTheDocument();
  });
});

test('a viewer reads and finds nothing to change', async () => {
  await show([makeFeedback(1, { assignee: colleague })], undefined, {
    account: { ...ownAccount, role: 'viewer' },
  });
  await expect.element(pane().getByText('Bo Lund is taking care of it')).toBeVisible();
  await expect.element(pane().getByRole('textbox')).not.toBeInTheDocument();
  await expect.element(pane().getByRole('combobox')).not.toBeInTheDocument();
  await expect.element(button('More actions')).not.toBeInTheDocument();
});

test('somebody who works alone sees no assignee', async () => {
  await show([makeFeedback(1, { assignees: [me] })]);
  await expect.element(pane().getByRole('heading', { name: 'Visitor 1' })).toBeVisible();
  await expect.element(pane().getByRole('combobox')).not.toBeInTheDocument();
});

test('a message that was taken back says so and shows nothing of it', async () => {
  const gone = { message: null, authorName: null, contact: null, rating: null, answerable: false };
  const none = { consentText: null, consentedAt: null, withdrawnAt: '2026-11-21T10:00:00.000Z' };
  await show([makeFeedback(1, { ...gone, ...none, state: 'resolved' })]);
  await expect.element(pane().getByText(/withdrew this message on Nov 21, 2026/)).toBeVisible();
  await expect.element(list().getByText('Withdrawn')).toBeVisible();
});

test('a message is deleted after a question', async () => {
  const feedback = makeFeedback(1);
  const { server } = await show([feedback, makeFeedback(2)], (fake) => ({
    [`DELETE /feedback/${feedback.id}`]: () => {
      fake.messages = fake.messages.filter(({ id }) => id !== feedback.id);
      return { ok: true };
    },
  }));
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Delete message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(pane().getByRole('heading', { name: 'Visitor 2' })).toBeVisible();
  expect(server.messages).toHaveLength(1);
});

test('on a phone the message takes the place of the list, and closing it returns there', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await show([makeFeedback(1), makeFeedback(2)]);
  await expect.element(list()).toBeVisible();
  await expect.element(pane()).not.toBeInTheDocument();
  await list()
    .getByRole('button', { name: /Visitor 2/ })
    .click();
  await expect.element(pane().getByRole('heading', { name: 'Visitor 2' })).toHaveFocus();
  await expect.element(list()).not.toBeInTheDocument();
  await button('All messages').click();
  await expect.element(list().getByRole('button', { name: /Visitor 2/ })).toHaveFocus();
});

describe('without messages to show', () => {
  test('an empty inbox says what will be there', async () => {
    await show([]);
    await expect.element(page.getByText('No private messages yet')).toBeVisible();
  });

  test('an empty view leads back to all', async () => {
    await show([makeFeedback(1)], undefined, { path: '/?show=resolved' });
    await expect.element(page.getByText('Nothing here')).toBeVisible();
    await button('Show all messages').click();
    await expect.element(list()).toBeVisible();
  });

  test('a list or message that cannot be read says so', async () => {
    const { calls } = await show([makeFeedback(1)], (server) => ({
      'GET /feedback': () => (server.sent.length === 0 ? 404 : { items: [], nextCursor: null }),
    }));
    await expect.element(page.getByRole('alert')).toBeVisible();
    const before = calls.length;
    await button('Try again').click();
    await expect.poll(() => calls.length).toBeGreaterThan(before);
  });

  test('a link to a deleted message says that it is gone, beside the list', async () => {
    const missing = makeFeedback(9);
    await show([makeFeedback(1)], () => ({ [`GET /feedback/${missing.id}`]: 404 }), {
      path: `/?message=${missing.id}`,
    });
    await expect.element(pane().getByRole('alert')).toBeVisible();
    await expect.element(list().getByRole('button', { name: /Visitor 1/ })).toBeVisible();
  });
});
