// The list of reviews of an account with 100,000 rows, compared with 1,000 rows: the cost of the list in the server and
// its growth. The API's own work (token, JSON, HTTP) does not depend on the number of rows.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inSystem, inTenant } from '../server/src/db/transaction.ts';
import { listReviews, upsertReviews } from '../server/src/features/reviews/index.ts';
import { encodeCursor } from '../server/src/lib/list-cursor.ts';
import { root } from '../tools/lib/paths.mjs';
import { percentile } from './lib/abba.mjs';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { createTenant } from './lib/tenant.mjs';

const SMALL = 1_000;
const LARGE = 100_000;
const BATCH = 500;
const CALLS_PER_WINDOW = 10;
const CALLS_WANTED = 200;
const SHAPE_LIMIT_MS = 2_000;
/** A word that one review in a thousand contains: 1 in the small account, 100 in the large one. */
const RARE = 'zirkonpartikel';

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
    const small = await createFilledAccount(await databases.create(mode), SMALL);
    const large = await createFilledAccount(await databases.create(mode), LARGE);
    raw[mode] = { rowsPerSecond: Math.round(LARGE / large.seconds), shapes: {} };
    for (const [name, options] of listQueries()) {
      const times = await measure(small, large, options);
      raw[mode].shapes[name] = times;
      rows.push({ database: mode, list: name, ...growth(times) });
    }
  }
  finish('list', {
    tables: [{ title: `List of reviews, 25 rows of ${LARGE} against 25 rows of ${SMALL}`, rows }],
    foreignCores: foreign(),
    notes: [
      'growth: the exponent e of time ~ rows^e between the medians; 0 is independent of the size, 1 is proportional.',
    ],
    raw,
  });
}

/** Name and options of each way to request a page. */
function listQueries() {
  return [
    ['first page', () => ({ filter: {} })],
    ['deep page, by cursor', (account) => ({ filter: {}, cursor: account.deepCursor })],
    ['4 stars and up', () => ({ filter: { rating: 4 } })],
    ['2 stars only', () => ({ filter: { rating: 2, ratingMode: 'only' } })],
    ['search, common word', () => ({ filter: { search: 'the' } })],
    ['search, 1 review in 1,000', () => ({ filter: { search: RARE } })],
    ['search, no review', () => ({ filter: { search: 'wordthatnobodywrote' } })],
  ];
}

/** An account with `count` reviews over one listing, stored by the product's own code. */
async function createFilledAccount(db, count) {
  const { accountId, userId } = await createTenant(db);
  const place = await createListing(db, accountId, userId);
  const texts = demoTexts();
  const newest = Date.parse('2026-11-01T12:00:00Z');
  const started = performance.now();
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, at) => review(from + at, texts, newest));
    await inTenant(db, accountId, (trx) => upsertReviews(trx, accountId, place, batch));
  }
  const seconds = (performance.now() - started) / 1000;
  await db.maintenance.vacuum();
  return { db, accountId, seconds, deepCursor: await deepCursor(db, count) };
}

/**
 * The demo's texts in many languages, repeated; 20 minutes apart; stars distributed as businesses usually have them.
 */
function review(number, texts, newest) {
  const { text, author } = texts[number % texts.length];
  const stars = [5, 5, 4, 5, 3, 1, 5, 4, 5, 2];
  return {
    externalId: `review-${number}`,
    resourceName: `accounts/1/locations/1/reviews/review-${number}`,
    authorName: author,
    authorPhotoUrl: null,
    anonymous: false,
    rating: stars[number % stars.length],
    recommendation: null,
    text: number % 1000 === 500 ? `${text} ${RARE}` : text,
    translation: null,
    writtenAt: new Date(newest - number * 20 * 60_000),
    editedAt: null,
    reply: null,
    permalink: null,
    mediaCount: 0,
  };
}

function demoTexts() {
  const lines = readFileSync(join(root, 'simulators/demo-data/reviews.jsonl'), 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .filter((entry) => typeof entry.text === 'string' && entry.text !== '')
    .map((entry) => ({ text: entry.text, author: entry.author ?? 'A. B.' }));
}

async function createListing(db, accountId, userId) {
  const connectionId = randomUUID();
  const listingId = randomUUID();
  return inSystem(db, async (trx) => {
    const { rows } = await sql`select id from locations where account_id = ${accountId}::uuid`.execute(trx);
    const locationId = rows[0].id;
    await sql`insert into connections
      (account_id, id, platform, connector, external_id, display_name, status, sealed_tokens, created_by)
      values (${accountId}, ${connectionId}, 'google', 'google', 'bench', 'Bench', 'active', 'none', ${userId})`.execute(
      trx,
    );
    await sql`insert into listings
      (account_id, id, connection_id, location_id, platform, external_id, resource_name, name)
      values (${accountId}, ${listingId}, ${connectionId}, ${locationId}, 'google', 'bench', 'accounts/1/locations/1',
              'Bench')`.execute(trx);
    return { listingId, locationId, source: 'google' };
  });
}

/** The cursor at nine tenths of the list. */
async function deepCursor(db, count) {
  const { rows } = await inSystem(db, (trx) =>
    sql`select id, to_char(written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from reviews
        order by written_at desc, id desc offset ${Math.floor(count * 0.9)} limit 1`.execute(trx),
  );
  return encodeCursor({ time: rows[0].at, id: rows[0].id });
}

/**
 * Milliseconds of each call, alternating between small and large (small, large, large, small) until there are enough.
 */
async function measure(small, large, options) {
  const times = { small: [], large: [] };
  const window = async (account, list) => {
    for (let call = 0; call < CALLS_PER_WINDOW; call += 1) {
      const started = performance.now();
      await inTenant(account.db, account.accountId, (trx) =>
        listReviews(trx, account.accountId, options(account)),
      );
      list?.push(performance.now() - started);
    }
  };
  for (const account of [small, large]) await window(account);
  const until = performance.now() + SHAPE_LIMIT_MS;
  while (times.large.length < CALLS_WANTED && (performance.now() < until || times.large.length === 0)) {
    await window(small, times.small);
    await window(large, times.large);
    await window(large, times.large);
    await window(small, times.small);
  }
  return times;
}

function growth({ small, large }) {
  const at = (list, share) => percentile(list, share);
  const p50 = at(large, 0.5) / at(small, 0.5);
  return {
    'p50, large / small': p50.toFixed(2),
    'p99, large / small': (at(large, 0.99) / at(small, 0.99)).toFixed(2),
    growth: (Math.log(p50) / Math.log(LARGE / SMALL)).toFixed(2),
    'p50 ms, small | large': `${at(small, 0.5).toFixed(2)} | ${at(large, 0.5).toFixed(2)}`,
    'p99 ms, small | large': `${at(small, 0.99).toFixed(2)} | ${at(large, 0.99).toFixed(2)}`,
    calls: large.length,
  };
}
