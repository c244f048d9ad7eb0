// Processor time that the program of `npm start -- --demo` and its simulators use on the embedded database when nobody
// sends a request.
import { setTimeout as wait } from 'node:timers/promises';
import { startDemo } from './lib/demo.mjs';
import { cpuSecondsOf, measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';

/** Percent of one core, the product and its simulators together. */
const GOAL = 1;
/** Long enough for the work of the start to end. */
const SETTLE_MS = 60_000;
const WINDOW_MS = 60_000;

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const { pid: product } = await startDemo(stage);
  await wait(SETTLE_MS);
  const foreign = measureForeignLoad(stage.pids);
  const begun = performance.now();
  const before = stage.pids.map(cpuSecondsOf);
  await wait(WINDOW_MS);
  const seconds = (performance.now() - begun) / 1000;
  const used = stage.pids.map((pid, at) => ((cpuSecondsOf(pid) - before[at]) / seconds) * 100);
  const all = used.reduce((sum, percent) => sum + percent, 0);
  const own = used[stage.pids.indexOf(product)];
  const rows = [
    { what: 'the product', 'percent of a core': own.toFixed(2), goal: '' },
    { what: 'its simulators', 'percent of a core': (all - own).toFixed(2), goal: '' },
    { what: 'all of them', 'percent of a core': all.toFixed(2), goal: `at most ${GOAL}` },
  ];
  finish('idle', {
    tables: [{ title: `Idle with the demo for ${WINDOW_MS / 1000} s, embedded database`, rows }],
    foreignCores: foreign(),
    raw: rows,
  });
  if (all > GOAL) {
    console.error(`  idle: ${all.toFixed(2)} % of a core, the goal is ${GOAL} %.`);
    process.exitCode = 1;
  }
}
