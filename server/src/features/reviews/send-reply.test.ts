/** How a reply is sent when the platform fails on demand and workers wait, wake late and die, on both databases. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ConnectorFailure, type FailureKind } from '../../connectors/connector.ts';
import { inSystem } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { listingExternalId, useReplyFixture } from '../../testing/reply-fixture.ts';
import { platformReply } from '../../testing/reply-harness.ts';
import { withFaultPoints } from '../../testing/sync-fault-points.ts';
import { processReply } from './send-reply.ts';

const signal = new AbortController().signal;
const aDay = 86_400;

describe.each(featureModes)('sending a reply, %s', (mode) => {
  const {
    stage,
    tenant,
    givenReview: given,
    platformReply: atPlatform,
    setPlatformReply: someoneWrites,
    moderateReplies: checksReplies,
  } = useReplyFixture(mode);

  test('an answer that was lost does not post twice', async () => {
    const id = await given();
    stage.google.reply = async (...call) => {
      await stage.original.reply(...call);
      throw new ConnectorFailure('retry-after', 'no answer came');
    };
    await stage.harness.reply(id, 'Thanks');
    await stage.harness.runStep(id);
    expect(await stage.harness.getReview(id)).toMatchObject({
      answered: true,
      outgoing: { state: 'sending', reason: 'platform-busy' },
    });
    await stage.harness.runStep(id, 2);
    expect(await stage.harness.getReview(id)).toMatchObject({
      outgoing: null,
      reply: { text: 'Thanks', state: 'published' },
    });
    expect(stage.google.replies).toHaveLength(1);
  });

  test('a wait that the platform asks for is kept, by everybody, and ends after a day', async () => {
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    stage.google.failures.push(new ConnectorFailure('retry-after', 'slow down', { retryAfter: 700 }));
    await stage.harness.runStep(id);
    expect(await stage.harness.secondsUntilNext(id)).toBeGreaterThan(690);
    const [pace] = await inSystem(stage.app.services.db, (trx) =>
      trx.selectFrom('platform_pace').select('paused_until').execute(),
    );
    expect(pace?.paused_until?.getTime()).toBeGreaterThan(Date.now() + 600_000);
    await stage.harness.passTime(id, aDay);
    stage.google.failures.push(new ConnectorFailure('retry-after', 'slow down'));
    await stage.harness.runStep(id);
    expect(await stage.harness.getReview(id)).toMatchObject({
      answered: false,
      outgoing: { text: 'Thanks', state: 'failed', reason: 'platform-busy' },
    });
    expect(await stage.harness.secondsUntilNext(id)).toBeNull();
  });

  test.each<[FailureKind, string, string]>([
    ['rejected', 'platform-rejected', 'active'],
    ['gone', 'platform-gone', 'active'],
    ['reauthorise', 'platform-reauthorise', 'needs_reauthorisation'],
    ['withdrawn', 'platform-withdrawn', 'withdrawn'],
    ['not-approved', 'platform-not-approved', 'not_approved'],
  ])('%s ends the try, says so, and keeps the words', async (kind, reason, status) => {
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    stage.google.reply = () => Promise.reject(new ConnectorFailure(kind, 'no'));
    await stage.harness.runStep(id);
    const failed = await stage.harness.getReview(id);
    expect(failed).toMatchObject({
      answered: false,
      reply: null,
      outgoing: { text: 'Thanks', state: 'failed', reason },
    });
    expect(failed.replyBox.state === 'open').toBe(status === 'active');
    expect(await tenant(sql`select status from connections`)).toEqual([{ status }]);
    // Nobody tries again by himself; the owner may drop it.
    expect(await stage.harness.secondsUntilNext(id)).toBeNull();
    await stage.harness.user.call('PUT', `/reviews/${id}/draft`, { text: null });
    expect(await stage.harness.getReview(id)).toMatchObject({ outgoing: null, draft: null });
  });

  test('an answer of nonsense is tried again, but not for ever', async () => {
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    stage.google.lookUp = () => Promise.reject(new ConnectorFailure('broken', 'nonsense'));
    await stage.harness.runStep(id, 7);
    expect(await stage.harness.getReview(id)).toMatchObject({
      outgoing: { state: 'sending', reason: 'platform-broken' },
    });
    await stage.harness.runStep(id);
    expect(await stage.harness.getReview(id)).toMatchObject({
      outgoing: { state: 'failed', reason: 'platform-broken' },
    });
  });

  test('a connection that stops working ends what was not sent and leaves what was', async () => {
    checksReplies();
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    await stage.harness.runStep(id);
    await tenant(sql`update connections set status = 'needs_reauthorisation'`);
    await stage.harness.runStep(id);
    expect(await stage.harness.getReview(id)).toMatchObject({
      answered: true,
      outgoing: null,
      reply: { state: 'sending' },
    });
    await tenant(sql`update connections set status = 'active'`);
    await stage.harness.reply(id, 'Many thanks', 'Thanks');
    await tenant(sql`update connections set status = 'withdrawn'`);
    await stage.harness.runStep(id);
    expect(await stage.harness.getReview(id)).toMatchObject({
      outgoing: { state: 'failed', reason: 'platform-withdrawn' },
    });
    expect(stage.google.replies).toHaveLength(1);
  });

  test('a platform that shows the old state for a moment is given that moment', async () => {
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    await stage.harness.runStep(id);
    const there = stage.google.reviews.get(listingExternalId) ?? [];
    someoneWrites(null);
    await stage.harness.runStep(id);
    expect(await stage.harness.getReview(id)).toMatchObject({ reply: { text: 'Thanks' } });
    stage.google.reviews.set(listingExternalId, there);
    await stage.harness.runStep(id);
    expect(await stage.harness.secondsUntilNext(id)).toBeNull();
    expect(await stage.harness.getReview(id)).toMatchObject({ reply: { text: 'Thanks' } });
  });

  test('of two replies in a row the last one stands, whatever became of the first', async () => {
    const id = await given();
    await stage.harness.reply(id, 'First');
    stage.google.reply = async (...call) => {
      stage.google.reply = stage.original.reply;
      await stage.original.reply(...call);
      // While the first is being sent, the owner thinks better of it.
      expect((await stage.harness.reply(id, 'Second')).status).toBe(409);
      expect((await stage.harness.reply(id, 'Second', 'First')).status).toBe(200);
      return platformReply('First');
    };
    await stage.harness.runStep(id);
    expect(await stage.harness.getReview(id)).toMatchObject({
      outgoing: { text: 'Second', state: 'sending' },
    });
    await stage.harness.runStep(id, 2);
    expect(atPlatform()?.text).toBe('Second');
    expect(await stage.harness.getReview(id)).toMatchObject({ reply: { text: 'Second' }, outgoing: null });
    expect(stage.google.replies.map(({ text }) => text)).toEqual(['First', 'Second']);
  });

  test('of two workers at one reply one waits', async () => {
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    stage.google.reply = async (...call) => {
      const second = await processReply(stage.app.services.reviews, stage.harness.user.accountId, id, signal);
      expect(second).toBe('held');
      return stage.original.reply(...call);
    };
    await stage.harness.runStep(id);
    expect(stage.google.replies).toHaveLength(1);
  });

  test('a worker that wakes after its time writes nothing down', async () => {
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    stage.google.reply = async (...call) => {
      stage.google.reply = stage.original.reply;
      await stage.harness.passTime(id, 200);
      await stage.harness.runStep(id);
      await stage.original.reply(...call);
      return platformReply('Thanks', 'failed');
    };
    expect(
      await processReply(stage.app.services.reviews, stage.harness.user.accountId, id, signal),
    ).toBeNull();
    expect(await stage.harness.getReview(id)).toMatchObject({ reply: { state: 'published' } });
  });

  test('killed before any of its steps, a worker leaves one reply', async () => {
    const { box } = stage.app.services.connections;
    for (let at = 0; ; at += 1) {
      const id = await given();
      stage.google.replies.length = 0;
      await stage.harness.reply(id, 'Thanks');
      let died = false;
      const dead = new Promise<void>((resolve) => {
        const pointed = withFaultPoints(stage.app.services.sync, box, async ({ number }) => {
          if (number !== at) return undefined;
          died = true;
          pointed.kill();
          resolve();
          return new Promise(() => {});
        });
        void processReply(pointed.deps, stage.harness.user.accountId, id, signal).then(() => resolve());
      });
      await dead;
      // The lease of the dead one runs out.
      await stage.harness.passTime(id, 200);
      await tenant(sql`update connections set renewal_until = null`);
      await stage.harness.runStep(id, 3);
      expect(stage.google.replies, `killed at step ${at}`).toHaveLength(1);
      expect(await stage.harness.getReview(id)).toMatchObject({
        outgoing: null,
        reply: { text: 'Thanks', state: 'published' },
      });
      expect(await stage.harness.secondsUntilNext(id)).toBeNull();
      if (!died) {
        // So that a list of steps that has become empty cannot pass.
        expect(at).toBeGreaterThan(8);
        return;
      }
    }
  });
});
