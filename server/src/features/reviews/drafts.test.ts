/** Two people who answer one review, and a review that is edited while it is being answered. */
import { describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { listingExternalId, useReplyFixture } from '../../testing/reply-fixture.ts';
import { platformReply } from '../../testing/reply-harness.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import type { TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('drafts of replies, %s', (mode) => {
  const { stage, givenReview, setPlatformReply, sync } = useReplyFixture(mode);
  let people = 0;
  const colleague = () => {
    people += 1;
    const access = { role: 'responder', locationIds: null } as const;
    return addTeamMember(stage.app, stage.harness.user, `colleague${people}@example.com`, access);
  };
  const save = (user: TestUser, id: string, text: string | null, version?: number, more: object = {}) =>
    user.call('PUT', `/reviews/${id}/draft`, {
      text,
      ...(version === undefined ? {} : { version }),
      ...more,
    });
  const get = (id: string) => stage.harness.getReview(id);

  test('a draft has its author and a version that rises with each change', async () => {
    const id = await givenReview();
    const { user } = stage.harness;
    expect((await get(id)).drafting).toEqual({
      version: 0,
      by: null,
      at: null,
      byAssistant: false,
      earlier: null,
    });
    expect((await save(user, id, 'Dear', 0, { byAssistant: true })).json).toEqual({ ok: true, version: 1 });
    expect(await get(id)).toMatchObject({
      draft: 'Dear',
      drafting: { version: 1, by: { id: user.userId }, at: expect.any(String), byAssistant: true },
    });
    expect((await save(user, id, 'Dear guest', 1)).json).toEqual({ ok: true, version: 2 });
    // The same request again, after its answer was lost.
    expect((await save(user, id, 'Dear guest', 1)).json).toEqual({ ok: true, version: 2 });
    expect((await get(id)).drafting).toMatchObject({ version: 2, byAssistant: false });
    await save(user, id, '', 2);
    expect(await get(id)).toMatchObject({ draft: null, drafting: { version: 3, by: null, at: null } });
  });

  test('the second of two who write at once learns of the other draft, and neither is lost', async () => {
    const id = await givenReview();
    const { user: ann } = stage.harness;
    const bob = await colleague();
    await save(ann, id, 'Ann writes', 0);
    expect((await save(bob, id, 'Bob writes', 0)).json).toMatchObject({ status: 409, code: 'conflict' });
    expect((await get(id)).draft).toBe('Ann writes');
    expect((await save(bob, id, 'Bob writes', 1)).status).toBe(200);
    expect(await get(id)).toMatchObject({
      draft: 'Bob writes',
      drafting: { by: { id: bob.userId }, earlier: { text: 'Ann writes', by: { id: ann.userId } } },
    });
    expect((await save(ann, id, 'Ann writes more', 1)).status).toBe(409);
  });

  test('two at once: one is saved', async () => {
    const id = await givenReview();
    const bob = await colleague();
    const answers = await Promise.all([
      save(stage.harness.user, id, 'One', 0),
      save(bob, id, 'Two', 0),
      save(bob, id, 'Three', 0),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('sending one’s own reply leaves the draft of another member', async () => {
    const id = await givenReview();
    const bob = await colleague();
    await save(bob, id, 'Bob is not done');
    expect((await stage.harness.reply(id, 'Ann answers')).status).toBe(200);
    expect(await get(id)).toMatchObject({ draft: 'Bob is not done', outgoing: { text: 'Ann answers' } });
    // And Bob's reply is refused until he has seen hers.
    const late = await bob.call('PUT', `/reviews/${id}/reply`, { text: 'Bob is not done', seen: null });
    expect(late.json).toMatchObject({ status: 409, code: 'conflict' });
    const seen = { text: 'Bob is not done', seen: 'Ann answers' };
    expect((await bob.call('PUT', `/reviews/${id}/reply`, seen)).status).toBe(200);
    expect(await get(id)).toMatchObject({ draft: null, drafting: { earlier: null } });
  });

  test('of two replies sent at once one is sent, and the other text stays where it was typed', async () => {
    const id = await givenReview();
    const bob = await colleague();
    const answers = await Promise.all([
      stage.harness.reply(id, 'Ann'),
      bob.call('PUT', `/reviews/${id}/reply`, { text: 'Bob', seen: null }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await stage.harness.runStep(id, 2);
    expect(stage.google.replies).toHaveLength(1);
  });

  test('the name of an author who is no member any more is not shown', async () => {
    const id = await givenReview();
    const bob = await colleague();
    await save(bob, id, 'Started');
    const removed = await stage.harness.user.call('DELETE', `/team/members/${bob.userId}`, {});
    expect(removed.status).toBe(200);
    expect(await get(id)).toMatchObject({ draft: 'Started', drafting: { by: null } });
  });

  test('a reply to a text that its author has changed since is sent after it was read', async () => {
    const id = await givenReview({ text: 'Good soup', rating: 5 });
    const { user } = stage.harness;
    const { contentVersion } = await get(id);
    const reply = (seenReview: string) =>
      user.call('PUT', `/reviews/${id}/reply`, { text: 'Thanks', seen: null, seenReview });
    const [review] = stage.google.reviews.get(listingExternalId) ?? [];
    if (review === undefined) throw new Error('No review');
    stage.google.reviews.set(listingExternalId, [{ ...review, text: 'Cold soup', rating: 1 }]);
    await sync();
    const now = await get(id);
    expect(now.contentVersion).not.toBe(contentVersion);
    expect((await reply(contentVersion)).json).toMatchObject({ status: 409, code: 'review-changed' });
    expect(await stage.harness.secondsUntilNext(id)).toBeNull();
    expect((await reply(now.contentVersion)).status).toBe(200);
    // A reply at the platform is no change of the review.
    await stage.harness.runStep(id, 2);
    setPlatformReply(platformReply('Written elsewhere'));
    await sync();
    expect((await get(id)).contentVersion).toBe(now.contentVersion);
  });
});
