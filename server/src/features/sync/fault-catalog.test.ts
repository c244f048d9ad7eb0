/**
 * Each known fault of a platform (`npm test`: one for each outcome), switched on by its name at the simulator: what the
 * owner sees meanwhile, and that afterwards no review is lost, stored twice or left over, the next attempt is scheduled and
 * at most one mail was sent.
 */
import type { SyncRun } from '@kindling/contract/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlatformReview, ReviewPage } from '../../connectors/connector.ts';
import { featureModes } from '../../testing/database.ts';
import { deliverAllEvents } from '../../testing/deliver-events.ts';
import { runsEverything } from '../../testing/scope.ts';
import {
  connectThroughConsent,
  type SimulatedPlatform,
  type Simulators,
  startAppWithSimulators,
  startSimulators,
} from '../../testing/simulators.ts';
import {
  facebookPage,
  googleLocation,
  type SyncHarness,
  startSyncHarness,
} from '../../testing/sync-harness.ts';
import type { TestApp } from '../../testing/test-app.ts';

/** A shorter timeout than in production, to keep the test fast. */
const deadlineMs = 1500;

interface Case {
  name: string;
  options?: Record<string, unknown>;
  /** The run that met the fault, where it does not succeed. */
  shown?: Record<string, unknown>;
  /** The connection's state while the fault lasts. */
  status?: string;
  /** What the owner does to repair it. */
  mended?: 'by reconnecting';
}

/** Faults that end without an action of the owner; `shown` is what the first run afterwards reports. */
const google: Case[] = [
  { name: 'edit-behind-cursor' },
  { name: 'delete-before-cursor' },
  { name: 'insert-while-paging' },
  { name: 'edit-same-second' },
  { name: 'delete-then-repost' },
  { name: 'vanish-and-return', options: { count: 2 }, shown: { outcome: 'succeeded', removed: 2 } },
  { name: 'mass-vanish', shown: { outcome: 'partial', error: 'removals-pending', removed: 0 } },
  {
    name: 'mass-vanish',
    options: { count: 'old' },
    shown: { outcome: 'partial', error: 'removals-pending', removed: 0 },
  },
  { name: 'count-lies', shown: { removed: 0 } },
  { name: 'count-lies', options: { by: -5 }, shown: { removed: 0 } },
  { name: 'token-loop', shown: { outcome: 'partial', error: 'page-repeated', removed: 0 } },
  { name: 'token-expired', shown: { outcome: 'succeeded' } },
  { name: 'page-short', shown: { outcome: 'succeeded' } },
  { name: 'page-empty-with-token' },
  { name: '429-seconds', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: '429-date', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: '429-none', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: '429-past-date', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: '500-burst', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: '502-html', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: '503-forever', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: 'cut-mid-body', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: 'slow-drip', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: 'never-answers', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: 'half-open', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: 'reset', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: 'bad-json', shown: { outcome: 'running' } },
  { name: 'wrong-type', shown: { outcome: 'succeeded' } },
  { name: 'huge-text', options: { length: 20_000 } },
  { name: 'null-everything', shown: { outcome: 'succeeded', removed: 0 } },
  { name: 'unknown-enum', shown: { outcome: 'succeeded', removed: 0 } },
  { name: 'refresh-rotates' },
  { name: 'reply-elsewhere' },
  { name: 'reply-deleted-elsewhere' },
  { name: 'source-skew' },
  { name: 'location-closed' },
  { name: 'location-unverified', shown: { outcome: 'failed', error: 'platform-rejected' } },
  { name: 'revoked', status: 'needs_reauthorization', mended: 'by reconnecting' },
  { name: 'scope-removed', status: 'needs_reauthorization', mended: 'by reconnecting' },
  { name: 'page-role-lost', status: 'needs_reauthorization', mended: 'by reconnecting' },
  { name: 'sim-restart', status: 'needs_reauthorization', mended: 'by reconnecting' },
];

const facebook: Case[] = [
  { name: 'mass-vanish', shown: { outcome: 'partial', error: 'removals-pending', removed: 0 } },
  { name: 'token-loop', shown: { outcome: 'partial', error: 'page-repeated', removed: 0 } },
  { name: 'page-empty-with-token' },
  { name: 'insert-while-paging' },
  { name: '429-none', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: '500-burst', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: 'cut-mid-body', shown: { outcome: 'running', error: 'platform-busy' } },
  { name: 'null-everything', shown: { removed: 0 } },
  { name: 'fb-null-rating', shown: { outcome: 'succeeded' } },
  { name: 'fb-code-12', status: 'withdrawn' },
  { name: 'password-changed', status: 'needs_reauthorization', mended: 'by reconnecting' },
  { name: 'scope-removed', status: 'needs_reauthorization', mended: 'by reconnecting' },
  { name: 'page-role-lost', status: 'needs_reauthorization', mended: 'by reconnecting' },
];

