/** Rules for new reviews, while somebody changes the rules. */
import type { ReviewTag } from '@kindling/contract/tags';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import { deliverEvents } from '../../events/deliver.ts';
import { registerSubscribers } from '../../events/jobs.ts';
import { type Subscriber, subscribe } from '../../events/subscriber.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, signInWithListing } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { addTag } from '../../testing/triage-fixture.ts';
import { applyRules, rulesSubscriber } from './apply-rules.ts';

const never = new AbortController().signal;

describe.each(featureModes)('rules of new reviews, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  /** A subscriber for whose transactions `before` is awaited, with their number from 1. */
  const subscriberWith = (before: (transaction: number) => Promise<void>): Subscriber => {
    let transactions = 0;
    const connect = async () => {
      transactions += 1;
      await before(transactions);
      return app.services.db.pool.connect();
    };
    const pool = new Proxy(app.services.db.pool, {
      get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name)),
    });
    const db: Database = { ...app.services.db, pool };
    return subscribe(rulesSubscriber, (accountId, events, signal) =>
      applyRules({ db }, accountId, events, signal),
    );
  };
  const deliver = (subscriber: Subscriber, { accountId }: TestUser) =>
    deliverEvents(app.services, subscriber, accountId, never);
  const endPause = ({ accountId }: TestUser) =>
    inTenant(app.services.db, accountId, (trx) =>
      trx
        .updateTable('event_cursors')
        .set({ next_attempt_at: new Date(0) })
        .where('subscriber', '=', rulesSubscriber.name)
        .execute(),
    );

  test('rules that change whenever reviews are compared end the delivery, and the next one applies them', async () => {
    await registerSubscribers(app.services.db, [rulesSubscriber]);
    const { user, listing } = await signInWithListing(app, 7901);
    const { id, name, color } = await addTag(user, 'Cake');
    const setWords = async (words: string[]) => {
      const rule = { words, rating: null, sources: [], languages: [], recommendation: null };
      expect((await user.call('PUT', `/tags/${id}`, { name, color, rule })).status).toBe(200);
    };
    await setWords(['cake']);
    await addReviews(app, user, listing, [aReview({ externalId: '1', text: 'Good cake' })]);
    const countOf = async () =>
      ((await user.call('GET', '/tags')).json as { tags: ReviewTag[] }).tags[0]?.reviewCount;

    let last = 0;
    const changing = subscriberWith(async (transaction) => {
      last = transaction;
      if (transaction > 20) throw new Error('It goes on.');
      // Each comparison reads in one transaction and writes in the next.
      if (transaction % 2 === 0) await setWords(['cake', `word ${transaction}`]);
    });
    await expect(deliver(changing, user)).rejects.toThrow('change while they are compared');
    expect(last).toBe(6);
    expect(await countOf()).toBe(0);

    await endPause(user);
    const quiet = subscriberWith(async (transaction) => {
      if (transaction === 2) await setWords(['cake']);
    });
    expect(await deliver(quiet, user)).toBeNull();
    expect(await countOf()).toBe(1);
  });
});
