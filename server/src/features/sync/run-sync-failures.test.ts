import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { type Simulators, startAppWithSimulators, startSimulators } from '../../testing/simulators.ts';
import {
  facebookPage,
  googleLocation,
  type SyncHarness,
  startSyncHarness,
} from '../../testing/sync-harness.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { sweepDueListings } from './index.ts';

let simulators: Simulators;

beforeAll(async () => {
  simulators = await startSimulators();
});
afterAll(() => simulators.close());

describe.each(featureModes)('a sync with failures, %s', (mode) => {
  let app: TestApp;
  let trial: SyncHarness;
  let people = 0;

  beforeAll(async () => {
    app = await startAppWithSimulators(simulators, mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    trial = await startSyncHarness(app, simulators, `owner${people}@example.com`);
  });

  test('429 with Retry-After: no call before it, then the same run finishes', async () => {
    const id = await trial.connectListing('google');
    await simulators.control('google', {
      action: 'fail',
      match: '/reviews',
      with: 'status',
      status: 429,
      retryAfter: 120,
    });
    await trial.sync(id, 'first');
    const [waiting] = await trial.runsOf(id);
    expect(waiting).toMatchObject({ outcome: 'running', error: 'platform-busy', seen: 0 });
    const pause = Date.parse(String(waiting?.nextTryAt)) - Date.now();
    expect(pause).toBeGreaterThan(100_000);
    expect(await trial.connection()).toMatchObject({ status: 'active' });
    await trial.sync(id, 'first');
    await trial.sync(id, 'schedule');
    expect(await simulators.callsTo('google', '/reviews')).toHaveLength(1);
    const early = await trial.user.call('POST', `/listings/${id}/sync`, {});
    expect(early).toMatchObject({ status: 503, json: { code: 'platform-busy' } });
    expect((early.json as { retryAfter: number }).retryAfter).toBeGreaterThan(100);
    await app.services.db.pool.query("delete from pgboss.job where name = 'sync.listing'");
    await sweepDueListings(app.services.sync);
    const { rows } = await app.services.db.pool.query(
      "select id from pgboss.job where name = 'sync.listing'",
    );
    expect(rows).toEqual([]);
    await trial.skipWaits(id);
    await trial.sync(id, 'schedule');
    expect(await trial.runsOf(id)).toMatchObject([
      { id: waiting?.id, outcome: 'succeeded', seen: 120, added: 120, error: null, nextTryAt: null },
    ]);
  });

  test.each([
    ['500-burst', { with: 'status', status: 500, times: 2 }],
    ['503 once', { with: 'status', status: 503, times: 1 }],
    ['cut-mid-body', { with: 'cut', times: 1 }],
    ['bad-json', { with: 'bad-json', times: 1 }],
  ])('%s during a pass: stored reviews stay, and the same run continues from there', async (_, fault) => {
    const id = await trial.connectListing('google');
    trial.afterFirstPage(() =>
      simulators.control('google', { action: 'fail', match: '/reviews', ...fault }).then(() => undefined),
    );
    await trial.sync(id, 'first');
    for (let tries = 0; tries < 3; tries += 1) {
      const [run] = await trial.runsOf(id);
      expect(run?.seen).toBeGreaterThanOrEqual(50);
      if (run?.outcome === 'succeeded') break;
      expect(run).toMatchObject({ outcome: 'running' });
      expect(run?.nextTryAt).not.toBeNull();
      await trial.skipWaits(id);
      await trial.sync(id, 'schedule');
    }
    expect(await trial.runsOf(id)).toMatchObject([
      { outcome: 'succeeded', seen: 120, added: 120, unchanged: 0 },
    ]);
    expect(await trial.countReviews()).toEqual({ all: 120, different: 120 });
  });

  test('503-forever: fails after its attempts, keeps the stored reviews, runs again at the regular time', async () => {
    const id = await trial.connectListing('google');
    await simulators.control('google', {
      action: 'fail',
      match: '/reviews',
      times: 100,
      with: 'status',
      status: 503,
    });
    for (let tries = 0; tries < 8; tries += 1) {
      expect((await trial.runsOf(id)).map((run) => run.outcome)).toEqual(tries === 0 ? [] : ['running']);
      await trial.skipWaits(id);
      await trial.sync(id, 'schedule');
    }
    expect(await trial.runsOf(id)).toMatchObject([{ outcome: 'failed', error: 'platform-busy' }]);
    expect(await simulators.callsTo('google', '/reviews')).toHaveLength(8);
    expect(await trial.connection()).toMatchObject({ status: 'active' });
  });

  test('token-expired: a page token refused in the middle restarts the pass once', async () => {
    const id = await trial.connectListing('google');
    trial.afterFirstPage(() =>
      simulators.control('google', {
        action: 'fail',
        match: '/reviews',
        with: 'status',
        status: 400,
        times: 1,
      }),
    );
    await trial.sync(id, 'first');
    expect(await trial.runsOf(id)).toMatchObject([{ outcome: 'succeeded', seen: 120, added: 120 }]);
    expect(await simulators.callsTo('google', '/reviews')).toHaveLength(5);
    expect(await trial.countReviews()).toEqual({ all: 120, different: 120 });
  });

  test('a platform that always refuses its own page tokens is not read endlessly', async () => {
    const id = await trial.connectListing('google');
    const connector = trial.googleConnector();
    const { fetchReviews } = connector;
    connector.fetchReviews = (tokens, listing, cursor, options) =>
      fetchReviews(tokens, listing, cursor === null ? null : 'bm9ib2R5', options);
    try {
      await trial.sync(id, 'first');
    } finally {
      connector.fetchReviews = fetchReviews;
    }
    // It restarts once. The second refusal counts as a failure, and the next attempt starts from the first page.
    const [run] = await trial.runsOf(id);
    expect(run).toMatchObject({ outcome: 'running', error: 'platform-busy', seen: 0, added: 50 });
    expect(run?.nextTryAt).not.toBeNull();
    expect(await simulators.callsTo('google', '/reviews')).toHaveLength(4);
    await trial.skipWaits(id);
    await trial.sync(id, 'schedule');
    expect(await trial.runsOf(id)).toMatchObject([
      { id: run?.id, outcome: 'succeeded', seen: 120, added: 120 },
    ]);
  });

  test('token-loop: a repeated cursor ends the pass as partial, and the next one reads all', async () => {
    const id = await trial.connectListing('google');
    const connector = trial.googleConnector();
    const { fetchReviews } = connector;
    connector.fetchReviews = async (tokens, listing, _cursor, options) => ({
      ...(await fetchReviews(tokens, listing, null, options)),
      nextCursor: 'again',
    });
    try {
      await trial.sync(id, 'first');
    } finally {
      connector.fetchReviews = fetchReviews;
    }
    expect(await trial.runsOf(id)).toMatchObject([
      { outcome: 'partial', error: 'page-repeated', kind: 'full', added: 50, unchanged: 50, removed: 0 },
    ]);
    expect(await simulators.callsTo('google', '/reviews')).toHaveLength(2);
    await trial.skipWaits(id);
    await trial.sync(id, 'schedule');
    expect(await trial.runsOf(id)).toMatchObject([
      { outcome: 'succeeded', kind: 'full', seen: 120, added: 70 },
      { outcome: 'partial' },
    ]);
    expect(await trial.countReviews()).toEqual({ all: 120, different: 120 });
  });

  test('revoked: the run fails with its reason, the connection needs its owner, and no call follows', async () => {
    const id = await trial.connectListing('google');
    await trial.sync(id, 'first');
    await simulators.control('google', { action: 'revoke', email: 'mara.lindqvist@example.com' });
    await trial.sync(id);
    expect((await trial.runsOf(id))[0]).toMatchObject({
      outcome: 'failed',
      error: 'platform-reauthorize',
      nextTryAt: null,
    });
    expect(await trial.connection()).toMatchObject({
      status: 'needs_reauthorization',
      reason: 'platform-reauthorize',
      listings: [{ storedCount: 120 }],
    });
    await simulators.control('google', { action: 'clear-calls' });
    await trial.skipWaits(id);
    await app.services.db.pool.query("delete from pgboss.job where name = 'sync.listing'");
    await sweepDueListings(app.services.sync);
    const { rows } = await app.services.db.pool.query(
      "select id from pgboss.job where name = 'sync.listing'",
    );
    expect(rows).toEqual([]);
    await trial.sync(id, 'schedule');
    expect(await trial.user.call('POST', `/listings/${id}/sync`, {})).toMatchObject({
      status: 409,
      json: { code: 'platform-reauthorize' },
    });
    expect(await simulators.callsTo('google', '*')).toEqual([]);
    // Reconnecting repairs it without duplicates.
    await trial.connectListing('google');
    await trial.sync(id, 'schedule');
    expect((await trial.runsOf(id))[0]).toMatchObject({ outcome: 'succeeded', unchanged: 120 });
    expect(await trial.countReviews()).toEqual({ all: 120, different: 120 });
  });

  test('an access token that expires in the middle is renewed once and the pass continues', async () => {
    const id = await trial.connectListing('google');
    trial.afterFirstPage(() => simulators.control('google', { action: 'expire-access-tokens' }));
    await simulators.control('google', { action: 'seed', location: googleLocation, count: 100, label: 'r' });
    await trial.sync(id, 'first');
    expect(await trial.runsOf(id)).toMatchObject([{ outcome: 'succeeded', seen: 100, added: 100 }]);
    expect(await simulators.callsTo('google', '/token')).toHaveLength(1);
    expect(await trial.connection()).toMatchObject({ status: 'active' });
  });

  test.each([
    ['fb-code-12', { action: 'ratings', withdrawn: 'always' }, 'withdrawn', 'platform-withdrawn'],
    [
      'password-changed',
      { action: 'revoke', email: 'mara.lindqvist@example.com' },
      'needs_reauthorization',
      'platform-reauthorize',
    ],
  ])('%s: content stays, and the state is shown', async (_, order, status, code) => {
    const id = await trial.connectListing('facebook');
    await trial.sync(id, 'first');
    await simulators.control('facebook', order);
    await trial.sync(id);
    expect((await trial.runsOf(id))[0]).toMatchObject({ outcome: 'failed', error: code, nextTryAt: null });
    expect(await trial.connection()).toMatchObject({ status, reason: code, listings: [{ storedCount: 70 }] });
    expect(await trial.user.call('POST', `/listings/${id}/sync`, {})).toMatchObject({
      status: 409,
      json: { code },
    });
  });

  test('page-role-lost: the run fails, nothing is lost', async () => {
    const id = await trial.connectListing('facebook');
    await trial.sync(id, 'first');
    await simulators.control('facebook', { action: 'remove-role', page: facebookPage });
    await trial.sync(id);
    const [run] = await trial.runsOf(id);
    expect(run?.outcome).toBe('failed');
    expect(['platform-reauthorize', 'platform-gone', 'platform-rejected']).toContain(run?.error);
    expect(await trial.countReviews()).toEqual({ all: 70, different: 70 });
  });
});
