/** Writing, confirming, following and stopping mailings, and dead letters. */
import type { DeadLetter, Mailing, RecipientsPreview } from '@kindling/contract/mailings';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as authSession from '../../../lib/auth/session.tsx';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { SendEmailScreen } from './send-email-screen.tsx';

vi.mock(import('../../../lib/auth/session.tsx'), { spy: true });

const root = '/admin/send-email';
const id = '0199f000-0000-7000-8000-000000000001';
const now = new Date().toISOString();

function makeMailing(changes: Partial<Mailing> = {}): Mailing {
  return {
    id,
    kind: 'service',
    segment: { kind: 'everyone' },
    state: 'draft',
    subject: 'Maintenance on Sunday',
    texts: { en: { subject: 'Maintenance on Sunday', body: 'Hi {{first_name|there}}' } },
    fallback: 'en',
    perMinute: 60,
    version: 3,
    changedAt: now,
    changedBy: 'Ana',
    startsAt: null,
    endedAt: null,
    recipients: null,
    done: null,
    queued: null,
    timeZone: null,
    confirmedBy: null,
    startedAt: null,
    stoppedBy: null,
    stopReason: null,
    results: null,
    person: null,
    ...changes,
  };
}

const sending = makeMailing({
  state: 'sending',
  kind: 'news',
  recipients: 1_200,
  done: 300,
  queued: 20,
  confirmedBy: 'Ana',
  startedAt: now,
  results: {
    waiting: 880,
    queued: 20,
    sent: 290,
    failed: 4,
    canceled: 0,
    skipped: { blocked: 1, unsubscribed: 2, suppressed: 3, changed: 0 },
    gone: 0,
    unsubscribed: 5,
  },
});
const recipients: RecipientsPreview = {
  count: 1_200,
  matching: 1_300,
  unwanted: 90,
  suppressed: 10,
  byLanguage: [{ language: 'en', count: 1_200 }],
  sample: [
    {
      userId: id,
      email: 'bea@example.com',
      displayName: '<b>Bea</b>',
      accountName: 'Salt Quay',
      language: 'en',
    },
  ],
  limit: 10_000,
};
const letter: DeadLetter = {
  id,
  recipient: 'gone@example.com',
  template: 'welcome',
  attempts: 3,
  answer: '550 5.1.1 <script>no such user</script>',
  createdAt: now,
  endedAt: now,
  mailingId: null,
};
const list = {
  mailings: [makeMailing()],
  nextCursor: null,
  mailWorks: true,
  localMailbox: false,
  plans: true,
  limit: 10_000,
};
const mail = {
  subject: 'Maintenance on Sunday',
  html: '<!doctype html><html lang="en"><head><title>x</title></head><body>Hi there</body></html>',
  text: 'Hi there, in plain text',
};

function show(answers: ApiAnswers = {}, path = root) {
  return renderScreen(<SendEmailScreen />, {
    path,
    answers: {
      'GET /admin/mailings': list,
      [`GET /admin/mailings/${id}`]: makeMailing(),
      'POST /admin/mailings/preview': { problems: [], mail },
      [`GET /admin/mailings/${id}/recipients`]: recipients,
      'GET /admin/dead-letters': { count: 1, letters: [letter], nextCursor: null },
      ...answers,
    },
  });
}

/** Keeps the bodies of a route's requests. */
function kept(answer: () => Record<string, unknown> | Response) {
  const bodies: unknown[] = [];
  return {
    bodies,
    answer: async (_url: URL, request: Request) => {
      bodies.push(await request.clone().json());
      return answer();
    },
  };
}

test('without a mail server the screen says so, and nothing can be sent', async () => {
  await show({ 'GET /admin/mailings': { ...list, mailWorks: false } }, `${root}?mailing=${id}`);
  await expect.element(page.getByText('No mail server is set up')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Review recipients' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Send yourself a test' })).toBeDisabled();
});

