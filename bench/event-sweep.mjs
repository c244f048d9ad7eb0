// What the sweep for undelivered events costs with many accounts, against a comparison of all cursors with all streams.
import { sql } from 'kysely';
import { inSystem } from '../server/src/db/transaction.ts';
import { listUndelivered } from '../server/src/events/queries.ts';
import { abba, median, ratios, referenceNoise } from './lib/abba.mjs';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish, ratioText } from './lib/report.mjs';

const ACCOUNTS = 20_000;
const SUBSCRIBERS = ['bench.one', 'bench.two', 'bench.three', 'bench.four'];
/** Accounts whose cursors are behind. */
const BEHIND = 20;
const LIMIT = 1_000;
const BLOCKS = 10;

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
    await addCursors(db);
    const expected = BEHIND * SUBSCRIBERS.length;
    const timed = (list) => async () => {
      const began = performance.now();
      const { length } = await inSystem(db, list);
      if (length !== expected) throw new Error(`${length} deliveries were found instead of ${expected}.`);
      return performance.now() - began;
    };
    const result = await abba(
      BLOCKS,
      timed(compareAll),
      timed((trx) => listUndelivered(trx, SUBSCRIBERS, LIMIT)),
    );
    raw[mode] = result.blocks;
    rows.push({
      database: mode,
      'by the index / all compared': ratioText(ratios(result)),
      'all compared / all compared': ratioText(referenceNoise(result)),
      'all compared, median ms': median(result.references).toFixed(1),
      'by the index, median ms': median(result.subjects).toFixed(1),
    });
  }
  finish('sweep', {
    tables: [
      {
        title: `${ACCOUNTS} accounts with ${SUBSCRIBERS.length} subscribers each, ${BEHIND} accounts behind`,
        rows,
      },
    ],
    foreignCores: foreign(),
    notes: [],
    raw,
  });
}

async function addCursors(db) {
  await inSystem(db, async (trx) => {
    await sql`
      insert into accounts (id, name, trial_ends_at)
      select gen_random_uuid(), 'A shop', now() from generate_series(1, ${ACCOUNTS}::int)`.execute(trx);
    await sql`delete from domain_events`.execute(trx);
    await sql`insert into event_streams (account_id, last_position) select id, 100 from accounts`.execute(
      trx,
    );
    await sql`
      insert into event_cursors (account_id, subscriber, position, next_attempt_at)
      select account_id, subscriber, case when number <= ${BEHIND} then 99 else 100 end,
             case when number <= ${BEHIND} then now() end
        from (select account_id, row_number() over (order by account_id) as number from event_streams) s
       cross join jsonb_array_elements_text(${JSON.stringify(SUBSCRIBERS)}::jsonb) as subscriber`.execute(
      trx,
    );
  });
  await db.withOwnerConnection((client) =>
    client.query('vacuum analyze event_cursors, event_streams, domain_events'),
  );
}

/** Finds the same deliveries without the time at which they are due. */
async function compareAll(trx) {
  const { rows } = await sql`
    select c.account_id, c.subscriber
      from event_cursors c join event_streams s on s.account_id = c.account_id
     where c.subscriber in (select jsonb_array_elements_text(${JSON.stringify(SUBSCRIBERS)}::jsonb))
       and c.position < s.last_position and coalesce(c.leased_until <= now(), true)
     limit ${LIMIT}`.execute(trx);
  return rows;
}
