/** One action on many reviews: what it changes, what it leaves, and that it ends clearly whatever happens meanwhile. */
import type { BulkProgress } from '@kindling/contract/bulk-actions';
import { hiddenReasons } from '@kindling/contract/hidden-reasons';
import type { HistoryEntry } from '@kindling/contract/review-marks';
import type { OwnReview } from '@kindling/contract/reviews';
import type { ReviewTag } from '@kindling/contract/tags';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, signInWithListing } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { someLocation } from '../../testing/samples.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { addTag } from '../../testing/triage-fixture.ts';
import { deleteReviews, storeFirstPartyReview } from '../reviews/index.ts';
import { runTagWork } from '../tags/runs.ts';
import { runBulkAction, sweepBulkActions } from './run-bulk-action.ts';

const never = new AbortController().signal;
const toItsEnd = { maxMs: Number.POSITIVE_INFINITY };

describe.each(featureModes)('actions on many reviews, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listing: ConnectedListing;
  let tag: ReviewTag;
  let people = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    ({ user, listing } = await signInWithListing(app, 9000 + people));
    tag = await addTag(user, 'Cake');
  });

  const post = (count: number, more: object = {}, prefix = 'r') =>
    addReviews(
      app,
      user,
      listing,
      Array.from({ length: count }, (_, at) =>
        aReview({ externalId: `${prefix}${at}`, text: `Text ${prefix}${at}`, rating: (at % 5) + 1, ...more }),
      ),
    );
  const list = async (query = '', who = user) =>
    ((await who.call('GET', `/reviews?limit=100${query}`)).json as { items: OwnReview[] }).items;
  const start = async (selection: object, action: object, who = user) => {
    const answer = await who.call('POST', '/bulk-actions', { selection, action });
    if (answer.status !== 202) throw new Error(`It was answered with ${answer.status}: ${answer.text}`);
    return (answer.json as { bulk: BulkProgress }).bulk;
  };
  const run = (id: string) => runBulkAction(app.services.bulkActions, user.accountId, id, never, toItsEnd);
  const progress = async (id: string, who = user) =>
    ((await who.call('GET', `/bulk-actions/${id}`)).json as { bulk: BulkProgress }).bulk;
  const finish = async (bulk: BulkProgress, who = user) => {
    await run(bulk.id);
    return progress(bulk.id, who);
  };
  const counted = async () =>
    ((await user.call('GET', '/tags')).json as { tags: ReviewTag[] }).tags[0]?.reviewCount;

  test('tags everything that matches a filter, as it is when asked', async () => {
    await post(620);
    const bulk = await start({ filter: { rating: 4, ratingMode: 'up' } }, { kind: 'tag', tagId: tag.id });
    expect(bulk).toMatchObject({ state: 'selecting', total: 0, done: 0 });
    // Reviews of later are not part of it.
    await post(10, { rating: 5 }, 'later');
    const done = await finish(bulk);
    expect(done).toMatchObject({
      state: 'done',
      total: 248,
      done: 248,
      changed: 248,
      skipped: [],
      failure: null,
    });
    expect(await counted()).toBe(248);
    expect(await list('&search=later')).toHaveLength(10);
    // Again, nothing is left to change.
    await run(bulk.id);
    expect(await progress(bulk.id)).toEqual(done);
    const [one] = await list(`&tagId=${tag.id}`);
    const history = (await user.call('GET', `/reviews/${one?.id}/history`)).json as {
      entries: HistoryEntry[];
    };
    expect(history.entries).toMatchObject([{ kind: 'tagged', tagIds: [tag.id], by: { kind: 'person' } }]);
  });

  test('of reviews with any id, those that were there when it was asked for', async () => {
    await post(2);
    const [before, later] = ['ffffffff-0000-8000-8000-000000000001', '00000000-0000-8000-8000-000000000001'];
    const [older, newer] = await list();
    // Reviews of visitors have ids that do not rise with time.
    const rename = (id: string | undefined, to: string | undefined) =>
      inTenant(app.services.db, user.accountId, (trx) =>
        sql`update reviews set id = ${to}::uuid where id = ${id}::uuid`.execute(trx),
      );
    await rename(older?.id, before);
    const bulk = await start({ filter: {} }, { kind: 'tag', tagId: tag.id });
    await rename(newer?.id, later);
    await inTenant(app.services.db, user.accountId, (trx) =>
      sql`update reviews set created_at = now() where id = ${later}::uuid`.execute(trx),
    );
    expect(await finish(bulk)).toMatchObject({ state: 'done', total: 1, changed: 1 });
    expect((await list(`&tagId=${tag.id}`)).map(({ id }) => id)).toEqual([before]);
  });

  test('a filter that the action itself empties misses nothing', async () => {
    await post(620);
    await finish(await start({ filter: {} }, { kind: 'tag', tagId: tag.id }));
    const done = await finish(await start({ filter: { tagId: tag.id } }, { kind: 'untag', tagId: tag.id }));
    expect(done).toMatchObject({ state: 'done', total: 620, changed: 620 });
    expect(await counted()).toBe(0);
  });

  test('stopped between any two steps, it goes on where it was, and changes each review once', async () => {
    await post(250);
    const bulk = await start({ filter: {} }, { kind: 'assign', assigneeId: user.userId });
    for (let steps = 0; (await progress(bulk.id)).endedAt === null; steps += 1) {
      expect(steps).toBeLessThan(20);
      const stopping = new AbortController();
      const step = runBulkAction(app.services.bulkActions, user.accountId, bulk.id, stopping.signal);
      stopping.abort();
      await step.catch(() => {});
    }
    expect(await progress(bulk.id)).toMatchObject({ state: 'done', total: 250, done: 250, changed: 250 });
    const ids = (await list()).slice(0, 3).map(({ id }) => id);
    for (const id of ids) {
      const history = (await user.call('GET', `/reviews/${id}/history`)).json as { entries: HistoryEntry[] };
      expect(history.entries.map(({ kind }) => kind)).toEqual(['assigned']);
    }
  });

  test('two workers at once change nothing twice', async () => {
    await post(250);
    const bulk = await start({ filter: {} }, { kind: 'tag', tagId: tag.id });
    await Promise.all([run(bulk.id), run(bulk.id)]);
    expect(await progress(bulk.id)).toMatchObject({ state: 'done', total: 250, done: 250, changed: 250 });
  });

  test('named reviews: those that are gone are left out with their number, and ids are at most 500', async () => {
    await post(4);
    const ids = (await list()).map(({ id }) => id);
    const hide = { kind: 'hide', reason: 'outdated' };
    const unknown = { selection: { ids: [...ids, newId()] }, action: hide };
    expect((await user.call('POST', '/bulk-actions', unknown)).status).toBe(404);
    const bulk = await start({ ids: [...ids, ...ids] }, hide);
    await inTenant(app.services.db, user.accountId, (trx) =>
      deleteReviews(trx, user.accountId, ids.slice(3)),
    );
    const done = await finish(bulk);
    expect(done).toMatchObject({ total: 4, done: 4, changed: 3, skipped: [{ reason: 'gone', count: 1 }] });
    expect((await list('&hidden=true')).map(({ hidden }) => hidden?.reason)).toEqual(
      Array(3).fill('outdated'),
    );
    expect((await finish(await start({ ids: ids.slice(0, 3) }, { kind: 'show' }))).changed).toBe(3);
    const many = Array.from({ length: 501 }, newId);
    const refused = await user.call('POST', '/bulk-actions', {
      selection: { ids: many },
      action: { kind: 'show' },
    });
    expect(refused.status).toBe(400);
  });

  test.each(['action', 'filter'] as const)(
    'a tag of the %s that is deleted meanwhile ends it clearly',
    async (of) => {
      await post(3);
      const other = await addTag(user, 'Bread');
      await finish(await start({ filter: {} }, { kind: 'tag', tagId: other.id }));
      const bulk = await start(
        { filter: of === 'filter' ? { tagId: other.id } : {} },
        { kind: 'tag', tagId: of === 'filter' ? tag.id : other.id },
      );
      await user.call('DELETE', `/tags/${other.id}`);
      await runTagWork(app.services.tags, user.accountId, other.id, never, toItsEnd);
      expect(await finish(bulk)).toMatchObject({ state: 'failed', failure: 'tag-deleted', changed: 0 });
      const again = { selection: { filter: { tagId: other.id } }, action: { kind: 'tag', tagId: tag.id } };
      expect((await user.call('POST', '/bulk-actions', again)).status).toBe(404);
    },
  );

  test('it needs the right to do it with one review, and ends when the right ends', async () => {
    await post(150);
    const responder = await addTeamMember(app, user, `bulk-${people}@example.com`, {
      role: 'responder',
      locationIds: null,
    });
    const [one] = await list();
    const hide = { selection: { ids: [one?.id] }, action: { kind: 'hide', reason: 'outdated' } };
    expect((await responder.call('POST', '/bulk-actions', hide)).status).toBe(403);
    const first = await start({ filter: {} }, { kind: 'tag', tagId: tag.id }, responder);
    // Nobody else sees it.
    expect((await user.call('GET', `/bulk-actions/${first.id}`)).status).toBe(404);
    expect((await user.call('DELETE', `/bulk-actions/${first.id}`)).status).toBe(404);
    const member = `/team/members/${responder.userId}`;
    expect((await user.call('PUT', member, { role: 'viewer', locationIds: null })).status).toBe(200);
    expect(await finish(first, responder)).toMatchObject({
      state: 'failed',
      failure: 'no-right',
      changed: 0,
    });
    // Who may not reply cannot be chosen.
    const assign = { kind: 'assign', assigneeId: responder.userId } as const;
    const refused = { selection: { ids: [one?.id] }, action: assign };
    expect((await user.call('POST', '/bulk-actions', refused)).status).toBe(400);
    expect((await user.call('PUT', member, { role: 'responder', locationIds: null })).status).toBe(200);
    const second = await start({ ids: [one?.id] }, assign);
    expect((await user.call('DELETE', member)).status).toBe(200);
    expect(await finish(second)).toMatchObject({ state: 'failed', failure: 'assignee-left' });
  });

  test('a member of some locations changes their reviews only', async () => {
    await post(2);
    const businesses = (await user.call('GET', '/businesses')).json as {
      businesses: { id: string; locations: { id: string }[] }[];
    };
    const made = await user.call('POST', `/businesses/${businesses.businesses[0]?.id}/locations`, {
      ...someLocation,
      name: 'Corner',
    });
    const { location } = made.json as { location: { id: string } };
    const limited = await addTeamMember(app, user, `corner-${people}@example.com`, {
      role: 'manager',
      locationIds: [location.id],
    });
    const ids = (await list()).map(({ id }) => id);
    const named = { selection: { ids }, action: { kind: 'tag', tagId: tag.id } };
    expect((await limited.call('POST', '/bulk-actions', named)).status).toBe(404);
    const all = await start({ filter: {} }, { kind: 'hide', reason: 'rating' }, limited);
    expect(await finish(all, limited)).toMatchObject({ state: 'done', total: 0, changed: 0 });
    const assigned = await start({ ids }, { kind: 'assign', assigneeId: limited.userId });
    expect(await finish(assigned)).toMatchObject({
      changed: 0,
      skipped: [{ reason: 'no-access', count: 2 }],
    });
  });

  test('the list has what runs and what ended a moment ago, of the caller alone', async () => {
    await post(3);
    const other = await addTeamMember(app, user, `list-${people}@example.com`, {
      role: 'manager',
      locationIds: null,
    });
    const listed = async (who = user) =>
      ((await who.call('GET', '/bulk-actions')).json as { bulks: BulkProgress[] }).bulks;
    expect(await listed()).toEqual([]);
    const long = await start({ filter: {} }, { kind: 'tag', tagId: tag.id });
    const ended = await finish(await start({ filter: {} }, { kind: 'show' }));
    const open = await start({ filter: {} }, { kind: 'untag', tagId: tag.id });
    await start({ filter: {} }, { kind: 'show' }, other);
    expect(await listed()).toEqual([open, ended, long]);
    await inTenant(app.services.db, user.accountId, (trx) =>
      sql`update bulk_actions set ended_at = now() - interval '11 minutes' where id = ${ended.id}`.execute(
        trx,
      ),
    );
    expect((await listed()).map(({ id }) => id)).toEqual([open.id, long.id]);
    expect(await listed(other)).toHaveLength(1);
  });

  test.each(['us', 'uk'] as const)(
    'in the market %s, nothing is hidden at once that is not hidden singly',
    async (market) => {
      await inTenant(app.services.db, user.accountId, (trx) =>
        trx.updateTable('accounts').set({ market }).execute(),
      );
      const leave = async () => {
        const id = newId();
        await inTenant(app.services.db, user.accountId, (trx) =>
          storeFirstPartyReview(trx, user.accountId, {
            ...{
              id,
              locationId: listing.locationId,
              rating: 1,
              thumb: null,
              text: 'Cold soup',
              authorName: 'Ana',
            },
            ...{ writtenAt: new Date(), invited: false, contact: null, answers: [] },
          }),
        );
        return id;
      };
      const hiddenReason = async (id: string) =>
        ((await user.call('GET', `/reviews/${id}`)).json as { review: OwnReview }).review.hidden?.reason;
      for (const reason of hiddenReasons) {
        const [single, plain, reported] = [await leave(), await leave(), await leave()];
        await user.call('PUT', `/reviews/${reported}/abuse-report`, { reason: 'hate' });
        const { status } = await user.call('PUT', `/reviews/${single}/hidden`, { reason });
        const bulk = await finish(await start({ ids: [plain, reported] }, { kind: 'hide', reason }));
        expect.soft(await hiddenReason(plain), reason).toBe(bulk.changed === 1 ? reason : undefined);
        if (status !== 200) expect.soft(bulk.changed, reason).toBe(0);
        expect.soft(await hiddenReason(reported), reason).toBe('hate');
        expect
          .soft(
            bulk.skipped.reduce((sum, { count }) => sum + count, bulk.changed),
            reason,
          )
          .toBe(2);
      }
    },
  );

  test.each([
    ['its selection', 'selecting'],
    ['its changes', 'running'],
  ])('one that always fails with %s ends as failed, and what it did stays', async (_, state) => {
    await post(150);
    const bulk = await start({ filter: {} }, { kind: 'tag', tagId: tag.id });
    const query = (text: ReturnType<typeof sql>) =>
      inTenant(app.services.db, user.accountId, (trx) => text.execute(trx));
    if (state === 'running') {
      // The selection and one part.
      for (let steps = 0; (await progress(bulk.id)).done === 0; steps += 1) {
        expect(steps).toBeLessThan(20);
        const stopping = new AbortController();
        const step = runBulkAction(app.services.bulkActions, user.accountId, bulk.id, stopping.signal);
        stopping.abort();
        await step.catch(() => {});
      }
      await query(
        sql`update bulk_actions set action = '{"kind":"tag","tagId":"nonsense"}' where id = ${bulk.id}`,
      );
    } else await query(sql`update bulk_actions set filter = '{"from":"nonsense"}' where id = ${bulk.id}`);
    let failures = 0;
    for (;;) {
      const failed = await run(bulk.id).then(
        () => false,
        () => true,
      );
      if (!failed) break;
      failures += 1;
      expect(failures).toBeLessThanOrEqual(10);
    }
    expect(failures).toBe(10);
    const action = JSON.stringify({ kind: 'tag', tagId: tag.id });
    await query(sql`update bulk_actions set action = ${action}::jsonb where id = ${bulk.id}`);
    expect(await progress(bulk.id)).toMatchObject({
      state: 'failed',
      failure: 'internal',
      changed: state === 'running' ? 100 : 0,
    });
  });

  test('it can be stopped, at most five run at once, and the sweep finds those that a worker left', async () => {
    await post(250);
    const open = [];
    for (let at = 0; at < 5; at += 1) open.push(await start({ filter: {} }, { kind: 'tag', tagId: tag.id }));
    const body = { selection: { filter: {} }, action: { kind: 'show' } };
    expect((await user.call('POST', '/bulk-actions', body)).status).toBe(409);
    const enqueued: unknown[] = [];
    await sweepBulkActions({
      ...app.services.bulkActions,
      queue: {
        async enqueue(_job, payload) {
          enqueued.push(payload);
        },
      },
    });
    for (const { id } of open) expect(enqueued).toContainEqual({ accountId: user.accountId, id });
    for (const { id } of open) expect((await user.call('DELETE', `/bulk-actions/${id}`)).status).toBe(200);
    for (const one of open) expect(await finish(one)).toMatchObject({ state: 'canceled', changed: 0 });
    const parts = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('bulk_action_parts').select('part').execute(),
    );
    expect(parts).toEqual([]);
  });
});
