// What the events of reviews cost: first syncs with and without the trigger that stores them, and their delivery.
import { inTenant } from '../server/src/db/transaction.ts';
import { deliverEvents } from '../server/src/events/deliver.ts';
import { registerSubscribers } from '../server/src/events/jobs.ts';
import { assignPositions } from '../server/src/events/queries.ts';
import { reviewEvents } from '../server/src/features/reviews/events.ts';
import { createLog } from '../server/src/lib/log.ts';
import { abba, median, ratios, referenceNoise } from './lib/abba.mjs';
import { createDatabases } from './lib/databases.mjs';
import { startGoogle } from './lib/google-simulator.mjs';
import { observeQueries } from './lib/observed-queries.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish, ratioText } from './lib/report.mjs';
import { connectShop, firstSync, takeListing } from './lib/sync-shop.mjs';

/** Stored in all on each side. Many small syncs by turns: the machine's load and the size of the tables change on the way. */
const REVIEWS = 50_000;
const BLOCKS = 5;
const PER_SYNC = REVIEWS / BLOCKS / 2;
/** A listing that only warms up. */
const SMALL = 1_000;
const sum = (values) => values.reduce((all, value) => all + value, 0);
const neverStops = new AbortController().signal;

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const counts = databases.modes.flatMap(() => [SMALL, ...Array(BLOCKS * 4).fill(PER_SYNC)]);
  const google = await startGoogle(stage, counts);
  const foreign = measureForeignLoad(stage.pids);
  const syncs = [];
  const deliveries = [];
  const raw = {};
  for (const mode of databases.modes) {
    const db = await databases.create(mode);
    const timed = timeStatements(db);
    const shop = await connectShop(timed.db, google);
    await firstSync(shop, takeListing(shop, SMALL));
    const sync = async (enabled) => {
      await db.withOwnerConnection((client) =>
        client.query(`alter table reviews ${enabled ? 'enable' : 'disable'} trigger reviews_record_inserted`),
      );
      timed.begin();
      const seconds = await firstSync(shop, takeListing(shop, PER_SYNC));
      return { seconds, storing: timed.seconds() };
    };
    const result = await abba(
      BLOCKS,
      () => sync(false),
      () => sync(true),
    );
    raw[mode] = result.blocks;
    const whole = (window) => window.seconds;
    const storing = (window) => window.storing;
    syncs.push({
      database: mode,
      'sync, with / without': ratioText(ratios(result, whole)),
      'statement that stores, with / without': ratioText(ratios(result, storing)),
      'without / without': ratioText(referenceNoise(result, whole)),
      'reviews/s, with': Math.round(PER_SYNC / median(result.subjects.map(whole))),
    });
    deliveries.push({
      database: mode,
      ...(await deliver(db, shop.user.accountId, sum(result.references.map(whole)))),
    });
  }
  finish('events', {
    tables: [
      { title: `First sync of ${REVIEWS} reviews, with and without their events`, rows: syncs },
      {
        title: `Delivery of these events, against the syncs without them`,
        rows: deliveries,
      },
    ],
    foreignCores: foreign(),
    notes: ['The sync runs in this process; simulator and PostgreSQL are programs of their own.'],
    raw,
  });
}

/** Assigns positions to all events of the account, then delivers them to a subscriber that does nothing. */
async function deliver(db, accountId, reference) {
  const began = performance.now();
  while (await inTenant(db, accountId, (trx) => assignPositions(trx, accountId)));
  const assigned = performance.now();
  let delivered = 0;
  const subscriber = {
    name: 'bench.events',
    events: reviewEvents,
    startsAt: 'beginning',
    async handle(_, events) {
      delivered += events.length;
    },
  };
  await registerSubscribers(db, [subscriber]);
  const registered = performance.now();
  await deliverEvents({ db, log: createLog('silent') }, subscriber, accountId, neverStops);
  const ended = performance.now();
  if (delivered < REVIEWS) throw new Error(`Only ${delivered} events were delivered.`);
  const share = (ms) => (ms / 1000 / reference).toFixed(3);
  return {
    'assigning positions / sync': share(assigned - began),
    'one subscriber / sync': share(ended - registered),
  };
}

/** The same database, with the time that the statements take which store reviews. */
function timeStatements(db) {
  let ms = 0;
  const observed = observeQueries(db, async (text, run) => {
    const began = performance.now();
    const answer = await run();
    if (/into reviews/.test(text)) ms += performance.now() - began;
    return answer;
  });
  return {
    db: observed,
    begin() {
      ms = 0;
    },
    seconds: () => ms / 1000,
  };
}
