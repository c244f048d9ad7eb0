/** Each way in which a platform ends an authorization: the right status, one mail, and reconnecting repairs it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { deliverAllEvents } from '../../testing/deliver-events.ts';
import { type Simulators, startAppWithSimulators, startSimulators } from '../../testing/simulators.ts';
import { facebookPage, type SyncHarness, startSyncHarness } from '../../testing/sync-harness.ts';
import type { TestApp } from '../../testing/test-app.ts';

let simulators: Simulators;
beforeAll(async () => {
  simulators = await startSimulators();
});
afterAll(() => simulators.close());

describe.each(featureModes)('an authorization that the platform ends, %s', (mode) => {
  let app: TestApp;
  let trial: SyncHarness;
  let people = 0;

  beforeAll(async () => {
    app = await startAppWithSimulators(simulators, mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    trial = await startSyncHarness(app, simulators, `ended-${people}@example.com`);
  });

  async function troubleMails() {
    await deliverAllEvents(app.services, trial.user.accountId);
    const [row] = await trial.tenant<{ n: number }>(
      sql`select count(*)::int as n from emails where template = 'connection-trouble'`,
    );
    return row?.n;
  }

  test.each([
    ['google', 'revoked', 120],
    ['google', 'scope-removed', 120],
    ['google', 'page-role-lost', 120],
    ['facebook', 'revoked', 70],
    ['facebook', 'password-changed', 70],
    ['facebook', 'scope-removed', 70],
    ['facebook', 'page-role-lost', 70],
  ] as const)(
    '%s %s: asks the owner to reconnect once, keeps all content, and reconnecting makes no duplicates',
    async (platform, name, count) => {
      const id = await trial.connectListing(platform);
      await trial.sync(id, 'first');
      await trial.tenant(sql`update reviews set hidden_at = now()
        where id = (select id from reviews order by external_id limit 1)`);
      const what = platform === 'facebook' ? { page: facebookPage } : { location: 'locations/77' };
      await simulators.control(platform, { action: 'fault', name, ...what });
      for (let go = 0; go < 3; go += 1) {
        await trial.skipWaits(id);
        await trial.sync(id);
      }
      expect(await trial.connection()).toMatchObject({
        status: 'needs_reauthorization',
        reason: 'platform-reauthorize',
        listings: [{ storedCount: count, nextSyncAt: null }],
      });
      expect(await troubleMails()).toBe(1);
      await simulators.control(platform, { action: 'fault', name, off: true });
      expect(await trial.connectListing(platform)).toBe(id);
      await trial.skipWaits(id);
      await trial.sync(id, 'schedule');
      expect((await trial.runsOf(id))[0]).toMatchObject({ outcome: 'succeeded', kind: 'full', added: 0 });
      expect(await trial.countReviews()).toEqual({ all: count, different: count });
      expect(
        await trial.tenant(sql`select count(*)::int as n from reviews where hidden_at is not null`),
      ).toEqual([{ n: 1 }]);
      expect(await trial.connection()).toMatchObject({ status: 'active', reason: null });
      expect(await troubleMails()).toBe(1);
    },
  );
});
