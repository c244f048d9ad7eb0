// What the policies for limited members cost: everybody else, against a database without them, and a member who is limited
// to one location of ten, against an account that has no other location.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inSystem, inTenant } from '../server/src/db/transaction.ts';
import { buildDashboard } from '../server/src/features/analytics/dashboard.ts';
import { listReviews, sumReviews, upsertReviews } from '../server/src/features/reviews/index.ts';
import { countReviews } from '../server/src/features/reviews/reviews.ts';
import { withCallerScope } from '../server/src/lib/caller-scope.ts';
import { percentile } from './lib/abba.mjs';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { createTenant } from './lib/tenant.mjs';

const REVIEWS = 50_000;
const LOCATIONS = 10;
const BATCH = 500;
const CALLS_PER_WINDOW = 5;
const CALLS_WANTED = 200;
const QUERY_LIMIT_MS = 8_000;
const connectors = new Map([['google', { id: 'google', capabilities: { reply: true } }]]);

const queries = {
  'list, first page': (trx, id) => listReviews(trx, id, { filter: {}, connectors }),
  'list, 2 stars only': (trx, id) =>
    listReviews(trx, id, { filter: { rating: 2, ratingMode: 'only' }, connectors }),
  'list, unanswered': (trx, id) => listReviews(trx, id, { filter: { answered: false }, connectors }),
  'count, 4 stars': (trx, id) => countReviews(trx, id, { filter: { rating: 4 }, connectors }),
  figures: (trx, id) => sumReviews(trx, id, connectors),
  dashboard: (trx, id) => buildDashboard(trx, id, connectors),
};

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const foreign = measureForeignLoad(stage.pids);
  const rows = [];
  const raw = {};
  for (const mode of databases.modes) {
    const large = await createFilledAccount(await databases.create(mode), REVIEWS, LOCATIONS);
    const plain = await createFilledAccount(await databases.create(mode), REVIEWS, LOCATIONS);
    const single = await createFilledAccount(await databases.create(mode), REVIEWS / LOCATIONS, 1);
    await dropPolicies(plain.db);
    const { accountId, locationIds } = large;
    const limit = {
      accountId,
      locationIds: locationIds.slice(0, 1),
      actor: { kind: 'person', userId: accountId },
    };
    raw[mode] = {};
    for (const [name, query] of Object.entries(queries)) {
      const times = await measure(query, {
        large: [large, null],
        plain: [plain, null],
        limited: [large, limit],
        single: [single, null],
      });
      raw[mode][name] = times;
      const p50 = (key) => percentile(times[key], 0.5);
      rows.push({
        database: mode,
        query: name,
        'without a limit, with / without policies': (p50('large') / p50('plain')).toFixed(2),
        'limited / an account of that location alone': (p50('limited') / p50('single')).toFixed(2),
        'p50 ms: with | without | limited | alone': Object.keys(times)
          .map((key) => p50(key).toFixed(2))
          .join(' | '),
        calls: times.large.length,
      });
    }
  }
  finish('limits', {
    tables: [{ title: `${REVIEWS} reviews over ${LOCATIONS} locations, medians`, rows }],
    foreignCores: foreign(),
    raw,
  });
}

async function dropPolicies(db) {
  await db.withOwnerConnection(async (client) => {
    const { rows } = await client.query(
      `select tablename from pg_policies where policyname = 'location_limit'`,
    );
    for (const { tablename } of rows) await client.query(`drop policy location_limit on ${tablename}`);
  });
}

/** An account with `count` reviews, in turn over its locations, each with a listing. */
async function createFilledAccount(db, count, locations) {
  const { accountId, userId } = await createTenant(db);
  const places = await createListings(db, { accountId, userId }, locations);
  const perPlace = count / locations;
  for (const [at, place] of places.entries())
    for (let from = 0; from < perPlace; from += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, index) => review((from + index) * locations + at));
      await inTenant(db, accountId, (trx) => upsertReviews(trx, accountId, place, batch));
    }
  await db.maintenance.vacuum();
  return { db, accountId, locationIds: places.map(({ locationId }) => locationId) };
}

function review(number) {
  return {
    externalId: `review-${number}`,
    resourceName: `accounts/1/locations/1/reviews/review-${number}`,
    authorName: `Author ${number}`,
    authorPhotoUrl: null,
    anonymous: false,
    rating: [5, 5, 4, 5, 3, 1, 5, 4, 5, 2][Math.floor(number / 7) % 10],
    recommendation: null,
    text: `A quiet place with good coffee, number ${number}`,
    translation: null,
    writtenAt: new Date(Date.parse('2026-11-01T12:00:00Z') - number * 20 * 60_000),
    editedAt: null,
    reply: number % 3 === 0 ? null : { text: 'Thank you', at: null, state: 'published', reason: null },
    permalink: null,
    mediaCount: 0,
  };
}

function createListings(db, { accountId, userId }, count) {
  const connectionId = randomUUID();
  return inSystem(db, async (trx) => {
    const { rows } = await sql`select id, business_id from locations where account_id = ${accountId}`.execute(
      trx,
    );
    await sql`insert into connections
      (account_id, id, platform, connector, external_id, display_name, status, sealed_tokens, created_by)
      values (${accountId}, ${connectionId}, 'google', 'google', 'bench', 'Bench', 'active', 'none', ${userId})`.execute(
      trx,
    );
    const places = [];
    for (let number = 0; number < count; number += 1) {
      const locationId = number === 0 ? rows[0].id : randomUUID();
      const listingId = randomUUID();
      if (number > 0)
        await sql`insert into locations (account_id, id, business_id, name)
          values (${accountId}, ${locationId}, ${rows[0].business_id}, ${`Place ${number}`})`.execute(trx);
      await sql`insert into listings
        (account_id, id, connection_id, location_id, platform, external_id, resource_name, name)
        values (${accountId}, ${listingId}, ${connectionId}, ${locationId}, 'google', ${`bench-${number}`},
                'accounts/1/locations/1', 'Bench')`.execute(trx);
      places.push({ listingId, locationId, source: 'google' });
    }
    return places;
  });
}

/** Milliseconds of each call, the variants in turn, forwards and backwards, until there are enough. */
async function measure(query, variants) {
  const times = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  const window = async (name, list) => {
    const [{ db, accountId }, scope] = variants[name];
    for (let call = 0; call < CALLS_PER_WINDOW; call += 1) {
      const started = performance.now();
      await withCallerScope(scope, () => inTenant(db, accountId, (trx) => query(trx, accountId)));
      list?.push(performance.now() - started);
    }
  };
  const names = Object.keys(variants);
  for (const name of names) await window(name);
  const until = performance.now() + QUERY_LIMIT_MS;
  while (times.large.length < CALLS_WANTED && (performance.now() < until || times.large.length === 0))
    for (const name of [...names, ...names.toReversed()]) await window(name, times[name]);
  return times;
}
