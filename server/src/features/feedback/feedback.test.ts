/** The inbox through the API: list, states, assignees, notes, answers and erasure. */
import type { Feedback, FeedbackRow } from '@kindling/contract/feedback';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { eventNames } from '../../testing/deliver-events.ts';
import {
  addFeedback,
  insertSubmission,
  type SomeFeedback,
  someFeedback,
} from '../../testing/feedback-fixture.ts';
import { someLocation } from '../../testing/samples.ts';
import { addTeamMember, mailsTo } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';
import { mailSlice } from '../mail/module.ts';
import { addressHash } from '../review-requests/addresses.ts';
import { insertSuppression } from '../review-requests/suppression-queries.ts';
import { storeFirstPartyReview } from '../reviews/index.ts';
import { answerFeedback } from './entries.ts';
import { storeFeedback, withdrawFeedback } from './index.ts';
import { feedbackSlice } from './module.ts';

const shown = ({ json }: TestResponse) => (json as { feedback: Feedback }).feedback;
const listed = ({ json }: TestResponse) => json as { items: FeedbackRow[]; nextCursor: string | null };

describe.each(featureModes)('private feedback, %s', (mode) => {
  let app: TestApp;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(mode, { plans: true });
  });
  afterAll(() => app.close());

  async function business() {
    count += 1;
    const owner = await app.signIn(`owner-${count}@example.com`);
    const { json } = await owner.call('GET', '/businesses');
    const [first] = (json as { businesses: { id: string; locations: { id: string }[] }[] }).businesses;
    const businessId = first?.id ?? '';
    const add = async (): Promise<string> => {
      const made = await owner.call('POST', `/businesses/${businessId}/locations`, someLocation);
      return (made.json as { location: { id: string } }).location.id;
    };
    const here = first?.locations[0]?.id ?? (await add());
    const elsewhere = await add();
    const leave = (values: Partial<SomeFeedback> = {}) =>
      addFeedback(app, owner.accountId, { locationId: here, ...values });
    const member = (
      name: string,
      role: 'manager' | 'responder' | 'viewer',
      locationIds: string[] | null = null,
    ) => addTeamMember(app, owner, `${name}-${count}@example.com`, { role, locationIds });
    return { owner, here, elsewhere, leave, member };
  }
  const inAccount = <T>({ accountId }: TestUser, work: Parameters<typeof inTenant<T>>[2]) =>
    inTenant(app.services.db, accountId, work);
  const auditOf = ({ accountId }: TestUser) =>
    inTenant(app.services.db, accountId, (trx) =>
      trx
        .selectFrom('audit_entries')
        .select(['action', 'details', 'target'])
        .where('action', 'like', 'feedback.%')
        .orderBy('id')
        .execute(),
    );

  test('a message is stored once, whole, with its submission’s rating', async () => {
    const { owner, here } = await business();
    const message = `<script>alert(1)</script>\nline two\u0000`;
    const one = someFeedback({ locationId: here, message });
    const results = await inAccount(owner, async (trx) => {
      await insertSubmission(trx, owner.accountId, { id: one.id, locationId: here, rating: 'down' });
      return [
        await storeFeedback(trx, owner.accountId, one),
        await storeFeedback(trx, owner.accountId, { ...one, message: 'another' }),
      ];
    });
    expect(results).toEqual([true, false]);
    expect(shown(await owner.call('GET', `/feedback/${one.id}`))).toMatchObject({
      message: '<script>alert(1)</script>\nline two',
      rating: 'down',
      state: 'new',
      answerable: true,
      contact: 'jonas@visitor.example',
      door: 'qr',
      doorName: null,
      reviewId: null,
      entries: [],
    });
    expect(
      (await eventNames(app.services, owner.accountId)).filter((name) => name.startsWith('feedback')),
    ).toEqual(['feedback.received']);
  });

  test('a public review is named where it has words, not where the visitor only rated', async () => {
    const { owner, here, leave } = await business();
    const id = await leave();
    const review = {
      id,
      locationId: here,
      rating: 2,
      thumb: null,
      authorName: null,
      contact: null,
      answers: [],
      writtenAt: new Date(),
      invited: false,
    };
    const store = (text: string | null) =>
      inAccount(owner, (trx) => storeFirstPartyReview(trx, owner.accountId, { ...review, text }));
    await store(null);
    expect(shown(await owner.call('GET', `/feedback/${id}`)).reviewId).toBeNull();
    await store('Cold soup.');
    expect(shown(await owner.call('GET', `/feedback/${id}`)).reviewId).toBe(id);
  });

  test('the list is read page by page, newest first, by state and by assignee', async () => {
    const { owner, leave } = await business();
    const ids: string[] = [];
    for (let index = 0; index < 33; index += 1)
      ids.unshift(
        await leave({ createdAt: new Date(Date.UTC(2026, 10, 1, 0, index >> 1)), message: 'x'.repeat(4000) }),
      );
    const first = listed(await owner.call('GET', '/feedback'));
    const second = listed(await owner.call('GET', `/feedback?cursor=${first.nextCursor}`));
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([30, 3, null]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id))).toEqual(new Set(ids));
    expect(first.items[0]?.message).toHaveLength(240);
    const [mine = ''] = ids;
    await owner.call('PUT', `/feedback/${mine}`, { state: 'in-progress', assigneeId: owner.userId });
    expect(listed(await owner.call('GET', '/feedback?assignedToMe=true')).items.map(({ id }) => id)).toEqual([
      mine,
    ]);
    expect(listed(await owner.call('GET', '/feedback?state=in-progress')).items.map(({ id }) => id)).toEqual([
      mine,
    ]);
    expect((await owner.call('GET', '/feedback/figures')).json).toEqual({
      new: 32,
      inProgress: 1,
      resolved: 0,
      mine: 1,
    });
    await owner.call('PUT', `/feedback/${mine}`, { state: 'resolved' });
    expect((await owner.call('GET', '/feedback/figures')).json).toMatchObject({ resolved: 1, mine: 0 });
    expect((await owner.call('GET', '/feedback?cursor=nonsense')).status).toBe(400);
  });

  test('a change is audited with closed words, once; a resolved message opens again', async () => {
    const { owner, leave } = await business();
    const id = await leave();
    const change = () =>
      owner.call('PUT', `/feedback/${id}`, { state: 'resolved', assigneeId: owner.userId });
    expect(shown(await change()).resolvedAt).not.toBeNull();
    await change();
    expect(shown(await owner.call('PUT', `/feedback/${id}`, { state: 'new' })).resolvedAt).toBeNull();
    expect(await auditOf(owner)).toEqual([
      { action: 'feedback.changed', target: id, details: { state: 'resolved', assigned: true } },
      { action: 'feedback.changed', target: id, details: { state: 'new' } },
    ]);
  });

  test('only members who see the location and may work take care of a message', async () => {
    const { owner, here, elsewhere, leave, member } = await business();
    const id = await leave();
    const responder = await member('here', 'responder', [here]);
    const away = await member('away', 'responder', [elsewhere]);
    const viewer = await member('viewer', 'viewer');
    const stranger = (await business()).owner;
    const assign = (who: TestUser, to: string | null) =>
      who.call('PUT', `/feedback/${id}`, { assigneeId: to });
    const done = await assign(owner, responder.userId);
    expect(shown(done).assignee).toEqual({ userId: responder.userId, name: responder.email.split('@')[0] });
    expect(shown(done).assignees.map(({ userId }) => userId)).toEqual([owner.userId, responder.userId]);
    for (const other of [away, viewer, stranger])
      expect((await assign(owner, other.userId)).status).toBe(400);
    expect((await assign(responder, owner.userId)).status).toBe(200);
    expect((await assign(away, away.userId)).status).toBe(404);
    expect((await assign(viewer, null)).status).toBe(403);
    expect(listed(await away.call('GET', '/feedback')).items).toEqual([]);
    expect((await viewer.call('GET', `/feedback/${id}`)).status).toBe(200);
    // Somebody who left takes care of nothing.
    await assign(owner, responder.userId);
    await owner.call('DELETE', `/team/members/${responder.userId}`);
    expect(shown(await owner.call('GET', `/feedback/${id}`)).assignee).toBeNull();
  });

  test('a note with a repeated id is stored once, and the id of another entry is refused', async () => {
    const { owner, leave } = await business();
    const [id, other] = [await leave(), await leave()];
    const note = { noteId: newId(), text: '  Called back.\n<b>bold</b>  ' };
    await owner.call('POST', `/feedback/${id}/notes`, note);
    const again = await owner.call('POST', `/feedback/${id}/notes`, note);
    expect(again.status).toBe(201);
    expect(shown(again).entries).toMatchObject([
      { kind: 'note', text: 'Called back.\n<b>bold</b>', mail: null, authorName: owner.email.split('@')[0] },
    ]);
    expect((await owner.call('POST', `/feedback/${other}/notes`, note)).status).toBe(409);
    const answer = { answerId: note.noteId, text: 'Hello' };
    expect((await owner.call('POST', `/feedback/${id}/answers`, answer)).status).toBe(409);
    expect(
      (await owner.call('POST', `/feedback/${id}/notes`, { noteId: newId(), text: ' \n ' })).status,
    ).toBe(400);
  });

  test('an answer is one mail to the visitor, in their language, with the member’s address for replies', async () => {
    const { owner, leave } = await business();
    const visitor = `visitor-${count}@example.com`;
    const id = await leave({ contact: ` ${visitor} `, locale: 'de', message: 'Zu laut.\n</div><b>x</b>' });
    const answer = { answerId: newId(), text: 'Sorry!\n<img src=x>' };
    for (let round = 0; round < 2; round += 1) {
      const sent = await owner.call('POST', `/feedback/${id}/answers`, answer);
      expect(sent.status, sent.text).toBe(201);
      expect(shown(sent)).toMatchObject({
        state: 'in-progress',
        entries: [{ kind: 'answer', mail: 'waiting' }],
      });
    }
    const [mail, ...more] = await mailsTo(app, visitor);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Eine Antwort auf Ihre Nachricht',
      replyTo: owner.email,
      submitted: 'no',
    });
    expect(mail?.text, 'the answer is no quote, the visitor’s message is').toContain(
      '\n\nSorry!\n<img src=x>\n\n',
    );
    expect(mail?.text).toContain('> Zu laut.');
    expect(mail?.html).not.toContain('<img src=x');
    expect(mail?.html).not.toContain('<b>x');
    const { rows } = await queryAsOwner<{ id: string }>(
      app.services.db,
      'select id from emails where recipient = $1',
      [visitor],
    );
    // Modules are built once for each object of services, and fill the hooks of the modules below.
    feedbackSlice.module(app.services);
    const { ended } = mailSlice.module(app.services).hooks;
    for (const [outcome, state] of [
      ['dead', 'failed'],
      ['sent', 'sent'],
    ] as const) {
      await inSystem(app.services.db, (trx) =>
        ended.call(trx, { id: rows[0]?.id ?? '', state: outcome, answer: '' }),
      );
      expect(shown(await owner.call('GET', `/feedback/${id}`)).entries).toMatchObject([{ mail: state }]);
    }
  });

  test.each(['+49 170 1234567', 'call me', 'a@b', null])('nobody is answered at "%s"', async (contact) => {
    const { owner, leave } = await business();
    const id = await leave({ contact });
    const refused = await owner.call('POST', `/feedback/${id}/answers`, { answerId: newId(), text: 'Hello' });
    expect(refused.json).toMatchObject({ status: 409, code: 'not-answerable' });
    expect(shown(await owner.call('GET', `/feedback/${id}`))).toMatchObject({
      answerable: false,
      entries: [],
    });
  });

  const answer = ({ owner }: { owner: TestUser }, id: string) =>
    owner.call('POST', `/feedback/${id}/answers`, { answerId: newId(), text: 'Hello' });
  /** Mails to one address each, or to the address. */
  const insertAnswers = (accountId: string, count: number, address: string | null = null) =>
    queryAsOwner(
      app.services.db,
      `insert into emails (id, account_id, recipient, template, locale, state, created_at, next_try_at, give_up_at, ended_at)
       select gen_random_uuid(), $1, coalesce($3, n || '@other.example'), 'feedback-answer', 'en', 'sent', now(), now(), now(),
              now()
         from generate_series(1, $2::int) n`,
      [accountId, count, address],
    );

  test('an account writes to a mailbox three times in a day, also at once, and uses up nothing of another', async () => {
    const [one, two] = [await business(), await business()];
    const [a, b] = [
      await one.leave({ contact: 'same@gmail.com' }),
      await two.leave({ contact: 's.ame+x@gmail.com' }),
    ];
    const first = await Promise.all(Array.from({ length: 10 }, () => answer(one, a)));
    expect(first.filter(({ status }) => status === 201)).toHaveLength(3);
    for (let round = 0; round < 3; round += 1) expect((await answer(two, b)).status).toBe(201);
    for (const refused of [await answer(two, b), await answer(one, a)])
      expect(refused.json).toMatchObject({ code: 'rate-limited', retryAfter: expect.any(Number) });
  });

  test('a mailbox gets thirty answers in a day from all accounts together, refused like an own limit', async () => {
    const [one, two, three] = [await business(), await business(), await business()];
    const to = { contact: 'shared@visitor.example' };
    const [first, second] = [await one.leave(to), await two.leave(to)];
    await insertAnswers(three.owner.accountId, 29, to.contact);
    for (let round = 0; round < 3; round += 1) await answer(one, first);
    const refusals = [await answer(one, first), await answer(two, second)];
    for (const { status, json } of refusals) {
      expect(status).toBe(429);
      expect({ ...(json as object), requestId: '', retryAfter: 0 }).toEqual({
        ...(refusals[0]?.json as object),
        requestId: '',
        retryAfter: 0,
      });
      expect(json).toMatchObject({ retryAfter: expect.any(Number) });
    }
  });

  test('an account on trial sends twenty answers in a day', async () => {
    const one = await business();
    const id = await one.leave();
    await insertAnswers(one.owner.accountId, 19);
    expect((await answer(one, id)).status).toBe(201);
    expect((await answer(one, id)).json).toMatchObject({ code: 'rate-limited' });
  });

  test.each(['refused', 'bounced', 'complained', 'unsubscribed', 'member'] as const)(
    'an address on the list of invitations because of "%s"',
    async (reason) => {
      const one = await business();
      const id = await one.leave({ contact: 'Listed@visitor.example' });
      await inAccount(one.owner, (trx) =>
        insertSuppression(trx, one.owner.accountId, {
          id: newId(),
          hash: addressHash(one.owner.accountId, 'listed@visitor.example'),
          masked: 'l***@visitor.example',
          reason,
          createdAt: new Date(),
        }),
      );
      const isRefused = reason !== 'unsubscribed' && reason !== 'member';
      expect((await answer(one, id)).status).toBe(isRefused ? 409 : 201);
      if (isRefused) expect((await answer(one, id)).json).toMatchObject({ code: 'mail-unwanted' });
    },
  );

  test('an account that pays sends a hundred answers in a day', async () => {
    const { owner, leave } = await business();
    const id = await leave();
    const deps = { ...feedbackSlice.module(app.services).deps, isOnTrial: async () => false };
    const send = () => answerFeedback(deps, owner, id, { entryId: newId(), text: 'Hello' });
    await insertAnswers(owner.accountId, 99);
    expect((await send()).entries).toHaveLength(1);
    await expect(send()).rejects.toMatchObject({ code: 'rate-limited' });
  });

  test('a message takes two hundred entries', async () => {
    const { owner, leave } = await business();
    const id = await leave();
    await queryAsOwner(
      app.services.db,
      `insert into feedback_entries (account_id, id, feedback_id, kind, text)
       select $1, gen_random_uuid(), $2, 'note', 'x' from generate_series(1, 200)`,
      [owner.accountId, id],
    );
    const full = await owner.call('POST', `/feedback/${id}/notes`, { noteId: newId(), text: 'One more' });
    expect(full.json).toMatchObject({ code: 'limit-reached' });
  });

  test('a withdrawn message loses what the visitor sent and its unsent mails; the notes stay', async () => {
    const { owner, leave } = await business();
    const id = await leave();
    await owner.call('POST', `/feedback/${id}/notes`, { noteId: newId(), text: 'Our own words' });
    await owner.call('POST', `/feedback/${id}/answers`, { answerId: newId(), text: 'Sorry' });
    const withdraw = () => inAccount(owner, (trx) => withdrawFeedback(trx, owner.accountId, id));
    expect([await withdraw(), await withdraw()]).toEqual([true, false]);
    const left = shown(await owner.call('GET', `/feedback/${id}`));
    expect(left).toMatchObject({
      message: null,
      authorName: null,
      contact: null,
      consentText: null,
      consentedAt: null,
      state: 'resolved',
      answerable: false,
      entries: [
        { kind: 'note', text: 'Our own words' },
        { kind: 'answer', mail: 'failed' },
      ],
    });
    expect(left.withdrawnAt).not.toBeNull();
    const { rows } = await queryAsOwner<{ state: string; sealed: string | null }>(
      app.services.db,
      `select state, sealed from emails where account_id = $1 and template = 'feedback-answer'`,
      [owner.accountId],
    );
    expect(rows).toEqual([{ state: 'canceled', sealed: null }]);
    expect(await eventNames(app.services, owner.accountId)).toContain('feedback.withdrawn');
  });

  test('an erased message is gone with its notes, answers and unsent mails', async () => {
    const { owner, leave, member } = await business();
    const id = await leave();
    await owner.call('POST', `/feedback/${id}/answers`, { answerId: newId(), text: 'Sorry' });
    const responder = await member('eraser', 'responder');
    expect((await responder.call('DELETE', `/feedback/${id}`)).status).toBe(403);
    expect((await owner.call('DELETE', `/feedback/${id}`)).status).toBe(200);
    expect((await owner.call('GET', `/feedback/${id}`)).status).toBe(404);
    expect((await owner.call('DELETE', `/feedback/${id}`)).status).toBe(404);
    const left = await inAccount(owner, (trx) => trx.selectFrom('feedback_entries').select('id').execute());
    expect(left).toEqual([]);
    expect((await auditOf(owner)).map(({ action }) => action)).toEqual([
      'feedback.answered',
      'feedback.erased',
    ]);
    const { rows } = await queryAsOwner(
      app.services.db,
      `select 1 from emails where account_id = $1 and template = 'feedback-answer' and state <> 'canceled'`,
      [owner.accountId],
    );
    expect(rows).toEqual([]);
  });
});
