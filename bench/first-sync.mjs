// A first sync against the Google simulator, compared with the time that a minimal client needs for the same pages; the
// statements per page; and the cost of a sync in which nothing changed.
import { abba, median, ratios, referenceNoise } from './lib/abba.mjs';
import { createDatabases } from './lib/databases.mjs';
import { control, startGoogle } from './lib/google-simulator.mjs';
import { observeQueries } from './lib/observed-queries.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish, ratioText } from './lib/report.mjs';
import { connectShop, firstSync, repeatSync, takeListing } from './lib/sync-shop.mjs';

const PAGE_SIZE = 50;
/**
 * Once as fast as the simulator answers, which shows our own cost, and once with a delay before each answer, which
 * shows what a user waits for. A platform on the internet is slower than that, so our share is smaller there.
 */
const SERIES = [
  { reviews: 50_000, latencyMs: 0 },
  { reviews: 10_000, latencyMs: 50 },
];
/** A listing that only warms up the process and is read quickly. */
const SMALL = 1_000;

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  // Every first sync reads a new location, because emptying one would leave dead rows behind.
  const counts = databases.modes.flatMap(() => SERIES.flatMap(({ reviews }) => [reviews, reviews]));
  const google = await startGoogle(stage, [SMALL, SMALL, ...counts]);
  const foreign = measureForeignLoad(stage.pids);
  const firsts = [];
  const repeats = [];
  const costs = [];
  const raw = {};
  for (const mode of databases.modes) {
    const db = await databases.create(mode);
    const counting = countStatements(db);
    const shop = await connectShop(counting.db, google, { watch: counting.nextPage });
    await firstSync(shop, takeListing(shop, SMALL));
    counting.begin();
    await firstSync(shop, takeListing(shop, SMALL));
    costs.push({ database: mode, ...counting.end() });
    for (const series of SERIES) {
      const { result, listing } = await compare(shop, google, series);
      raw[`${mode}, ${series.latencyMs} ms`] = result.blocks;
      // The tables are printed at the end, so these lines show progress during the minutes before.
      console.log(`${mode}, ${series.reviews} with ${series.latencyMs} ms: ${ratioText(ratios(result))}`);
      firsts.push({
        database: mode,
        reviews: series.reviews,
        'pause per answer': `${series.latencyMs} ms`,
        'first sync / empty client': ratioText(ratios(result)),
        'client / client': ratioText(referenceNoise(result)),
        'reviews/s, sync': Math.round(series.reviews / median(result.subjects)),
        'reviews/s, client': Math.round(series.reviews / median(result.references)),
      });
      if (series.latencyMs > 0) continue;
      for (const kind of ['newest', 'full']) {
        const { seconds, ...found } = await repeatSync(shop, listing, kind);
        const share = (seconds / median(result.subjects)).toFixed(4);
        repeats.push({ database: mode, kind, 'repeat / first': share, ...found });
      }
    }
  }
  finish('sync', {
    tables: [
      { title: `First sync in pages of ${PAGE_SIZE}, against the time of an empty client`, rows: firsts },
      { title: `Statements for a page of ${PAGE_SIZE} new reviews`, rows: costs },
      { title: `${SERIES[0].reviews} reviews again, nothing changed`, rows: repeats },
    ],
    foreignCores: foreign(),
    notes: [
      'The sync runs in this process (connector, mapping, storing, daily sums); simulator and PostgreSQL are programs of their own.',
      "The platform's quota is out of the way on both sides.",
    ],
    raw,
  });
}

/** One series of first syncs between readings of the same number of pages. */
async function compare(shop, google, { reviews, latencyMs }) {
  const [place] = [...google.counts].find(([, count]) => count === reviews);
  const read = () => readEmpty(shop, google.url, place, reviews);
  let listing;
  await control(google.url, { action: 'latency', match: '/v4/*', ms: latencyMs });
  if (latencyMs === 0) await read();
  const result = await abba(1, read, () => {
    listing = takeListing(shop, reviews);
    return firstSync(shop, listing);
  });
  await control(google.url, { action: 'latency', match: '/v4/*', ms: 0 });
  return { result, listing };
}

/** Seconds that a client needs to fetch and parse the same pages without storing them. */
async function readEmpty({ accessToken }, url, place, reviews) {
  const headers = { authorization: `Bearer ${accessToken}` };
  const started = performance.now();
  let seen = 0;
  let next;
  do {
    const address = new URL(`/v4/${place}/reviews`, url);
    address.searchParams.set('pageSize', String(PAGE_SIZE));
    if (next !== undefined) address.searchParams.set('pageToken', next);
    const page = await (await fetch(address, { headers })).json();
    seen += page.reviews?.length ?? 0;
    next = page.nextPageToken;
  } while (next !== undefined);
  if (seen !== reviews) throw new Error(`The simulator served ${seen} of ${reviews} reviews.`);
  return (performance.now() - started) / 1000;
}

/** The same database, with statements counted from page to page. */
function countStatements(db) {
  let pages = [];
  const observed = observeQueries(db, (text, run) => {
    pages.at(-1)?.push(text);
    return run();
  });
  const frames = /^(begin|commit)\b/i;
  return {
    db: observed,
    nextPage: () => void pages.push([]),
    begin() {
      pages = [];
    },
    end() {
      // The first page also contains the end of the run's start, and the last one is followed by the run's end.
      const inner = pages.slice(1, -1);
      const perPage = (choose) =>
        inner.reduce((sum, page) => sum + page.filter(choose).length, 0) / inner.length;
      return {
        'to store it': perPage((text) => /into reviews/.test(text)),
        'in all, with its turn and its token': perPage((text) => !frames.test(text)),
        'round trips, with begin and commit': perPage(() => true),
      };
    },
  };
}
