// An account that has connected every location of the Google simulator, and syncs of it in this process.
import { sql } from 'kysely';
import { createGoogleConnector } from '../../server/src/connectors/google/index.ts';
import { inSystem, inTenant } from '../../server/src/db/transaction.ts';
import { createPlans } from '../../server/src/features/billing/plans.ts';
import {
  chooseListings,
  createPlatformRateLimiter,
  createTokenStore,
  finishAuthorization,
  listAvailable,
  listListingRows,
  startAuthorization,
} from '../../server/src/features/connections/index.ts';
import { runSync } from '../../server/src/features/sync/run-sync.ts';
import { createSecretBox } from '../../server/src/lib/secret-box.ts';
import { grantConsent } from './google-simulator.mjs';
import { createTenant } from './tenant.mjs';

const publicUrl = 'http://localhost:4000';
const silent = { info() {}, warn() {}, error() {}, debug() {} };
const neverStops = new AbortController().signal;

/**
 * The simulator's quota is raised, so the connector's limit is too: with Google's 300 calls a minute, reading 1,000
 * pages would take 200 seconds, however fast our code is.
 */
function withoutQuota(connector) {
  return { ...connector, capabilities: { ...connector.capabilities, callsPerMinute: 1e9 } };
}

/**
 * @param options.watch called before each request for a page
 * @returns what the functions below use; `waiting` are listings that were not synced yet
 */
export async function connectShop(db, google, { watch = () => {} } = {}) {
  const { url } = google;
  const connector = withoutQuota(
    createGoogleConnector({
      clientId: 'kindling-local',
      clientSecret: 'kindling-local-secret',
      urls: { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url },
    }),
  );
  const connectors = new Map([[connector.id, connector]]);
  const { fetchReviews } = connector;
  connector.fetchReviews = async (...call) => {
    await watch();
    return fetchReviews(...call);
  };
  const box = createSecretBox(['a secret of the benchmark, long enough'], 'stored-secrets');
  const tokens = createTokenStore(db, box);
  const rateLimiter = createPlatformRateLimiter(db, connectors);
  const unused = () => Promise.reject(new Error('The benchmark does not use the queue.'));
  const queue = { enqueue: unused, work: unused, stop: unused };
  const deps = {
    db,
    connectors,
    box,
    tokens,
    rateLimiter,
    log: silent,
    publicUrl,
    queue,
    requestListingSync: () => Promise.resolve(),
    describeListings: () => Promise.resolve(new Map()),
  };
  const user = await createTenant(db);
  const { url: address, browserSecret } = await startAuthorization(deps, user, 'google');
  const back = await grantConsent(address);
  const result = await finishAuthorization(deps, {
    platform: 'google',
    state: back.get('state') ?? undefined,
    code: back.get('code') ?? undefined,
    browserSecret,
  });
  if ('problem' in result) throw new Error(`Connecting failed: ${result.problem}.`);
  const offered = await listAvailable(deps, user, result.connectionId);
  await chooseListings(
    deps,
    user,
    result.connectionId,
    offered.map((listing) => listing.externalId),
  );
  const listings = await inTenant(db, user.accountId, (trx) => listListingRows(trx, user.accountId));
  // The minimal client reads with the same token.
  const accessToken = await tokens.withTokens(
    connector,
    user.accountId,
    result.connectionId,
    async (granted) => granted.accessToken,
  );
  const sync = {
    db,
    connectors,
    tokens,
    rateLimiter,
    queue,
    log: silent,
    plans: createPlans(false),
  };
  const waiting = listings.map(({ id, resource_name: place }) => ({
    id,
    place,
    reviews: google.counts.get(place),
  }));
  return { db, user, sync, waiting, accessToken };
}

/** A listing with this many reviews that was not synced yet. */
export function takeListing({ waiting }, reviews) {
  const at = waiting.findIndex((listing) => listing.reviews === reviews);
  const [listing] = waiting.splice(at, 1);
  return listing;
}

/** Seconds of one first sync. Throws unless every review arrived. */
export async function firstSync({ user, db, sync }, listing) {
  const started = performance.now();
  await runSync(sync, user.accountId, listing.id, 'first', neverStops);
  const seconds = (performance.now() - started) / 1000;
  const run = await lastRun(db, listing.id);
  if (run.outcome !== 'succeeded' || run.added !== listing.reviews)
    throw new Error(
      `The sync brought ${run.added} of ${listing.reviews} reviews (${run.outcome}, ${run.error_code}).`,
    );
  return seconds;
}

/**
 * A sync of a listing in which nothing changed: its requests and its writes.
 * @param kind `newest`, or `full`, which runs once a week
 */
export async function repeatSync({ user, db, sync }, listing, kind) {
  if (kind === 'full')
    await inTenant(db, user.accountId, (trx) =>
      sql`update listings set last_full_pass_at = now() - interval '8 days' where id = ${listing.id}::uuid`.execute(
        trx,
      ),
    );
  const before = await inSystem(db, async (trx) => {
    const { rows } = await sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(trx);
    return rows[0].next;
  });
  const started = performance.now();
  await runSync(sync, user.accountId, listing.id, 'manual', neverStops);
  const seconds = (performance.now() - started) / 1000;
  const run = await lastRun(db, listing.id);
  if (run.outcome !== 'succeeded' || run.kind !== kind || run.added + run.changed + run.removed > 0)
    throw new Error(`The repeated sync was ${run.kind} and found changes (${run.outcome}).`);
  const written = async (table) => {
    const { rows } = await inSystem(db, (trx) =>
      sql`select count(*)::int as count from ${sql.table(table)} where xmin::text::bigint >= ${before}::bigint`.execute(
        trx,
      ),
    );
    return rows[0].count;
  };
  return {
    seconds,
    requests: run.requests,
    read: run.seen,
    'reviews written': await written('reviews'),
    'sums written': await written('review_days'),
  };
}

async function lastRun(db, listingId) {
  const { rows } = await inSystem(db, (trx) =>
    sql`select * from sync_runs where listing_id = ${listingId}::uuid order by started_at desc limit 1`.execute(
      trx,
    ),
  );
  return rows[0];
}
