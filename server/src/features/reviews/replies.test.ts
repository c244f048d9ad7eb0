/** Replies from the owner's request to the platform's answer, with a platform in memory, on both databases. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { addReviews, markReviews } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { listingExternalId, useReplyFixture } from '../../testing/reply-fixture.ts';
import { platformReply } from '../../testing/reply-harness.ts';

const aDay = 86_400;

describe.each(featureModes)('replies, %s', (mode) => {
  const {
    stage,
    tenant,
    givenReview: given,
    platformReply: atPlatform,
    answerAs,
    setPlatformReply: someoneWrites,
    sync,
    moderateReplies: checksReplies,
  } = useReplyFixture(mode);

  test('a reply is shown as sending at once, is posted once, and is checked until it is confirmed', async () => {
    const id = await given();
    expect(await stage.harness.unanswered()).toBe(1);
    await stage.harness.user.call('PUT', `/reviews/${id}/draft`, { text: 'Thank you' });
    const answer = await stage.harness.reply(id, '  Thank you\r\nso much\u0000 ');
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      review: {
        answered: true,
        reply: null,
        draft: null,
        outgoing: { text: 'Thank you\nso much', state: 'sending', reason: null },
      },
    });
    expect(await stage.harness.unanswered()).toBe(0);

    await stage.harness.runStep(id);
    expect(await stage.harness.getReview(id)).toMatchObject({
      answered: true,
      outgoing: null,
      reply: { text: 'Thank you\nso much', state: 'published', violation: null },
    });
    await stage.harness.runStep(id);
    expect(await stage.harness.secondsUntilNext(id)).toBeNull();
    expect(await stage.harness.getReview(id)).toMatchObject({
      outgoing: null,
      reply: { state: 'published' },
    });
    expect(stage.google.calls.filter((call) => call !== 'listListings' && call !== 'exchangeCode')).toEqual([
      'lookUp',
      'reply',
      'lookUp',
    ]);
    expect(stage.google.replies).toEqual([
      { review: stage.google.reviews.get(listingExternalId)?.[0]?.externalId, text: 'Thank you\nso much' },
    ]);
    const audited = await tenant(sql<{ target: string }>`
      select target from audit_entries where action = 'review.replied'`);
    expect(audited).toEqual([{ target: id }]);
  });

  test('a reply in moderation is checked with growing delays and becomes public', async () => {
    checksReplies();
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    await stage.harness.runStep(id);
    expect(await stage.harness.getReview(id)).toMatchObject({
      outgoing: null,
      reply: { text: 'Thanks', state: 'sending' },
    });
    const pauses: number[] = [];
    for (const seconds of [0, 60, 600, 6000]) {
      await stage.harness.passTime(id, seconds);
      await stage.harness.runStep(id);
      pauses.push((await stage.harness.secondsUntilNext(id)) ?? 0);
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[3]).toBeGreaterThan((pauses[1] ?? 0) * 10);
    answerAs('published');
    await stage.harness.runStep(id, 2);
    expect(await stage.harness.getReview(id)).toMatchObject({
      answered: true,
      reply: { state: 'published' },
    });
    expect(await stage.harness.secondsUntilNext(id)).toBeNull();
    expect(stage.google.replies).toHaveLength(1);
  });

  test('moderation that takes longer than a day is checked by the syncs only', async () => {
    checksReplies();
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    await stage.harness.runStep(id);
    await stage.harness.passTime(id, aDay);
    await stage.harness.runStep(id);
    expect(await stage.harness.secondsUntilNext(id)).toBeNull();
    expect(await stage.harness.getReview(id)).toMatchObject({
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
    'a reply that moderation refuses for %s is shown as refused and does not count as an answer',
    async (word, group) => {
      checksReplies();
      const id = await given();
      await stage.harness.reply(id, 'Buy now');
      await stage.harness.runStep(id);
      answerAs('failed', word);
      await stage.harness.runStep(id);
      expect(await stage.harness.getReview(id)).toMatchObject({
        answered: false,
        outgoing: null,
        reply: { text: 'Buy now', state: 'failed', violation: group },
      });
      expect(await stage.harness.unanswered()).toBe(1);
      expect(await stage.harness.secondsUntilNext(id)).toBeNull();
      // A sync reads the same and changes nothing.
      await sync();
      expect(await stage.harness.getReview(id)).toMatchObject({
        answered: false,
        reply: { violation: group },
      });
      // The same text may be sent again, because the cause may have been fixed elsewhere.
      await stage.harness.reply(id, 'Buy now', 'Buy now');
      await stage.harness.runStep(id);
      expect(stage.google.replies).toHaveLength(2);
      expect(await stage.harness.getReview(id)).toMatchObject({
        answered: true,
        reply: { state: 'sending' },
      });
    },
  );

  test('a reply that the owner has not seen is never overwritten', async () => {
    const id = await given({ reply: platformReply('First') });
    someoneWrites(platformReply('Written elsewhere'));
    expect((await stage.harness.reply(id, 'Mine', 'First')).status).toBe(200);
    await stage.harness.runStep(id);
    expect(stage.google.replies).toEqual([]);
    expect(atPlatform()?.text).toBe('Written elsewhere');
    expect(await stage.harness.getReview(id)).toMatchObject({
      answered: true,
      reply: { text: 'Written elsewhere' },
      outgoing: { text: 'Mine', state: 'failed', reason: 'conflict' },
    });
    // Now the owner has seen it, so it may be replaced.
    await stage.harness.reply(id, 'Mine', 'Written elsewhere');
    await stage.harness.runStep(id);
    expect(atPlatform()?.text).toBe('Mine');

    const stale = await stage.harness.reply(id, 'Mine again', 'First');
    expect(stale.json).toMatchObject({ status: 409, code: 'conflict' });
    expect((await stage.harness.deleteReply(id, 'First')).status).toBe(409);
  });

  test('a reply that was deleted elsewhere does not allow overwriting a newer one', async () => {
    const id = await given({ reply: platformReply('First') });
    someoneWrites(null);
    await stage.harness.reply(id, 'Second', 'First');
    await stage.harness.runStep(id);
    expect(stage.google.replies).toEqual([]);
    expect(await stage.harness.getReview(id)).toMatchObject({
      reply: null,
      outgoing: { reason: 'conflict' },
    });
  });

  test('the limit counts bytes', async () => {
    const id = await given();
    const most = `${'🙂'.repeat(1023)}four`;
    expect(Buffer.byteLength(most)).toBe(4096);
    const refused = await stage.harness.reply(id, `${most}!`);
    expect(refused.json).toMatchObject({ status: 400, code: 'invalid-input', fields: [{ path: 'text' }] });
    expect((await stage.harness.reply(id, ' \n\t ')).status).toBe(400);
    expect((await stage.harness.reply(id, '\u0000')).status).toBe(400);
    expect(await stage.harness.secondsUntilNext(id)).toBeNull();
    expect((await stage.harness.reply(id, ` ${most}\n`)).status).toBe(200);
    await stage.harness.runStep(id);
    expect(atPlatform()?.text).toBe(most);
  });

  test('deletes a reply; one that no longer exists counts as deleted', async () => {
    const id = await given({ reply: platformReply('Sorry') });
    const answer = await stage.harness.deleteReply(id, 'Sorry');
    expect(answer.json).toMatchObject({
      review: { reply: { text: 'Sorry' }, outgoing: { text: null, state: 'sending' } },
    });
    await stage.harness.runStep(id);
    expect(atPlatform()).toBeNull();
    expect(await stage.harness.getReview(id)).toMatchObject({ answered: false, reply: null, outgoing: null });
    await stage.harness.runStep(id);
    expect(await stage.harness.secondsUntilNext(id)).toBeNull();

    someoneWrites(platformReply('Again'));
    await sync();
    await stage.harness.deleteReply(id, 'Again');
    someoneWrites(null);
    stage.google.calls.length = 0;
    await stage.harness.runStep(id, 2);
    expect(stage.google.calls).not.toContain('deleteReply');
    expect(await stage.harness.getReview(id)).toMatchObject({ reply: null, outgoing: null });
  });

  test('a reply that somebody changed meanwhile is not deleted', async () => {
    const id = await given({ reply: platformReply('Sorry') });
    await stage.harness.deleteReply(id, 'Sorry');
    someoneWrites(platformReply('Really sorry'));
    await stage.harness.runStep(id);
    expect(atPlatform()?.text).toBe('Really sorry');
    expect(await stage.harness.getReview(id)).toMatchObject({
      reply: { text: 'Really sorry' },
      outgoing: { text: null, state: 'failed', reason: 'conflict' },
    });
  });

  test('a sync that read the review before the reply and stores it later does not lose the reply', async () => {
    const id = await given();
    const before = stage.google.reviews.get(listingExternalId) ?? [];
    await stage.harness.reply(id, 'Thanks');
    await addReviews(stage.app, stage.harness.user, stage.listing, [
      { ...(before[0] ?? aReview()), mediaCount: 1 },
    ]);
    expect(await stage.harness.getReview(id)).toMatchObject({
      answered: true,
      outgoing: { text: 'Thanks', state: 'sending' },
    });
    await stage.harness.runStep(id);
    await addReviews(stage.app, stage.harness.user, stage.listing, before);
    expect(await stage.harness.getReview(id)).toMatchObject({
      answered: true,
      reply: null,
      outgoing: { text: 'Thanks', state: 'waiting' },
    });
    expect(await stage.harness.unanswered()).toBe(0);
    await stage.harness.runStep(id, 2);
    expect(await stage.harness.getReview(id)).toMatchObject({
      answered: true,
      outgoing: null,
      reply: { text: 'Thanks' },
    });
  });

  test('later changes at the platform show after the next sync', async () => {
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    await stage.harness.runStep(id, 2);
    someoneWrites(platformReply('Changed elsewhere'));
    await sync();
    expect(await stage.harness.getReview(id)).toMatchObject({
      answered: true,
      reply: { text: 'Changed elsewhere' },
    });
    someoneWrites(null);
    await sync();
    expect(await stage.harness.getReview(id)).toMatchObject({ answered: false, reply: null, outgoing: null });
  });

  test('changes at the platform during the checks show after the next check', async () => {
    checksReplies();
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    await stage.harness.runStep(id);
    someoneWrites(platformReply('Changed elsewhere'));
    await stage.harness.runStep(id);
    expect(await stage.harness.getReview(id)).toMatchObject({
      reply: { text: 'Changed elsewhere' },
      outgoing: null,
    });
    expect(await stage.harness.secondsUntilNext(id)).toBeNull();
  });

  test('a draft is stored per review until it is sent or discarded', async () => {
    const id = await given();
    const save = (text: string | null) => stage.harness.user.call('PUT', `/reviews/${id}/draft`, { text });
    await save('Dear');
    await save('Dear guest');
    expect(await stage.harness.getReview(id)).toMatchObject({
      draft: 'Dear guest',
      answered: false,
      outgoing: null,
    });
    await sync();
    expect((await stage.harness.findReview('')).draft).toBe('Dear guest');
    await save('');
    expect((await stage.harness.getReview(id)).draft).toBeNull();
    expect((await save('x'.repeat(10_001))).status).toBe(400);
    expect(
      (await stage.harness.user.call('PUT', `/reviews/${crypto.randomUUID()}/draft`, { text: 'x' })).status,
    ).toBe(404);
  });

  test('where no reply is possible, the review shows the reason and the API refuses', async () => {
    const id = await given();
    const expectClosed = async (state: string, code: string) => {
      expect((await stage.harness.getReview(id)).replyBox.state).toBe(state);
      expect((await stage.harness.reply(id, 'Thanks')).json).toMatchObject({ code });
      expect(await stage.harness.secondsUntilNext(id)).toBeNull();
    };
    expect((await stage.harness.getReview(id)).replyBox).toEqual({
      state: 'open',
      limitBytes: 4096,
      limitCharacters: 10_000,
    });
    for (const [status, state, code] of [
      ['needs_reauthorization', 'not-working', 'platform-reauthorize'],
      ['not_approved', 'not-working', 'platform-reauthorize'],
      ['withdrawn', 'withdrawn', 'platform-withdrawn'],
      ['disconnected', 'disconnected', 'platform-reauthorize'],
    ] as const) {
      await tenant(sql`update connections set status = ${status}`);
      await expectClosed(state, code);
    }
    await tenant(sql`update connections set status = 'active'`);
    Object.assign(stage.google, { capabilities: { ...stage.google.capabilities, reply: false } });
    await expectClosed('elsewhere', 'platform-rejected');
    Object.assign(stage.google, stage.original);
    await tenant(sql`update reviews set wiped_at = now(), text = null`);
    await expectClosed('wiped', 'conflict');
    await tenant(sql`update reviews set removed_at = now()`);
    await expectClosed('removed', 'platform-gone');
    await tenant(sql`update reviews set removed_at = null, wiped_at = null, listing_id = null`);
    await expectClosed('disconnected', 'platform-reauthorize');
  });

  test('removed reviews have a list of their own', async () => {
    const reviews = [aReview({ text: 'stays' }), aReview({ text: 'goes' }), aReview({ text: 'goes too' })];
    await addReviews(stage.app, stage.harness.user, stage.listing, reviews);
    await markReviews(
      stage.app,
      stage.harness.user,
      reviews.slice(1).map((review) => review.externalId),
      'removed_at',
    );
    const list = async (query: string) =>
      (
        (await stage.harness.user.call('GET', `/reviews${query}`)).json as {
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
