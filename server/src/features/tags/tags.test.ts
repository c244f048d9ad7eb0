/** Tags through HTTP: names, counts, rules, merging, deleting; and that a rule never gives back what a person took away. */
import type { OwnReview } from '@kindling/contract/reviews';
import { maxTags, maxTagsOfReview, type ReviewTag, type RulePreview } from '@kindling/contract/tags';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem, inTenant, retryTransient } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { deliverAllEvents } from '../../testing/deliver-events.ts';
import { eventually } from '../../testing/eventually.ts';
import { addReviews, type ConnectedListing, signInWithListing } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { refuseChanges } from '../../testing/refuse-changes.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { addTag } from '../../testing/triage-fixture.ts';
import { wipeUnconfirmed } from '../reviews/index.ts';
import { matchRules, previewRule, writeMatches } from './apply-rules.ts';
import { keepTags, lockWork } from './queries.ts';
import { listNewest, listRuledByIds } from './review-queries.ts';
import { recoverTagWork, runTagWork, sweepTagWork } from './runs.ts';

const noRule = { words: [], rating: null, sources: [], languages: [], recommendation: null };
const never = new AbortController().signal;
const toItsEnd = { maxMs: Number.POSITIVE_INFINITY };

describe.each(featureModes)('tags, %s', (mode) => {
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
    ({ user, listing } = await signInWithListing(app, 7000 + people));
  });

  const post = (reviews: Parameters<typeof aReview>[0][]) =>
    addReviews(app, user, listing, reviews.map(aReview));
  const list = async (query = '') =>
    ((await user.call('GET', `/reviews${query}`)).json as { items: OwnReview[] }).items;
  const byExternalText = async (text: string, query = '') => {
    const found = (await list(query)).find((one) => one.text === text);
    if (found === undefined) throw new Error(`no review says ${text}`);
    return found;
  };
  const tagsOf = async () => ((await user.call('GET', '/tags')).json as { tags: ReviewTag[] }).tags;
  const tagOf = ({ json }: { json: unknown }) => (json as { tag: ReviewTag }).tag;
  const setRule = async (tag: ReviewTag, rule: object) =>
    user.call('PUT', `/tags/${tag.id}`, { name: tag.name, color: tag.color, rule: { ...noRule, ...rule } });
  const deliver = () => deliverAllEvents(app.services, user.accountId);
  const finish = (id: string) => runTagWork(app.services.tags, user.accountId, id, never, toItsEnd);

  test('a name is one whatever its case and accents, and there are at most a hundred', async () => {
    const tag = await addTag(user, 'Café');
    expect(tag).toMatchObject({ name: 'Café', rule: null, reviewCount: 0, run: null });
    expect((await user.call('POST', '/tags', { name: ' CAFE' })).status).toBe(409);
    const other = await addTag(user, 'Bread');
    const renamed = { name: 'cafè', color: 'red', rule: null };
    expect((await user.call('PUT', `/tags/${other.id}`, renamed)).status).toBe(409);
    expect(tagOf(await user.call('PUT', `/tags/${tag.id}`, renamed))).toMatchObject({
      name: 'cafè',
      color: 'red',
    });
    expect((await user.call('POST', '/tags', { name: '\u0301' })).status).toBe(400);
    expect((await user.call('POST', '/tags', { name: 'a\u202eb' })).status).toBe(400);
    for (let at = 2; at < maxTags; at += 1) await addTag(user, `Tag ${at}`);
    expect((await user.call('POST', '/tags', { name: 'One more' })).status).toBe(409);
    expect((await tagsOf()).map(({ name }) => name).slice(0, 3)).toEqual(['Bread', 'cafè', 'Tag 10']);
  });

  test('a review gets tags and loses them, counts follow, and the filter finds them', async () => {
    await post([
      { externalId: '1', text: 'One' },
      { externalId: '2', text: 'Two' },
    ]);
    const [bread, cake] = [await addTag(user, 'Bread'), await addTag(user, 'Cake')];
    const { id } = await byExternalText('One');
    const answer = await user.call('PUT', `/reviews/${id}/tags`, { add: [bread.id, cake.id], remove: [] });
    expect((answer.json as { review: OwnReview }).review.tagIds).toEqual([bread.id, cake.id].sort());
    expect((await tagsOf()).map(({ reviewCount }) => reviewCount)).toEqual([1, 1]);
    expect((await list(`?tagId=${cake.id}`)).map(({ text }) => text)).toEqual(['One']);
    await user.call('PUT', `/reviews/${id}/tags`, { add: [], remove: [bread.id] });
    expect((await tagsOf()).map(({ reviewCount }) => reviewCount)).toEqual([0, 1]);
    expect((await user.call('PUT', `/reviews/${id}/tags`, { add: [newId()], remove: [] })).status).toBe(404);
    expect((await user.call('PUT', `/reviews/${newId()}/tags`, { add: [cake.id], remove: [] })).status).toBe(
      404,
    );
    const many = [];
    for (let at = 0; at < maxTagsOfReview; at += 1) many.push((await addTag(user, `Many ${at}`)).id);
    expect((await user.call('PUT', `/reviews/${id}/tags`, { add: many, remove: [] })).status).toBe(409);
    expect((await byExternalText('One')).tagIds).toEqual([cake.id]);
  });

  test('a rule tags new and edited reviews, by each of its conditions', async () => {
    const words = await addTag(user, 'Cake');
    const low = await addTag(user, 'Low');
    const facebook = await addTag(user, 'Elsewhere');
    const praise = await addTag(user, 'Praise');
    await setRule(words, { words: ['tartes', 'so friendly'] });
    await setRule(low, { rating: { from: 1, to: 2 } });
    await setRule(facebook, { sources: ['facebook'] });
    await setRule(praise, { recommendation: 'positive' });
    await post([
      { externalId: '1', text: 'TARTÉS were fine', rating: 5 },
      { externalId: '2', text: 'They are so friendly', rating: 1 },
      { externalId: '3', text: 'so very friendly', rating: 3 },
      { externalId: '4', text: null, rating: null, recommendation: 'positive' },
    ]);
    await deliver();
    expect((await byExternalText('TARTÉS were fine')).tagIds).toEqual([words.id]);
    const both = await byExternalText('They are so friendly');
    expect(both.tagIds).toEqual([words.id, low.id].sort());
    expect(both.ruleTagIds).toEqual(both.tagIds);
    expect((await byExternalText('so very friendly')).tagIds).toEqual([]);
    expect((await list()).find(({ text }) => text === null)?.tagIds).toEqual([praise.id]);
    // A later version, with another rating and text, follows the rules again.
    await post([{ externalId: '2', text: 'No more words', rating: 4, editedAt: new Date() }]);
    await deliver();
    expect((await byExternalText('No more words')).tagIds).toEqual([]);
  });

  test('a language that is found later makes the rules match that name it', async () => {
    await post([{ externalId: '1', text: 'OK' }]);
    await deliver();
    const french = await addTag(user, 'French');
    await setRule(french, { languages: ['fr'] });
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx.updateTable('reviews').set({ language: 'fr' }).execute(),
    );
    await deliver();
    expect((await byExternalText('OK')).tagIds).toEqual([french.id]);
  });

  test('what a person took away no rule gives again, and what a person gave no rule takes', async () => {
    const tag = await addTag(user, 'Cake');
    await setRule(tag, { words: ['cake'] });
    await post([
      { externalId: '1', text: 'Good cake' },
      { externalId: '2', text: 'Good bread' },
    ]);
    await deliver();
    const cake = await byExternalText('Good cake');
    const bread = await byExternalText('Good bread');
    expect([cake.tagIds, bread.tagIds]).toEqual([[tag.id], []]);
    await user.call('PUT', `/reviews/${cake.id}/tags`, { add: [], remove: [tag.id] });
    await user.call('PUT', `/reviews/${bread.id}/tags`, { add: [tag.id], remove: [] });
    await post([{ externalId: '1', text: 'Good cake indeed', editedAt: new Date() }]);
    await post([{ externalId: '2', text: 'Good bread indeed', editedAt: new Date() }]);
    await deliver();
    await user.call('POST', `/tags/${tag.id}/run`);
    await finish(tag.id);
    expect((await byExternalText('Good cake indeed')).tagIds).toEqual([]);
    expect(await byExternalText('Good bread indeed')).toMatchObject({ tagIds: [tag.id], ruleTagIds: [] });
  });

  test('events that come twice change nothing', async () => {
    const tag = await addTag(user, 'Cake');
    await setRule(tag, { words: ['cake'] });
    await post([{ externalId: '1', text: 'Good cake' }]);
    await deliver();
    const before = await user.call('GET', `/reviews/${(await byExternalText('Good cake')).id}/history`);
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('event_cursors')
        .set({ position: 0 })
        .where('subscriber', '=', 'tags.rules')
        .where('account_id', '=', user.accountId)
        .execute(),
    );
    await deliver();
    const { id, tagIds } = await byExternalText('Good cake');
    expect(tagIds).toEqual([tag.id]);
    expect((await user.call('GET', `/reviews/${id}/history`)).json).toEqual(before.json);
  });

  test('a preview says how many of the newest match, and a run over the past is resumed', async () => {
    await post(
      Array.from({ length: 230 }, (_, at) => ({
        externalId: `${at}`,
        text:
          at % 10 === 0 ? `${'We waited for long. '.repeat(20)}The cakes number ${at}` : `Bread number ${at}`,
      })),
    );
    const preview = (await user.call('POST', '/tags/preview', { rule: { ...noRule, words: ['CAKE'] } }))
      .json as RulePreview;
    expect(preview).toMatchObject({ seen: 230, matched: 23 });
    expect(preview.examples).toHaveLength(5);
    for (const { hit } of preview.examples) {
      expect(hit?.before).toMatch(/^….*We waited for long. The $/);
      expect(hit?.found).toBe('cake');
      expect(hit?.after).toMatch(/^s number \d+$/);
    }
    const rated = await user.call('POST', '/tags/preview', { rule: { ...noRule, sources: ['google'] } });
    expect((rated.json as RulePreview).examples[0]?.hit).toBeNull();
    expect((await user.call('POST', '/tags/preview', { rule: noRule })).status).toBe(400);
    const tag = await addTag(user, 'Cake');
    expect((await user.call('POST', `/tags/${tag.id}/run`)).status).toBe(409);
    await setRule(tag, { words: ['cake'] });
    const started = await user.call('POST', `/tags/${tag.id}/run`);
    expect(started.status).toBe(202);
    expect(tagOf(started).run).toEqual({ done: 0, total: 230 });
    // A worker stops after a batch; another one goes on where it ended.
    const stopping = new AbortController();
    const half = runTagWork(app.services.tags, user.accountId, tag.id, stopping.signal);
    stopping.abort();
    await expect(half).rejects.toThrow();
    expect((await tagsOf())[0]).toMatchObject({ run: { done: 100, total: 230 }, reviewCount: 10 });
    await finish(tag.id);
    expect((await tagsOf())[0]).toMatchObject({ run: null, reviewCount: 23 });
    const twice = [finish(tag.id), finish(tag.id)];
    await Promise.all(twice);
    expect((await tagsOf())[0]?.reviewCount).toBe(23);
  });

  test('a run that always fails ends, is told, and can be begun again', async () => {
    await post([{ externalId: '1', text: 'Good cake' }]);
    const tag = await addTag(user, 'Cake');
    await setRule(tag, { words: ['cake'] });
    await user.call('POST', `/tags/${tag.id}/run`);
    const allow = await refuseChanges(app, 'reviews', 'update of tag_ids', user.accountId);
    try {
      for (let failures = 0; failures < 10; failures += 1) await expect(finish(tag.id)).rejects.toThrow();
      expect((await tagsOf())[0]).toMatchObject({ run: { done: 0 }, runFailed: false });
      await finish(tag.id);
      expect((await tagsOf())[0]).toMatchObject({ run: null, runFailed: true });
    } finally {
      await allow();
    }
    const again = await user.call('POST', `/tags/${tag.id}/run`);
    expect(tagOf(again)).toMatchObject({ run: { done: 0 }, runFailed: false });
    await finish(tag.id);
    expect((await tagsOf())[0]).toMatchObject({ run: null, runFailed: false, reviewCount: 1 });
  });

  test('the end of a deleted tag that always fails waits for the next start of the program', async () => {
    await post([{ externalId: '1', text: 'Good cake' }]);
    const [review] = await list();
    const tag = await addTag(user, 'Cake');
    await user.call('PUT', `/reviews/${review?.id}/tags`, { add: [tag.id], remove: [] });
    await user.call('DELETE', `/tags/${tag.id}`);
    const enqueued: unknown[] = [];
    const deps = {
      ...app.services.tags,
      queue: {
        async enqueue(_job: unknown, payload: unknown) {
          enqueued.push(payload);
        },
      },
    };
    const isSwept = async (sweep: typeof sweepTagWork) => {
      enqueued.length = 0;
      await sweep(deps);
      return enqueued.some((one) => JSON.stringify(one).includes(user.accountId));
    };
    const allow = await refuseChanges(app, 'reviews', 'update of tag_ids', user.accountId);
    try {
      for (let failures = 0; failures < 10; failures += 1) {
        expect(await isSwept(sweepTagWork)).toBe(true);
        await expect(finish(tag.id)).rejects.toThrow();
      }
      await finish(tag.id);
      expect(await isSwept(sweepTagWork)).toBe(false);
    } finally {
      await allow();
    }
    expect(await isSwept(recoverTagWork)).toBe(true);
    await finish(tag.id);
    expect(await isSwept(recoverTagWork)).toBe(false);
    expect((await list())[0]?.tagIds).toEqual([]);
  });

  // The embedded database has one session, so nothing of it waits for a lock.
  test.runIf(mode === 'postgres').each(['merged', 'deleted'] as const)(
    'a tag is %s also where a batch of a tag that was merged into it waits for it',
    async (how) => {
      const [first, second, third] = [
        await addTag(user, 'A'),
        await addTag(user, 'B'),
        await addTag(user, 'C'),
      ];
      await user.call('POST', `/tags/${first.id}/merge`, { into: second.id });
      const ask = () =>
        how === 'merged'
          ? user.call('POST', `/tags/${second.id}/merge`, { into: third.id })
          : user.call('DELETE', `/tags/${second.id}`);
      let request: ReturnType<typeof ask> | undefined;
      const lockBoth = () =>
        inTenant(app.services.db, user.accountId, async (trx) => {
          await lockWork(trx, user.accountId, first.id);
          if (request === undefined) {
            request = ask();
            await eventually(async () => {
              const waiting = await queryAsOwner(
                app.services.db,
                `select from pg_stat_activity
                  where wait_event_type = 'Lock' and query like '%update tags set merge_into%'`,
              );
              expect(waiting.rows).toHaveLength(1);
            });
          }
          // The database ends one of the two transactions, as a rule that of the request, which waited first.
          await keepTags(trx, user.accountId, [second.id]);
        });
      await retryTransient(lockBoth);
      expect((await request)?.status).toBe(200);
      await finish(first.id);
      await finish(second.id);
      expect((await tagsOf()).map(({ name }) => name)).toEqual(['C']);
    },
  );

  test('a preview waits its turn in the account, and ends where nobody waits for it', async () => {
    await post([{ externalId: '1', text: 'Cake' }]);
    const rule = { ...noRule, words: ['cake'] };
    const { previews } = app.services.tags;
    const gate = Promise.withResolvers<void>();
    const others = Array.from({ length: 5 }, () => previews.run(user.accountId, () => gate.promise));
    expect((await user.call('POST', '/tags/preview', { rule })).status).toBe(429);
    gate.resolve();
    await Promise.all(others);
    expect((await user.call('POST', '/tags/preview', { rule })).json).toMatchObject({ seen: 1, matched: 1 });
    const left = AbortSignal.abort(new Error('left'));
    await expect(previewRule(app.services.tags, user.accountId, rule, left)).rejects.toThrow('left');
  });

  test('a preview reads fewer reviews where they are very long', async () => {
    await post(
      Array.from({ length: 3 }, (_, at) => ({
        externalId: `${at}`,
        text: `Cake ${at}`,
        writtenAt: new Date(Date.UTC(2026, 0, 1 + at)),
      })),
    );
    const newest = (bytes: number) =>
      inTenant(app.services.db, user.accountId, async (trx) =>
        (await listNewest(trx, user.accountId, { limit: 2, bytes })).map(({ text }) => text),
      );
    expect(await newest(100)).toEqual(['Cake 2', 'Cake 1']);
    expect(await newest(11)).toEqual(['Cake 2']);
    expect(await newest(5)).toEqual([]);
  });

  test('what changed after it was matched is not written', async () => {
    await post([
      { externalId: '1', text: 'Good cake' },
      { externalId: '2', text: 'Old cake' },
      { externalId: '3', text: 'No cake' },
    ]);
    const tag = await addTag(user, 'Cake');
    await setRule(tag, { words: ['cake'] });
    const [good, old, no] = await Promise.all(
      ['Good cake', 'Old cake', 'No cake'].map((text) => byExternalText(text)),
    );
    const rules = [{ id: tag.id, rule: { ...noRule, words: ['cake'] } }];
    const inAccount = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
      inTenant(app.services.db, user.accountId, work);
    const ids = [good, old, no].flatMap((one) => one?.id ?? []);
    const matched = await matchRules(
      await inAccount((trx) => listRuledByIds(trx, user.accountId, ids)),
      rules,
      never,
    );
    await post([{ externalId: '2', text: 'Old bread', editedAt: new Date() }]);
    await user.call('PUT', `/reviews/${no?.id}/tags`, { add: [], remove: [tag.id] });
    const changed = await inAccount((trx) => writeMatches(trx, user.accountId, matched, rules));
    expect(changed).toEqual([old?.id]);
    expect((await byExternalText('Good cake')).tagIds).toEqual([tag.id]);
    expect((await byExternalText('Old bread')).tagIds).toEqual([]);
  });

  test('removed reviews and those without their text keep their tags', async () => {
    const tag = await addTag(user, 'Cake');
    await setRule(tag, { words: ['cake'] });
    await post([{ externalId: '1', text: 'Good cake' }]);
    await deliver();
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('reviews')
        .set({ confirmed_at: new Date('2020-01-01') })
        .where('account_id', '=', user.accountId)
        .execute(),
    );

    expect(await inSystem(app.services.db, (trx) => wipeUnconfirmed(trx, 'google', 30, 10))).toBe(1);
    await deliver();
    await user.call('POST', `/tags/${tag.id}/run`);
    await finish(tag.id);
    expect((await list())[0]).toMatchObject({ text: null, tagIds: [tag.id] });
  });

  test('merging gives the reviews the other tag, and the first is gone at once', async () => {
    await post([
      { externalId: '1', text: 'One' },
      { externalId: '2', text: 'Two' },
      { externalId: '3', text: 'Three' },
    ]);
    const [from, into] = [await addTag(user, 'Sweets'), await addTag(user, 'Cake')];
    const tag = async (text: string, add: string[]) =>
      user.call('PUT', `/reviews/${(await byExternalText(text)).id}/tags`, { add, remove: [] });
    await tag('One', [from.id]);
    await tag('Two', [from.id, into.id]);
    await tag('Three', [into.id]);
    expect((await user.call('POST', `/tags/${from.id}/merge`, { into: from.id })).status).toBe(400);
    expect((await user.call('POST', `/tags/${from.id}/merge`, { into: newId() })).status).toBe(404);
    expect((await user.call('POST', `/tags/${from.id}/merge`, { into: into.id })).status).toBe(200);
    expect((await tagsOf()).map(({ name }) => name)).toEqual(['Cake']);
    // The name is free, and the old tag cannot be given any more.
    await addTag(user, 'sweets');
    expect((await tag('Three', [from.id])).status).toBe(404);
    await finish(from.id);
    for (const text of ['One', 'Two', 'Three'])
      expect((await byExternalText(text)).tagIds).toEqual([into.id]);
    expect((await tagsOf()).map(({ name, reviewCount }) => [name, reviewCount])).toEqual([
      ['Cake', 3],
      ['sweets', 0],
    ]);
  });

  test('a tag that is merged into one that is deleted ends too', async () => {
    await post([{ externalId: '1', text: 'One' }]);
    const [first, second, third] = [
      await addTag(user, 'A'),
      await addTag(user, 'B'),
      await addTag(user, 'C'),
    ];
    const { id } = await byExternalText('One');
    await user.call('PUT', `/reviews/${id}/tags`, { add: [first.id], remove: [] });
    await user.call('POST', `/tags/${first.id}/merge`, { into: second.id });
    await user.call('POST', `/tags/${second.id}/merge`, { into: third.id });
    await finish(second.id);
    await finish(first.id);
    expect((await byExternalText('One')).tagIds).toEqual([third.id]);
  });

  test('a deleted tag is gone at once, its reviews lose it, and the sweep finds what was left', async () => {
    await post([
      { externalId: '1', text: 'One' },
      { externalId: '2', text: 'Two' },
    ]);
    const tag = await addTag(user, 'Cake');
    const [one, two] = [await byExternalText('One'), await byExternalText('Two')];
    await user.call('PUT', `/reviews/${one.id}/tags`, { add: [tag.id], remove: [] });
    await user.call('PUT', `/reviews/${two.id}/tags`, { add: [tag.id], remove: [] });
    await user.call('PUT', `/reviews/${two.id}/tags`, { add: [], remove: [tag.id] });
    expect((await user.call('DELETE', `/tags/${tag.id}`)).status).toBe(200);
    expect((await user.call('DELETE', `/tags/${tag.id}`)).status).toBe(404);
    expect(await tagsOf()).toEqual([]);
    const enqueued: unknown[] = [];
    await sweepTagWork({
      db: app.services.db,
      queue: {
        async enqueue(_job, payload) {
          enqueued.push(payload);
        },
      },
    });
    expect(enqueued).toContainEqual({ accountId: user.accountId });
    await finish(tag.id);
    const rows = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('reviews').select(['tag_ids', 'refused_tag_ids']).execute(),
    );
    expect(rows).toEqual([
      { tag_ids: [], refused_tag_ids: [] },
      { tag_ids: [], refused_tag_ids: [] },
    ]);
    const history = (await user.call('GET', `/reviews/${one.id}/history`)).json as {
      entries: { kind: string }[];
    };
    expect(history.entries.map(({ kind }) => kind)).toEqual(['tagged']);
  });

  test('a member of some locations tags and creates, but does not manage tags; a viewer does neither', async () => {
    await post([{ externalId: '1', text: 'One' }]);
    const { id } = await byExternalText('One');
    const limited = await addTeamMember(app, user, `limited-${people}@example.com`, {
      role: 'responder',
      locationIds: [listing.locationId],
    });
    const viewer = await addTeamMember(app, user, `viewer-${people}@example.com`);
    const tag = await addTag(limited, 'Cake');
    expect((await limited.call('PUT', `/reviews/${id}/tags`, { add: [tag.id], remove: [] })).status).toBe(
      200,
    );
    expect((await limited.call('DELETE', `/tags/${tag.id}`)).status).toBe(403);
    expect((await limited.call('POST', `/tags/${tag.id}/run`)).status).toBe(403);
    const preview = { rule: { ...noRule, words: ['cake'] } };
    for (const member of [limited, viewer])
      expect((await member.call('POST', '/tags/preview', preview)).status).toBe(403);
    expect((await setRule(tag, { words: ['elsewhere'] })).status).toBe(200);
    const startedAt = new Date();
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx.updateTable('tags').set({ run_started_at: startedAt, run_total: 230 }).execute(),
    );
    expect((await tagsOf())[0]).toMatchObject({ rule: { words: ['elsewhere'] }, run: { total: 230 } });
    const ofLimited = (await limited.call('GET', '/tags')).json as { tags: ReviewTag[] };
    expect(ofLimited.tags[0]).toMatchObject({ name: 'Cake', rule: null, run: null });
    expect((await viewer.call('POST', '/tags', { name: 'Bread' })).status).toBe(403);
    expect((await viewer.call('PUT', `/reviews/${id}/tags`, { add: [tag.id], remove: [] })).status).toBe(403);
    const seen = (await viewer.call('GET', '/tags')).json as { tags: ReviewTag[] };
    expect(seen.tags[0]?.reviewCount).toBe(1);
  });
});
