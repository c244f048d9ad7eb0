import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConnectorFailure } from '../../connectors/connector.ts';
import { inSystem } from '../../db/transaction.ts';
import { createTestDatabase, featureModes, type TestDatabase } from '../../testing/database.ts';
import { createFakeConnector } from '../../testing/fake-connector.ts';
import { createPlatformRateLimiter, type PlatformRateLimiter } from './rate-limiter.ts';

/** A bucket of 600 calls that refills too slowly to matter in a test: one call in ten seconds. */
const perMinute = 6000;

describe.each(featureModes)('the rate limiter of a platform, %s', (mode) => {
  let base: TestDatabase;
  let rateLimiter: PlatformRateLimiter;

  beforeAll(async () => {
    base = await createTestDatabase(mode);
    const connector = createFakeConnector('google');
    const slow = { ...connector, capabilities: { ...connector.capabilities, callsPerMinute: perMinute } };
    rateLimiter = createPlatformRateLimiter(base.db, new Map([['google', slow]]), () => 0);
  });
  afterAll(() => base.close());
  beforeEach(() => inSystem(base.db, (trx) => trx.deleteFrom('platform_rate_limits').execute()));

  const state = () =>
    inSystem(base.db, (trx) =>
      trx
        .selectFrom('platform_rate_limits')
        .select(['calls', 'failures', 'paused_until'])
        .executeTakeFirstOrThrow(),
    );
  const set = (values: Record<string, unknown>) =>
    inSystem(base.db, (trx) => trx.updateTable('platform_rate_limits').set(values).execute());
  const refusal = (turn: Promise<void>) =>
    turn.then(
      () => null,
      (error: ConnectorFailure) => error,
    );

  test('concurrent calls share one bucket', async () => {
    await Promise.all(Array.from({ length: 40 }, () => rateLimiter.acquire('google', 'person')));
    const { calls } = await state();
    expect(calls).toBeGreaterThanOrEqual(560);
    expect(calls).toBeLessThan(600);
  });

  test('an empty bucket postpones calls that would wait long, and these take nothing from the bucket', async () => {
    await rateLimiter.acquire('google', 'person');
    await set({ calls: -2000, refilled_at: new Date(Date.now() + 60_000) });
    const failure = await refusal(rateLimiter.acquire('google', 'newest'));
    expect(failure).toMatchObject({ kind: 'retry-after', reach: 'listing' });
    expect(failure?.retryAfter).toBeGreaterThan(20);
    expect((await state()).calls).toBe(-2000);
  });

  test('a full pass leaves a part of the bucket for calls that a person waits for', async () => {
    await rateLimiter.acquire('google', 'person');
    const almostEmpty = { calls: 100, refilled_at: new Date(Date.now() + 60_000) };
    await set({ ...almostEmpty, calls: -900 });
    expect(await refusal(rateLimiter.acquire('google', 'full'))).not.toBeNull();
    await set(almostEmpty);
    expect(await refusal(rateLimiter.acquire('google', 'person'))).toBeNull();
  });

  test('a pause that the platform asked for applies to all calls, also to those that a person waits for', async () => {
    await rateLimiter.reportFailure('google', 120);
    for (const urgency of ['person', 'newest', 'full'] as const) {
      const failure = await refusal(rateLimiter.acquire('google', urgency));
      expect(failure).toMatchObject({ kind: 'retry-after', reach: 'listing' });
      expect(failure?.retryAfter).toBeGreaterThan(110);
    }
    await rateLimiter.reportFailure('google', 5);
    expect((await refusal(rateLimiter.acquire('google', 'person')))?.retryAfter).toBeGreaterThan(110);
  });

  test('the circuit breaker opens after five failures in a row, longer each time, but no more than 15 minutes', async () => {
    for (let count = 1; count < 5; count += 1) await rateLimiter.reportFailure('google', undefined);
    expect(await refusal(rateLimiter.acquire('google', 'newest'))).toBeNull();
    let before = 0;
    for (let count = 5; count < 30; count += 1) {
      await rateLimiter.reportFailure('google', undefined);
      const until = (await state()).paused_until?.getTime() ?? 0;
      expect(until).toBeGreaterThanOrEqual(before);
      expect(until - Date.now()).toBeLessThan(901_000);
      before = until;
    }
    expect(before - Date.now()).toBeGreaterThan(400_000);
    await set({ paused_until: null });
    await rateLimiter.reportSuccess('google');
    expect((await state()).failures).toBe(0);
  });
});
