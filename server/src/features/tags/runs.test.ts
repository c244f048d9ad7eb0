/** Work on all reviews for one tag: the turns of accounts, and what asking again for a run does. */
import type { ReviewTag } from '@kindling/contract/tags';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { addReviews, signInWithListing } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { startWorker } from '../../testing/start-worker.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { addTag } from '../../testing/triage-fixture.ts';
import { runTagWork, tagJobs } from './runs.ts';

const never = new AbortController().signal;
const oneBatch = { maxMs: 0 };
const cakeRule = { words: ['cake'], rating: null, sources: [], languages: [], recommendation: null };
const breadRule = { ...cakeRule, words: ['bread'] };

describe.each(featureModes)('work for a tag, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let people = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    user = await addUser(250);
  });

  async function addUser(reviewCount: number): Promise<TestUser> {
    people += 1;
    const { user: added, listing } = await signInWithListing(app, 7500 + people);
    const texts = Array.from({ length: reviewCount }, (_, at) => `Cake and bread ${at}`);
    await addReviews(
      app,
      added,
      listing,
      texts.map((text, at) => aReview({ externalId: `${at}`, text })),
    );
    return added;
  }

  const setRule = (who: TestUser, { id, name, color }: ReviewTag, rule: object | null) =>
    who.call('PUT', `/tags/${id}`, { name, color, rule });
  async function addRuledTag(who: TestUser, name = 'Cake'): Promise<ReviewTag> {
    const tag = await addTag(who, name);
    expect((await setRule(who, tag, cakeRule)).status).toBe(200);
    return tag;
  }
  const ask = async (who: TestUser, { id }: ReviewTag) => {
    const answer = await who.call('POST', `/tags/${id}/run`);
    expect(answer.status).toBe(202);
    return (answer.json as { tag: ReviewTag }).tag.run;
  };
  const tagsOf = async (who: TestUser) =>
    ((await who.call('GET', '/tags')).json as { tags: ReviewTag[] }).tags;
  const isAtWork = async (who: TestUser) => (await tagsOf(who)).some(({ run }) => run !== null);
  const runOneBatch = ({ id }: ReviewTag) =>
    runTagWork(app.services.tags, user.accountId, id, never, oneBatch);
  const auditedRuns = () =>
    inTenant(app.services.db, user.accountId, async (trx) => {
      const rows = await trx.selectFrom('audit_entries').select('action').execute();
      return rows.filter(({ action }) => action === 'tag.applied').length;
    });

  test.each([
    ['one tag', 1],
    ['many tags', 5],
  ])(
    'a long work of one account for %s lets a short one of another account come in between',
    async (_, count) => {
      const other = await addUser(1);
      for (let at = 0; at < count; at += 1) await ask(user, await addRuledTag(user, `Tag ${at}`));
      await ask(other, await addRuledTag(other));
      const seen: { first: boolean; second: boolean }[] = [];
      const stop = await startWorker(app, tagJobs(app.services.tags, oneBatch), async () => {
        const second = await isAtWork(other);
        seen.push({ second, first: await isAtWork(user) });
      });
      try {
        await eventually(() => expect(seen).toContainEqual({ first: false, second: false }));
      } finally {
        await stop();
      }
      expect(seen).toContainEqual({ first: true, second: false });
      expect((await tagsOf(user)).map(({ reviewCount }) => reviewCount)).toEqual(Array(count).fill(250));
      expect((await tagsOf(other)).map(({ reviewCount }) => reviewCount)).toEqual([1]);
    },
  );

  test('slices that get on are not counted as attempts that failed', async () => {
    const tag = await addRuledTag(user);
    await ask(user, tag);
    let slices = 0;
    for (; await runOneBatch(tag); slices += 1) expect(slices).toBeLessThan(20);
    expect(slices).toBe(3);
    expect((await tagsOf(user))[0]).toMatchObject({ run: null, runFailed: false, reviewCount: 250 });
  });

  test('asking again for a run that is under way leaves it where it is', async () => {
    const tag = await addRuledTag(user);
    await ask(user, tag);
    for (const done of [100, 200, 250]) {
      await runOneBatch(tag);
      expect(await ask(user, tag)).toEqual({ done, total: 250 });
    }
    expect(await auditedRuns()).toBe(1);
    await runOneBatch(tag);
    expect((await tagsOf(user))[0]).toMatchObject({ run: null, reviewCount: 250 });
    // One that has ended begins anew.
    expect(await ask(user, tag)).toEqual({ done: 0, total: 250 });
    expect(await auditedRuns()).toBe(2);
  });

  test('a change of the rule ends the run, and asking again begins with the first review', async () => {
    const tag = await addRuledTag(user);
    await ask(user, tag);
    await runOneBatch(tag);
    await setRule(user, { ...tag, name: 'Pie' }, cakeRule);
    expect(await ask(user, tag)).toEqual({ done: 100, total: 250 });
    await setRule(user, tag, breadRule);
    expect((await tagsOf(user))[0]?.run).toBeNull();
    await runOneBatch(tag);
    expect((await tagsOf(user))[0]?.reviewCount).toBe(100);
    expect(await ask(user, tag)).toEqual({ done: 0, total: 250 });
    expect(await auditedRuns()).toBe(2);
  });
});
