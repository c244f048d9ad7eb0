// Lists, counts and searches of reviews through HTTP, at 10,000, 100,000 and 1,000,000 reviews of which a fifth belongs to the
// account: p50 and p99 of each request, and how they grow. Beside them a calibration of the same run: a round trip to the
// database, the smallest request, and a fixed amount of computing.
//
// BENCH_SIZES, BENCH_MODES and BENCH_CALLS choose less, for work on the code: BENCH_SIZES=10000,100000 BENCH_MODES=postgres
import { percentile } from './lib/abba.mjs';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { fillReviews } from './lib/review-fill.mjs';
import { countsOf, requestsOf } from './lib/review-requests.mjs';
import { measureStand, startStand } from './lib/review-stand.mjs';

const SIZES = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number);
const GROWTH_GOAL = 0.3;

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const wanted = process.env.BENCH_MODES?.split(',') ?? databases.modes;
  const foreign = measureForeignLoad(stage.pids);
  const tables = [];
  const raw = {};
  for (const mode of databases.modes.filter((one) => wanted.includes(one))) {
    const bySize = new Map();
    for (const size of SIZES) {
      const db = await databases.create(mode);
      const began = performance.now();
      const own = await fillReviews(db, size);
      console.log(`${mode}: ${size} reviews in ${Math.round((performance.now() - began) / 1000)} s`);
      bySize.set(
        size,
        await measureStand(await startStand(stage, db, own), own, [...requestsOf(own), ...countsOf(own)]),
      );
    }
    raw[mode] = Object.fromEntries(bySize);
    tables.push({ title: `${mode}, milliseconds`, rows: rowsOf(bySize) });
  }
  finish('reviews', {
    tables,
    foreignCores: foreign(),
    notes: [`growth: the exponent e of time ~ rows^e between the medians; the goal is below ${GROWTH_GOAL}.`],
    raw,
  });
}

function rowsOf(bySize) {
  const sizes = [...bySize.keys()];
  const [small, large] = [sizes[0], sizes.at(-1)];
  return Object.keys(bySize.get(large)).map((name) => {
    const of = (size, share) => percentile(bySize.get(size)[name] ?? [Number.NaN], share);
    const growth = Math.log(of(large, 0.5) / of(small, 0.5)) / Math.log(large / small);
    const { goal } = bySize.get(large)[name];
    return {
      request: name,
      ...Object.fromEntries(sizes.map((size) => [`p50 ${size}`, of(size, 0.5).toFixed(1)])),
      [`p99 ${large}`]: of(large, 0.99).toFixed(1),
      goal: goal ?? '',
      growth: sizes.length > 1 ? growth.toFixed(2) : '',
    };
  });
}
