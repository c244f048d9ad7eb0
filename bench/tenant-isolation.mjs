// Does one account that sends too many requests slow another one down? Requests the dashboard of a neighbor repeatedly,
// without and with each attack on the same process. The goal is at most twice the median without an attack.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { versionedApiRoot } from '@kindling/contract/api-address';
import { root } from '../tools/lib/paths.mjs';
import { median } from './lib/abba.mjs';
import { attacks } from './lib/attacks.mjs';
import { isReadyJson } from './lib/google-simulator.mjs';
import { measureForeignLoad } from './lib/processor-load.mjs';
import { createHarness } from './lib/programs.mjs';
import { finish } from './lib/report.mjs';

const WINDOW_MS = 15_000;
const PAUSE_MS = 50;
/** A slower response counts as this long. */
const TIMEOUT_MS = 60_000;
/** Lets the work of an attack end before the next one is measured. */
const RECOVERY_MS = 5_000;

const stage = createHarness();
try {
  await main();
} finally {
  await stage.close();
}

async function main() {
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  const hooks = ['--import', join(root, 'tools/lib/source-loader.mjs')];
  const { line } = await stage.start([...flags, ...hooks, join(root, 'bench/lib/tenant-isolation-app.mjs')], {
    env: { BENCH_FOLDER: stage.folder() },
    isReady: isReadyJson,
    limitMs: 180_000,
  });
  const product = JSON.parse(line);
  for (const { token, ...person } of [product.neighbor, ...Object.values(product.attackers)])
    await signUp(product, token, person);
  const foreign = measureForeignLoad(stage.pids);
  await requestDashboards(product, WINDOW_MS / 3);
  const rows = [];
  const raw = {};
  for (const [attack, run] of Object.entries(attacks)) {
    const quiet = await requestDashboards(product, WINDOW_MS);
    const stop = new AbortController();
    const met = {};
    const attacking = run({ ...product, attacker: product.attackers[attack] }, stop.signal, met).catch(
      (error) => {
        if (!stop.signal.aborted) console.error(`  ${attack}: ${error.message}`);
      },
    );
    await wait(1_000);
    const busy = await requestDashboards(product, WINDOW_MS);
    stop.abort();
    await attacking;
    await wait(RECOVERY_MS);
    raw[attack] = { quiet, busy, met };
    rows.push({
      attack,
      'median, attacked / quiet': (median(busy.times) / median(quiet.times)).toFixed(2),
      goal: 'at most 2',
      'median ms, quiet | attacked': `${median(quiet.times).toFixed(0)} | ${median(busy.times).toFixed(0)}`,
      'slowest ms': Math.max(...busy.times).toFixed(0),
      failed: busy.failed,
      'attacker met': Object.entries(met)
        .map(([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`)
        .join(', '),
    });
  }
  finish('isolation', {
    tables: [{ title: "A neighbor's dashboard while one account attacks, embedded database", rows }],
    foreignCores: foreign(),
    raw,
  });
}

async function signUp({ url }, token, person) {
  const answer = await fetch(`${url}/api/users/adduser`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  if (answer.status !== 200) throw new Error(`The sign-up answered ${answer.status}: ${await answer.text()}`);
}

/**
 * Requests the neighbor's dashboard repeatedly for this time: milliseconds of each call, and the number of failures.
 */
async function requestDashboards({ url, neighbor }, forMs) {
  const times = [];
  let failed = 0;
  const end = performance.now() + forMs;
  for (let at = 0; performance.now() < end; at += 1) {
    const asked = performance.now();
    const answer = await fetch(`${url}${versionedApiRoot}/dashboard`, {
      headers: {
        authorization: `Bearer ${neighbor.token}`,
        // The neighbor's own rate limit must not affect the measurement.
        'x-forwarded-for': `198.51.100.${at % 250}`,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    await answer?.arrayBuffer().catch(() => {});
    times.push(performance.now() - asked);
    if (answer?.status !== 200) failed += 1;
    await wait(PAUSE_MS);
  }
  return { times, failed };
}
