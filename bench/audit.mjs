// First and later pages of the operator's search over 1,000,000 entries of 10,000 accounts, and of an account's activity page: p50
// and p99 beside a calibration of the same run, a round trip to the same database.
import { sql } from 'kysely';
import { inSystem, inTenant } from '../server/src/db/transaction.ts';
import { listEntries } from '../server/src/features/activity/activity-queries.ts';
import { searchAudit } from '../server/src/features/activity/audit-search.ts';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';

const ACCOUNTS = 10_000;
const ENTRIES = 1_000_000;
/** Entries of one statement. */
const BATCH = 20_000;
const ROUNDS = 100;
const actions = ['review.replied', 'embed.published', 'profile.names', 'connection.created', 'plan.given'];

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const foreign = measureForeignLoad(stage.pids);
  const mode = databases.modes.at(-1);
  const db = await databases.create(mode);
  const { accountId, userId } = await fill(db);
  const calibration = await measure(() => inSystem(db, (trx) => sql`select 1`.execute(trx)));
  const search = (input) => () => searchAudit({ db }, input);
  const { nextCursor } = await searchAudit({ db }, { account: accountId });
  const everything = { userId: null, group: null, actions: null, from: null, to: null };
  const requests = {
    'search: everything': search({}),
    'search: one person': search({ actor: userId }),
    'search: one account': search({ account: accountId }),
    'search: second page of an account': search({ account: accountId, cursor: nextCursor }),
    'search: an action': search({ action: 'embed.published' }),
    'search: an action nobody took': search({ action: 'embed.none' }),
    'search: an action in an account': search({ account: accountId, action: 'plan.given' }),
    'search: a person who did nothing': search({ actor: accountId }),
    'activity page of an account': () =>
      inTenant(db, accountId, (trx) => listEntries(trx, accountId, everything, { after: null, limit: 51 })),
  };
  const rows = [];
  const raw = { calibration };
  for (const [request, run] of Object.entries(requests)) {
    const times = await measure(run);
    raw[request] = times;
    rows.push({
      request,
      'p50 / calibration': (at(times, 0.5) / at(calibration, 0.5)).toFixed(1),
      'p50 ms': at(times, 0.5).toFixed(1),
      'p99 ms': at(times, 0.99).toFixed(1),
      goal: 'p99 under 100 ms',
    });
  }
  finish('audit', {
    tables: [{ title: `${ENTRIES} entries of ${ACCOUNTS} accounts, ${mode}`, rows }],
    foreignCores: foreign(),
    notes: [`The calibration, a transaction with one statement, took ${at(calibration, 0.5).toFixed(1)} ms.`],
    raw,
  });
}

/** A tenth of all entries is of one account, whose owner made them. */
async function fill(db) {
  const [accountId, userId] = [
    '00000000-0000-7000-8000-000000000001',
    '00000000-0000-7000-8000-000000000002',
  ];
  await inSystem(db, async (trx) => {
    await sql`
      insert into accounts (id, name, trial_ends_at)
      select case n when 1 then ${accountId}::uuid else gen_random_uuid() end, 'A shop ' || n, now()
        from generate_series(1, ${ACCOUNTS}::int) n`.execute(trx);
    await sql`insert into users (id, issuer, sub, email, display_name) values (${userId}, 'bench', 'bench', 'bench@example.com', 'Ann')`.execute(
      trx,
    );
  });
  // The sealing is not measured here.
  await db.withOwnerConnection((client) =>
    client.query('alter table audit_entries disable trigger note_unsealed'),
  );
  for (let from = 1; from <= ENTRIES; from += BATCH)
    await inSystem(db, async (trx) => {
      await sql`
        with numbered as (select id, row_number() over (order by id) as n from accounts), entries as (
          insert into audit_entries (account_id, id, user_id, action, actor, at, personal)
          select case when g % 10 = 0 then ${accountId}::uuid else a.id end, gen_random_uuid(),
                 case when g % 10 = 0 then ${userId}::uuid else a.id end,
                 (${actions}::text[])[1 + (g / 10) % 5], 'person', now() - g * interval '20 seconds', '{"caller": ""}'
            from generate_series(${from}::int, ${Math.min(ENTRIES, from + BATCH - 1)}::int) g
            join numbered a on a.n = 1 + g % ${ACCOUNTS}
          returning account_id, id, user_id, at)
        insert into audit_personal (account_id, entry_id, part, person_id, salt, data, at)
        select account_id, id, 'caller', user_id, decode(repeat('00', 16), 'hex'), '{"name": "Ann"}', at from entries`.execute(
        trx,
      );
    });
  await db.withOwnerConnection((client) => client.query('analyze'));
  return { accountId, userId };
}

async function measure(run) {
  for (let round = 0; round < 5; round += 1) await run();
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other);
}

function at(times, share) {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))];
}
