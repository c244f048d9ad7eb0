/** The turns of accounts, whose actions share two workers. */
import type { BulkProgress } from '@kindling/contract/bulk-actions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { addReviews, signInWithListing } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { startWorker } from '../../testing/start-worker.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { addTag } from '../../testing/triage-fixture.ts';
import { bulkActionJobs } from './run-bulk-action.ts';

describe.each(featureModes)('turns of actions on many reviews, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  async function addUser(number: number, reviewCount: number): Promise<TestUser> {
    const { user, listing } = await signInWithListing(app, number);
    const reviews = Array.from({ length: reviewCount }, (_, at) => aReview({ externalId: `${at}` }));
    await addReviews(app, user, listing, reviews);
    return user;
  }

  const start = async (user: TestUser, name: string) => {
    const { id } = await addTag(user, name);
    const body = { selection: { filter: {} }, action: { kind: 'tag', tagId: id } };
    expect((await user.call('POST', '/bulk-actions', body)).status).toBe(202);
  };
  const statesOf = async (user: TestUser) =>
    ((await user.call('GET', '/bulk-actions')).json as { bulks: BulkProgress[] }).bulks.map(
      ({ state, changed }) => (state === 'done' ? changed : 'open'),
    );

  test('long actions of one account let a short one of another account come in between', async () => {
    const [first, second] = [await addUser(9501, 600), await addUser(9502, 1)];
    for (const name of ['Cake', 'Bread']) await start(first, name);
    await start(second, 'Cake');
    const seen: unknown[] = [];
    const stop = await startWorker(app, bulkActionJobs(app.services.bulkActions, { maxMs: 0 }), async () => {
      const ofSecond = await statesOf(second);
      seen.push([ofSecond, await statesOf(first)]);
    });
    try {
      await eventually(() => expect(seen).toContainEqual([[1], [600, 600]]));
    } finally {
      await stop();
    }
    expect(seen).toContainEqual([[1], ['open', 'open']]);
  });
});
