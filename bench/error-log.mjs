// The error log with 20,000 groups, which stand for 1,000,000 events, and 100,000 accounts: first pages, searches, one group.
// Times of the reads stand beside a calibration of the same run.
import { sql } from 'kysely';
import { inSystem } from '../server/src/db/transaction.ts';
import { listErrors, readError } from '../server/src/features/errors/error-log.ts';
import { percentile } from './lib/abba.mjs';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';

const ACCOUNTS = 100_000;
const GROUPS = 20_000;
const EVENTS_PER_GROUP = 50;
const SAMPLES_PER_GROUP = 20;
const CALLS = 200;
const WARM_UP = 10;
const GOAL_MS = 100;
/** Rows in one statement, which the embedded database stops when it takes too long. */
const BATCH = 500;
const accountOf = (number) => sql`('00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;

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
    const db = await databases.create(mode);
    const known = await fill(db);
    raw[mode] = await measure(db, known);
    for (const [read, times] of Object.entries(raw[mode]))
      rows.push({
        database: mode,
        read,
        'p50 ms': percentile(times, 0.5).toFixed(2),
        'p99 ms': percentile(times, 0.99).toFixed(2),
        goal: read.startsWith('calibration') ? '' : percentile(times, 0.99) < GOAL_MS ? 'met' : 'MISSED',
      });
  }
  finish('errors', {
    tables: [
      {
        title: `${GROUPS} groups, ${GROUPS * EVENTS_PER_GROUP} events, ${ACCOUNTS} accounts; the goal is ${GOAL_MS} ms`,
        rows,
      },
    ],
    foreignCores: foreign(),
    raw,
  });
}

/** @returns a group, a request id and an account that the log has */
async function fill(db) {
  for (let from = 1; from <= ACCOUNTS; from += 20 * BATCH)
    await inSystem(db, (trx) =>
      sql`insert into accounts (id, name, trial_ends_at) select ${accountOf(sql`n`)}, 'Account ' || n, now()
            from generate_series(${from}::int, ${from + 20 * BATCH - 1}::int) n`.execute(trx),
    );
  for (let from = 1; from <= GROUPS; from += BATCH)
    await inSystem(db, (trx) =>
      fillGroups(trx, sql`generate_series(${from}::int, ${from + BATCH - 1}::int)`),
    );
  await db.maintenance.vacuum();
  await db.withOwnerConnection((client) => client.query('analyze'));
  const { rows } = await inSystem(db, (trx) =>
    sql`select e.id, s.request_id, s.account from error_events e join error_samples s using (fingerprint)
         where fingerprint = 'f777' and s.account is not null limit 1`.execute(trx),
  );
  return rows[0];
}

async function fillGroups(trx, numbers) {
  await sql`insert into error_events
    (fingerprint, origin, level, message, stack, route, first_seen_at, last_seen_at, count, state)
    select 'f' || n, (array['server', 'job', 'sign-in', 'browser', 'page'])[n % 5 + 1],
           case when n % 7 = 0 then 'warn' else 'error' end,
           'TypeError: Cannot read properties of undefined (reading ' || md5(n::text) || ') while it worked on part ' || n,
           repeat('    at run (/srv/app/reviews.js:1:200)' || chr(10), 20), '/api/v1/part-' || n % 400,
           now() - interval '80 days', now() - n * interval '5 minutes', ${EVENTS_PER_GROUP}::int,
           (array['open', 'resolved', 'ignored'])[n % 3 + 1]
      from ${numbers} n`.execute(trx);
  await sql`insert into error_counts (fingerprint, bucket, starts_at, count)
    select 'f' || n, b, date_trunc(b, now(), 'UTC') - d * ('1 ' || b)::interval, 3
      from ${numbers} n, (values ('hour'), ('day')) as u (b), generate_series(0, 15) d`.execute(trx);
  await sql`insert into error_samples (id, fingerprint, at, message, route, request_id, account)
    select gen_random_uuid(), 'f' || n, now() - s * interval '1 hour', 'TypeError of part ' || n, '/api/v1/part',
           'req-' || n || '-' || s, ${accountOf(sql`(n * 20 + s) % 99999 + 1`)}
      from ${numbers} n, generate_series(1, ${SAMPLES_PER_GROUP}::int) s`.execute(trx);
}

async function measure(db, known) {
  const now = new Date();
  const list = (filter, cursor) => listErrors({ db }, filter, cursor, now);
  const { nextCursor } = await list({});
  const reads = {
    'calibration: select 1': () => inSystem(db, (trx) => sql`select 1`.execute(trx)),
    'first page': () => list({}),
    'first page, open': () => list({ state: 'open' }),
    'first page, origin and level': () => list({ origin: 'page', level: 'warn' }),
    'second page': () => list({}, nextCursor),
    'search, a frequent text': () => list({ search: 'properties' }),
    'search, a text of one error': () => list({ search: 'on part 19999' }),
    'search, a text of none': () => list({ search: 'no such words' }),
    'search, a request id': () => list({ search: known.request_id }),
    'search, an account': () => list({ search: known.account }),
    'one group': () => readError({ db }, known.id, now),
  };
  const times = {};
  for (const [name, read] of Object.entries(reads)) {
    for (let at = 0; at < WARM_UP; at += 1) await read();
    times[name] = [];
    for (let at = 0; at < CALLS; at += 1) {
      const began = performance.now();
      await read();
      times[name].push(performance.now() - began);
    }
  }
  return times;
}
