// Does the memory of a first sync grow with the listing? Measures the live heap of this process while it reads 5,000
// and 50,000 reviews.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createDatabases } from './lib/databases.mjs';
import { startGoogle } from './lib/google-simulator.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { connectShop, firstSync, takeListing } from './lib/sync-shop.mjs';

const WARM_UP = 1_000;
const SIZES = [5_000, 50_000];
/** Measures the live heap once per this many pages, each time after a full garbage collection. */
const PAGES_PER_LOOK = 10;
const MEGABYTE = 2 ** 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const google = await startGoogle(stage, [WARM_UP, ...databases.modes.flatMap(() => SIZES)]);
  const foreign = measureForeignLoad(stage.pids);
  const rows = [];
  for (const mode of databases.modes) {
    const seen = { pages: 0, heap: 0, resident: 0 };
    const watch = () => {
      seen.pages += 1;
      const { rss } = process.memoryUsage();
      seen.resident = Math.max(seen.resident, rss);
      if (seen.pages % PAGES_PER_LOOK !== 0) return;
      collect();
      seen.heap = Math.max(seen.heap, process.memoryUsage().heapUsed);
    };
    const shop = await connectShop(await databases.create(mode), google, { watch });
    await firstSync(shop, takeListing(shop, WARM_UP));
    for (const reviews of SIZES) {
      collect();
      const before = process.memoryUsage();
      Object.assign(seen, { pages: 0, heap: 0, resident: 0 });
      await firstSync(shop, takeListing(shop, reviews));
      rows.push({
        database: mode,
        reviews,
        pages: seen.pages,
        'live heap, at most': megabytes(seen.heap),
        'more than before': megabytes(seen.heap - before.heapUsed),
        'resident, at most': megabytes(seen.resident),
        'more than before ': megabytes(seen.resident - before.rss),
      });
    }
  }
  finish('heap', {
    tables: [{ title: 'Memory of this process during a first sync', rows }],
    foreignCores: foreign(),
    notes: [
      'With the embedded database, resident memory holds the database too; its heap lies in a thread of its own.',
    ],
    raw: rows,
  });
}

function megabytes(bytes) {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
