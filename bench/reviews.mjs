// Lists, counts and searches of reviews through HTTP, at 10,000, 100,000 and 1,000,000 reviews of which a fifth belongs to the
// account: p50 and p99 of each request, and how they grow. Beside them a calibration of the same run: a round trip to the
// database, the smallest request, and a fixed amount of computing.
//
// BENCH_SIZES, BENCH_MODES and BENCH_CALLS choose less, for work on the code: BENCH_SIZES=10000,100000 BENCH_MODES=postgres
// BENCH_QUIET_MINUTES: how long to wait, once everything is filled, for other programs to stop.
import { percentile } from './lib/abba.mjs';
import { createDatabases } from './lib/databases.mjs';
import { measureForeignLoad, waitForQuiet } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';
import { fillReviews } from './lib/review-fill.mjs';
import { countsOf, requestsOf } from './lib/review-requests.mjs';
import { measureStand, startStand } from './lib/review-stand.mjs';

const SIZES = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number);
const GROWTH_GOAL = 0.3;
const QUIET_LIMIT_MS = Number(process.env.BENCH_QUIET_MINUTES ?? 0) * 60_000;

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const databases = await createDatabases(stage);
  const modes = process.env.BENCH_MODES?.split(',') ?? databases.modes;
  const filled = [];
  for (const mode of modes) for (const size of SIZES) filled.push(await fill(databases, mode, size));
  await waitForQuiet(stage.pids, QUIET_LIMIT_MS);
  const foreign = measureForeignLoad(stage.pids);
  const raw = Object.fromEntries(modes.map((mode) => [mode, {}]));
  for (const { mode, size, db, own } of filled) {
    const stand = await startStand(stage, db, own);
    raw[mode][size] = await measureStand(stand, own, [...requestsOf(own), ...countsOf(own)]);
  }
  finish('reviews', {
    tables: modes.map((mode) => ({ title: `${mode}, milliseconds`, rows: rowsOf(raw[mode]) })),
    foreignCores: foreign(),
    notes: [
      `growth: the exponent e of time ~ rows^e between the medians; the goal is below ${GROWTH_GOAL}.`,
      'The server of PostgreSQL counts as another program.',
    ],
    raw,
  });
}

/** A database of this size, with everything that belongs to the measured account. */
async function fill(databases, mode, size) {
  const db = await databases.create(mode);
  const began = performance.now();
  const own = await fillReviews(db, size);
  console.log(`${mode}: ${size} reviews in ${Math.round((performance.now() - began) / 1000)} s`);
  return { mode, size, db, own };
}

/** @param bySize the times of each request, by the number of reviews */
function rowsOf(bySize) {
  const [small, large] = [SIZES[0], SIZES.at(-1)];
  return Object.keys(bySize[large]).map((name) => {
    const of = (size, share) => percentile(bySize[size][name] ?? [Number.NaN], share);
    const growth = Math.log(of(large, 0.5) / of(small, 0.5)) / Math.log(large / small);
    const { goal } = bySize[large][name];
    return {
      request: name,
      ...Object.fromEntries(SIZES.map((size) => [`p50 ${size}`, of(size, 0.5).toFixed(1)])),
      [`p99 ${large}`]: of(large, 0.99).toFixed(1),
      goal: goal ?? '',
      growth: SIZES.length > 1 ? growth.toFixed(2) : '',
    };
  });
}
