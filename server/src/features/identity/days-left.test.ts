import { trialDays } from '@kindling/contract/constants';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import type { Bearer } from '../../http/caller.ts';
import { createTestDatabase, featureModes, type TestDatabase } from '../../testing/database.ts';
import { daysLeft } from './days-left.ts';
import { getUser, signUp } from './users.ts';

const dayMs = 86_400_000;

describe('whole days left', () => {
  test('a day lasts until the same time of day, over changes of the clock', () => {
    for (const [ends, now, zone, days] of [
      ['2026-01-15T12:00:00Z', '2026-01-01T12:00:00Z', 'UTC', 14],
      ['2026-01-15T12:00:00Z', '2026-01-01T12:00:01Z', 'UTC', 14],
      ['2026-01-15T12:00:00Z', '2026-01-15T11:59:59Z', 'UTC', 1],
      ['2026-01-15T12:00:00Z', '2026-01-15T12:00:00Z', 'UTC', 0],
      ['2026-01-15T12:00:00Z', '2026-01-16T11:59:59Z', 'UTC', 0],
      ['2026-01-15T12:00:00Z', '2026-01-16T12:00:00Z', 'UTC', -1],
      // A night of 23 hours in New York, one of 25, and both in Sydney, where the seasons are the other way round.
      ['2026-03-15T16:00:00Z', '2026-03-01T17:00:00Z', 'America/New_York', 14],
      ['2026-03-15T16:00:00Z', '2026-03-01T17:00:00Z', 'UTC', 14],
      ['2026-11-08T17:00:00Z', '2026-10-25T16:00:00Z', 'America/New_York', 14],
      ['2026-11-08T17:00:00Z', '2026-10-25T16:00:00Z', 'UTC', 15],
      ['2026-04-06T12:00:00Z', '2026-04-04T11:00:00Z', 'Australia/Sydney', 2],
      ['2026-10-05T11:00:00Z', '2026-10-03T12:00:00Z', 'Australia/Sydney', 2],
      ['2024-03-01T00:00:00Z', '2024-02-28T00:00:00Z', 'UTC', 2],
    ] as const)
      expect.soft(daysLeft(new Date(ends), new Date(now), zone), `${now} ${zone}`).toBe(days);
  });

  test('is at least 1 before the end and at most 0 from the end on, in every time zone and at every moment', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) }),
        fc.integer({ min: -100 * dayMs, max: 100 * dayMs }),
        (zone, end, distance) => {
          const left = daysLeft(new Date(end), new Date(end - distance), zone);
          expect(left > 0).toBe(distance > 0);
          expect(Number.isInteger(left)).toBe(true);
          expect(Math.abs(left - distance / dayMs)).toBeLessThan(1.2);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe.each(featureModes)('days of a trial, %s', (mode) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  afterAll(() => database.close());

  /** Creates an account at a time of day of its zone. */
  async function startTrial(zone: string, now: Date): Promise<Bearer> {
    const name = zone.replace('/', '-').toLowerCase();
    const bearer: Bearer = {
      issuer: 'https://id.example.com/',
      sub: name,
      email: `${name}@example.com`,
      emailVerified: true,
      token: 'token',
      issuedAt: Math.floor(now.getTime() / 1000),
      signedInAt: null,
      secondFactor: false,
      sessionId: null,
    };
    const hooks = { onAccountCreated: async () => undefined, isInvited: async () => false };
    await signUp(database.db, bearer, { zoneinfo: zone }, hooks, now);
    return bearer;
  }

  // All three change their clocks within the days below, Lord Howe Island by half an hour.
  test.each(['America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin'])(
    'every day from 14 to -91 in %s',
    async (zone) => {
      const start = new Date('2026-09-25T08:30:00Z');
      const bearer = await startTrial(zone, start);
      for (let days = trialDays; days >= -91; days--) {
        const { rows } = await database.db.pool.query<{ at: Date }>(
          `select ($1::timestamptz at time zone $3 + make_interval(days => $2)) at time zone $3 as at`,
          [start, trialDays - days, zone],
        );
        const begins = rows[0]?.at ?? start;
        for (const hours of [0, 22]) {
          const now = new Date(begins.getTime() + hours * 3_600_000);
          const user = await getUser({ db: database.db, plansEnabled: true }, bearer, undefined, now);
          expect.soft(user.sub_ends, `day ${days} after ${hours} hours`).toBe(days);
          expect.soft(user.planState, `day ${days}`).toBe(days > 0 ? 'trial' : 'ended');
        }
      }
    },
  );

  test('there are none without plans, and for a plan that renews', async () => {
    const bearer = await startTrial('Asia/Tokyo', new Date());
    const withPlans = { db: database.db, plansEnabled: true };
    expect(await getUser({ ...withPlans, plansEnabled: false }, bearer, undefined)).toMatchObject({
      sub_ends: null,
      planState: null,
    });
    await inSystem(database.db, (trx) =>
      trx
        .updateTable('accounts')
        .set({ plan_state: 'active', plan_ends_at: null })
        .where('time_zone', '=', 'Asia/Tokyo')
        .execute(),
    );
    expect(await getUser(withPlans, bearer, undefined)).toMatchObject({
      sub_ends: null,
      planState: 'active',
    });
  });
});
