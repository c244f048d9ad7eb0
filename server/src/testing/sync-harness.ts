/** For tests only: one user with freshly seeded platforms, and queries for tests of syncs. */
import type { SyncRun } from '@kindling/contract/sync';
import { sql } from 'kysely';
import type { Connector } from '../connectors/connector.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import { chooseListings } from '../features/connections/index.ts';
import { runSync } from '../features/sync/run-sync.ts';
import { connectThroughConsent, type SimulatedPlatform, type Simulators } from './simulators.ts';
import type { TestApp, TestUser } from './test-app.ts';

const neverStops = new AbortController().signal;
/** The location that holds 120 reviews and the page that holds 70 recommendations. */
export const googleLocation = 'accounts/7/locations/77';
export const facebookPage = '555000111';

interface ShownConnection {
  id: string;
  status: string;
  reason: string | null;
  listings: Record<string, unknown>[];
}

export interface SyncHarness {
  user: TestUser;
  /** Connects and chooses one listing, by default the seeded one. @returns its id */
  connectListing(platform: SimulatedPlatform, externalId?: string): Promise<string>;
  sync(listingId: string, trigger?: 'first' | 'schedule' | 'manual'): Promise<void>;
  /** The listing's runs, newest first. */
  runsOf(listingId: string): Promise<SyncRun[]>;
  /** Rows that the user's account may see. */
  tenant<T>(query: ReturnType<typeof sql<T>>): Promise<T[]>;
  countReviews(): Promise<{ all: number; different: number }>;
  /** The first connection as the API shows it. */
  connection(): Promise<ShownConnection>;
  /** Ends the wait of a postponed run and the platform's rate limit. */
  skipWaits(listingId: string): Promise<void>;
  /** Google's connector; tests may replace its functions and restore them. */
  googleConnector(): Connector;
  /** Runs `change` at Google after the first page of the next sync was read. */
  afterFirstPage(change: () => Promise<void>): void;
}

/** Resets and seeds both platforms, removes all connections of earlier trials and signs a new person in. */
export async function startSyncHarness(
  app: TestApp,
  simulators: Simulators,
  email: string,
): Promise<SyncHarness> {
  const { control } = simulators;
  const { db, connections, sync } = app.services;
  await control('google', { action: 'reset' });
  await control('facebook', { action: 'reset' });
  await control('google', { action: 'seed', location: googleLocation, count: 120, label: 'r' });
  await control('facebook', { action: 'seed', page: facebookPage, count: 70 });
  await inSystem(db, async (trx) => {
    await trx.deleteFrom('connections').execute();
    // A rate limit of an earlier test must not delay this one.
    await trx.deleteFrom('platform_rate_limits').execute();
  });
  const user = await app.signIn(email);

  function tenant<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return inTenant(db, user.accountId, async (trx) => (await query.execute(trx)).rows);
  }

  function googleConnector(): Connector {
    const connector = sync.connectors.get('google');
    if (connector === undefined) throw new Error('No connector');
    return connector;
  }

  return {
    user,
    tenant,
    googleConnector: googleConnector,
    async connectListing(platform, externalId) {
      const connectionId = await connectThroughConsent(app, user, platform);
      const chosen = externalId ?? (platform === 'facebook' ? facebookPage : '77');
      await chooseListings(connections, user, connectionId, [chosen]);
      const { id } = await inTenant(db, user.accountId, (trx) =>
        trx.selectFrom('listings').select('id').where('external_id', '=', chosen).executeTakeFirstOrThrow(),
      );
      await control(platform, { action: 'clear-calls' });
      return id;
    },
    sync: (listingId, trigger = 'manual') => runSync(sync, user.accountId, listingId, trigger, neverStops),
    async runsOf(listingId) {
      const answer = await user.call('GET', `/listings/${listingId}/runs`);
      return (answer.json as { runs: SyncRun[] }).runs;
    },
    async countReviews() {
      const [row] = await tenant<{ all: number; different: number }>(
        sql`select count(*)::int as all, count(distinct (source, external_id))::int as different from reviews`,
      );
      return row ?? { all: 0, different: 0 };
    },
    async connection() {
      const answer = await user.call('GET', '/connections');
      const [first] = (answer.json as { connections: ShownConnection[] }).connections;
      if (first === undefined) throw new Error('No connection');
      return first;
    },
    async skipWaits(listingId) {
      await tenant(sql`update listings set next_sync_at = now() where id = ${listingId}`);
      await tenant(sql`update sync_runs set next_try_at = now() where outcome = 'running'`);
      await inSystem(db, (trx) =>
        trx.updateTable('platform_rate_limits').set({ paused_until: null }).execute(),
      );
    },
    afterFirstPage(change) {
      const connector = googleConnector();
      const { fetchReviews } = connector;
      let first = true;
      connector.fetchReviews = async (...args) => {
        if (!first) connector.fetchReviews = fetchReviews;
        else first = false;
        if (args[2] !== null) await change();
        return fetchReviews(...args);
      };
    },
  };
}