/**
 * Faults whose outcome here is that of one before them: `npm test` leaves them out. Other tests read each: of connectors
 * (`named-faults.test.ts`, `google/authorization.test.ts`), of runs (`full-pass.test.ts`, `run-sync-failures.test.ts`) and
 * of replies (`reply-platforms.test.ts`).
 */
const alike = new Set([
  'delete-before-cursor',
  'mass-vanish {"count":"old"}',
  'count-lies {"by":-5}',
  'page-short',
  'cut-mid-body',
  'sim-restart',
  '429-date',
  '429-none',
  '429-past-date',
  '500-burst',
  '502-html',
  'half-open',
  'reset',
  'slow-drip',
  'wrong-type',
  'unknown-enum',
  'refresh-rotates',
  'reply-deleted-elsewhere',
  'location-closed',
  'scope-removed',
  'page-role-lost',
]);
/** Faults that Facebook alone has, and those that its answers show in a way of their own. */
const onlyFacebook = new Set(['fb-null-rating', 'fb-code-12', 'password-changed', 'null-everything']);

let simulators: Simulators;

beforeAll(async () => {
  simulators = await startSimulators();
});
afterAll(() => simulators.close());

// What a platform does wrong is the same for both databases.
describe.each(featureModes)('the fault catalog, %s', (mode) => {
  let app: TestApp;
  let trial: SyncHarness;
  let people = 0;

  beforeAll(async () => {
    app = await startAppWithSimulators(simulators, mode, deadlineMs);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    trial = await startSyncHarness(app, simulators, `sufferer${people}@example.com`);
  });

  /** A week passes, so that the next run is a full pass and missing reviews count as missing for long. */
  async function weekPasses(id: string): Promise<void> {
    await trial.skipWaits(id);
    await trial.tenant(sql`update listings set last_full_pass_at = now() - interval '8 days'`);
    await trial.tenant(
      sql`update reviews set missing_at = missing_at - interval '8 days' where missing_at is not null`,
    );
  }

  /** Runs at each scheduled time until a run has ended. */
  async function runToItsEnd(id: string): Promise<void> {
    for (let tries = 0; tries < 12; tries += 1) {
      await trial.sync(id, 'schedule');
      const [run] = await trial.runsOf(id);
      if (run?.outcome !== 'running') return;
      expect(run.nextTryAt).not.toBeNull();
      await trial.skipWaits(id);
    }
  }

  /** Reads the platform directly. */
  async function truth(platform: SimulatedPlatform, id: string): Promise<PlatformReview[]> {
    const connector = app.services.sync.connectors.get(platform);
    const [listing] = await trial.tenant(
      sql<{ connection_id: string; external_id: string; resource_name: string }>`
        select connection_id, external_id, resource_name from listings where id = ${id}`,
    );
    if (connector === undefined || listing === undefined) throw new Error('No listing');
    const { tokens } = app.services.sync;
    const all: PlatformReview[] = [];
    let cursor: string | null = null;
    for (;;) {
      const at: string | null = cursor;
      const read: ReviewPage = await tokens.withTokens(
        connector,
        trial.user.accountId,
        listing.connection_id,
        (held) =>
          connector.fetchReviews(
            held,
            { externalId: listing.external_id, resourceName: listing.resource_name },
            at,
          ),
      );
      all.push(...read.reviews);
      cursor = read.nextCursor;
      if (cursor === null) return all;
    }
  }

  async function ours() {
    return trial.tenant(
      sql<{ id: string; text: string | null; rating: number | null; reply: string | null }>`
        select external_id as id, text, rating, reply_text as reply
          from reviews where removed_at is null order by external_id collate "C"`,
    );
  }

  async function expectEqualToPlatform(platform: SimulatedPlatform, id: string): Promise<void> {
    const shown = (await truth(platform, id)).map((review) => ({
      id: review.externalId,
      text: review.text,
      rating: review.rating,
      reply: review.reply?.text ?? null,
    }));
    shown.sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(await ours()).toEqual(shown);
    const { all, different } = await trial.countReviews();
    expect(all).toBe(different);
    const [sums] = await trial.tenant(
      sql<{ days: number; rows: number }>`
        select (select coalesce(sum(total), 0) from review_days)::int as days,
               (select count(*) from reviews where removed_at is null)::int as rows`,
    );
    expect(sums?.days).toBe(sums?.rows);
  }

  async function expectMarksKept(marked: string): Promise<void> {
    const [mark] = await trial.tenant(
      sql<{
        hidden: boolean;
      }>`select hidden_at is not null as hidden from reviews where external_id = ${marked}`,
    );
    expect(mark).toEqual({ hidden: true });
  }

  async function suffer(platform: SimulatedPlatform, suffered: Case): Promise<void> {
    const { name, options = {}, shown, status = 'active', mended } = suffered;
    const id = await trial.connectListing(platform);
    await trial.sync(id, 'first');
    const first = await ours();
    expect(first).toHaveLength(platform === 'google' ? 120 : 70);
    const marked = first[65]?.id ?? '';
    await trial.tenant(sql`update reviews set hidden_at = now() where external_id = ${marked}`);
    await weekPasses(id);

    await simulators.control(platform, { action: 'fault', name, ...options, ...narrowedTo(platform, name) });
    await trial.sync(id, 'schedule');
    const [run] = await trial.runsOf(id);
    if (shown !== undefined) expect(run).toMatchObject(shown);
    if (run?.outcome === 'running') expect(run.nextTryAt).not.toBeNull();
    expect(await trial.connection()).toMatchObject({ status });
    // As long as it is not certain that reviews are gone, they are shown.
    const still = (await ours()).length;
    expect(still).toBeGreaterThanOrEqual(first.length - 2);
    await deliverAllEvents(app.services, trial.user.accountId);
    const mails = await trial.tenant(
      sql<{ n: number }>`select count(*)::int as n from emails where template = 'connection-trouble'`,
    );
    expect(mails).toEqual([{ n: status === 'active' ? 0 : 1 }]);
    if (status !== 'active') {
      await simulators.control(platform, { action: 'clear-calls' });
      await trial.skipWaits(id);
      await trial.sync(id, 'schedule');
      await trial.sync(id, 'manual');
      expect(await simulators.callsTo(platform, '*')).toEqual([]);
    }

    await simulators.control(platform, { action: 'fault', name, off: true });
    if (status === 'withdrawn') return;
    if (mended === 'by reconnecting') await connectThroughConsent(app, trial.user, platform);
    for (let passes = 0; passes < 3; passes += 1) {
      await weekPasses(id);
      await runToItsEnd(id);
      // The next pass would find the same.
      if (foundNothingNew((await trial.runsOf(id))[0])) break;
    }
    expect((await trial.runsOf(id))[0]).toMatchObject({ outcome: 'succeeded', error: null });
    await expectEqualToPlatform(platform, id);
    if (name !== 'delete-then-repost') await expectMarksKept(marked);
    const [listing] = await trial.tenant(
      sql<{ hours: number }>`
        select extract(epoch from next_sync_at - now()) / 3600 as hours from listings where id = ${id}`,
    );
    expect(Number(listing?.hours)).toBeGreaterThan(5);
    expect(Number(listing?.hours)).toBeLessThan(7);
  }

  test.each(titled(google).filter(([title]) => runsEverything || !alike.has(title)))(
    'Google: %s',
    (_, suffered) => suffer('google', suffered),
  );
  test.each(titled(facebook.filter(({ name }) => runsEverything || onlyFacebook.has(name))))(
    'Facebook: %s',
    (_, suffered) => suffer('facebook', suffered),
  );

  test('quota-shared: another process uses the same quota; no call is early and no run fails', async () => {
    const id = await trial.connectListing('google');
    await simulators.control('google', { action: 'fault', name: 'quota-shared', calls: 299 });
    await trial.sync(id, 'first');
    const [run] = await trial.runsOf(id);
    expect(run?.outcome).not.toBe('failed');
    expect(await trial.connection()).toMatchObject({ status: 'active' });
    await simulators.control('google', { action: 'fault', name: 'quota-shared', off: true });
    await simulators.control('google', { action: 'clock', advanceSeconds: 120 });
    await trial.skipWaits(id);
    await runToItsEnd(id);
    await expectEqualToPlatform('google', id);
  });
});

function foundNothingNew(run: SyncRun | undefined): boolean {
  return run?.outcome === 'succeeded' && run.added + run.changed + run.removed === 0;
}

/** Faults of a user or of the whole platform cannot be limited to one location. */
function narrowedTo(platform: SimulatedPlatform, name: string): Record<string, string> {
  const wide = [
    'revoked',
    'scope-removed',
    'page-role-lost',
    'sim-restart',
    'refresh-rotates',
    'source-skew',
    'fb-code-12',
    'password-changed',
  ];
  if (wide.includes(name)) return {};
  return platform === 'google' ? { location: googleLocation } : { page: facebookPage };
}

function titled(cases: Case[]): [string, Case][] {
  return cases.map((one) => [
    one.options === undefined ? one.name : `${one.name} ${JSON.stringify(one.options)}`,
    one,
  ]);
}
