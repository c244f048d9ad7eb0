// A first sync against the Google simulator, compared with the time an empty client needs for the same pages.
import { sql } from 'kysely';
import { createConnectors } from '../server/src/connectors/registry.ts';
import { inSystem, inTenant } from '../server/src/db/transaction.ts';
import {
  chooseListings,
  createTokenKeeper,
  finishAuthorisation,
  listAvailable,
  listListingRows,
  startAuthorisation,
} from '../server/src/features/connections/index.ts';
import { runSync } from '../server/src/features/sync/run-sync.ts';
import { createSecretBox } from '../server/src/lib/secret-box.ts';
import { abba, median, ownNoise, ratios } from './lib/abba.mjs';
import { createDatabases } from './lib/databases.mjs';
import { createStage } from './lib/programs.mjs';
import { watchForeignLoad } from './lib/quiet.mjs';
import { finish, ratioText } from './lib/report.mjs';
import { consent, startGoogle } from './lib/stand-in.mjs';
import { createTenant } from './lib/tenant.mjs';

const REVIEWS = 10_000;
const PAGE_SIZE = 50;
const BLOCKS = 3;
const publicUrl = 'http://localhost:4000';
const silent = { info() {}, warn() {}, error() {}, debug() {} };

const stage = createStage();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  // Every first sync reads a location of its own: emptying one would leave dead rows behind.
  const google = await startGoogle(stage, { locations: 2 * BLOCKS + 1, reviewsEach: REVIEWS });
  const foreign = watchForeignLoad(stage.pids);
  const firsts = [];
  const repeats = [];
  const raw = {};
  for (const mode of databases.modes) {
    const shop = await connectShop(await databases.create(mode), google);
    // One location is read before the count begins, so that no window pays for warming up.
    await firstSync(shop, shop.listings.pop());
    await readEmpty(shop, google);
    const done = [];
    const result = await abba(
      BLOCKS,
      () => readEmpty(shop, google),
      async () => {
        const listing = shop.listings.pop();
        done.push(listing);
        return firstSync(shop, listing);
      },
    );
    raw[mode] = result.blocks;
    firsts.push({
      database: mode,
      'first sync / empty client': ratioText(ratios(result)),
      'client / client': ratioText(ownNoise(result)),
      'reviews/s, sync': Math.round(REVIEWS / median(result.subjects)),
      'reviews/s, client': Math.round(REVIEWS / median(result.references)),
    });
    repeats.push({ database: mode, ...(await repeatSync(shop, done[0], median(result.subjects))) });
  }
  finish('sync', {
    tables: [
      { title: `First sync of ${REVIEWS} reviews in pages of ${PAGE_SIZE}`, rows: firsts },
      { title: 'The same again, nothing changed', rows: repeats },
    ],
    foreignCores: foreign(),
    notes: [
      'The sync runs in this process (connector, mapping, storing, daily sums); simulator and PostgreSQL are programs of their own.',
    ],
    raw,
  });
}

/** An account that has connected every location of the simulator, and what a sync of it needs. */
async function connectShop(db, google) {
  const { url } = google;
  const connectors = createConnectors({
    google: {
      clientId: 'kindling-local',
      clientSecret: 'kindling-local-secret',
      urls: { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url },
    },
  });
  const box = createSecretBox(['a secret of the benchmark, long enough'], 'stored-secrets');
  const tokens = createTokenKeeper(db, box);
  const unused = () => Promise.reject(new Error('The benchmark does not use the queue.'));
  const deps = {
    db,
    connectors,
    box,
    tokens,
    log: silent,
    publicUrl,
    queue: { enqueue: unused, work: unused, stop: unused },
    requestFirstSync: () => Promise.resolve(),
    describeListings: () => Promise.resolve(new Map()),
    onContentRemoved: () => Promise.resolve(),
  };
  const user = await createTenant(db);
  const { url: address, browserSecret } = await startAuthorisation(deps, user, 'google');
  const back = await consent(address);
  const result = await finishAuthorisation(deps, {
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
  const { accessToken } = await tokens.fresh(
    connectors.get('google'),
    user.accountId,
    result.connectionId,
    AbortSignal.timeout(10_000),
  );
  const sync = {
    db,
    connectors,
    tokens,
    queue: deps.queue,
    log: silent,
    onReviewsChanged: () => Promise.resolve(),
  };
  return { db, user, sync, listings, accessToken };
}

/** Seconds of one first sync. Throws unless every review arrived. */
async function firstSync({ user, db, sync }, listing) {
  const started = performance.now();
  await runSync(sync, user.accountId, listing.id, 'first', new AbortController().signal);
  const seconds = (performance.now() - started) / 1000;
  const run = await lastRun(db, listing.id);
  if (run.outcome !== 'succeeded' || run.added !== REVIEWS)
    throw new Error(
      `The sync brought ${run.added} of ${REVIEWS} reviews (${run.outcome}, ${run.error_code}).`,
    );
  return seconds;
}

/** Seconds that a client needs for the same pages, read and parsed and thrown away. */
async function readEmpty({ accessToken }, { url, places }) {
  const headers = { authorization: `Bearer ${accessToken}` };
  const started = performance.now();
  let seen = 0;
  let next;
  do {
    const address = new URL(`/v4/${places[0]}/reviews`, url);
    address.searchParams.set('pageSize', String(PAGE_SIZE));
    if (next !== undefined) address.searchParams.set('pageToken', next);
    const page = await (await fetch(address, { headers })).json();
    seen += page.reviews?.length ?? 0;
    next = page.nextPageToken;
  } while (next !== undefined);
  if (seen !== REVIEWS) throw new Error(`The simulator served ${seen} of ${REVIEWS} reviews.`);
  return (performance.now() - started) / 1000;
}

/** A second sync without any change: what it asks for and what it writes. */
async function repeatSync({ user, db, sync }, listing, firstSeconds) {
  const before = await inSystem(db, async (trx) => {
    const { rows } = await sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(trx);
    return rows[0].next;
  });
  const started = performance.now();
  await runSync(sync, user.accountId, listing.id, 'manual', new AbortController().signal);
  const seconds = (performance.now() - started) / 1000;
  const run = await lastRun(db, listing.id);
  if (run.outcome !== 'succeeded' || run.unchanged !== REVIEWS)
    throw new Error(`The repeated sync found ${run.unchanged} of ${REVIEWS} unchanged (${run.outcome}).`);
  const written = async (table) => {
    const { rows } = await inSystem(db, (trx) =>
      sql`select count(*)::int as count from ${sql.table(table)} where xmin::text::bigint >= ${before}::bigint`.execute(
        trx,
      ),
    );
    return rows[0].count;
  };
  return {
    'repeat / first': (seconds / firstSeconds).toFixed(2),
    requests: run.requests,
    'reviews written': await written('reviews'),
    'sums written': await written('review_days'),
    'sync_runs written': await written('sync_runs'),
    'listings written': await written('listings'),
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