test('a new draft is stored once, keeps its form, and is previewed in a frame that runs nothing', async () => {
  const created = kept(() => Response.json(makeMailing({ version: 1 }), { status: 201 }));
  const previewed = kept(() => ({ problems: [], mail }));
  await show({
    'POST /admin/mailings': created.answer,
    'POST /admin/mailings/preview': previewed.answer,
    [`GET /admin/mailings/${id}`]: makeMailing({ version: 1 }),
  });
  await page.getByRole('button', { name: 'New mailing' }).click();
  await page.getByLabelText('Subject').fill('Maintenance on Sunday');
  await page.getByLabelText('Text in Markdown').fill('Hi ');
  await page.getByRole('button', { name: 'First name' }).click();
  await expect.element(page.getByLabelText('Text in Markdown')).toHaveValue('Hi {{first_name|there}}');
  await expect.poll(() => document.querySelector('iframe')?.getAttribute('sandbox')).toBe('');
  await expect
    .poll(() => previewed.bodies.at(-1))
    .toMatchObject({
      draft: { texts: { en: { body: 'Hi {{first_name|there}}' } } },
      language: 'en',
      values: 'own',
    });
  await page.getByText('Plain text').click();
  await expect.element(page.getByText('Hi there, in plain text')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('heading', { name: 'Draft of a mailing' })).toBeVisible();
  expect(created.bodies).toEqual([
    {
      kind: 'service',
      segment: { kind: 'everyone' },
      texts: { en: { subject: 'Maintenance on Sunday', body: 'Hi {{first_name|there}}' } },
      fallback: 'en',
      perMinute: 60,
    },
  ]);
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('what keeps a text from being sent is said, with the place as plain text', async () => {
  const problems = [
    { language: 'en', kind: 'html', text: '<img src=x>' },
    { language: 'de', kind: 'no-subject', text: null },
  ];
  await show({ 'POST /admin/mailings/preview': { problems, mail: null } }, `${root}?mailing=${id}`);
  await expect.element(page.getByText('English: HTML is not allowed.')).toBeVisible();
  await expect.element(page.getByText('<img src=x>')).toBeVisible();
  await expect.element(page.getByText('Deutsch: There is no subject.')).toBeVisible();
  expect(document.querySelectorAll('main img')).toHaveLength(0);
});

test('a mailing without a subject or text is not reviewed, and what is missing is marked', async () => {
  const created = kept(() => Response.json(makeMailing({ version: 1 }), { status: 201 }));
  await show({ 'POST /admin/mailings': created.answer }, `${root}?mailing=new`);
  const subject = page.getByLabelText('Subject');
  const review = page.getByRole('button', { name: 'Review recipients' });
  await review.click();
  await expect.element(page.getByText('Write a subject.')).toBeVisible();
  await expect.element(page.getByText('Write the text.')).toBeVisible();
  await expect.element(subject).toHaveFocus();
  await subject.fill('Maintenance');
  await page.getByRole('tab', { name: /^Deutsch/ }).click();
  await expect.element(page.getByText('Write a subject.')).not.toBeInTheDocument();
  await review.click();
  await expect.element(page.getByLabelText('Text in Markdown')).toHaveFocus();
  await expect.element(subject).toHaveValue('Maintenance');
  expect(created.bodies).toEqual([]);
  await page.getByLabelText('Text in Markdown').fill('On Sunday.');
  await review.click();
  await expect.poll(() => created.bodies.length).toBe(1);
});

test('it goes out only after the exact number was typed', async () => {
  const confirmed = kept(() => ({ ...sending, state: 'scheduled' }));
  await show({ [`POST /admin/mailings/${id}/confirm`]: confirmed.answer }, `${root}?mailing=${id}`);
  await page.getByRole('button', { name: 'Review recipients' }).click();
  const send = page.getByRole('button', { name: 'Send to 1,200 people' });
  await expect.element(page.getByText('<b>Bea</b>')).toBeVisible();
  await expect.element(page.getByText('90', { exact: true })).toBeVisible();
  await expect.element(send).toBeDisabled();
  await page.getByLabelText('Type 1,200 to confirm').fill('120');
  await expect.element(send).toBeDisabled();
  await page.getByLabelText('Type 1,200 to confirm').fill('1,200');
  await send.click();
  await expect.poll(() => confirmed.bodies).toEqual([{ version: 3, recipients: 1_200, start: null }]);
});

test('a sign-in that is too old leads to a new one, and the mailing then goes out', async () => {
  const prove = vi.mocked(authSession.signInAgain).mockResolvedValue(true);
  onTestFinished(() => void prove.mockReset());
  const confirmed = kept(() =>
    prove.mock.calls.length === 0 ? makeProblem(403, 'sign-in-again') : { ...sending, state: 'scheduled' },
  );
  await show({ [`POST /admin/mailings/${id}/confirm`]: confirmed.answer }, `${root}?mailing=${id}`);
  await page.getByRole('button', { name: 'Review recipients' }).click();
  await page.getByLabelText('Type 1,200 to confirm').fill('1200');
  await page.getByRole('button', { name: 'Send to 1,200 people' }).click();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect.poll(() => confirmed.bodies).toHaveLength(2);
});

test('a schedule names its time zone, and more people than were counted are said', async () => {
  const confirmed = kept(() => makeProblem(409, 'conflict'));
  await show({ [`POST /admin/mailings/${id}/confirm`]: confirmed.answer }, `${root}?mailing=${id}`);
  await page.getByRole('button', { name: 'Review recipients' }).click();
  await page.getByLabelText('At a date and time').click();
  await page.getByLabelText('Date and time', { exact: true }).fill('2030-05-06T09:30');
  await page.getByLabelText('Type 1,200 to confirm').fill('1200');
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect.element(page.getByText(/More people match by now/)).toBeVisible();
  expect(confirmed.bodies).toEqual([
    {
      version: 3,
      recipients: 1_200,
      start: { at: '2030-05-06T09:30', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    },
  ]);
});

test('nobody, or more than the limit, cannot be confirmed', async () => {
  await show(
    { [`GET /admin/mailings/${id}/recipients`]: { ...recipients, limit: 500 } },
    `${root}?mailing=${id}`,
  );
  await page.getByRole('button', { name: 'Review recipients' }).click();
  await expect.element(page.getByText(/more than the limit of 500 recipients/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send to 1,200 people' })).toBeDisabled();
});

test('of two administrators the second one is told, and decides whose text stays', async () => {
  let theirs = makeMailing();
  const changed = kept(() =>
    changed.bodies.length === 1 ? makeProblem(409, 'conflict') : makeMailing({ version: 5, subject: 'Mine' }),
  );
  await show(
    { [`PUT /admin/mailings/${id}`]: changed.answer, [`GET /admin/mailings/${id}`]: () => ({ ...theirs }) },
    `${root}?mailing=${id}`,
  );
  await page.getByLabelText('Subject').fill('Mine');
  theirs = makeMailing({ version: 4, texts: { en: { subject: 'Theirs', body: 'x' } } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Ana has changed this draft')).toBeVisible();
  await expect.element(page.getByLabelText('Subject')).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => changed.bodies.at(-1))
    .toMatchObject({ version: 4, draft: { texts: { en: { subject: 'Mine' } } } });
});

test('progress and results are shown, and stopping asks first', async () => {
  let stops = 0;
  const stop = () => {
    stops += 1;
    return { ...sending, state: 'stopped' };
  };
  await show(
    { [`GET /admin/mailings/${id}`]: sending, [`POST /admin/mailings/${id}/stop`]: stop },
    `${root}?mailing=${id}`,
  );
  const bar = page.getByRole('progressbar', { name: 'E-mails sent' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '290');
  await expect.element(page.getByText('290 of 1,200 sent')).toBeVisible();
  await expect.element(page.getByText('Unsubscribed through its link')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(stops).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => stops).toBe(1);
});

test('a mailing is finished when no mail of it is on its way any more', async () => {
  const { results } = sending;
  if (results === null) throw new Error('No results');
  const handedOver = makeMailing({
    ...sending,
    state: 'finished',
    endedAt: now,
    queued: 2,
    results: { ...results, waiting: 0, queued: 2 },
  });
  const address = `GET /admin/mailings/${id}`;
  const path = `${root}?mailing=${id}`;
  await show({ [address]: handedOver }, path);
  await expect.element(page.getByText('Handed over')).toBeVisible();
  await expect.element(page.getByText('Finished')).not.toBeInTheDocument();
  await expect.element(page.getByText('Ended')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  const finished = { ...handedOver, queued: 0, results: { ...results, waiting: 0, queued: 0 } };
  await show({ [address]: finished }, path);
  await expect.element(page.getByText('Finished')).toBeVisible();
  await expect.element(page.getByText('Ended')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
  await show({
    'GET /admin/mailings': { ...list, mailings: [handedOver, { ...finished, id: id.replace(/1$/, '2') }] },
  });
  await expect.element(page.getByRole('row', { name: /Handed over/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Finished/ })).toBeVisible();
});

test('dead letters are chosen and tried again; what a server said is plain text', async () => {
  const resent = kept(() => ({ count: 1, unwanted: 1 }));
  await show({ 'POST /admin/dead-letters/resend': resent.answer }, `${root}?tab=dead-letters`);
  await expect.element(page.getByText('550 5.1.1 <script>no such user</script>')).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeDisabled();
  await page.getByLabelText('gone@example.com').click();
  await again.click();
  await expect.poll(() => resent.bodies).toEqual([{ ids: [id] }]);
  await expect.element(page.getByText(/1 e-mail of a mailing is not sent again/)).toBeVisible();
});

test('an unsaved draft asks before it is left', async () => {
  await show({}, `${root}?mailing=new`);
  await page.getByLabelText('Subject').fill('Half a');
  await page.getByRole('link', { name: 'All mailings' }).click();
  await expect.element(page.getByText('Leave without saving?')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByLabelText('Subject')).toHaveValue('Half a');
});
