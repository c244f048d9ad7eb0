// The end of an account with many reviews: how long it takes, and how long a read of another account waits meanwhile.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { slices } from '../server/src/app.ts';
import { inSystem, inTenant } from '../server/src/db/transaction.ts';
import { tables as eventTables } from '../server/src/events/tables.ts';
import { eraseAccount } from '../server/src/features/identity/account-deletion.ts';
import { bulkTablesOf } from '../server/src/slices/slice-tables.ts';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { fillReviews } from './lib/review-fill.mjs';
import { timeCalls, timesRow } from './lib/timed-calls.mjs';

/** A fifth belongs to the account that is deleted. */
const REVIEWS = Number(process.env.REVIEWS ?? 500_000);
const QUIET_MS = 10_000;
const PAUSE_MS = 20;
const silent = { info() {}, warn() {}, error() {} };

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const tables = [];
  const raw = {};
  const foreign = measureForeignLoad(stage.pids);
  for (const mode of databases.modes) {
    const db = await databases.create(mode);
    const { accountId } = await fillReviews(db, REVIEWS);
    const rows = await readReviews(db, accountId);
    const neighbor = await neighborOf(db, accountId);
    const read = async () => {
      await inTenant(db, neighbor, (trx) =>
        sql`select id from reviews where account_id = ${neighbor}::uuid and removed_at is null
             order by written_at desc, id desc limit 25`.execute(trx),
      );
      await wait(PAUSE_MS);
    };
    const reading = { calls: Number.POSITIVE_INFINITY };
    const quiet = await timeCalls(read, { ...reading, limitMs: QUIET_MS, warmUp: 20 });
    const busy = [];
    const began = performance.now();
    let done = false;
    const erasure = erase(db, accountId).finally(() => {
      done = true;
    });
    while (!done) busy.push(...(await timeCalls(read, { calls: 1 })));
    await erasure;
    const seconds = (performance.now() - began) / 1000;
    if ((await readReviews(db, accountId)) > 0) throw new Error('Reviews are left.');
    const without = (times) => times.map((ms) => ms - PAUSE_MS);
    raw[mode] = { seconds, quiet: without(quiet), busy: without(busy) };
    tables.push({
      title: `An account with ${rows} reviews is deleted in ${seconds.toFixed(1)} s, ${mode}`,
      rows: [
        timesRow('a read of a neighbor, quiet', raw[mode].quiet),
        timesRow('a read of a neighbor, meanwhile', raw[mode].busy),
        {
          what: 'the longest of them',
          'p50 ms': '',
          'p99 ms': Math.max(...raw[mode].busy).toFixed(1),
          calls: 1,
        },
      ],
    });
  }
  finish('account-deletion', { tables, foreignCores: foreign(), raw });
}

async function erase(db, accountId) {
  await inSystem(db, (trx) =>
    sql`update accounts set deletion_scheduled_for = now() - interval '1 minute', deletion_cause = 'owner'
         where id = ${accountId}::uuid`.execute(trx),
  );
  const bulkTables = bulkTablesOf([{ tables: eventTables }, ...slices]);
  await eraseAccount({ db, log: silent, signIns: null, erasureSteps: [], bulkTables }, accountId);
}

async function readReviews(db, accountId) {
  const { rows } = await inSystem(db, (trx) =>
    sql`select count(*)::int as count from reviews where account_id = ${accountId}::uuid`.execute(trx),
  );
  return rows[0].count;
}

async function neighborOf(db, accountId) {
  const { rows } = await inSystem(db, (trx) =>
    sql`select id from accounts where id <> ${accountId}::uuid order by id limit 1`.execute(trx),
  );
  return rows[0].id;
}
