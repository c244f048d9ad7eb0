/** Replies from the owner's word to the platform's, at a platform in memory that fails on demand, on both databases. */
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorFailure, type FailureKind, type PlatformReview } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { databaseModes } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, connectListings, markReviews } from '../../testing/factories.ts';
import { aReview, type FakeConnector } from '../../testing/fake-connector.ts';
import { beginReplyTrial, platformReply, type ReplyTrial } from '../../testing/reply-trial.ts';
import { withPoints } from '../../testing/sync-points.ts';
import { workOnReply } from './send-reply.ts';

const place = 'google-place';
const signal = new AbortController().signal;
const aDay = 86_400;

describe.each(databaseModes)('replies, %s', (mode) => {
  let app: TestApp;
  let google: FakeConnector;
  let original: FakeConnector;
  let trial: ReplyTrial;
  let listing: ConnectedListing;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp(mode);
    google = app.platforms.google;
    original = { ...google };
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    Object.assign(google, original);
    for (const list of [google.replies, google.failures, google.calls]) list.length = 0;
    await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_pace').execute());
    people += 1;
    const user = await app.signIn(`owner${people}@example.com`);
    trial = beginReplyTrial(app, user);
    const [first] = (await connectListings(app, user)).listings;
    if (first === undefined) throw new Error('No listing');
    listing = first;
  });

  const tenant = <T>(query: RawBuilder<T>) =>
    inTenant(app.services.db, trial.user.accountId, async (trx) => (await query.execute(trx)).rows);

  /** A review at the platform and here; its id. */
  async function given(changes: Partial<PlatformReview> = {}): Promise<string> {
    const review = aReview(changes);
    google.reviews.set(place, [review]);
    await addReviews(app, trial.user, listing, [review]);
    return (await trial.find(review.text ?? '')).id;
  }
  /** What stands under the review at the platform. */
  const atPlatform = () => google.reviews.get(place)?.[0]?.reply ?? null;
  function answerAs(state: 'sending' | 'published' | 'failed', reason: string | null = null): void {
    const [review] = google.reviews.get(place) ?? [];
    if (!review?.reply) throw new Error('No reply');
    google.reviews.set(place, [{ ...review, reply: { ...review.reply, state, reason } }]);
  }
  function someoneWrites(reply: PlatformReview['reply']): void {
    const [review] = google.reviews.get(place) ?? [];
    if (review !== undefined) google.reviews.set(place, [{ ...review, reply }]);
  }
  /** A sync reads what the platform shows now. */
  const sync = () => addReviews(app, trial.user, listing, google.reviews.get(place) ?? []);
  /** The platform checks replies before it shows them. */
  function checksReplies(): void {
    google.reply = async (...call) => {
      await original.reply(...call);
      answerAs('sending');
      return platformReply(call[3], 'sending');
    };
  }

  test('a reply is on its way at once, is posted once, and is watched until it surely stands', async () => {
    const id = await given();
    expect(await trial.unanswered()).toBe(1);
    await trial.user.call('PUT', `/reviews/${id}/draft`, { text: 'Thank you' });
    const answer = await trial.reply(id, '  Thank you\r\nso much\u0000 ');
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      review: {
        answered: true,
        reply: null,
        draft: null,
        outgoing: { text: 'Thank you\nso much', state: 'sending', reason: null },
      },
    });
    expect(await trial.unanswered()).toBe(0);

    await trial.work(id);
    expect(await trial.shown(id)).toMatchObject({
      answered: true,
      outgoing: null,
      reply: { text: 'Thank you\nso much', state: 'published', violation: null },
    });
    await trial.work(id);
    expect(await trial.nextIn(id)).toBeNull();
    expect(await trial.shown(id)).toMatchObject({ outgoing: null, reply: { state: 'published' } });
    expect(google.calls.filter((call) => call !== 'listListings' && call !== 'exchangeCode')).toEqual([
      'lookUp',
      'reply',
      'lookUp',
    ]);
    expect(google.replies).toEqual([
      { review: google.reviews.get(place)?.[0]?.externalId, text: 'Thank you\nso much' },
    ]);
    const audited = await tenant(sql<{ target: string }>`
      select target from audit_entries where action = 'review.replied'`);
    expect(audited).toEqual([{ target: id }]);
  });

  test('a reply that waits for the check is looked at with growing pauses and becomes public', async () => {
    checksReplies();
    const id = await given();
    await trial.reply(id, 'Thanks');
    await trial.work(id);
    expect(await trial.shown(id)).toMatchObject({
      outgoing: null,
      reply: { text: 'Thanks', state: 'sending' },
    });
    const pauses: number[] = [];
    for (const seconds of [0, 60, 600, 6000]) {
      await trial.age(id, seconds);
      await trial.work(id);
      pauses.push((await trial.nextIn(id)) ?? 0);
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[3]).toBeGreaterThan((pauses[1] ?? 0) * 10);
    answerAs('published');
    await trial.work(id, 2);
    expect(await trial.shown(id)).toMatchObject({ answered: true, reply: { state: 'published' } });
    expect(await trial.nextIn(id)).toBeNull();
    expect(google.replies).toHaveLength(1);
  });

  test('a check that takes longer than a day is left to the syncs', async () => {
    checksReplies();
    const id = await given();
    await trial.reply(id, 'Thanks');
    await trial.work(id);
    await trial.age(id, aDay);
    await trial.work(id);
    expect(await trial.nextIn(id)).toBeNull();
    expect(await trial.shown(id)).toMatchObject({
      answered: true,
      outgoing: null,
      reply: { state: 'sending' },
    });
  });

  test.each([
    ['OFF_TOPIC', 'off-topic'],
    ['HATE_SPEECH', 'offensive'],
    ['LOCATION_SUSPENDED', 'account'],
    ['INVENTED_TOMORROW', 'other'],
    [null, 'other'],
  ])(
    'a reply that the check refuses for %s is shown as refused and counts as no answer',
    async (word, group) => {
      checksReplies();
      const id = await given();
      await trial.reply(id, 'Buy now');
      await trial.work(id);
      answerAs('failed', word);
      await trial.work(id);
      expect(await trial.shown(id)).toMatchObject({
        answered: false,
        outgoing: null,
        reply: { text: 'Buy now', state: 'failed', violation: group },
      });
      expect(await trial.unanswered()).toBe(1);
      expect(await trial.nextIn(id)).toBeNull();
      // A sync that reads the same says the same.
      await sync();
      expect(await trial.shown(id)).toMatchObject({ answered: false, reply: { violation: group } });
      // The very same words may be sent again: what was wrong may have been put right elsewhere.
      await trial.reply(id, 'Buy now', 'Buy now');
      await trial.work(id);
      expect(google.replies).toHaveLength(2);
      expect(await trial.shown(id)).toMatchObject({ answered: true, reply: { state: 'sending' } });
    },
  );

  test('another reply than the one that was seen is never overwritten', async () => {
    const id = await given({ reply: platformReply('First') });
    someoneWrites(platformReply('Written elsewhere'));
    expect((await trial.reply(id, 'Mine', 'First')).status).toBe(200);
    await trial.work(id);
    expect(google.replies).toEqual([]);
    expect(atPlatform()?.text).toBe('Written elsewhere');
    expect(await trial.shown(id)).toMatchObject({
      answered: true,
      reply: { text: 'Written elsewhere' },
      outgoing: { text: 'Mine', state: 'failed', reason: 'conflict' },
    });
    // Seen now, it may be replaced.
    await trial.reply(id, 'Mine', 'Written elsewhere');
    await trial.work(id);
    expect(atPlatform()?.text).toBe('Mine');

    const stale = await trial.reply(id, 'Mine again', 'First');
    expect(stale.json).toMatchObject({ status: 409, code: 'conflict' });
    expect((await trial.takeBack(id, 'First')).status).toBe(409);
  });

  test('a reply that was taken away elsewhere is no reason to write over what came of it', async () => {
    const id = await given({ reply: platformReply('First') });
    someoneWrites(null);
    await trial.reply(id, 'Second', 'First');
    await trial.work(id);
    expect(google.replies).toEqual([]);
    expect(await trial.shown(id)).toMatchObject({ reply: null, outgoing: { reason: 'conflict' } });
  });

  test('the limit is one of bytes', async () => {
    const id = await given();
    const most = `${'🙂'.repeat(1023)}four`;
    expect(Buffer.byteLength(most)).toBe(4096);
    const refused = await trial.reply(id, `${most}!`);
    expect(refused.json).toMatchObject({ status: 400, code: 'invalid-input', fields: [{ path: 'text' }] });
    expect((await trial.reply(id, ' \n\t ')).status).toBe(400);
    expect((await trial.reply(id, '\u0000')).status).toBe(400);
    expect(await trial.nextIn(id)).toBeNull();
    expect((await trial.reply(id, ` ${most}\n`)).status).toBe(200);
    await trial.work(id);
    expect(atPlatform()?.text).toBe(most);
  });

  test('an answer that was lost does not post twice', async () => {
    const id = await given();
    google.reply = async (...call) => {
      await original.reply(...call);
      throw new ConnectorFailure('retry-after', 'no answer came');
    };
    await trial.reply(id, 'Thanks');
    await trial.work(id);
    expect(await trial.shown(id)).toMatchObject({
      answered: true,
      outgoing: { state: 'sending', reason: 'platform-busy' },
    });
    await trial.work(id, 2);
    expect(await trial.shown(id)).toMatchObject({
      outgoing: null,
      reply: { text: 'Thanks', state: 'published' },
    });
    expect(google.replies).toHaveLength(1);
  });

  test('a wait that the platform asks for is kept, by everybody, and ends after a day', async () => {
    const id = await given();
    await trial.reply(id, 'Thanks');
    google.failures.push(new ConnectorFailure('retry-after', 'slow down', { retryAfter: 700 }));
    await trial.work(id);
    expect(await trial.nextIn(id)).toBeGreaterThan(690);
    const [pace] = await inSystem(app.services.db, (trx) =>
      trx.selectFrom('platform_pace').select('paused_until').execute(),
    );
    expect(pace?.paused_until?.getTime()).toBeGreaterThan(Date.now() + 600_000);
    await trial.age(id, aDay);
    google.failures.push(new ConnectorFailure('retry-after', 'slow down'));
    await trial.work(id);
    expect(await trial.shown(id)).toMatchObject({
      answered: false,
      outgoing: { text: 'Thanks', state: 'failed', reason: 'platform-busy' },
    });
    expect(await trial.nextIn(id)).toBeNull();
  });

  test.each<[FailureKind, string, string]>([
    ['rejected', 'platform-rejected', 'active'],
    ['gone', 'platform-gone', 'active'],
    ['reauthorise', 'platform-reauthorise', 'needs_reauthorisation'],
    ['withdrawn', 'platform-withdrawn', 'withdrawn'],
    ['not-approved', 'platform-not-approved', 'not_approved'],
  ])('%s ends the try, says so, and keeps the words', async (kind, reason, status) => {
    const id = await given();
    await trial.reply(id, 'Thanks');
    google.reply = () => Promise.reject(new ConnectorFailure(kind, 'no'));
    await trial.work(id);
    const failed = await trial.shown(id);
    expect(failed).toMatchObject({
      answered: false,
      reply: null,
      outgoing: { text: 'Thanks', state: 'failed', reason },
    });
    expect(failed.replyBox.state === 'open').toBe(status === 'active');
    expect(await tenant(sql`select status from connections`)).toEqual([{ status }]);
    // Nobody tries again by himself; the owner may drop it.
    expect(await trial.nextIn(id)).toBeNull();
    await trial.user.call('PUT', `/reviews/${id}/draft`, { text: null });
    expect(await trial.shown(id)).toMatchObject({ outgoing: null, draft: null });
  });

  test('an answer of nonsense is tried again, but not for ever', async () => {
    const id = await given();
    await trial.reply(id, 'Thanks');
    google.lookUp = () => Promise.reject(new ConnectorFailure('broken', 'nonsense'));
    await trial.work(id, 7);
    expect(await trial.shown(id)).toMatchObject({
      outgoing: { state: 'sending', reason: 'platform-broken' },
    });
    await trial.work(id);
    expect(await trial.shown(id)).toMatchObject({ outgoing: { state: 'failed', reason: 'platform-broken' } });
  });

  test('a connection that stops working ends what was not sent and leaves what was', async () => {
    checksReplies();
    const id = await given();
    await trial.reply(id, 'Thanks');
    await trial.work(id);
    await tenant(sql`update connections set status = 'needs_reauthorisation'`);
    await trial.work(id);
    expect(await trial.shown(id)).toMatchObject({
      answered: true,
      outgoing: null,
      reply: { state: 'sending' },
    });
    await tenant(sql`update connections set status = 'active'`);
    await trial.reply(id, 'Many thanks', 'Thanks');
    await tenant(sql`update connections set status = 'withdrawn'`);
    await trial.work(id);
    expect(await trial.shown(id)).toMatchObject({
      outgoing: { state: 'failed', reason: 'platform-withdrawn' },
    });
    expect(google.replies).toHaveLength(1);
  });

  test('a reply is taken back, also one that is gone already', async () => {
    const id = await given({ reply: platformReply('Sorry') });
    const answer = await trial.takeBack(id, 'Sorry');
    expect(answer.json).toMatchObject({
      review: { reply: { text: 'Sorry' }, outgoing: { text: null, state: 'sending' } },
    });
    await trial.work(id);
    expect(atPlatform()).toBeNull();
    expect(await trial.shown(id)).toMatchObject({ answered: false, reply: null, outgoing: null });
    await trial.work(id);
    expect(await trial.nextIn(id)).toBeNull();

    someoneWrites(platformReply('Again'));
    await sync();
    await trial.takeBack(id, 'Again');
    someoneWrites(null);
    google.calls.length = 0;
    await trial.work(id, 2);
    expect(google.calls).not.toContain('deleteReply');
    expect(await trial.shown(id)).toMatchObject({ reply: null, outgoing: null });
  });

  test('a reply that somebody changed meanwhile is not taken back', async () => {
    const id = await given({ reply: platformReply('Sorry') });
    await trial.takeBack(id, 'Sorry');
    someoneWrites(platformReply('Really sorry'));
    await trial.work(id);
    expect(atPlatform()?.text).toBe('Really sorry');
    expect(await trial.shown(id)).toMatchObject({
      reply: { text: 'Really sorry' },
      outgoing: { text: null, state: 'failed', reason: 'conflict' },
    });
  });

  test('a sync that read the review earlier and stores it later takes nothing away', async () => {
    const id = await given();
    const before = google.reviews.get(place) ?? [];
    await trial.reply(id, 'Thanks');
    await addReviews(app, trial.user, listing, [{ ...(before[0] ?? aReview()), mediaCount: 1 }]);
    expect(await trial.shown(id)).toMatchObject({
      answered: true,
      outgoing: { text: 'Thanks', state: 'sending' },
    });
    await trial.work(id);
    await addReviews(app, trial.user, listing, before);
    expect(await trial.shown(id)).toMatchObject({
      answered: true,
      reply: null,
      outgoing: { text: 'Thanks', state: 'waiting' },
    });
    expect(await trial.unanswered()).toBe(0);
    await trial.work(id, 2);
    expect(await trial.shown(id)).toMatchObject({
      answered: true,
      outgoing: null,
      reply: { text: 'Thanks' },
    });
  });

  test('what happens elsewhere afterwards shows after the next sync', async () => {
    const id = await given();
    await trial.reply(id, 'Thanks');
    await trial.work(id, 2);
    someoneWrites(platformReply('Changed elsewhere'));
    await sync();
    expect(await trial.shown(id)).toMatchObject({ answered: true, reply: { text: 'Changed elsewhere' } });
    someoneWrites(null);
    await sync();
    expect(await trial.shown(id)).toMatchObject({ answered: false, reply: null, outgoing: null });
  });

  test('what happens elsewhere while we watch is seen by the watching', async () => {
    checksReplies();
    const id = await given();
    await trial.reply(id, 'Thanks');
    await trial.work(id);
    someoneWrites(platformReply('Changed elsewhere'));
    await trial.work(id);
    expect(await trial.shown(id)).toMatchObject({ reply: { text: 'Changed elsewhere' }, outgoing: null });
    expect(await trial.nextIn(id)).toBeNull();
  });

  test('a platform that shows the old state for a moment is given that moment', async () => {
    const id = await given();
    await trial.reply(id, 'Thanks');
    await trial.work(id);
    const there = google.reviews.get(place) ?? [];
    someoneWrites(null);
    await trial.work(id);
    expect(await trial.shown(id)).toMatchObject({ reply: { text: 'Thanks' } });
    google.reviews.set(place, there);
    await trial.work(id);
    expect(await trial.nextIn(id)).toBeNull();
    expect(await trial.shown(id)).toMatchObject({ reply: { text: 'Thanks' } });
  });

  test('of two replies in a row the last one stands, whatever became of the first', async () => {
    const id = await given();
    await trial.reply(id, 'First');
    google.reply = async (...call) => {
      google.reply = original.reply;
      await original.reply(...call);
      // While the first is being sent, the owner thinks better of it.
      expect((await trial.reply(id, 'Second')).status).toBe(409);
      expect((await trial.reply(id, 'Second', 'First')).status).toBe(200);
      return platformReply('First');
    };
    await trial.work(id);
    expect(await trial.shown(id)).toMatchObject({ outgoing: { text: 'Second', state: 'sending' } });
    await trial.work(id, 2);
    expect(atPlatform()?.text).toBe('Second');
    expect(await trial.shown(id)).toMatchObject({ reply: { text: 'Second' }, outgoing: null });
    expect(google.replies.map(({ text }) => text)).toEqual(['First', 'Second']);
  });

  test('of two workers at one reply one waits', async () => {
    const id = await given();
    await trial.reply(id, 'Thanks');
    google.reply = async (...call) => {
      const second = await workOnReply(app.services.reviews, trial.user.accountId, id, signal);
      expect(second).toBe('held');
      return original.reply(...call);
    };
    await trial.work(id);
    expect(google.replies).toHaveLength(1);
  });

  test('a worker that wakes after its time writes nothing down', async () => {
    const id = await given();
    await trial.reply(id, 'Thanks');
    google.reply = async (...call) => {
      google.reply = original.reply;
      await trial.age(id, 200);
      await trial.work(id);
      await original.reply(...call);
      return platformReply('Thanks', 'failed');
    };
    expect(await workOnReply(app.services.reviews, trial.user.accountId, id, signal)).toBeNull();
    expect(await trial.shown(id)).toMatchObject({ reply: { state: 'published' } });
  });

  test('killed before any of its steps, a worker leaves one reply', async () => {
    const { box } = app.services.connections;
    for (let at = 0; ; at += 1) {
      const id = await given();
      google.replies.length = 0;
      await trial.reply(id, 'Thanks');
      let died = false;
      const dead = new Promise<void>((resolve) => {
        const pointed = withPoints(app.services.sync, box, async ({ number }) => {
          if (number !== at) return undefined;
          died = true;
          pointed.kill();
          resolve();
          return new Promise(() => {});
        });
        void workOnReply(pointed.deps, trial.user.accountId, id, signal).then(() => resolve());
      });
      await dead;
      // The lease of the dead one runs out.
      await trial.age(id, 200);
      await tenant(sql`update connections set renewal_until = null`);
      await trial.work(id, 3);
      expect(google.replies, `killed at step ${at}`).toHaveLength(1);
      expect(await trial.shown(id)).toMatchObject({
        outgoing: null,
        reply: { text: 'Thanks', state: 'published' },
      });
      expect(await trial.nextIn(id)).toBeNull();
      if (!died) {
        // So that a list of steps that has become empty cannot pass.
        expect(at).toBeGreaterThan(8);
        return;
      }
    }
  });

  test('a draft is kept per review until it is sent or discarded', async () => {
    const id = await given();
    const save = (text: string | null) => trial.user.call('PUT', `/reviews/${id}/draft`, { text });
    await save('Dear');
    await save('Dear guest');
    expect(await trial.shown(id)).toMatchObject({ draft: 'Dear guest', answered: false, outgoing: null });
    await sync();
    expect((await trial.find('')).draft).toBe('Dear guest');
    await save('');
    expect((await trial.shown(id)).draft).toBeNull();
    expect((await save('x'.repeat(10_001))).status).toBe(400);
    expect(
      (await trial.user.call('PUT', `/reviews/${crypto.randomUUID()}/draft`, { text: 'x' })).status,
    ).toBe(404);
  });

  test('where nothing can be written, the review says why and the API refuses', async () => {
    const id = await given();
    const expectClosed = async (state: string, code: string) => {
      expect((await trial.shown(id)).replyBox.state).toBe(state);
      expect((await trial.reply(id, 'Thanks')).json).toMatchObject({ code });
      expect(await trial.nextIn(id)).toBeNull();
    };
    expect((await trial.shown(id)).replyBox).toEqual({ state: 'open', limitBytes: 4096 });
    for (const [status, state, code] of [
      ['needs_reauthorisation', 'not-working', 'platform-reauthorise'],
      ['not_approved', 'not-working', 'platform-reauthorise'],
      ['withdrawn', 'withdrawn', 'platform-withdrawn'],
      ['disconnected', 'disconnected', 'platform-reauthorise'],
    ] as const) {
      await tenant(sql`update connections set status = ${status}`);
      await expectClosed(state, code);
    }
    await tenant(sql`update connections set status = 'active'`);
    Object.assign(google, { capabilities: { ...google.capabilities, reply: false } });
    await expectClosed('elsewhere', 'platform-rejected');
    Object.assign(google, original);
    await tenant(sql`update reviews set wiped_at = now(), text = null`);
    await expectClosed('wiped', 'conflict');
    await tenant(sql`update reviews set removed_at = now()`);
    await expectClosed('removed', 'platform-gone');
    await tenant(sql`update reviews set removed_at = null, wiped_at = null, listing_id = null`);
    await expectClosed('disconnected', 'platform-reauthorise');
  });

  test('what the platform no longer shows has a list of its own', async () => {
    const reviews = [aReview({ text: 'stays' }), aReview({ text: 'goes' }), aReview({ text: 'goes too' })];
    await addReviews(app, trial.user, listing, reviews);
    await markReviews(
      app,
      trial.user,
      reviews.slice(1).map((review) => review.externalId),
      'removed_at',
    );
    const list = async (query: string) =>
      (
        (await trial.user.call('GET', `/reviews${query}`)).json as {
          items: { text: string; removedAt: string | null }[];
        }
      ).items;
    expect((await list('')).map(({ text }) => text)).toEqual(['stays']);
    expect((await list('?removed=false')).map(({ text }) => text)).toEqual(['stays']);
    const removed = await list('?removed=true');
    expect(removed.map(({ text }) => text)).toEqual(['goes too', 'goes']);
    for (const { removedAt } of removed) expect(removedAt).toMatch(/^\d{4}-/);
    expect((await list('?removed=true&search=too')).map(({ text }) => text)).toEqual(['goes too']);
  });
});
