import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { aReading } from '../../testing/a-reading.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { recordActivation } from './activation.ts';
import { findPlan } from './queries.ts';
import { giveFreePlan, storeReading, takeFreePlanBack } from './subscriptions.ts';

const dayMs = 86_400_000;

describe.each(featureModes)('turning plans on, %s', (mode) => {
  let app: TestApp;
  const users = new Map<string, TestUser>();
  beforeAll(async () => {
    app = await startTestApp(mode, { plans: true });
    const { db } = app.services;
    await recordActivation(db, false);
    for (const name of ['old', 'paying', 'free', 'fresh'])
      users.set(name, await app.signIn(`${name}@example.com`));
    await queryAsOwner(
      db,
      `update accounts set trial_ends_at = now() - interval '1 year', plan_ends_at = now() - interval '1 year'`,
    );
    // An account from before there were plans.
    await queryAsOwner(db, 'update accounts set plan_ends_at = null where id = $1', [idOf('fresh')]);
    await inTenant(db, idOf('paying'), (trx) =>
      storeReading(trx, idOf('paying'), new Date(), () => aReading('paying')),
    );
    await inTenant(db, idOf('free'), (trx) => giveFreePlan(trx, idOf('free'), null, new Date()));
  });
  afterAll(() => app.close());

  const idOf = (name: string) => users.get(name)?.accountId ?? '';
  const planOf = (name: string) => inTenant(app.services.db, idOf(name), (trx) => findPlan(trx, idOf(name)));

  test('until then nothing ends, and from then on each account that has less gets 14 days', async () => {
    expect(await planOf('old')).toBeNull();
    const now = new Date();
    await recordActivation(app.services.db, true, now);
    // A repeat changes nothing.
    await recordActivation(app.services.db, true, new Date(now.getTime() + 5 * dayMs));
    for (const name of ['old', 'fresh']) {
      const plan = await planOf(name);
      expect.soft(plan?.state, name).toBe('trial');
      expect.soft(plan?.endsAt?.getTime(), name).toBe(now.getTime() + 14 * dayMs);
    }
    expect(await planOf('paying')).toEqual({ state: 'active', endsAt: null });
    expect(await planOf('free')).toEqual({ state: 'free', endsAt: null });
  });

  test('a free plan that is taken back leaves what was there before', async () => {
    await inTenant(app.services.db, idOf('free'), (trx) => takeFreePlanBack(trx, idOf('free')));
    expect((await planOf('free'))?.state).toBe('trial');
  });

  test('an earlier reading never replaces a later one', async () => {
    const id = idOf('paying');
    const at = (seconds: number) => new Date(Date.now() + 60_000 + seconds * 1000);
    const store = (seconds: number, cancelAt: Date | null) =>
      inTenant(app.services.db, id, (trx) =>
        storeReading(trx, id, at(seconds), () => aReading('paying', { cancel_at: cancelAt })),
      );
    const end = new Date(Date.now() + 20 * dayMs);
    expect((await store(10, end))?.plan).toEqual({ state: 'canceled', endsAt: end });
    expect(await store(5, null)).toBeNull();
    expect(await planOf('paying')).toEqual({ state: 'canceled', endsAt: end });
  });
});
