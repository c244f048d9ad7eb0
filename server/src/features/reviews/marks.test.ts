/** Hiding and pinning reviews of every source, assignees, notes, and the history that all of it leaves. */
import type { Embed } from '@kindling/contract/embeds';
import type { Assignee, HistoryEntry, ReviewNote } from '@kindling/contract/review-marks';
import type { OwnReview } from '@kindling/contract/reviews';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { deliverAllEvents } from '../../testing/deliver-events.ts';
import { addReviews, type ConnectedListing, signInWithListing } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { addTag } from '../../testing/triage-fixture.ts';
import { holdFirstPartyReview, storeFirstPartyReview, withdrawFirstPartyReview } from './first-party.ts';
import { markRemoved, wipeUnconfirmed } from './presence.ts';

describe.each(featureModes)('marks of a review, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listing: ConnectedListing;
  let people = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    ({ user, listing } = await signInWithListing(app, 8000 + people));
  });

  /** Of one author and time, so that only what a test names differs between versions. */
  const post = (review: Parameters<typeof aReview>[0]) =>
    addReviews(app, user, listing, [
      aReview({ authorName: 'Ana', writtenAt: new Date('2026-02-01T10:00:00Z'), rating: 5, ...review }),
    ]);
  const list = async (query = '') =>
    ((await user.call('GET', `/reviews${query}`)).json as { items: OwnReview[] }).items;
  const only = async (query = '') => {
    const [review] = await list(query);
    if (review === undefined) throw new Error('one review was expected');
    return review;
  };
  const historyOf = async (id: string, who: TestUser = user) =>
    ((await who.call('GET', `/reviews/${id}/history`)).json as { entries: HistoryEntry[] }).entries;
  const kindsOf = async (id: string) => (await historyOf(id)).map(({ kind }) => kind);
  async function leave(id = newId(), more: object = {}): Promise<string> {
    await inTenant(app.services.db, user.accountId, (trx) =>
      storeFirstPartyReview(trx, user.accountId, {
        id,
        locationId: listing.locationId,
        rating: 2,
        thumb: null,
        text: 'Cold soup',
        authorName: 'Ana',
        writtenAt: new Date(),
        invited: false,
        contact: null,
        answers: [],
        ...more,
      }),
    );
    return id;
  }
  async function embedHtml(settings: object = {}): Promise<string> {
    const made = await user.call('POST', '/embeds', { kind: 'widget', name: 'Wall' });
    const { embed } = made.json as { embed: Embed };
    const shown = await user.call('POST', `/embeds/${embed.id}/preview`, {
      settings: { ...embed.settings, ...settings },
    });
    return (shown.json as { html: string }).html;
  }

  test.each([
    ['rating', 'hidden because of its rating'],
    ['spam', 'spam'],
    ['outdated', 'since'],
  ] as const)(
    'a review of a platform is hidden as %s, the embed says so, and a sync keeps it',
    async (reason, said) => {
      await post({ externalId: '1', text: 'Cold soup', rating: 1 });
      await post({ externalId: '2', text: 'Warm bread', rating: 5 });
      const review = (await list()).find(({ text }) => text === 'Cold soup');
      if (review === undefined) throw new Error('it is there');
      const answer = await user.call('PUT', `/reviews/${review.id}/hidden`, { reason });
      expect((answer.json as { review: OwnReview }).review.hidden?.reason).toBe(reason);
      const html = await embedHtml();
      expect(html).not.toContain('Cold soup');
      expect(html).toContain('Warm bread');
      expect(html.toLowerCase()).toContain(said);
      await user.call('PUT', `/reviews/${review.id}/pin`, { reason: 'Says it well' });
      const tag = await addTag(user, 'Soup');
      await user.call('PUT', `/reviews/${review.id}/tags`, { add: [tag.id], remove: [] });
      await post({ externalId: '1', text: 'Cold soup, later warm', rating: 3, editedAt: new Date() });
      const edited = (await list('?hidden=true'))[0];
      expect(edited).toMatchObject({
        text: 'Cold soup, later warm',
        tagIds: [tag.id],
        hidden: { reason },
        pinned: { reason: 'Says it well' },
      });
      expect((await user.call('DELETE', `/reviews/${review.id}/hidden`)).status).toBe(200);
      expect(await embedHtml()).toContain('Cold soup, later warm');
      const entries = await historyOf(review.id);
      expect(entries.map(({ kind }) => kind)).toEqual(['shown', 'edited', 'tagged', 'pinned', 'hidden']);
      expect(entries.at(-1)).toMatchObject({ reason, by: { kind: 'person' } });
      expect(entries[1]).toMatchObject({
        by: { kind: 'platform', name: null },
        edit: {
          fields: ['text', 'rating'],
          from: { rating: 1, recommendation: null },
          to: { rating: 3, recommendation: null },
        },
      });
      expect(JSON.stringify(entries)).not.toContain('soup');
    },
  );

  test('a first-party review takes no reason of abuse for hiding, and a report stays until it is taken back', async () => {
    const id = await leave();
    expect((await user.call('PUT', `/reviews/${id}/hidden`, { reason: 'spam' })).status).toBe(409);
    await user.call('PUT', `/reviews/${id}/abuse-report`, { reason: 'spam' });
    expect((await user.call('DELETE', `/reviews/${id}/hidden`)).status).toBe(409);
    await user.call('DELETE', `/reviews/${id}/abuse-report`);
    expect(await kindsOf(id)).toEqual(['report-taken-back', 'reported']);
    await post({ externalId: '1', text: 'Theirs' });
    const theirs = (await list()).find(({ text }) => text === 'Theirs');
    expect((await user.call('PUT', `/reviews/${theirs?.id}/abuse-report`, { reason: 'spam' })).status).toBe(
      409,
    );
  });

  test('an embed shows pinned reviews first, a removed one cannot be pinned', async () => {
    const old = { writtenAt: new Date('2026-01-01T10:00:00Z') };
    await post({ externalId: '1', text: 'Oldest words', ...old });
    await post({ externalId: '2', text: 'Newest words' });
    const oldest = (await list()).find(({ text }) => text === 'Oldest words');
    await user.call('PUT', `/reviews/${oldest?.id}/pin`, { reason: null });
    const html = await embedHtml({ order: 'pinned' });
    expect(html.indexOf('Oldest words')).toBeLessThan(html.indexOf('Newest words'));
    await user.call('DELETE', `/reviews/${oldest?.id}/pin`);
    const without = await embedHtml({ order: 'pinned' });
    expect(without.indexOf('Newest words')).toBeLessThan(without.indexOf('Oldest words'));
    await inTenant(app.services.db, user.accountId, (trx) =>
      markRemoved(trx, user.accountId, [oldest?.id ?? '']),
    );
    expect((await user.call('PUT', `/reviews/${oldest?.id}/pin`, { reason: null })).status).toBe(409);
    expect((await user.call('PUT', `/reviews/${oldest?.id}/hidden`, { reason: 'rating' })).status).toBe(409);
  });

  test('a member looks after a review as long as they may see it and reply', async () => {
    await post({ externalId: '1', text: 'One' });
    const review = await only();
    const email = `helper-${people}@example.com`;
    const helper = await addTeamMember(app, user, email, { role: 'responder', locationIds: null });
    const viewer = await addTeamMember(app, user, `viewer-${people}@example.com`);
    const listed = (await user.call('GET', `/reviews/assignees?locationId=${review.locationId}`)).json as {
      assignees: Assignee[];
    };
    expect(listed.assignees.map(({ userId, you }) => [userId, you])).toEqual([
      [user.userId, true],
      [helper.userId, false],
    ]);
    const assign = (assigneeId: string | null) =>
      user.call('PUT', `/reviews/${review.id}/assignee`, { assigneeId });
    expect((await assign(newId())).status).toBe(400);
    expect((await assign(viewer.userId)).status).toBe(400);
    expect((await assign(helper.userId)).status).toBe(200);
    expect((await list(`?assigneeId=${helper.userId}`)).map(({ id }) => id)).toEqual([review.id]);
    expect((await historyOf(review.id))[0]).toMatchObject({
      kind: 'assigned',
      assigneeName: `helper-${people}`,
    });
    const change = (role: string) =>
      user.call('PUT', `/team/members/${helper.userId}`, { role, locationIds: null });
    expect((await change('viewer')).status).toBe(200);
    await deliverAllEvents(app.services, user.accountId);
    expect((await only()).assigneeId).toBeNull();
    expect((await change('responder')).status).toBe(200);
    expect((await assign(helper.userId)).status).toBe(200);
    expect((await user.call('DELETE', `/team/members/${helper.userId}`)).status).toBe(200);
    await deliverAllEvents(app.services, user.accountId);
    expect((await only()).assigneeId).toBeNull();
    expect((await list('?assigneeId=none')).length).toBe(1);
  });

  test('notes are for the team: their author changes them, nobody else', async () => {
    await post({ externalId: '1', text: 'One' });
    const { id } = await only();
    const helper = await addTeamMember(app, user, `notes-${people}@example.com`, {
      role: 'responder',
      locationIds: null,
    });
    const viewer = await addTeamMember(app, user, `reads-${people}@example.com`);
    const noteId = newId();
    const add = { noteId, text: ' Called her\u0000 ' };
    expect((await helper.call('POST', `/reviews/${id}/notes`, add)).status).toBe(201);
    expect((await helper.call('POST', `/reviews/${id}/notes`, add)).status).toBe(201);
    expect((await user.call('POST', `/reviews/${id}/notes`, add)).status).toBe(409);
    // The id tells nothing of a note at another review.
    await post({ externalId: '2', text: 'Two' });
    const { items } = (await user.call('GET', '/reviews')).json as { items: OwnReview[] };
    const other = items.find((review) => review.id !== id)?.id;
    expect((await user.call('POST', `/reviews/${other}/notes`, { noteId, text: 'Other' })).status).toBe(201);
    expect((await user.call('DELETE', `/reviews/${other}/notes/${noteId}`)).status).toBe(200);
    const note = `/reviews/${id}/notes/${noteId}`;
    expect((await user.call('PUT', note, { text: 'Mine' })).status).toBe(403);
    expect((await user.call('DELETE', note)).status).toBe(403);
    expect((await helper.call('PUT', note, { text: 'x'.repeat(2001) })).status).toBe(400);
    expect((await helper.call('PUT', note, { text: 'Called her twice' })).status).toBe(200);
    const seen = (await viewer.call('GET', `/reviews/${id}/notes`)).json as { notes: ReviewNote[] };
    expect(seen.notes).toMatchObject([{ text: 'Called her twice', own: false }]);
    expect(seen.notes[0]?.editedAt).not.toBeNull();
    expect((await viewer.call('POST', `/reviews/${id}/notes`, { noteId: newId(), text: 'No' })).status).toBe(
      403,
    );
    expect((await helper.call('DELETE', note)).status).toBe(200);
    expect((await helper.call('DELETE', note)).status).toBe(404);
    const entries = await historyOf(id);
    expect(entries).toMatchObject([{ kind: 'noted', by: { kind: 'person', name: `notes-${people}` } }]);
    const admin = await app.signInAdmin(`olivia-${people}@operator.example`);
    const { userId, accountId } = user;
    const began = await admin.call('POST', '/admin/acting', { userId, accountId, reason: 'They asked us' });
    const acted = app.callActing(admin.token, (began.json as { acting: { id: string } }).acting.id);
    const own = { noteId: newId(), text: 'By support' };
    expect((await acted('POST', `/reviews/${id}/notes`, own)).status).toBe(201);
    expect((await user.call('POST', `/reviews/${id}/notes`, { noteId: newId(), text: 'Mine' })).status).toBe(
      201,
    );
    const { notes } = (await user.call('GET', `/reviews/${id}/notes`)).json as { notes: ReviewNote[] };
    const adminName = `olivia-${people}`;
    expect(notes.slice(-2)).toMatchObject([
      { text: 'By support', adminName },
      { text: 'Mine', adminName: null },
    ]);
    expect(new Set(notes.slice(-2).map((one) => one.authorName)).size).toBe(1);
    expect((await historyOf(id)).slice(0, 2)).toMatchObject([
      { kind: 'noted', by: { kind: 'person', adminName: null } },
      { kind: 'noted', by: { kind: 'admin', adminName } },
    ]);
    expect((await user.call('GET', `/reviews/${newId()}/notes`)).status).toBe(404);
    expect((await user.call('GET', `/reviews/${newId()}/history`)).status).toBe(404);
  });

  test('what syncs, authors and time do is in the history, with who did it', async () => {
    await post({ externalId: '1', text: 'One' });
    const { id } = await only();
    const reply = { text: 'Thanks', at: new Date(), state: 'published', reason: null } as const;
    await post({ externalId: '1', text: 'One', reply, editedAt: new Date() });
    await post({
      externalId: '1',
      text: 'One',
      reply: { ...reply, text: 'Thanks a lot' },
      editedAt: new Date(),
    });
    await post({
      externalId: '1',
      text: 'One',
      reply: { ...reply, text: 'Thanks a lot', state: 'failed' },
      editedAt: new Date(),
    });
    await post({ externalId: '1', text: 'One', reply: null, editedAt: new Date() });
    await inTenant(app.services.db, user.accountId, (trx) => markRemoved(trx, user.accountId, [id]));
    await post({ externalId: '1', text: 'One', editedAt: new Date() });
    await inSystem(app.services.db, async (trx) => {
      await trx
        .updateTable('reviews')
        .set({ confirmed_at: new Date('2020-01-01') })
        .where('id', '=', id)
        .execute();
      await wipeUnconfirmed(trx, 'google', 30, 10);
    });
    await post({ externalId: '1', text: 'One', editedAt: new Date() });
    const entries = await historyOf(id);
    expect(entries.map(({ kind, by, where }) => [kind, by.kind, where])).toEqual(
      [
        ['wiped', 'system', null],
        ['restored', 'platform', null],
        ['removed', 'platform', null],
        ['reply-deleted', 'platform', 'outside'],
        ['reply-refused', 'platform', null],
        ['reply-changed', 'platform', 'outside'],
        ['replied', 'platform', 'outside'],
      ].map(([kind, by, where]) => [kind, by, where]),
    );
    const own = await leave();
    await leave(own, { rating: 4, text: 'Warm soup' });
    await user.call('PUT', `/reviews/${own}/reply`, { text: 'Thank you', seen: null });
    await inTenant(app.services.db, user.accountId, (trx) => holdFirstPartyReview(trx, user.accountId, own));
    await leave(own, { rating: 4, text: 'Warm soup' });
    await inTenant(app.services.db, user.accountId, (trx) =>
      withdrawFirstPartyReview(trx, user.accountId, own),
    );
    expect((await historyOf(own)).map(({ kind, by }) => [kind, by.kind])).toEqual([
      ['removed', 'author'],
      ['released', 'system'],
      ['held', 'system'],
      ['replied', 'person'],
      ['edited', 'author'],
    ]);
  });

  test('the history keeps the newest hundred entries, and goes with the review', async () => {
    await post({ externalId: '1', text: 'One' });
    const { id } = await only();
    for (let at = 0; at < 60; at += 1) {
      await user.call('PUT', `/reviews/${id}/pin`, { reason: null });
      await user.call('DELETE', `/reviews/${id}/pin`);
    }
    const entries = await historyOf(id);
    expect(entries).toHaveLength(100);
    expect(entries[0]?.kind).toBe('unpinned');
    await inTenant(app.services.db, user.accountId, async (trx) => {
      await trx.deleteFrom('reviews').where('id', '=', id).execute();
      const left = await trx.selectFrom('review_history').select('id').where('review_id', '=', id).execute();
      expect(left).toEqual([]);
    });
  });
});
