/** The ways in which a platform ends an authorisation: told truly, by one mail, and mended by connecting again. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../testing/app.ts';
import { featureModes } from '../../testing/database.ts';
import { type StandIns, startAppAt, startStandIns } from '../../testing/stand-ins.ts';
import { beginSyncTrial, page, type SyncTrial } from '../../testing/sync-trial.ts';

let standIns: StandIns;
beforeAll(async () => {
  standIns = await startStandIns();
});
afterAll(() => standIns.close());

describe.each(featureModes)('an authorisation that ends, %s', (mode) => {
  let app: TestApp;
  let trial: SyncTrial;
  let people = 0;

  beforeAll(async () => {
    app = await startAppAt(standIns, mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    trial = await beginSyncTrial(app, standIns, `ended-${people}@example.com`);
  });

  const troubleMails = async () =>
    (
      await trial.tenant<{ n: number }>(
        sql`select count(*)::int as n from emails where template = 'connection-trouble'`,
      )
    )[0]?.n;

  test.each([
    ['google', 'revoked', 120],
    ['google', 'scope-removed', 120],
    ['google', 'page-role-lost', 120],
    ['facebook', 'revoked', 70],
    ['facebook', 'password-changed', 70],
    ['facebook', 'scope-removed', 70],
    ['facebook', 'page-role-lost', 70],
  ] as const)(
    '%s %s: asks for the owner once, keeps everything, and connecting again doubles nothing',
    async (platform, name, count) => {
      const id = await trial.listen(platform);
      await trial.sync(id, 'first');
      await trial.tenant(sql`update reviews set hidden_at = now()
        where id = (select id from reviews order by external_id limit 1)`);
      const what = platform === 'facebook' ? { page } : { location: 'locations/77' };
      await standIns.steer(platform, { action: 'fault', name, ...what });
      for (let go = 0; go < 3; go += 1) {
        await trial.timePasses(id);
        await trial.sync(id);
      }
      expect(await trial.connection()).toMatchObject({
        status: 'needs_reauthorisation',
        reason: 'platform-reauthorise',
        listings: [{ storedCount: count, nextSyncAt: null }],
      });
      expect(await troubleMails()).toBe(1);
      await standIns.steer(platform, { action: 'fault', name, off: true });
      expect(await trial.listen(platform)).toBe(id);
      await trial.timePasses(id);
      await trial.sync(id, 'schedule');
      expect((await trial.runsOf(id))[0]).toMatchObject({ outcome: 'succeeded', kind: 'full', added: 0 });
      expect(await trial.counted()).toEqual({ all: count, different: count });
      expect(
        await trial.tenant(sql`select count(*)::int as n from reviews where hidden_at is not null`),
      ).toEqual([{ n: 1 }]);
      expect(await trial.connection()).toMatchObject({ status: 'active', reason: null });
      expect(await troubleMails()).toBe(1);
    },
  );
});
