// The operator's sync schedule through HTTP, with 100,000 listings in 10,000 accounts, 300,000 runs and 100,000 jobs that
// ended: p50 and p99 of each request, beside a calibration of the same run. Also what a sweep costs while the platform of all due
// listings is paused.
//
// BENCH_MODES and BENCH_LISTINGS choose less, for work on the code.
import { sql } from 'kysely';
import { inSystem } from '../server/src/db/transaction.ts';
import { listDueListings } from '../server/src/features/connections/index.ts';
import { giveRole } from '../server/src/testing/give-role.ts';
import { median, percentile } from './lib/abba.mjs';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { measureStand, startStand } from './lib/review-stand.mjs';
import { createTenant } from './lib/tenant.mjs';

const LISTINGS = Number(process.env.BENCH_LISTINGS ?? 100_000);
const PER_ACCOUNT = 10;
const RUNS_PER_LISTING = 3;
const JOBS = 100_000;
const LIST_GOAL_MS = 100;
const SWEEPS = 20;
/** A statement has a limit of time, and each listing stores an event. */
const BATCH_ACCOUNTS = 500;

const list = '/admin/sync-schedule/listings';
const requests = [
  { name: 'listings, first page', path: list, goal: LIST_GOAL_MS },
  { name: 'listings, overdue', path: `${list}?only=overdue`, goal: LIST_GOAL_MS },
  { name: 'listings, failing', path: `${list}?only=failing`, goal: LIST_GOAL_MS },
  { name: 'listings, paused', path: `${list}?only=paused`, goal: LIST_GOAL_MS },
  { name: 'listings, gone', path: `${list}?state=gone`, goal: LIST_GOAL_MS },
  { name: 'listings, one platform', path: `${list}?connector=facebook`, goal: LIST_GOAL_MS },
  { name: 'listings, a name', path: `${list}?query=place%2077`, goal: LIST_GOAL_MS },
  { name: 'listings, a name that is nowhere', path: `${list}?query=nowhere` },
  { name: 'queue', path: '/admin/sync-schedule/queue' },
  { name: 'platforms with forecast', path: '/admin/sync-schedule/platforms' },
];

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const foreign = measureForeignLoad(stage.pids);
  const tables = [];
  const raw = {};
  for (const mode of process.env.BENCH_MODES?.split(',') ?? databases.modes) {
    const db = await databases.create(mode);
    const own = await createTenant(db);
    await fill(db, own);
    const stand = await startStand(stage, db, own);
    await fillJobs(db);
    await queryEmail(db, own.userId).then((email) => giveRole(db, email, 'Super Admin'));
    raw[mode] = { times: await measureStand(stand, own, requests), sweeps: await sweepPaused(db) };
    tables.push({
      title: `${mode}, ${LISTINGS} listings, milliseconds`,
      rows: [
        ...Object.entries(raw[mode].times).map(([name, times]) => row(name, times)),
        row('sweep, every due listing paused', raw[mode].sweeps),
      ],
    });
  }
  finish('schedule', {
    tables,
    foreignCores: foreign(),
    notes: ['The server of PostgreSQL counts as another program.'],
    raw,
  });
}

function row(name, times) {
  return {
    request: name,
    p50: median(times).toFixed(1),
    p99: percentile(times, 0.99).toFixed(1),
    goal: times.goal ?? '',
  };
}

async function queryEmail(db, userId) {
  const { rows } = await inSystem(db, (trx) =>
    sql`select email from users where id = ${userId}::uuid`.execute(trx),
  );
  return rows[0].email;
}

/** Accounts with a business, a location, two connections, listings and runs each. One in 200 fails, is paused or is gone. */
async function fill(db, own) {
  for (let first = 1; first <= LISTINGS / PER_ACCOUNT; first += BATCH_ACCOUNTS)
    await fillBatch(db, own, first, first + BATCH_ACCOUNTS - 1);
  await db.withOwnerConnection((client) => client.query('analyze'));
}

async function fillBatch(db, own, first, last) {
  const names = sql`select 'Account ' || n from generate_series(${first}::int, ${last}::int) n`;
  await inSystem(db, async (trx) => {
    await sql`insert into accounts (id, name, trial_ends_at)
      select gen_random_uuid(), name, now() + interval '7 days' from (${names}) n (name)`.execute(trx);
    await sql`insert into businesses (account_id, id, name)
      select id, gen_random_uuid(), name from accounts where name in (${names})`.execute(trx);
    await sql`insert into locations (account_id, id, business_id, name)
      select account_id, gen_random_uuid(), id, name from businesses where name in (${names})`.execute(trx);
    await sql`insert into connections (account_id, id, platform, connector, external_id, display_name, status, sealed_tokens, created_by)
      select account_id, gen_random_uuid(), p, p, 'of-' || account_id, 'Owner', 'active', 'x', ${own.userId}::uuid
        from businesses, unnest(array['google', 'facebook']) p where name in (${names})`.execute(trx);
    await sql`insert into listings (account_id, id, connection_id, location_id, platform, external_id, resource_name, name,
        next_sync_at, last_success_at, paused, failures, state)
      select c.account_id, gen_random_uuid(), c.id, l.id, c.platform, 'place-' || c.account_id || '-' || n, 'place', 'Place ' || (random() * 10000)::int,
             now() + make_interval(mins => (random() * 400 - 40)::int), now() - interval '5 hours', random() < 0.005,
             case when random() < 0.005 then 1 else 0 end, case when random() < 0.005 then 'gone' else 'ok' end
        from locations l join connections c on c.account_id = l.account_id,
             generate_series(1, ${PER_ACCOUNT / 2}::int) n where l.name in (${names})`.execute(trx);
    await sql`insert into sync_runs (account_id, id, listing_id, trigger, kind, outcome, started_at, finished_at, requests)
      select i.account_id, gen_random_uuid(), i.id, 'schedule', 'newest', 'succeeded', at, at + interval '1 second', 1
        from locations l join listings i on i.account_id = l.account_id, generate_series(1, ${RUNS_PER_LISTING}::int) n,
             lateral (select now() - make_interval(mins => n * 360 - (random() * 300)::int) as at) t
       where l.name in (${names})`.execute(trx);
  });
}

async function fillJobs(db) {
  await db.pool.query(
    `insert into pgboss.job (name, data, state, policy, completed_on)
     select 'sync.listing', '{}', 'completed', 'short', now() from generate_series(1, ${JOBS})`,
  );
}

async function sweepPaused(db) {
  await inSystem(db, (trx) =>
    sql`insert into sync_settings (connector, paused_at) values ('google', now()), ('facebook', now())
      on conflict (connector) do update set paused_at = now()`.execute(trx),
  );
  await inSystem(db, (trx) => sql`update listings set next_sync_at = now() - interval '1 hour'`.execute(trx));
  await db.withOwnerConnection((client) => client.query('analyze listings'));
  const times = [];
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const began = performance.now();
    const due = await inSystem(db, (trx) => listDueListings(trx, 500));
    times.push(performance.now() - began);
    if (due.length > 0) throw new Error('A paused platform was swept.');
  }
  return times;
}
