// 10,000 listings that are due within an hour: how many each minute's sweep selects, what the sweep costs, and how many
// small jobs a worker process runs per minute.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { inSystem } from '../server/src/db/transaction.ts';
import {
  chooseListings,
  createPlatformRateLimiter,
  createTokenStore,
  finishAuthorization,
  startAuthorization,
} from '../server/src/features/connections/index.ts';
import { regularIntervalSeconds } from '../server/src/features/sync/backoff.ts';
import { sweepDueListings, syncListingJob } from '../server/src/features/sync/jobs.ts';
import { defineJobHandler } from '../server/src/jobs/job.ts';
import { startQueue } from '../server/src/jobs/queue.ts';
import { createSecretBox } from '../server/src/lib/secret-box.ts';
import { createFakeConnector } from '../server/src/testing/fake-connector.ts';
import { median, percentile } from './lib/abba.mjs';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { createTenant } from './lib/tenant.mjs';

const LISTINGS = 10_000;
const ACCOUNTS = 100;
const INTERVAL_MINUTES = 60;
/**
 * All listings start within one hour and are observed for some hours, to show that they do not become due together
 * again.
 */
const HOURS = 3;
const JOBS = 3_000;
const JOBS_LIMIT_MS = 90_000;
const WINDOW_MS = 20_000;
const silent = { info() {}, warn() {}, error() {}, debug() {} };

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const foreign = measureForeignLoad(stage.pids);
  const spreads = [];
  const queues = [];
  const raw = {};
  for (const mode of databases.modes) {
    const db = await databases.create(mode);
    await addListings(db);
    for (const [begin, firstDue] of [
      ['spread over the hour', () => Math.floor(Math.random() * 60)],
      ['all at one moment, as after an outage', () => 0],
    ]) {
      const { perMinute, sweeps } = await simulate(db, firstDue);
      raw[`${mode}, ${begin}`] = perMinute;
      const after = perMinute.slice(60);
      spreads.push({
        database: mode,
        due: begin,
        'first hour: most in a minute': Math.max(...perMinute.slice(0, 60)),
        'minutes until all were read': minutesUntil(perMinute, LISTINGS),
        'later: median a minute': median(after),
        'later: most in a minute': Math.max(...after),
        'sweep, median ms': median(sweeps).toFixed(0),
        'sweep, p99 ms': percentile(sweeps, 0.99).toFixed(0),
      });
    }
    queues.push({ database: mode, ...(await jobsPerMinute(db)) });
  }
  finish('due', {
    tables: [
      {
        title: `${LISTINGS} listings read every hour, the clock moved minute by minute for ${HOURS} hours`,
        rows: spreads,
      },
      {
        title: 'Jobs that one worker process takes from the queue, with nothing to do in them',
        rows: queues,
      },
    ],
    foreignCores: foreign(),
    notes: [
      `${(LISTINGS / 60).toFixed(0)} a minute is the least that reads all of them in an hour.`,
      'Each picked listing counts as read at once and is due again after its interval, give or take a tenth.',
    ],
    raw,
  });
}

/** Connects one listing of each account as a user does; the others are copies of it. */
async function addListings(db) {
  const connector = createFakeConnector('google');
  const connectors = new Map([['google', connector]]);
  const box = createSecretBox(['a secret of the benchmark, long enough'], 'stored-secrets');
  const deps = {
    db,
    connectors,
    box,
    tokens: createTokenStore(db, box),
    rateLimiter: createPlatformRateLimiter(db, connectors),
    log: silent,
    publicUrl: 'http://localhost:4000',
    requestListingSync: () => Promise.resolve(),
  };
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const user = await createTenant(db);
    connector.account = { externalId: `owner-${number}`, displayName: 'Owner' };
    const { url, browserSecret } = await startAuthorization(deps, user, 'google');
    const state = new URL(url).searchParams.get('state');
    const { connectionId } = await finishAuthorization(deps, {
      platform: 'google',
      state,
      code: 'code',
      browserSecret,
    });
    await chooseListings(deps, user, connectionId, ['google-place']);
    await inSystem(db, (trx) =>
      sql`insert into listings
        select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'external_id', 'place-' || n,
                 'sync_interval_minutes', ${INTERVAL_MINUTES}::integer))).*
          from listings l, generate_series(2, ${LISTINGS / ACCOUNTS}::integer) as n
         where l.account_id = ${user.accountId}::uuid`.execute(trx),
    );
  }
  await inSystem(db, (trx) =>
    sql`update listings set sync_interval_minutes = ${INTERVAL_MINUTES}`.execute(trx),
  );
}

/**
 * Sweeps once per minute of a simulated clock; a selected listing is due again after its interval. Rows whose minute
 * has not come have a date far in the future, so that a minute moves only the rows that it makes due.
 * @param firstDue the minute in which a listing is due first
 */
async function simulate(db, firstDue) {
  const { rows } = await inSystem(db, (trx) =>
    sql`update listings set next_sync_at = now() + interval '1 year' returning id`.execute(trx),
  );
  const dueIn = new Map();
  const plan = (id, minute) => dueIn.set(minute, [...(dueIn.get(minute) ?? []), id]);
  for (const { id } of rows) plan(id, firstDue());
  const perMinute = [];
  const sweeps = [];
  for (let minute = 0; minute < HOURS * 60; minute += 1) {
    // Longest waiting first, in the order of the minutes.
    await setNext(
      db,
      dueIn.get(minute) ?? [],
      sql`now() - interval '1 day' + make_interval(mins => ${minute}::integer)`,
    );
    const picked = [];
    const queue = { enqueue: async (_job, { listingId }) => void picked.push(listingId) };
    const started = performance.now();
    await sweepDueListings({ db, queue });
    sweeps.push(performance.now() - started);
    perMinute.push(picked.length);
    await setNext(db, picked, sql`now() + interval '1 year'`);
    for (const id of picked) plan(id, minute + Math.round(regularIntervalSeconds(INTERVAL_MINUTES) / 60));
  }
  return { perMinute, sweeps };
}

async function setNext(db, ids, time) {
  if (ids.length === 0) return;
  await inSystem(db, (trx) =>
    sql`update listings set next_sync_at = ${time} where id = any(${ids}::uuid[])`.execute(trx),
  );
}

function minutesUntil(perMinute, count) {
  let left = count;
  for (const [minute, picked] of perMinute.entries()) {
    left -= picked;
    if (left <= 0) return minute + 1;
  }
  return perMinute.length;
}

/** Jobs per minute, first with a new backlog and then after the queue has noticed it (it checks once a minute). */
async function jobsPerMinute(db) {
  const queue = await startQueue({ db, log: silent, jobs: [syncListingJob] });
  try {
    const payload = { accountId: randomUUID(), listingId: randomUUID(), trigger: 'schedule' };
    for (let number = 0; number < JOBS; number += 1)
      await queue.enqueue(syncListingJob, payload, { key: `${number}` });
    const done = [];
    await queue.startWorkers([
      defineJobHandler(syncListingJob, async () => void done.push(performance.now())),
    ]);
    const started = performance.now();
    while (done.length < JOBS && performance.now() - started < JOBS_LIMIT_MS) await pause(100);
    const within = (from) => done.filter((at) => at >= from && at < from + WINDOW_MS).length;
    const best = Math.max(...done.map(within));
    const perMinute = (count) => Math.round((count * 60_000) / WINDOW_MS);
    return {
      'a minute, backlog new': perMinute(within(started)),
      'a minute, at best': perMinute(best),
    };
  } finally {
    await queue.stop();
  }
}
