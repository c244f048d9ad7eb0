// The first page of the list of people, a person, an account and its activity with 100,000 accounts and 1,000,000 entries in
// their trails, through the functions behind the routes. Beside them, as the calibration of the run: an empty transaction, and
// a query that reads every person.
import { sql } from 'kysely';
import { inSystem } from '../server/src/db/transaction.ts';
import {
  readAccount,
  readActivity,
  readPeople,
  readPerson,
} from '../server/src/features/admin-users/read.ts';
import { percentile } from './lib/abba.mjs';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';

const ACCOUNTS = Number(process.env.ACCOUNTS ?? 100_000);
const ENTRIES_PER_ACCOUNT = 10;
const CALLS = 200;

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const db = await databases.create(databases.modes.at(-1));
  const foreign = measureForeignLoad(stage.pids);
  await fill(db);
  const deps = { db, plansEnabled: true, now: () => new Date() };
  const [{ userId, accountId }] = await idsOf(db);
  const list = (input) => () => readPeople(deps, { sort: 'registered', ...input });
  const first = await list({})();
  const cases = {
    'calibration: an empty transaction': () => inSystem(db, (trx) => sql`select 1`.execute(trx)),
    'calibration: reads every person': () =>
      inSystem(db, (trx) => sql`select count(*) from users where display_name like '%zz%'`.execute(trx)),
    'newest first': list({}),
    'second page': list({ cursor: first.nextCursor }),
    'by the last sign-in': list({ sort: 'last-login' }),
    'search: an address': list({ search: 'person-77777@shop-777.example' }),
    'search: a rare word': list({ search: 'person-7777' }),
    'search: a word of a tenth': list({ search: 'bakery' }),
    'search: a word of all': list({ search: 'example' }),
    'search: one letter': list({ search: 'p' }),
    'search: two words': list({ search: 'anna shop' }),
    'search: nothing found': list({ search: 'nobodyhasthisname' }),
    'search: an id': list({ search: accountId }),
    administrators: list({ role: 'Super Admin' }),
    blocked: list({ blocked: true }),
    'plan: trial': list({ plan: 'trial' }),
    'plan: past due': list({ plan: 'past_due' }),
    'plan: ended': list({ plan: 'ended' }),
    'trial ending': list({ signal: 'trial-ending' }),
    'never connected': list({ signal: 'never-connected' }),
    'deletion scheduled': list({ signal: 'deletion-scheduled' }),
    'no account': list({ signal: 'no-account' }),
    'past due and a word of all': list({ plan: 'past_due', search: 'example' }),
    'a person': () => readPerson(deps, userId, userId),
    'an account': () => readAccount(deps, accountId),
    'its activity': () => readActivity(deps, accountId, undefined),
  };
  const rows = [];
  const raw = {};
  for (const [name, call] of Object.entries(cases)) {
    const times = await measure(call);
    raw[name] = times;
    rows.push({
      what: name,
      'p50 ms': percentile(times, 0.5).toFixed(1),
      'p99 ms': percentile(times, 0.99).toFixed(1),
      calls: times.length,
    });
  }
  finish('admin-users', {
    tables: [
      {
        title: `${ACCOUNTS} accounts, ${ACCOUNTS * ENTRIES_PER_ACCOUNT} entries of trails, ${db.mode}`,
        rows,
      },
    ],
    foreignCores: foreign(),
    raw,
  });
}

async function measure(call) {
  for (let warm = 0; warm < 5; warm += 1) await call();
  const times = [];
  const end = Date.now() + 20_000;
  while (times.length < CALLS && Date.now() < end) {
    const from = performance.now();
    await call();
    times.push(performance.now() - from);
  }
  return times;
}

async function idsOf(db) {
  const { rows } = await inSystem(db, (trx) =>
    sql`select user_id as "userId", account_id as "accountId" from memberships order by account_id limit 1`.execute(
      trx,
    ),
  );
  return rows;
}

/** One owner per account; every tenth person belongs to a second one, every thousandth to none. */
async function fill(db) {
  const steps = [
    `insert into plan_activation (on_since) values (now())`,
    `insert into accounts (id, name, trial_ends_at, plan_state, plan_ends_at, deletion_scheduled_for, created_at)
        select pg_temp.id('account ' || n),
               (array['Bakery', 'Hotel', 'Dentist', 'Garage', 'Café', 'Studio', 'Clinic', 'Gym', 'Bar', 'Florist'])[n % 10 + 1]
                 || ' number ' || n,
               now() + make_interval(days => n % 40 - 20),
               case when n % 3 = 0 then 'trial' when n % 500 = 1 then 'past_due' when n % 70 = 1 then 'free' else 'active' end,
               case when n % 3 = 0 then now() + make_interval(days => n % 40 - 20) end,
               case when n % 5000 = 1 then now() + interval '7 days' end,
               now() - make_interval(mins => ${ACCOUNTS} - n)
          from generate_series(1, ${ACCOUNTS}) n`,
    `insert into users (id, issuer, sub, email, first_name, last_name, display_name, role, registered_at, last_login_at, blocked_at)
        select pg_temp.id('person ' || n), 'bench', 'person ' || n,
               'person-' || n || '@shop-' || n % 1000 || '.example',
               (array['Anna', 'Ben', 'Céline', 'Đorđe', 'Eva'])[n % 5 + 1], 'Surname ' || n % 5000, 'Person ' || n,
               case when n % 20000 = 1 then 'Super Admin' else 'Regular' end,
               now() - make_interval(mins => ${ACCOUNTS} - n),
               case when n % 4 > 0 then now() - make_interval(mins => (n * 7919) % 400000) end,
               case when n % 900 = 2 then now() end
          from generate_series(1, ${ACCOUNTS}) n`,
    `insert into memberships (account_id, user_id, role, all_locations)
        select pg_temp.id('account ' || n), pg_temp.id('person ' || n), 'owner', true
          from generate_series(1, ${ACCOUNTS}) n where n % 1000 > 0`,
    `insert into memberships (account_id, user_id, role, all_locations)
        select pg_temp.id('account ' || n + 1), pg_temp.id('person ' || n), 'manager', true
          from generate_series(1, ${ACCOUNTS - 1}) n where n % 10 = 5`,
    `insert into connections (account_id, id, platform, connector, external_id, display_name, status, sealed_tokens, created_by)
        select pg_temp.id('account ' || n), gen_random_uuid(), 'google', 'google', n::text, 'Bench', 'active', 'none',
               pg_temp.id('person ' || n)
          from generate_series(1, ${ACCOUNTS}) n where n % 3 > 0`,
    `insert into audit_entries (account_id, id, user_id, action, actor, at)
        select pg_temp.id('account ' || n), gen_random_uuid(), pg_temp.id('person ' || n),
               case when e = 1 and n % 3 > 0 then 'connection.created' else 'review.replied' end, 'person',
               now() - make_interval(hours => e)
          from generate_series(1, ${ACCOUNTS}) n, generate_series(1, ${ENTRIES_PER_ACCOUNT}) e`,
  ];
  await db.withOwnerConnection(async (client) => {
    // The events of new accounts are not what is measured.
    await client.query(`set session_replication_role = replica; set statement_timeout = 0;
      create function pg_temp.id(name text) returns uuid language sql immutable as
        $$ select overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid $$`);
    for (const step of steps) await client.query(step);
    await client.query('reset session_replication_role; reset statement_timeout');
  });
  await db.maintenance.vacuum();
}
