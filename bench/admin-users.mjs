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
import { createDatabases } from './lib/databases.mjs';
import { fillPeople } from './lib/people.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { timeCalls, timesRow } from './lib/timed-calls.mjs';

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
  await fillPeople(db, { accounts: ACCOUNTS, entries: ENTRIES_PER_ACCOUNT });
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
    raw[name] = await timeCalls(call, { calls: CALLS, warmUp: 5, limitMs: 20_000 });
    rows.push(timesRow(name, raw[name]));
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

async function idsOf(db) {
  const { rows } = await inSystem(db, (trx) =>
    sql`select user_id as "userId", account_id as "accountId" from memberships order by account_id limit 1`.execute(
      trx,
    ),
  );
  return rows;
}
