/** Replies against the simulators over HTTP, with the faults of the catalog that concern replies. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { createReplyHarness, type ReplyHarness } from '../../testing/reply-harness.ts';
import { type Simulators, startAppWithSimulators, startSimulators } from '../../testing/simulators.ts';
import {
  facebookPage,
  googleLocation,
  type SyncHarness,
  startSyncHarness,
} from '../../testing/sync-harness.ts';
import type { TestApp } from '../../testing/test-app.ts';

const name = `${googleLocation}/reviews/r-answer`;

describe.each(featureModes)('replies at the platforms, %s', (mode) => {
  let simulators: Simulators;
  let app: TestApp;
  let sync: SyncHarness;
  let trial: ReplyHarness;
  let listingId: string;
  let people = 0;

  beforeAll(async () => {
    simulators = await startSimulators();
    app = await startAppWithSimulators(simulators, mode);
  });
  afterAll(async () => {
    await app.close();
    await simulators.close();
  });
  beforeEach(async () => {
    people += 1;
    sync = await startSyncHarness(app, simulators, `answers${people}@example.com`);
    trial = createReplyHarness(app, sync.user);
  });

  const steer = (order: Record<string, unknown>) => simulators.control('google', order);
  const fault = (kind: string, more: Record<string, unknown> = {}) =>
    steer({ action: 'fault', name: kind, ...more });
  const written = async () =>
    (await simulators.callsTo('google', '/reply')).filter((call) => call.method === 'PUT');

  /** Adds a review at Google and syncs it. Returns our id. */
  async function atGoogle(reply: Record<string, unknown> | null = null): Promise<string> {
    await steer({
      action: 'seed',
      location: googleLocation,
      reviews: [
        {
          reviewId: 'r-answer',
          reviewer: { displayName: 'Ada' },
          starRating: 'FOUR',
          comment: 'Waits for an answer',
          createTime: '2026-10-01T10:00:00Z',
          updateTime: '2026-10-01T10:00:00Z',
          ...(reply === null ? {} : { reviewReply: reply }),
        },
      ],
    });
    listingId = await sync.connectListing('google');
    await sync.sync(listingId, 'first');
    await steer({ action: 'clear-calls' });
    return (await trial.findReview('Waits for an answer')).id;
  }
  const approved = (comment: string) => ({
    comment,
    updateTime: '2026-10-02T10:00:00Z',
    reviewReplyState: 'APPROVED',
  });

  test('pending until Google has approved it', async () => {
    const id = await atGoogle();
    await steer({ action: 'moderation', delaySeconds: 300 });
    const most = `${'🙂'.repeat(1023)}four`;
    expect((await trial.reply(id, most)).status).toBe(200);
    await trial.runStep(id, 2);
    expect(await trial.getReview(id)).toMatchObject({
      answered: true,
      outgoing: null,
      reply: { state: 'sending' },
    });
    await steer({ action: 'clock', advanceSeconds: 301 });
    await trial.runStep(id, 2);
    expect(await trial.getReview(id)).toMatchObject({ reply: { text: most, state: 'published' } });
    expect(await trial.secondsUntilNext(id)).toBeNull();
    expect(await written()).toHaveLength(1);
  });

  test('reply-rejected: with the reason, and another text is accepted', async () => {
    const id = await atGoogle();
    await fault('reply-rejected', { policyViolation: 'ADVERTISING_AND_SOLICITATION' });
    await trial.reply(id, 'Ten percent off');
    await trial.runStep(id, 2);
    expect(await trial.getReview(id)).toMatchObject({
      answered: false,
      reply: { text: 'Ten percent off', state: 'failed', violation: 'advertising' },
    });
    await steer({ action: 'moderation', delaySeconds: 0 });
    await trial.reply(id, 'Thank you', 'Ten percent off');
    await trial.runStep(id, 3);
    expect(await trial.getReview(id)).toMatchObject({
      answered: true,
      reply: { text: 'Thank you', state: 'published' },
    });
  });

  test('reply-timeout-but-applied: the reply is posted once', async () => {
    const id = await atGoogle();
    await steer({ action: 'moderation', delaySeconds: 0 });
    await fault('reply-timeout-but-applied', { as: 'reset' });
    await trial.reply(id, 'Thank you');
    await trial.runStep(id);
    expect(await trial.getReview(id)).toMatchObject({ outgoing: { state: 'sending' } });
    await trial.runStep(id, 3);
    expect(await trial.getReview(id)).toMatchObject({
      outgoing: null,
      reply: { text: 'Thank you', state: 'published' },
    });
    expect(await written()).toHaveLength(1);
  });

  test('a reply written at Google meanwhile is a conflict and stays', async () => {
    const id = await atGoogle(approved('First'));
    await steer({ action: 'set-reply', name, reply: approved('Written at Google') });
    await trial.reply(id, 'Mine', 'First');
    await trial.runStep(id);
    expect(await trial.getReview(id)).toMatchObject({
      reply: { text: 'Written at Google' },
      outgoing: { text: 'Mine', state: 'failed', reason: 'conflict' },
    });
    expect(await written()).toEqual([]);
  });

  test('a reply is deleted at Google', async () => {
    const id = await atGoogle(approved('Sorry'));
    await trial.deleteReply(id, 'Sorry');
    await trial.runStep(id, 2);
    expect(await trial.getReview(id)).toMatchObject({ answered: false, reply: null, outgoing: null });
    expect(await trial.secondsUntilNext(id)).toBeNull();
  });

  test('429 with Retry-After: no call before the end of the wait', async () => {
    const id = await atGoogle();
    await steer({ action: 'fail', match: '/reply', times: 1, with: 'status', status: 429, retryAfter: 120 });
    await trial.reply(id, 'Thank you');
    await trial.runStep(id);
    expect(await trial.getReview(id)).toMatchObject({
      outgoing: { state: 'sending', reason: 'platform-busy' },
    });
    expect(await trial.secondsUntilNext(id)).toBeGreaterThan(118);
    const [pace] = await inSystem(app.services.db, (trx) =>
      trx.selectFrom('platform_rate_limits').select('paused_until').execute(),
    );
    expect(pace?.paused_until).not.toBeNull();
    await trial.runStep(id, 3);
    expect(await trial.getReview(id)).toMatchObject({ reply: { text: 'Thank you' } });
  });

  describe('at Facebook', () => {
    async function atFacebook(): Promise<string> {
      await simulators.control('facebook', {
        action: 'seed',
        page: facebookPage,
        ratings: [
          {
            created_time: '2026-10-01T10:00:00+0000',
            has_rating: false,
            has_review: true,
            recommendation_type: 'positive',
            review_text: 'Recommended to all',
            reviewer: { id: '9', name: 'Ben' },
            open_graph_story: { id: '777001', comments: { data: [] } },
          },
        ],
      });
      await simulators.control('facebook', { action: 'ratings', withdrawn: 'never' });
      listingId = await sync.connectListing('facebook');
      await sync.sync(listingId, 'first');
      return (await trial.findReview('Recommended')).id;
    }

    test('a reply is a comment of the page, changed and deleted', async () => {
      const id = await atFacebook();
      expect((await trial.getReview(id)).replyBox).toEqual({
        state: 'open',
        limitBytes: null,
        limitCharacters: 8000,
      });
      const tooLong = await trial.reply(id, 'x'.repeat(8001));
      expect(tooLong.json).toMatchObject({ status: 400, code: 'invalid-input', fields: [{ path: 'text' }] });
      await trial.reply(id, 'Thank you');
      await trial.runStep(id, 2);
      expect(await trial.getReview(id)).toMatchObject({
        answered: true,
        reply: { text: 'Thank you', state: 'published' },
      });
      await trial.reply(id, 'Thank you, Ben', 'Thank you');
      await trial.runStep(id, 2);
      await sync.sync(listingId);
      expect(await trial.getReview(id)).toMatchObject({ reply: { text: 'Thank you, Ben' } });
      await trial.deleteReply(id, 'Thank you, Ben');
      await trial.runStep(id, 2);
      await sync.sync(listingId);
      expect(await trial.getReview(id)).toMatchObject({ answered: false, reply: null });
    });

    test('where Facebook accepts no reply, the text is kept and the link to Facebook is shown', async () => {
      const id = await atFacebook();
      await simulators.control('facebook', {
        action: 'fail',
        match: '/comments',
        method: 'POST',
        times: 1,
        with: 'status',
        status: 403,
        code: 200,
      });
      await trial.reply(id, 'Thank you');
      await trial.runStep(id);
      expect(await trial.getReview(id)).toMatchObject({
        answered: false,
        permalink: expect.stringContaining('777001') as unknown,
        replyBox: { state: 'open' },
        outgoing: { text: 'Thank you', state: 'failed', reason: 'platform-rejected' },
      });
      expect(await sync.connection()).toMatchObject({ status: 'active' });
    });
  });
});
