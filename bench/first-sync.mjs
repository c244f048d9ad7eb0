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
import { consent, control, startGoogle } from './lib/stand-in.mjs';
import { createTenant } from './lib/tenant.mjs';

const PAGE_SIZE = 50;
/**
 * Once as quick as the simulator answers, which shows our own cost; once with a pause before each answer as a platform
 * over the internet has it, which shows what a person waits for.
 */
const SERIES = [
  { reviews: 10_000, blocks: 2, latencyMs: 0 },
  { reviews: 1_000, blocks: 3, latencyMs: 50 },
];
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
  // Every first sync reads a location of its own: emptying one would leave dead rows behind. One more for warming up.
  const counts = SERIES.flatMap(({ reviews, blocks }) => Array(2 * blocks).fill(reviews));
  const google = await startGoogle(stage, [SERIES.at(-1).reviews, ...counts]);
  const foreign = watchForeignLoad(stage.pids);
  const firsts = [];
  const repeats = [];
  const raw = {};
  for (const mode of databases.modes) {
    const shop = await connectShop(await databases.create(mode), google);
    await firstSync(shop, takeListing(shop, SERIES.at(-1).reviews));
    for (const series of SERIES) {
      const { result, listing } = await compare(shop, google, series);
      const { reviews, latencyMs } = series;
      raw[`${mode}, ${latencyMs} ms`] = result.blocks;
      firsts.push({
        database: mode,
        reviews,
        'pause per answer': `${latencyMs} ms`,
        'first sync / empty client': ratioText(ratios(result)),
        'client / client': ratioText(ownNoise(result)),
        'reviews/s, sync': Math.round(reviews / median(result.subjects)),
        'reviews/s, client': Math.round(reviews / median(result.references)),
      });
      if (latencyMs === 0)
        repeats.push({ database: mode, ...(await repeatSync(shop, listing, median(result.subjects))) });
    }
  }
  finish('sync', {
    tables: [
      { title: `First sync in pages of ${PAGE_SIZE}, against the time of an empty client`, rows: firsts },
      { title: `${SERIES[0].reviews} reviews again, nothing changed`, rows: repeats },
    ],
    foreignCores: foreign(),
    notes: [
      'The sync runs in this process (connector, mapping, storing, daily sums); simulator and PostgreSQL are programs of their own.',
    ],
    raw,
  });
}

/** One series of first syncs between readings of the same number of pages. */
async function compare(shop, google, { reviews, blocks, latencyMs }) {
  const [place] = [...google.counts].find(([, count]) => count === reviews);
  const read = () => readEmpty(shop, google.url, place, reviews);
  let listing;
  await control(google.url, { action: 'latency', match: '/v4/*', ms: latencyMs });
  await read();
  const result = await abba(blocks, read, () => {
    listing = takeListing(shop, reviews);
    return firstSync(shop, listing);
  });
  await control(google.url, { action: 'latency', match: '/v4/*', ms: 0 });
  return { result, listing };
}

/** A listing with so many reviews that was not synced yet. */
function takeListing({ waiting }, reviews) {
  const at = waiting.findIndex((listing) => listing.reviews === reviews);
  const [listing] = waiting.splice(at, 1);
  return listing;
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
  // The empty client reads with the same token.
  const accessToken = await tokens.use(
    connectors.get('google'),
    user.accountId,
    result.connectionId,
    async (granted) => granted.accessToken,
  );
  const sync = {
    db,
    connectors,
    tokens,
    queue: deps.queue,
    log: silent,
    onReviewsChanged: () => Promise.resolve(),
  };
  const waiting = listings.map(({ id, resource_name: place }) => ({ id, reviews: google.counts.get(place) }));
  return { db, user, sync, waiting, accessToken };
}

/** Seconds of one first sync. Throws unless every review arrived. */
async function firstSync({ user, db, sync }, listing) {
  const started = performance.now();
  await runSync(sync, user.accountId, listing.id, 'first', new AbortController().signal);
  const seconds = (performance.now() - started) / 1000;
  const run = await lastRun(db, listing.id);
  if (run.outcome !== 'succeeded' || run.added !== listing.reviews)
    throw new Error(
      `The sync brought ${run.added} of ${listing.reviews} reviews (${run.outcome}, ${run.error_code}).`,
    );
  return seconds;
}

/** Seconds that a client needs for the same pages, read and parsed and thrown away. */
async function readEmpty({ accessToken }, url, place, reviews) {
  const headers = { authorization: `Bearer ${accessToken}` };
  const started = performance.now();
  let seen = 0;
  let next;
  do {
    const address = new URL(`/v4/${place}/reviews`, url);
    address.searchParams.set('pageSize', String(PAGE_SIZE));
    if (next !== undefined) address.searchParams.set('pageToken', next);
    const page = await (await fetch(address, { headers })).json();
    seen += page.reviews?.length ?? 0;
    next = page.nextPageToken;
  } while (next !== undefined);
  if (seen !== reviews) throw new Error(`The simulator served ${seen} of ${reviews} reviews.`);
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
  if (run.outcome !== 'succeeded' || run.unchanged !== listing.reviews)
    throw new Error(
      `The repeated sync found ${run.unchanged} of ${listing.reviews} unchanged (${run.outcome}).`,
    );
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
