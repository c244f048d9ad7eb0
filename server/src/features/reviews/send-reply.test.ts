/** Sending a reply while the platform fails and workers wait, wake late and die, on both databases. */
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

  test('a lost response does not cause a second post', async () => {
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

  test('every reply waits for the platform’s Retry-After, and fails after a day', async () => {
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    stage.google.failures.push(new ConnectorFailure('retry-after', 'slow down', { retryAfter: 700 }));
    await stage.harness.runStep(id);
    expect(await stage.harness.secondsUntilNext(id)).toBeGreaterThan(690);
    const [pace] = await inSystem(stage.app.services.db, (trx) =>
      trx.selectFrom('platform_rate_limits').select('paused_until').execute(),
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
    ['reauthorize', 'platform-reauthorize', 'needs_reauthorization'],
    ['withdrawn', 'platform-withdrawn', 'withdrawn'],
    ['not-approved', 'platform-not-approved', 'not_approved'],
  ])('%s ends the attempt with a reason, and the text is kept', async (kind, reason, status) => {
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
    // No further automatic attempt is made. The owner may discard the reply.
    expect(await stage.harness.secondsUntilNext(id)).toBeNull();
    await stage.harness.user.call('PUT', `/reviews/${id}/draft`, { text: null });
    expect(await stage.harness.getReview(id)).toMatchObject({ outgoing: null, draft: null });
  });

  test('an unreadable response is retried up to a limit', async () => {
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    stage.google.lookUp = () => Promise.reject(new ConnectorFailure('unexpected-answer', 'nonsense'));
    await stage.harness.runStep(id, 7);
    expect(await stage.harness.getReview(id)).toMatchObject({
      outgoing: { state: 'sending', reason: 'platform-unexpected-answer' },
    });
    await stage.harness.runStep(id);
    expect(await stage.harness.getReview(id)).toMatchObject({
      outgoing: { state: 'failed', reason: 'platform-unexpected-answer' },
    });
  });

  test('a broken connection fails unsent replies and leaves sent ones', async () => {
    checksReplies();
    const id = await given();
    await stage.harness.reply(id, 'Thanks');
    await stage.harness.runStep(id);
    await tenant(sql`update connections set status = 'needs_reauthorization'`);
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

  test('the platform may return the old state for a short time', async () => {
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

  test('of two replies in a row the last one stays, whether or not the first was sent', async () => {
    const id = await given();
    await stage.harness.reply(id, 'First');
    stage.google.reply = async (...call) => {
      stage.google.reply = stage.original.reply;
      await stage.original.reply(...call);
      // The owner makes another request while the first is being sent.
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

  test('when two workers take one reply, one of them waits', async () => {
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

  test('a worker that continues after its lease ended writes nothing', async () => {
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

  test('a worker that dies before any of its steps leaves exactly one reply', async () => {
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
      // The lease of the dead worker ends.
      await stage.harness.passTime(id, 200);
      await tenant(sql`update connections set refresh_lease_until = null`);
      await stage.harness.runStep(id, 3);
      expect(stage.google.replies, `killed at step ${at}`).toHaveLength(1);
      expect(await stage.harness.getReview(id)).toMatchObject({
        outgoing: null,
        reply: { text: 'Thanks', state: 'published' },
      });
      expect(await stage.harness.secondsUntilNext(id)).toBeNull();
      if (!died) {
        // Fails when the list of steps is empty.
        expect(at).toBeGreaterThan(8);
        return;
      }
    }
  });
});
