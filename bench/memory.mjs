// The memory of the one process of `npm start` on the embedded database: idle with the demo, during a sync of 50,000
// reviews and after it; and the part of Node and of the database engine. The simulators are separate processes and not
// counted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../tools/lib/paths.mjs';
import { serverEnvironment, serverFlags } from '../tools/lib/server-options.mjs';
import { DEMO_LIMIT_MS, startDemo } from './lib/demo.mjs';
import { isReadyJson, startGoogle } from './lib/google-simulator.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';

const REVIEWS = 50_000;
const GOALS = { 'idle with the demo': 400, [`starting and syncing ${REVIEWS} reviews, at most`]: 700 };
/** Long enough for memory of the start to be released. */
const SETTLE_MS = 60_000;

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const foreign = measureForeignLoad(stage.pids);
  const rows = [];
  const add = (what, bytes) => {
    const goal = GOALS[what];
    rows.push({ what, MB: Math.round(bytes / 2 ** 20), goal: goal === undefined ? '' : `at most ${goal}` });
  };
  const engine = await stage.start(
    [
      ...serverFlags,
      '--experimental-strip-types',
      '--disable-warning=ExperimentalWarning',
      join(root, 'bench/lib/embedded-database-alone.mjs'),
    ],
    {
      env: { ...serverEnvironment, BENCH_FOLDER: stage.folder() },
      isReady: isReadyJson,
      limitMs: DEMO_LIMIT_MS,
    },
  );
  const { bare } = JSON.parse(engine.line);
  add('Node alone', bare);
  await wait(10_000);
  add('Node and the engine alone, an empty database', resident(engine.pid));
  add('the same while it was made and opened, at most', mostResident(engine.pid));

  const demo = await startDemo(stage);
  await wait(SETTLE_MS);
  add('idle with the demo', resident(demo.pid));

  const google = await startGoogle(stage, [REVIEWS]);
  const busy = await startDemo(stage, {
    KINDLING_GOOGLE_SIMULATOR_URL: google.url,
    GOOGLE_CALLS_PER_MINUTE: '100000',
  });
  add(`starting and syncing ${REVIEWS} reviews, at most`, mostResident(busy.pid));
  await wait(SETTLE_MS);
  add(`idle with ${REVIEWS} reviews`, resident(busy.pid));
  finish('memory', {
    tables: [{ title: 'Resident memory of the one process, embedded database', rows }],
    foreignCores: foreign(),
    raw: rows,
  });
  for (const { what, MB } of rows)
    if (MB > (GOALS[what] ?? Number.POSITIVE_INFINITY)) {
      console.error(`  ${what}: ${MB} MB, the goal is ${GOALS[what]} MB.`);
      process.exitCode = 1;
    }
}

/** Bytes of memory that a process uses. */
function resident(pid) {
  return bytesOf(pid, 'VmRSS');
}

/** The process's peak memory, from the kernel. */
function mostResident(pid) {
  return bytesOf(pid, 'VmHWM');
}

function bytesOf(pid, field) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
}
